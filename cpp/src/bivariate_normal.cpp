// SPDX-License-Identifier: MIT
#include "ordag/bivariate_normal.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "angle_nodes.hpp"
#include "ordag/gauss_legendre.hpp"
#include "ordag/normal.hpp"

namespace ordag {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

// Rectangles below this probability are not computed as a difference of distribution values, whose errors of 1e-16
// would then show in relative terms.
constexpr double safe_difference = 1e-3;

// Points where log density lies further than this below its maximum add less than 1e-19 of the integral.
constexpr double log_negligible = 44.0;

double residual_scale(double rho) { return std::sqrt((1.0 - rho) * (1.0 + rho)); }

// -log of the density's exponential, arranged so that nothing cancels when |rho| is near one.
double exponent(double h, double k, double rho, double scale) {
    const double gap = (rho < 0.0 ? h + k : h - k) / scale;
    return 0.5 * gap * gap + (rho < 0.0 ? -h * k / (1.0 - rho) : h * k / (1.0 + rho));
}

// Distribution value as that under independence plus the integral of the density over asin(rho) (Drezner and
// Wesolowsky 1990): the integrand in the angle has no factor that grows.
double cdf_from_independence(double h, double k, double rho) {
    const double angle = std::asin(rho);
    const GaussLegendre& rule = gauss_legendre(angle_nodes(std::abs(angle), std::abs(angle)));
    const double half_squares = 0.5 * (h * h + k * k);
    double sum = 0.0;
    for (int i = 0; i < rule.size; ++i) {
        const double s = std::sin(0.5 * angle * (1.0 + rule.nodes[i]));
        sum += rule.weights[i] * std::exp((s * h * k - half_squares) / (1.0 - s * s));
    }
    return normal_cdf(h) * normal_cdf(k) + sum * angle / (2.0 * two_pi);
}

// P(X <= h, Y <= k) = P(X <= min(h, k)) minus the integral of the density from rho to 1, for rho > 0. In x = sqrt(1 -
// correlation^2) the integrand is exp(-gap^2 / (2 x^2)) times a smooth even function of x, whose first three terms are
// integrated exactly and the rest numerically (Genz 2004).
double cdf_from_identity(double h, double k, double rho) {
    const double end = residual_scale(rho);
    const double gap = std::abs(h - k);
    const double product = h * k;
    const double at_end = std::exp(-0.5 * (gap / end) * (gap / end) - 0.5 * product);
    if (at_end < 1e-40) return normal_cdf(std::min(h, k));
    const double square = (4.0 - product) / 8.0;
    const double fourth = square * (12.0 - product) / 16.0;

    // Moments of exp(-gap^2 / (2 x^2) - product / 2) over (0, end), of orders 0, 2 and 4, by parts.
    const double tail = std::exp(normal_log_cdf(-gap / end) - 0.5 * product);
    const double moment0 = end * at_end - gap * sqrt_two_pi * tail;
    const double moment2 = (end * end * end * at_end - gap * gap * moment0) / 3.0;
    const double moment4 = (std::pow(end, 5) * at_end - gap * gap * moment2) / 5.0;
    double integral = moment0 + square * moment2 + fourth * moment4;

    const GaussLegendre& rule = gauss_legendre(24);
    for (int i = 0; i < rule.size; ++i) {
        const double x = 0.5 * end * (1.0 + rule.nodes[i]);
        const double xx = x * x;
        const double root = std::sqrt(1.0 - xx);
        const double shared = std::exp(-0.5 * gap * gap / xx - 0.5 * product);
        // product / (1 + root) - product / 2, without cancellation
        const double extra = 0.5 * product * xx / ((1.0 + root) * (1.0 + root));
        const double rest = std::exp(-extra) / root - (1.0 + xx * (square + xx * fourth));
        integral += 0.5 * end * rule.weights[i] * shared * rest;
    }
    return normal_cdf(std::min(h, k)) - integral / two_pi;
}

double degenerate_rectangle(const Rectangle& box, double rho) {
    const bool same = rho > 0.0;
    const double lower = same ? box.lower_y : -box.upper_y;
    const double upper = same ? box.upper_y : -box.lower_y;
    return normal_interval(std::max(box.lower_x, lower), std::min(box.upper_x, upper));
}

bool is_empty(const Rectangle& box) { return !(box.lower_x < box.upper_x && box.lower_y < box.upper_y); }

// log of pdf(x) P(lower_y < Y <= upper_y | X = x), which is a concave function of x, for 0 <= rho < 1.
struct Slice {
    Rectangle box;
    double rho, scale, width;  // width: of the conditional interval

    // (y - rho x) / scale, keeping the digits of y - x when rho is near one.
    double conditional(double y, double x) const { return ((y - x) + (1.0 - rho) * x) / scale; }

