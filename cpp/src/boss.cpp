// SPDX-License-Identifier: MIT
#include "ordag/boss.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "ordag/search_tolerance.hpp"

namespace ordag {

BossSearch::BossSearch(LocalScore& score, const SearchSpace& space)
    : score_(score),
      space_(space),
      n_(space.n_nodes),
      position_(n_),
      predecessors_(n_),
      before_(n_ + 1, predecessors_),
      end_(n_),
      current_(n_),
      node_settled_(n_, 0),
      place_settled_(n_ + 1, 0),
      changes_(static_cast<std::size_t>(n_) * n_),
      walks_(static_cast<std::size_t>(n_) * (n_ + 1)) {
    for (int node = 0; node < n_; ++node) before_[n_].insert(node);
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
    ++n_settlings_;
    for (int at = first; at <= last; ++at) {
        const int node = order[at];
        position_[node] = at;
        end_[node] = trees_[node].walk(before_[at]);
        current_[node] = trees_[node].score(end_[node]);
        node_settled_[node] = n_settlings_;
        if (at == last) break;  // the same nodes as before are up to there
        before_[at + 1] = before_[at];
        before_[at + 1].insert(node);
        place_settled_[at + 1] = n_settlings_;
    }
}

// Only the nodes that the variable passes, and the variable itself, change their predecessors, and by one node at a
// time.
BossSearch::Move BossSearch::best_move(std::span<const int> order, int from) {
    const int node = order[from];
    Move best{from, 0.0};
    double passed = 0.0;
    int end = end_[node];
    const auto consider = [&](int slot) {
        const double gain = passed + trees_[node].score(end) - current_[node];
        if (gain > best.gain + kTolerance) best = {slot, gain};
    };
    for (int slot = from - 1; slot >= 0; --slot) {
        const int other = order[slot];
        if (space_.is_required(other, node)) break;
        passed += change_of(other, node);
        end = end_behind(node, slot, end, other);
        consider(slot);
    }
    passed = 0.0;
    end = end_[node];
    for (int slot = from + 1; slot < n_; ++slot) {
        const int other = order[slot];
        if (space_.is_required(node, other)) break;
        passed += change_of(other, node);
        end = end_behind(node, slot + 1, end, other);
        consider(slot);
    }
    return best;
}

// Whoever is passed on the way left gains a predecessor, on the way right they lose one. A walk is needed only where
// that makes a difference.
double BossSearch::change_of(int node, int passing) {
    Change& known = changes_[static_cast<std::size_t>(passing) * n_ + node];
    if (known.settling == node_settled_[node]) return known.value;
    known = {node_settled_[node], 0.0};
    GrowShrinkTree& tree = trees_[node];
    const bool loses = position_[passing] < position_[node];
    if (loses ? tree.depends_on(end_[node], passing) : tree.is_open_to(end_[node], passing)) {
        predecessors_ = before_[position_[node]];
        loses ? predecessors_.erase(passing) : predecessors_.insert(passing);
        known.value = tree.score(tree.walk(predecessors_)) - current_[node];
    }
    return known.value;
}

// `end` is that of the walk one place nearer to the node, without `other` among its predecessors, or with it.
int BossSearch::end_behind(int node, int n_places, int end, int other) {
    Walk& known = walks_[static_cast<std::size_t>(node) * (n_ + 1) + n_places];
    if (known.settling == place_settled_[n_places]) return known.end;
    GrowShrinkTree& tree = trees_[node];
    const bool joins = position_[other] > position_[node];
    if (joins ? tree.is_open_to(end, other) : tree.depends_on(end, other)) {
        predecessors_ = before_[n_places];
        predecessors_.erase(node);
        end = tree.walk(predecessors_);
    }
    known = {place_settled_[n_places], end};
    return end;
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
