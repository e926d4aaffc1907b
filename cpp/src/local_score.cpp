// SPDX-License-Identifier: MIT
#include "ordag/local_score.hpp"

#include <algorithm>

namespace ordag {

void LocalScore::gains(int node, std::span<const int> parents, std::span<const int> candidates,
                       std::span<double> gains) {
    const double base = local(node, parents);
    std::vector<int> extended(parents.size() + 1);
    for (std::size_t k = 0; k < candidates.size(); ++k) {
        const auto at = std::lower_bound(parents.begin(), parents.end(), candidates[k]);
        auto out = std::copy(parents.begin(), at, extended.begin());
        *out++ = candidates[k];
        std::copy(at, parents.end(), out);
        gains[k] = local(node, extended) - base;
    }
}

void LocalScore::gains_of_removal(int node, std::span<const int> parents, std::span<double> gains) {
    const double base = local(node, parents);
    std::vector<int> reduced(parents.begin(), parents.end());
    // Position k is left out in turn: the reduced set differs from the one before in one place.
    if (!reduced.empty()) reduced.erase(reduced.begin());
    for (std::size_t k = 0; k < parents.size(); ++k) {
        if (k > 0) reduced[k - 1] = parents[k - 1];
        gains[k] = local(node, reduced) - base;
    }
}

double total_score(LocalScore& score, std::span<const unsigned char> graph) {
    const int n = score.n_nodes();
    std::vector<int> parents;
    double total = 0.0;
    for (int node = 0; node < n; ++node) {
        parents.clear();
        for (int from = 0; from < n; ++from) {
            if (graph[static_cast<std::size_t>(from) * n + node]) parents.push_back(from);
        }
        total += score.local(node, parents);
    }
    return total;
}

}  // namespace ordag
