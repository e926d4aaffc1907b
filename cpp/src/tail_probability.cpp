// SPDX-License-Identifier: MIT
#include "ordag/tail_probability.hpp"

#include <cmath>
#include <limits>

namespace ordag {

namespace {

constexpr double kPrecision = 1e-16;
constexpr int kMaxTerms = 100000;
constexpr double kSmallest = std::numeric_limits<double>::min() / std::numeric_limits<double>::epsilon();

// x^a e^-x / Gamma(a), in logarithms so that neither factor overflows.
double gamma_factor(double a, double x) { return std::exp(a * std::log(x) - x - std::lgamma(a)); }

// Regularised lower incomplete gamma by its power series; quick for x < a + 1.
double lower_gamma_series(double a, double x) {
    double term = 1.0 / a;
    double sum = term;
    for (int k = 1; k < kMaxTerms && term > sum * kPrecision; ++k) {
        term *= x / (a + k);
        sum += term;
    }
    return sum * gamma_factor(a, x);
}

// Value of the continued fraction 1 / (b0 + a1 / (b1 + a2 / ...)) by the modified Lentz scheme.
template <typename Coefficients>
double continued_fraction(double b0, Coefficients next) {
    double c = 1.0 / kSmallest;
    double d = 1.0 / (std::abs(b0) < kSmallest ? kSmallest : b0);
    double value = d;
    for (int k = 1; k < kMaxTerms; ++k) {
        const auto [a, b] = next(k);
        d = a * d + b;
        if (std::abs(d) < kSmallest) d = kSmallest;
        c = b + a / c;
        if (std::abs(c) < kSmallest) c = kSmallest;
        d = 1.0 / d;
        const double step = c * d;
        value *= step;
        if (std::abs(step - 1.0) < kPrecision * 4) break;
    }
    return value;
}

struct Term {
    double a, b;
};

// Regularised upper incomplete gamma by its continued fraction; quick for x > a + 1.
double upper_gamma_fraction(double a, double x) {
    const double fraction =
        continued_fraction(x + 1.0 - a, [=](int k) { return Term{-k * (k - a), x + 1.0 - a + 2.0 * k}; });
    return gamma_factor(a, x) * fraction;
}

// Regularised incomplete beta I_x(a, b) for x below its mean, where the fraction converges fast.
double lower_beta_fraction(double a, double b, double x) {
    const double log_factor =
        std::lgamma(a + b) - std::lgamma(a) - std::lgamma(b) + a * std::log(x) + b * std::log1p(-x);
    const double fraction = continued_fraction(1.0, [=](int k) {
        const int m = k / 2;
        const double numerator = k % 2 == 0 ? m * (b - m) * x / ((a + 2.0 * m - 1.0) * (a + 2.0 * m))
                                            : -(a + m) * (a + b + m) * x / ((a + 2.0 * m) * (a + 2.0 * m + 1.0));
        return Term{numerator, 1.0};
    });
    return std::exp(log_factor) * fraction / a;
}

}  // namespace

double normal_two_sided(double z) { return std::erfc(std::abs(z) / std::sqrt(2.0)); }

double chi_squared_tail(double x, double df) {
    if (std::isnan(x) || !(df > 0.0)) return std::numeric_limits<double>::quiet_NaN();
    if (x <= 0.0) return 1.0;
    const double a = 0.5 * df;
    const double half = 0.5 * x;
    return half < a + 1.0 ? 1.0 - lower_gamma_series(a, half) : upper_gamma_fraction(a, half);
}

double f_tail(double x, double df1, double df2) {
    if (std::isnan(x) || !(df1 > 0.0) || !(df2 > 0.0)) return std::numeric_limits<double>::quiet_NaN();
    if (x <= 0.0) return 1.0;
    if (std::isinf(x)) return 0.0;
    // P(X > x) = I_t(df2 / 2, df1 / 2) with t = df2 / (df2 + df1 x); 1 - t is computed apart, without cancellation.
    const double a = 0.5 * df2;
    const double b = 0.5 * df1;
    const double t = df2 / (df2 + df1 * x);
    if (t < (a + 1.0) / (a + b + 2.0)) return lower_beta_fraction(a, b, t);
    return 1.0 - lower_beta_fraction(b, a, df1 * x / (df2 + df1 * x));
}

}  // namespace ordag
