// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "ordag/cumulative_regression.hpp"

namespace ordag {

// Distribution function of a link at one point, by the smaller of its two tails, so that differences keep their digits.
struct Cut {
    double tail = 0.0;  // F(-|x|)
    bool above = false;
    double density = 0.0;
    double slope = 0.0;  // of the density
};

Cut cut_at(Link link, double x);

// The logarithm of the probability between two cuts, with its derivatives by the upper and by the lower one: `up` and
// `down` (with its sign turned) are the first, the others minus the second.
struct LevelTerms {
    double log_probability, up, down, upper_upper, lower_lower, lower_upper;

    double shift_gradient() const { return down - up; }
    double shift_information() const { return upper_upper + lower_lower + 2.0 * lower_upper; }
    double shift_upper() const { return -upper_upper - lower_upper; }
    double shift_lower() const { return -lower_lower - lower_upper; }
};

LevelTerms level_terms(const Cut& lower, const Cut& upper);

// slopes . x of a group.
double linear_predictor(const GroupedRows& rows, int group, const double* slopes);

// LDL' of a positive semidefinite n x n matrix, lower triangle, in place. A direction that is not determined gets an
// infinite pivot, so that solutions are 0 there.
void factorise(std::vector<double>& matrix, int n);
// Solves with such a factor, in place.
void solve(const std::vector<double>& factor, int n, double* values);

}  // namespace ordag
