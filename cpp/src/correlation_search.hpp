// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cmath>

#include "ordag/polychoric.hpp"

namespace ordag {

// First and second derivative of a log-likelihood in the correlation; `information` is a positive stand-in for minus
// the second derivative.
struct Slopes {
    double gradient, curvature, information;
};

// The root of the gradient within the bounds, by Newton's method in z = atanh(rho), where a log-likelihood is closer to
// a parabola than in rho, inside a bracket; information takes the place of the curvature where the latter has the wrong
// sign. `slopes(rho)` is called 2 to 5 times as a rule.
template <typename Function>
double maximise_correlation(Function&& slopes, double start) {
    // The error left after a Newton step is of the order of its square.
    constexpr double last_step = 1e-6;
    // A longer step is a leap of faith, and costly where it ends near a bound.
    constexpr double longest_step = 1.0;
    constexpr double start_limit = 0.95;
    constexpr int max_rounds = 100;
    const double limit = std::atanh(correlation_limit);
    double lower = -limit;
    double upper = limit;
    bool lower_visited = false;
    bool upper_visited = false;
    double z = std::atanh(std::clamp(start, -start_limit, start_limit));
    for (int round = 0; round < max_rounds; ++round) {
        const bool at_limit = std::abs(z) == limit;
        const double rho = at_limit ? std::copysign(correlation_limit, z) : std::tanh(z);
        const Slopes at = slopes(rho);
        const bool rising = at.gradient > 0.0;
        if (at.gradient == 0.0 || (at_limit && rising == (z > 0.0))) return rho;
        const double unit = (1.0 - rho) * (1.0 + rho);  // derivative of rho in z
        const double gradient = at.gradient * unit;
        const double curvature = (at.curvature * unit - 2.0 * rho * at.gradient) * unit;
        const bool concave = curvature < 0.0;
        double step = gradient / (concave ? -curvature : at.information * unit * unit);
        if (std::abs(step) < last_step && concave) return std::tanh(std::clamp(z + step, lower, upper));
        (rising ? lower : upper) = z;
        (rising ? lower_visited : upper_visited) = true;
        step = std::clamp(step, -longest_step, longest_step);
        // A bound that was not visited yet is visited before it is bisected: many maxima lie there.
        const double next = z + step;
        if (next > lower && next < upper)
            z = next;
        else if (rising ? upper_visited : lower_visited)
            z = 0.5 * (lower + upper);
        else
            z = rising ? upper : lower;
        if (upper - lower < 1e-13) return std::tanh(z);
    }
    return std::tanh(z);
}

}  // namespace ordag
