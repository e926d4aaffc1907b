// SPDX-License-Identifier: MIT
#pragma once

namespace ordag {

inline constexpr int gauss_legendre_max = 32;

// Nodes in (-1, 1), ascending, and weights of the Gauss-Legendre rule.
struct GaussLegendre {
    int size = 0;
    double nodes[gauss_legendre_max] = {};
    double weights[gauss_legendre_max] = {};
};

// The rule with `size` nodes, 1 <= size <= gauss_legendre_max; all are computed once, on first use. Thread-safe.
const GaussLegendre& gauss_legendre(int size);

}  // namespace ordag
