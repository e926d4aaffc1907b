// SPDX-License-Identifier: MIT
#pragma once

#include "ordag/normal.hpp"

namespace ordag {

// Number of Gauss-Legendre nodes that integrate the bivariate normal density over an interval of angles asin(rho),
// within |rho| <= strong_correlation, with error below 1e-15. Found by experiment over thresholds within +-7; the
// density turns faster the nearer the angle comes to a right one, so what counts is the length relative to the room
// left.
inline int angle_nodes(double length, double farthest) {
    const double difficulty = length / (0.5 * pi - farthest + 0.15);
    return difficulty < 0.02   ? 3
           : difficulty < 0.06 ? 4
           : difficulty < 0.12 ? 5
           : difficulty < 0.2  ? 6
           : difficulty < 0.4  ? 8
           : difficulty < 0.6  ? 10
           : difficulty < 1.0  ? 12
           : difficulty < 1.6  ? 16
                               : 20;
}

}  // namespace ordag
