// SPDX-License-Identifier: MIT
#include "ordag/search_space.hpp"

#include "ordag/graph.hpp"

namespace ordag {

bool SearchSpace::admits(std::span<const std::uint8_t> graph) const {
    for (int to = 0; to < n_nodes; ++to) {
        int n_parents = 0;
        for (int from = 0; from < n_nodes; ++from) {
            const bool stands = graph[static_cast<std::size_t>(from) * n_nodes + to] != 0;
            if (stands ? !is_allowed(from, to) : is_required(from, to)) return false;
            n_parents += stands;
        }
        if (n_parents > max_parents) return false;
    }
    return static_cast<int>(topological_order(n_nodes, graph).size()) == n_nodes;
}

}  // namespace ordag
