// SPDX-License-Identifier: MIT
#include "ordag/exact_search.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <vector>

#include "ordag/search_tolerance.hpp"

namespace ordag {
namespace {

using Mask = std::uint32_t;

// Subsets of the other nodes are numbered by leaving out the node's own bit.
Mask without_bit(Mask set, int node) {
    const Mask low = set & ((Mask{1} << node) - 1);
    return low | ((set >> (node + 1)) << node);
}

Mask with_gap(Mask set, int node) {
    const Mask low = set & ((Mask{1} << node) - 1);
    return low | ((set >> node) << (node + 1));
}

struct BestParents {
    std::vector<double> score;  // of the best parents inside each subset of the other nodes
    std::vector<Mask> parents;  // those parents, numbered like the subsets
};

// False if interrupted.
bool find_best_parents(LocalScore& score, const SearchSpace& space, int node, BestParents& best,
                       Interruption& interruption) {
    const int n = space.n_nodes;
    const Mask n_subsets = Mask{1} << (n - 1);
    Mask allowed = 0, required = 0;
    for (int other = 0; other < n; ++other) {
        if (space.is_allowed(other, node)) allowed |= Mask{1} << other;
        if (space.is_required(other, node)) required |= Mask{1} << other;
    }
    best.score.assign(n_subsets, -std::numeric_limits<double>::infinity());
    best.parents.assign(n_subsets, 0);
    std::vector<int> parents;
    for (Mask subset = 0; subset < n_subsets; ++subset) {
        if ((subset & 255) == 0 && interruption.requested(std::int64_t{node} * n_subsets + subset)) return false;
        const Mask set = with_gap(subset, node);
        for (Mask rest = subset; rest; rest &= rest - 1) {
            const Mask smaller = subset & ~(rest & -rest);
            if (best.score[smaller] > best.score[subset]) {
                best.score[subset] = best.score[smaller];
                best.parents[subset] = best.parents[smaller];
            }
        }
        if ((set & ~allowed) || (required & ~set) || std::popcount(set) > space.max_parents) continue;
        parents.clear();
        for (Mask rest = set; rest; rest &= rest - 1) parents.push_back(std::countr_zero(rest));
        const double own = score.local(node, parents);
        // Fewer parents win among equals.
        if (own > best.score[subset] + kTolerance || (std::isinf(best.score[subset]) && own > best.score[subset])) {
            best.score[subset] = own;
            best.parents[subset] = subset;
        }
    }
    return true;
}

}  // namespace

double exact_search_bytes(int n_nodes) {
    const double n_subsets = std::ldexp(1.0, n_nodes - 1);
    return n_nodes * n_subsets * (sizeof(double) + sizeof(Mask)) + 2 * n_subsets * (sizeof(double) + 1);
}

std::int64_t exact_search_steps(int n_nodes) {
    return std::int64_t{n_nodes} * (std::int64_t{1} << (n_nodes - 1)) + (std::int64_t{1} << n_nodes);
}

bool exact_search(LocalScore& score, const SearchSpace& space, std::span<std::uint8_t> adjacency,
                  Interruption& interruption) {
    const int n = space.n_nodes;
    std::vector<BestParents> best(n);
    for (int node = 0; node < n; ++node) {
        if (!find_best_parents(score, space, node, best[node], interruption)) return false;
    }
    // value[S] is the score of the best graph on S alone, last[S] a node of S without children in it.
    const Mask n_sets = Mask{1} << n;
    std::vector<double> value(n_sets, -std::numeric_limits<double>::infinity());
    std::vector<std::uint8_t> last(n_sets, 0);
    value[0] = 0.0;
    for (Mask set = 1; set < n_sets; ++set) {
        if ((set & 4095) == 0 && interruption.requested(std::int64_t{n} * (n_sets / 2) + set)) return false;
        for (Mask rest = set; rest; rest &= rest - 1) {
            const int node = std::countr_zero(rest);
            const Mask before = set & ~(Mask{1} << node);
            const double with = value[before] + best[node].score[without_bit(before, node)];
            if (with > value[set]) {
                value[set] = with;
                last[set] = static_cast<std::uint8_t>(node);
            }
        }
    }
    if (std::isinf(value[n_sets - 1])) {  // no graph has a finite score, so that no node was chosen
        std::copy(space.required.begin(), space.required.end(), adjacency.begin());
        return true;
    }
    std::fill(adjacency.begin(), adjacency.end(), std::uint8_t{0});
    for (Mask set = n_sets - 1; set; set &= ~(Mask{1} << last[set])) {
        const int node = last[set];
        const Mask before = set & ~(Mask{1} << node);
        const Mask parents = with_gap(best[node].parents[without_bit(before, node)], node);
        for (Mask rest = parents; rest; rest &= rest - 1) {
            adjacency[static_cast<std::size_t>(std::countr_zero(rest)) * n + node] = 1;
        }
    }
    return true;
}

}  // namespace ordag
