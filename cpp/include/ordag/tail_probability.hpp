// SPDX-License-Identifier: MIT
#pragma once

namespace ordag {

// Upper tails of the distributions that tests refer to, to about 1e-14 relative error in the body. Pure functions.

// P(|Z| > |z|) for a standard normal Z.
double normal_two_sided(double z);

// P(X > x) for X chi-squared with df > 0 degrees of freedom; 1 for x <= 0.
double chi_squared_tail(double x, double df);

// P(X > x) for X F-distributed with df1, df2 > 0 degrees of freedom; 1 for x <= 0.
double f_tail(double x, double df1, double df2);

}  // namespace ordag
