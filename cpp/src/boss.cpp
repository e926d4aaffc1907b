// SPDX-License-Identifier: MIT
#include "ordag/boss.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "ordag/search_tolerance.hpp"

namespace ordag {

BossSearch::BossSearch(LocalScore& score, const SearchSpace& space)
    : score_(score), space_(space), n_(space.n_nodes), position_(n_), predecessors_(n_), end_(n_), current_(n_) {
    trees_.reserve(n_);
    for (int node = 0; node < n_; ++node) trees_.emplace_back(score, space, node);
}

double BossSearch::improve(std::vector<int>& order, Interruption& interruption) {
    respect_required(order);
    settle(order, 0, n_ - 1);
    // Done when every variable has been asked since the last move.
    int n_content = 0, n_moves = 0;
    double value = total();
    for (std::vector<int> turn = order; n_content < n_; turn = order) {
        for (int k = 0; k < n_ && n_content < n_; ++k) {
            if (interruption.requested(n_moves)) return value;
            const int from = position_[turn[k]];
            const Move move = best_move(order, from);
            ++n_content;
            if (move.gain <= kTolerance) continue;
            shift(order, from, move.slot);
            // With very many rows rounding exceeds the tolerance, and a promised gain may not come true; without this
            // the search could walk in circles. (A total of minus infinity says nothing.)
            if (const double now = total(); now > value || std::isinf(value)) {
                value = now;
                n_content = 1;
                ++n_moves;
            } else {
                shift(order, move.slot, from);
            }
        }
    }
    return value;
}

double BossSearch::total() const { return std::accumulate(current_.begin(), current_.end(), 0.0); }

// Moves the variable at one place of the order to another; those between make room.
void BossSearch::shift(std::vector<int>& order, int from, int to) {
    const auto begin = order.begin();
    if (to < from) {
        std::rotate(begin + to, begin + from, begin + from + 1);
    } else {
        std::rotate(begin + from, begin + from + 1, begin + to + 1);
    }
    settle(order, std::min(from, to), std::max(from, to));
}

// Walks for the nodes at these places of the order.
void BossSearch::settle(std::span<const int> order, int first, int last) {
    precede(order, first);
    for (int at = first; at <= last; ++at) {
        const int node = order[at];
        position_[node] = at;
        end_[node] = trees_[node].walk(predecessors_);
        current_[node] = trees_[node].score(end_[node]);
        predecessors_.insert(node);
    }
}

// Only the nodes that the variable passes, and the variable itself, change their predecessors, and by one node at a
// time. A walk is needed only where that node makes a difference.
BossSearch::Move BossSearch::best_move(std::span<const int> order, int from) {
    const int node = order[from];
    GrowShrinkTree& tree = trees_[node];
    Move best{from, 0.0};
    double passed = 0.0;
    int end = end_[node];
    precede(order, from);
    for (int slot = from - 1; slot >= 0; --slot) {
        const int other = order[slot];
        if (space_.is_required(other, node)) break;
        predecessors_.erase(other);
        GrowShrinkTree& theirs = trees_[other];
        if (theirs.is_open_to(end_[other], node)) {  // whoever is passed on the way left gains a predecessor
            predecessors_.insert(node);
            passed += theirs.score(theirs.walk(predecessors_)) - current_[other];
            predecessors_.erase(node);
        }
        if (tree.depends_on(end, other)) end = tree.walk(predecessors_);
        const double gain = passed + tree.score(end) - current_[node];
        if (gain > best.gain + kTolerance) best = {slot, gain};
    }
    passed = 0.0;
    end = end_[node];
    precede(order, from);
    for (int slot = from + 1; slot < n_; ++slot) {
        const int other = order[slot];
        if (space_.is_required(node, other)) break;
        GrowShrinkTree& theirs = trees_[other];
        if (theirs.depends_on(end_[other], node)) {  // on the way right they lose one
            passed += theirs.score(theirs.walk(predecessors_)) - current_[other];
        }
        predecessors_.insert(other);
        if (tree.is_open_to(end, other)) end = tree.walk(predecessors_);
        const double gain = passed + tree.score(end) - current_[node];
        if (gain > best.gain + kTolerance) best = {slot, gain};
    }
    return best;
}

void BossSearch::graph(std::span<const int> order, std::span<std::uint8_t> adjacency) {
    std::fill(adjacency.begin(), adjacency.end(), std::uint8_t{0});
    std::vector<int> grown, left, required;
    predecessors_.clear();
    for (int at = 0; at < n_; ++at) {
        const int node = order[at];
        trees_[node].parents(trees_[node].walk(predecessors_), grown);
        predecessors_.insert(node);
        crowd(node, order.first(at), grown, left);
        required.clear();
        for (const int parent : grown) {
            if (space_.is_required(parent, node)) required.push_back(parent);
        }
        score_.eliminate(node, left, required);
        std::sort(left.begin(), left.end());
        const bool better = static_cast<int>(left.size()) <= space_.max_parents &&
                            score_.local(node, left) > score_.local(node, grown) + kTolerance;
        for (const int parent : better ? left : grown) adjacency[static_cast<std::size_t>(parent) * n_ + node] = 1;
    }
}

// In the order of the predecessors if there are few: the next node's begin alike, which a score may exploit.
void BossSearch::crowd(int node, std::span<const int> predecessors, const std::vector<int>& parents,
                       std::vector<int>& chosen) {
    chosen.clear();
    for (const int other : predecessors) {
        if (space_.is_allowed(other, node)) chosen.push_back(other);
    }
    if (static_cast<int>(chosen.size()) <= kMostPredecessors) return;
    std::vector<std::pair<double, int>> ranked;
    std::vector<int> with;
    for (const int other : chosen) {
        if (std::binary_search(parents.begin(), parents.end(), other)) continue;
        with = parents;
        with.insert(std::lower_bound(with.begin(), with.end(), other), other);
        ranked.emplace_back(-score_.local(node, with), other);
    }
    const int room = std::max(0, kMostPredecessors - static_cast<int>(parents.size()));
    std::partial_sort(ranked.begin(), ranked.begin() + room, ranked.end());
    chosen = parents;
    for (int k = 0; k < room; ++k) chosen.push_back(ranked[k].second);
    std::sort(chosen.begin(), chosen.end());
}

void BossSearch::precede(std::span<const int> order, int place) {
    predecessors_.clear();
    for (const int node : order.first(place)) predecessors_.insert(node);
}

// Takes, again and again, the first node whose required parents are all taken.
void BossSearch::respect_required(std::vector<int>& order) const {
    std::vector<int> left = order;
    order.clear();
    while (!left.empty()) {
        const auto next = std::find_if(left.begin(), left.end(), [&](int node) {
            return std::all_of(left.begin(), left.end(), [&](int other) { return !space_.is_required(other, node); });
        });
        order.push_back(*next);
        left.erase(next);
    }
}

}  // namespace ordag
