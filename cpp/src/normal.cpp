// SPDX-License-Identifier: MIT
#include "ordag/normal.hpp"

#include <cmath>
#include <limits>

#include "ordag/gauss_legendre.hpp"

namespace ordag {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

// 1 / sqrt(2) to twice the working precision.
constexpr double sqrt_half_low = -4.83364665672645672e-17;

// Below this the cdf comes from its asymptotic series, which by then has terms down to 1e-17 (at -10: after 20 terms).
constexpr double series_begins = -10.0;

// Below this cumulative probability, or above its mirror image, the quantile is solved for on the log scale.
constexpr double quantile_tail = 0.25;

// log of the ratio cdf(x) / pdf(x) for x <= series_begins: 1/|x| (1 - 1/x^2 + 3/x^4 - 15/x^6 ...).
double log_mills_series(double x) {
    const double step = -1.0 / (x * x);
    double term = 1.0;
    double rest = 0.0;
    for (int k = 1; k < 60; ++k) {
        term *= (2 * k - 1) * step;
        rest += term;
        if (std::abs(term) < 1e-17) break;
    }
    return std::log1p(rest) - std::log(-x);
}

// One Halley step towards the x at which log cdf(x) is log_p; tripling the digits each time.
double improve_lower_tail(double x, double p, double log_p) {
    const double cdf = normal_cdf(x);
    const bool tiny = cdf < 1e-290;  // close to the subnormal numbers the ratio would lose digits
    const double gap = tiny ? normal_log_cdf(x) - log_p : std::log(cdf / p);
    const double hazard = tiny ? std::exp(-log_sqrt_two_pi - 0.5 * x * x - normal_log_cdf(x)) : normal_pdf(x) / cdf;
    const double newton = gap / hazard;
    return x - newton / (1.0 + 0.5 * newton * (x + hazard));
}

double lower_quantile(double p) {
    const double log_p = std::log(p);
    const double t = std::sqrt(-2.0 * log_p);
    // Rational start of Hastings (Abramowitz and Stegun, 26.2.23), good to 4.5e-4.
    double x = (2.515517 + t * (0.802853 + t * 0.010328)) / (1.0 + t * (1.432788 + t * (0.189269 + t * 0.001308))) - t;
    for (int k = 0; k < 3; ++k) x = improve_lower_tail(x, p, log_p);
    return x;
}

// The x with erf(x / sqrt 2) / 2 = q, |q| <= 1/4; exact in relative terms down to q = 0.
double central_quantile(double q) {
    double x = q * sqrt_two_pi * (1.0 + q * q * pi / 3.0);
    for (int k = 0; k < 3; ++k) {
        const double newton = (0.5 * std::erf(x * sqrt_half) - q) / normal_pdf(x);
        x -= newton / (1.0 + 0.5 * newton * x);
    }
    return x;
}

// Narrow enough that the difference of two cdf values would cancel.
bool is_narrow(double lower, double upper, double width) {
    return width * std::fmax(1.0, std::fmax(std::abs(lower), std::abs(upper))) < 0.5;
}

// The integral of exp(-m t - t^2 / 2) over a narrow interval around m, so that its probability is pdf(m) times this.
double narrow_ratio(double middle, double width) {
    const GaussLegendre& rule = gauss_legendre(8);
    double sum = 0.0;
    for (int k = 0; k < rule.size; ++k) {
        const double t = 0.5 * width * rule.nodes[k];
        sum += rule.weights[k] * std::exp(-t * (middle + 0.5 * t));
    }
    return 0.5 * width * sum;
}

}  // namespace

double normal_pdf(double x) {
    const double square = x * x;
    if (!(square < 1600.0)) return std::isnan(x) ? x : 0.0;
    // The rounding error of the square matters once it is multiplied by a large exponent.
    return std::exp(-0.5 * square) * (1.0 - 0.5 * std::fma(x, x, -square)) / sqrt_two_pi;
}

double normal_cdf(double x) {
    const double t = -x * sqrt_half;
    double tail = std::erfc(t);
    if (t > 1.0 && t < 30.0) {
        // Undo the rounding of t, which the tail multiplies by its hazard, about 2 t + 1 / t.
        const double rounding = std::fma(-x, sqrt_half, -t) - x * sqrt_half_low;
        tail -= tail * rounding * (2.0 * t + 1.0 / t);
    }
    return 0.5 * tail;
}

double normal_log_cdf(double x) {
    if (x > 0.0) return std::log1p(-normal_cdf(-x));
    if (x > series_begins) return std::log(normal_cdf(x));
    if (x == -infinity) return x;
    return -0.5 * x * x - log_sqrt_two_pi + log_mills_series(x);
}

double normal_quantile(double p) {
    if (!(p > 0.0)) return p == 0.0 ? -infinity : std::numeric_limits<double>::quiet_NaN();
    if (p < quantile_tail) return lower_quantile(p);
    if (p <= 1.0 - quantile_tail) return central_quantile(p - 0.5);
    if (p < 1.0) return -lower_quantile(1.0 - p);
    return p == 1.0 ? infinity : std::numeric_limits<double>::quiet_NaN();
}

double normal_interval(double lower, double upper) { return normal_interval(lower, upper, upper - lower); }

double normal_interval(double lower, double upper, double width) {
    if (!(width > 0.0)) return 0.0;
    if (is_narrow(lower, upper, width)) {
        const double middle = 0.5 * (lower + upper);
        return normal_pdf(middle) * narrow_ratio(middle, width);
    }
    if (lower > 0.0) return normal_cdf(-lower) - normal_cdf(-upper);
    return normal_cdf(upper) - normal_cdf(lower);
}

double normal_log_interval(double lower, double upper, double width) {
    if (!(width > 0.0)) return -infinity;
    if (is_narrow(lower, upper, width)) {
        const double middle = 0.5 * (lower + upper);
        return -0.5 * middle * middle - log_sqrt_two_pi + std::log(narrow_ratio(middle, width));
    }
    if (lower > 0.0) return normal_log_interval(-upper, -lower, width);
    if (upper > 0.0) return std::log1p(-normal_cdf(lower) - normal_cdf(-upper));
    const double log_upper = normal_log_cdf(upper);
    return log_upper + std::log1p(-std::exp(normal_log_cdf(lower) - log_upper));
}

}  // namespace ordag