    double log_value(double x) const {
        return -0.5 * x * x - log_sqrt_two_pi +
               normal_log_interval(conditional(box.lower_y, x), conditional(box.upper_y, x), width);
    }
    double value(double x) const {
        return normal_pdf(x) * normal_interval(conditional(box.lower_y, x), conditional(box.upper_y, x), width);
    }
};

// The maximiser of a concave function on an interval, to a part in 1e3 of the interval's useful width.
double peak(const Slice& slice, double lower, double upper) {
    for (int round = 0; round < 100 && upper - lower > 1e-6 * (1.0 + std::abs(lower)) * slice.scale; ++round) {
        const double third = (upper - lower) / 3.0;
        if (slice.log_value(lower + third) < slice.log_value(upper - third))
            lower += third;
        else
            upper -= third;
    }
    return 0.5 * (lower + upper);
}

// How far from the peak towards `end` the slice still matters.
double reach(const Slice& slice, double top, double peak_at, double end) {
    if (slice.log_value(end) > top - log_negligible) return end;
    double inside = peak_at;
    for (int round = 0; round < 40 && std::abs(end - inside) > 0.02 * std::abs(end - peak_at); ++round) {
        const double middle = 0.5 * (inside + end);
        (slice.log_value(middle) > top - log_negligible ? inside : end) = middle;
    }
    return end;
}

double panel(const Slice& slice, double lower, double upper, int size) {
    const GaussLegendre& rule = gauss_legendre(size);
    const double half = 0.5 * (upper - lower);
    double sum = 0.0;
    for (int i = 0; i < rule.size; ++i) sum += rule.weights[i] * slice.value(lower + half * (1.0 + rule.nodes[i]));
    return half * sum;
}

// Bisects until two rules agree; the depth is bounded because each half is smoother than the whole.
double adaptive(const Slice& slice, double lower, double upper, double tolerance, int depth) {
    const double fine = panel(slice, lower, upper, 16);
    if (depth == 0 || std::abs(fine - panel(slice, lower, upper, 10)) <= tolerance) return fine;
    const double middle = 0.5 * (lower + upper);
    return adaptive(slice, lower, middle, tolerance, depth - 1) + adaptive(slice, middle, upper, tolerance, depth - 1);
}

}  // namespace

double bivariate_pdf(double h, double k, double rho) {
    if (std::isinf(h) || std::isinf(k)) return 0.0;
    if (std::abs(rho) == 1.0) return h == rho * k ? infinity : 0.0;
    const double scale = residual_scale(rho);
    return std::exp(-exponent(h, k, rho, scale)) / (two_pi * scale);
}

double bivariate_cdf(double h, double k, double rho) {
    if (h == -infinity || k == -infinity) return 0.0;
    if (h == infinity) return normal_cdf(k);
    if (k == infinity) return normal_cdf(h);
    if (std::abs(rho) == 1.0) return degenerate_rectangle({-infinity, h, -infinity, k}, rho);
    if (std::abs(rho) <= strong_correlation) return cdf_from_independence(h, k, rho);
    if (rho > 0.0) return cdf_from_identity(h, k, rho);
    return normal_cdf(h) - cdf_from_identity(h, -k, -rho);
}

double bivariate_rectangle(const Rectangle& box, double rho) {
    if (is_empty(box)) return 0.0;
    if (std::abs(rho) == 1.0) return degenerate_rectangle(box, rho);
    const double difference =
        bivariate_cdf(box.upper_x, box.upper_y, rho) - bivariate_cdf(box.lower_x, box.upper_y, rho) -
        bivariate_cdf(box.upper_x, box.lower_y, rho) + bivariate_cdf(box.lower_x, box.lower_y, rho);
    return difference > safe_difference ? difference : bivariate_rectangle_in_tail(box, rho);
}

double bivariate_rectangle_in_tail(const Rectangle& given, double rho) {
    if (is_empty(given)) return 0.0;
    if (std::abs(rho) == 1.0) return degenerate_rectangle(given, rho);
    Rectangle box = given;
    if (rho < 0.0) box = {given.lower_x, given.upper_x, -given.upper_y, -given.lower_y};
    const double scale = residual_scale(rho);
    const Slice slice{box, std::abs(rho), scale, (box.upper_y - box.lower_y) / scale};

    // Beyond 40 standard deviations a normal density is below the smallest double.
    const double first = std::max(box.lower_x, -40.0);
    const double last = std::min(box.upper_x, 40.0);
    if (!(first < last)) return 0.0;
    const double peak_at = peak(slice, first, last);
    const double top = slice.log_value(peak_at);
    if (!(top > -750.0)) return 0.0;
    const double from = reach(slice, top, peak_at, first);
    const double to = reach(slice, top, peak_at, last);

    // The conditional probability rises and falls within a few residual scales of the edges of the box.
    std::array<double, 9> breaks{from, peak_at, to, from, from, from, from, from, from};
    int used = 3;
    const double width = 6.0 * scale / std::max(slice.rho, 1e-3);
    for (double edge : {box.lower_y, box.upper_y})
        for (double offset : {-width, 0.0, width}) {
            const double at = edge / slice.rho + offset;
            if (at > from && at < to) breaks[used++] = at;
        }
    std::sort(breaks.begin(), breaks.begin() + used);

    const double tolerance = 1e-14 * std::exp(top) * std::min(to - from, scale);
    double sum = 0.0;
    for (int i = 0; i + 1 < used; ++i) sum += adaptive(slice, breaks[i], breaks[i + 1], tolerance, 12);
    return sum;
}

}  // namespace ordag
