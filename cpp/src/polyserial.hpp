// SPDX-License-Identifier: MIT
#pragma once

#include <span>

#include "correlation_search.hpp"

namespace ordag {

// Rows of an ordinal variable with known cuts beside a standardised continuous one.
struct PolyserialRows {
    std::span<const double> cuts;  // with both infinite ends
    std::span<const int> levels;
    std::span<const double> values;
    std::span<const double> weights;
};

// A first guess: the covariance of the values with the normal scores of the levels, over the variance of those scores.
double polyserial_guess(const PolyserialRows& rows);

Slopes polyserial_slopes(const PolyserialRows& rows, double rho);

// Standard error of the maximiser, with cuts, mean and scale estimated from the margins.
double polyserial_standard_error(const PolyserialRows& rows, double rho);

}  // namespace ordag
