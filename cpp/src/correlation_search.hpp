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

// The root of the gradient within the bounds, by Newton's method inside a bracket; information takes the place of the
// curvature where the latter has the wrong sign. `slopes(rho)` is called 3 to 6 times as a rule.
template <typename Function>
double maximise_correlation(Function&& slopes, double start) {
    // The error left after a Newton step is of the order of its square.
    constexpr double last_step = 1e-6;
    constexpr int max_rounds = 100;
    double lower = -correlation_limit;
    double upper = correlation_limit;
    bool lower_known = false;
    bool upper_known = false;
    double rho = std::clamp(start, lower, upper);
    for (int round = 0; round < max_rounds; ++round) {
        const Slopes at = slopes(rho);
        if (at.gradient == 0.0) return rho;
        const bool rising = at.gradient > 0.0;
        if (rising ? rho >= correlation_limit : rho <= -correlation_limit) return rho;
        (rising ? lower : upper) = rho;
        (rising ? lower_known : upper_known) = true;
        const double step = at.gradient / (at.curvature < 0.0 ? -at.curvature : at.information);
        double next = rho + step;
        if (!(next > lower && next < upper)) {
            // Bounds are worth a visit before they are bisected: many maxima lie there.
            const bool visit = rising ? !upper_known : !lower_known;
            next = visit ? (rising ? upper : lower) : 0.5 * (lower + upper);
        } else if (std::abs(step) < last_step && at.curvature < 0.0) {
            return next;
        }
        if (std::abs(next - rho) < 1e-13) return next;
        rho = next;
    }
    return rho;
}

}  // namespace ordag
