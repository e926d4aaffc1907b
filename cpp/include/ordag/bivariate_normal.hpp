// SPDX-License-Identifier: MIT
#pragma once

// The standard bivariate normal distribution with correlation rho in [-1, 1]. All functions are pure and accept
// +-infinity as thresholds. Cost: about 0.2 microseconds a distribution value, 20 to 50 a rectangle in the tails.
namespace ordag {

// The rho at which the distribution function turns from an integral that starts at rho = 0 to one that ends at
// |rho| = 1: beyond it the density varies too fast for the first.
inline constexpr double strong_correlation = 0.925;

// P(X <= h, Y <= k) with absolute error below 1e-15. Where it is tiny use bivariate_rectangle.
double bivariate_cdf(double h, double k, double rho);

// Density of (X, Y) at (h, k), which is also the derivative of the distribution function in rho.
// 0 at infinite points; at |rho| = 1 the limit, which is 0 or infinity.
double bivariate_pdf(double h, double k, double rho);

struct Rectangle {
    double lower_x, upper_x, lower_y, upper_y;
};

// Probability of lower < (X, Y) <= upper, 0 when empty: absolute error below 1e-14, and relative error below 1e-11 down
// to the smallest normal double (for 1 - |rho| below 1e-8 only the absolute bound is promised).
double bivariate_rectangle(const Rectangle& box, double rho);

// The same probability by integrating the conditional probability of Y given X: always exact in relative terms, slower.
double bivariate_rectangle_in_tail(const Rectangle& box, double rho);

}  // namespace ordag
