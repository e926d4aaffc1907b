// SPDX-License-Identifier: MIT
#include "ordag/order_search.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace ordag {

namespace {

// The rule over all parent sets of a node among its predecessors; -infinity if a required parent stands behind.
double node_score(const ScoreTables& tables, int node, std::span<const int> position) {
    if (!tables.required_below(node, position, position[node])) return minus_infinity;
    return tables.total_below(node, position, position[node]);
}

ParentChoice choose_parents(const ScoreTables& tables, int node, std::span<const int> position, ChainRandom& random) {
    const ParentMask before = tables.core_below(node, position, position[node]);
    std::vector<double> weights;
    std::vector<std::size_t> blocks;
    for (const Ranking::Entry& entry : tables.ranking(node).of(before)) {
        if (entry.extra >= 0 && position[entry.extra] > position[node]) continue;
        weights.push_back(entry.total);
        blocks.push_back(static_cast<std::size_t>(entry.block));
    }
    ParentChoice choice;
    choice.block = blocks[choose(weights, tables.rule(), random)];

    const std::span<const double> local = tables.table(node).local_block(choice.block);
    std::vector<ParentMask> masks;
    weights.clear();
    for (ParentMask mask = before;; mask = (mask - 1) & before) {
        masks.push_back(mask);
        weights.push_back(local[mask]);
        if (mask == 0) break;
    }
    choice.mask = masks[choose(weights, tables.rule(), random)];
    return choice;
}

}  // namespace

double choose_dag(const ScoreTables& tables, std::span<const int> position, ChainRandom& random,
                  std::span<std::uint8_t> adjacency) {
    return assemble_dag(tables, adjacency, [&](int node) { return choose_parents(tables, node, position, random); });
}

namespace {

// The order, its inverse and the score of each node in it.
class OrderChain {
  public:
    OrderChain(const ScoreTables& tables, std::span<const int> start, const OrderMoveShares& shares, std::uint64_t seed)
        : tables_(tables),
          shares_(shares),
          random_(seed),
          n_(tables.n_nodes()),
          order_(start.begin(), start.end()),
          position_(n_),
          node_scores_(n_),
          fresh_(n_),
          node_at_(n_),
          changes_(n_) {
        for (int place = 0; place < n_; ++place) position_[order_[place]] = place;
        for (int node = 0; node < n_; ++node) node_scores_[node] = node_score(tables_, node, position_);
        total_ = std::accumulate(node_scores_.begin(), node_scores_.end(), 0.0);
        note_best();
    }

    double score() const { return total_; }
    const std::vector<int>& best_order() const { return best_order_; }
    double best_score() const { return best_score_; }
    const std::vector<int>& order() const { return order_; }
    std::span<const int> position() const { return position_; }
    ChainRandom& random() { return random_; }

    OrderMove pick_move() {
        const double u = random_.uniform();
        if (u < shares_.relocation) return OrderMove::relocation;
        return u < shares_.relocation + shares_.global_swap ? OrderMove::global_swap : OrderMove::adjacent_swap;
    }

    // True when the order changed.
    bool step(OrderMove move) {
        const bool moved = try_move(move);
        if (moved && total_ > best_score_) note_best();
        return moved;
    }

  private:
    void note_best() {
        best_order_ = order_;
        best_score_ = total_;
    }

    bool try_move(OrderMove move) {
        if (move == OrderMove::relocation) return relocate(random_.below(n_));
        if (move == OrderMove::adjacent_swap) {
            const int place = random_.below(n_ - 1);
            return swap(place, place + 1);
        }
        const int first = random_.below(n_);
        const int second = (first + 1 + random_.below(n_ - 1)) % n_;
        return swap(std::min(first, second), std::max(first, second));
    }

    void exchange(int low, int high) {
        std::swap(order_[low], order_[high]);
        position_[order_[low]] = low;
        position_[order_[high]] = high;
    }

    bool swap(int low, int high) {
        exchange(low, high);
        double change = 0.0;
        for (int place = low; place <= high; ++place) {
            const int node = order_[place];
            fresh_[node] = node_score(tables_, node, position_);
            change += fresh_[node] - node_scores_[node];
        }
        if (!random_.accepts(change)) {
            exchange(low, high);
            return false;
        }
        for (int place = low; place <= high; ++place) node_scores_[order_[place]] = fresh_[order_[place]];
        total_ += change;
        return true;
    }

    // Draws the place of `node` from its conditional distribution given the order of the others: no rejections.
    bool relocate(int node) {
        const int home = position_[node];
        std::fill(changes_.begin(), changes_.end(), minus_infinity);
        changes_[home] = 0.0;
        explore(node, 1);
        explore(node, -1);
        const int target = static_cast<int>(random_.categorical(changes_));
        if (target == home) return false;
        for (int place = std::min(home, target); place <= std::max(home, target); ++place)
            if (place != home) node_scores_[order_[place]] = fresh_[order_[place]];
        node_scores_[node] = node_at_[target];
        total_ += changes_[target];
        carry(node, target);
        return true;
    }

    // Tries the places of `node` in one direction and puts it back. A node that it passes changes its score once, by
    // gaining or losing `node` as a predecessor; behind a place that breaks a requirement there is nothing to find.
    void explore(int node, int direction) {
        const int home = position_[node];
        double passed_change = 0.0;
        for (int place = home + direction; place >= 0 && place < n_; place += direction) {
            const int passed = order_[place];
            exchange(place - direction, place);
            fresh_[passed] = node_score(tables_, passed, position_);
            node_at_[place] = node_score(tables_, node, position_);
            passed_change += fresh_[passed] - node_scores_[passed];
            changes_[place] = passed_change + node_at_[place] - node_scores_[node];
            if (changes_[place] == minus_infinity) break;
        }
        carry(node, home);
    }

    void carry(int node, int target) {
        for (int place = position_[node]; place < target; ++place) exchange(place, place + 1);
        for (int place = position_[node]; place > target; --place) exchange(place - 1, place);
    }

    const ScoreTables& tables_;
    OrderMoveShares shares_;
    ChainRandom random_;
    int n_;
    std::vector<int> order_, position_;
    std::vector<double> node_scores_, fresh_;  // by node: current, and tried
    std::vector<double> node_at_, changes_;    // by place: score of the node that moves, and of the whole order
    double total_ = 0.0;
    std::vector<int> best_order_;
    double best_score_ = minus_infinity;
};

}  // namespace

OrderRun run_order_chain(const ScoreTables& tables, std::span<const int> start, const OrderMoveShares& shares,
                         int n_draws, int thin, std::uint64_t seed, Interruption& interruption) {
    OrderChain chain(tables, start, shares, seed);
    OrderRun run;
    run.last.assign(start.begin(), start.end());
    run_chain(chain, run, n_draws, thin, interruption, [&] {
        run.order_scores.push_back(chain.score());
        if (tables.rule() == Rule::log_sum)
            run.dag_scores.push_back(choose_dag(tables, chain.position(), chain.random(), run.next_dag()));
    });
    run.last = chain.order();
    run.best_order = chain.best_order();
    run.best_score = chain.best_score();
    return run;
}

}  // namespace ordag
