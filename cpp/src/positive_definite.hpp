// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

namespace ordag {

struct Inverse {
    std::vector<double> entries;  // n x n, both triangles
    double log_determinant;       // of the inverse
};

// Inverse of a positive definite n x n matrix given by its lower triangle, symmetric up to rounding. A matrix that is
// singular to working precision is inverted as one that is nearly so.
Inverse invert(std::vector<double> matrix, int n);

}  // namespace ordag
