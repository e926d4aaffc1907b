// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

namespace ordag {

// The graphs that a search may return. Matrices are row-major n x n; [i * n + j] speaks of the edge i -> j.
struct SearchSpace {
    int n_nodes = 0;
    std::vector<std::uint8_t> allowed;   // 1 where i -> j may stand; required edges are allowed, the diagonal is not
    std::vector<std::uint8_t> required;  // 1 where i -> j must stand; acyclic
    int max_parents = 0;                 // most parents of a node (n_nodes - 1: no limit)

    bool is_allowed(int from, int to) const { return allowed[static_cast<std::size_t>(from) * n_nodes + to] != 0; }
    bool is_required(int from, int to) const { return required[static_cast<std::size_t>(from) * n_nodes + to] != 0; }
};

}  // namespace ordag
