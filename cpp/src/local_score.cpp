// SPDX-License-Identifier: MIT
#include "ordag/local_score.hpp"

#include <algorithm>
#include <cmath>

#include "ordag/search_tolerance.hpp"

namespace ordag {

void LocalScore::gains(int node, std::span<const int> parents, std::span<const int> candidates,
                       std::span<double> gains) {
    changes(node, parents, candidates, gains);
}

void LocalScore::changes(int node, std::span<const int> parents, std::span<const int> candidates,
                         std::span<double> changes) {
    std::vector<int> sorted(parents.begin(), parents.end());
    std::sort(sorted.begin(), sorted.end());
    const double base = local(node, sorted);
    std::vector<int> extended(sorted.size() + 1);
    for (std::size_t k = 0; k < candidates.size(); ++k) {
        const auto at = std::lower_bound(sorted.begin(), sorted.end(), candidates[k]);
        auto out = std::copy(sorted.begin(), at, extended.begin());
        *out++ = candidates[k];
        std::copy(at, sorted.end(), out);
        changes[k] = local(node, extended) - base;
    }
}

double LocalScore::eliminate(int node, std::vector<int>& parents, std::span<const int> kept) {
    std::sort(parents.begin(), parents.end());
    const double before = local(node, parents);
    if (!std::isfinite(before)) return 0.0;
    double now = before;
    std::vector<int> reduced;
    for (int dropped = 0; dropped >= 0;) {
        dropped = -1;
        double best = now + kTolerance;
        for (std::size_t k = 0; k < parents.size(); ++k) {
            if (std::binary_search(kept.begin(), kept.end(), parents[k])) continue;
            reduced = parents;
            reduced.erase(reduced.begin() + static_cast<std::ptrdiff_t>(k));
            const double value = local(node, reduced);
            if (value <= best) continue;
            best = value;
            dropped = static_cast<int>(k);
        }
        if (dropped < 0) break;
        parents.erase(parents.begin() + dropped);
        now = best;
    }
    return now - before;
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
