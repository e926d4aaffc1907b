// SPDX-License-Identifier: MIT
#pragma once

// The standard normal distribution, scalar. All functions are pure, accept +-infinity, and are accurate to a few units
// in the last place, in relative terms however far out in the tails, wherever the result is a normal double.
namespace ordag {

inline constexpr double pi = 3.14159265358979323846;
inline constexpr double two_pi = 2.0 * pi;
inline constexpr double sqrt_two_pi = 2.50662827463100050242;
inline constexpr double log_sqrt_two_pi = 0.91893853320467274178;
inline constexpr double sqrt_half = 0.70710678118654752440;

double normal_pdf(double x);
double normal_cdf(double x);
double normal_log_cdf(double x);

// Inverse of normal_cdf; p = 0 and 1 give -+infinity, p outside [0, 1] NaN.
double normal_quantile(double p);

// P(lower < X <= upper), without loss of digits in the tails or for narrow intervals; 0 when upper <= lower.
// The versions with a width are for callers who know upper - lower to more digits than the ends show.
double normal_interval(double lower, double upper);
double normal_interval(double lower, double upper, double width);
double normal_log_interval(double lower, double upper, double width);

}  // namespace ordag
