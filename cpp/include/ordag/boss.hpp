// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "ordag/grow_shrink_tree.hpp"
#include "ordag/interruption.hpp"
#include "ordag/local_score.hpp"
#include "ordag/node_set.hpp"
#include "ordag/search_space.hpp"

namespace ordag {

// Best order score search of Andrews et al. (2023): each variable in turn goes to the place in the order where the
// graph scores best, until no variable wants to move. Trees of parents are kept from one start to the next.
class BossSearch {
  public:
    // Both must outlive the search.
    BossSearch(LocalScore& score, const SearchSpace& space);

    // Improves `order`, a permutation of the nodes, in place; returns the score of its graph. An order that puts a
    // required parent behind its child is mended first. One sweep costs at most 2 n^2 walks in the trees; what the last
    // moves have left as it was is remembered.
    double improve(std::vector<int>& order, Interruption& interruption);

    // The graph of an order, row-major n x n: every node has the parents of its tree or, if they score better, those
    // that are left when its predecessors are dropped one by one. (Growing misses parents that help only together.)
    // Of more than kMostPredecessors the ones that help most beside the tree's parents are tried.
    void graph(std::span<const int> order, std::span<std::uint8_t> adjacency);

    static constexpr int kMostPredecessors = 24;

  private:
    struct Move {
        int slot;
        double gain;
    };

    // By how much a node's score changes when another one passes it, and where a node's walk ends behind so many places
    // of the order; both known as of some settling.
    struct Change {
        int settling = -1;
        double value;
    };
    struct Walk {
        int settling = -1, end;
    };

    void respect_required(std::vector<int>& order) const;
    void settle(std::span<const int> order, int first, int last);
    void shift(std::vector<int>& order, int from, int to);
    double total() const;
    Move best_move(std::span<const int> order, int from);
    double change_of(int node, int passing);
    int end_behind(int node, int n_places, int end, int other);
    void crowd(int node, std::span<const int> predecessors, const std::vector<int>& parents, std::vector<int>& chosen);

    LocalScore& score_;
    const SearchSpace& space_;
    int n_;
    std::vector<GrowShrinkTree> trees_;
    std::vector<int> position_;    // of every node in the order
    NodeSet predecessors_;         // scratch
    std::vector<NodeSet> before_;  // by place, the nodes before it
    std::vector<int> end_;         // where the walk of every node ends under the order
    std::vector<double> current_;  // and the local score there
    // Settlings are counted; the last one that changed the predecessors of a node, or the set of the nodes before a
    // place; n x n changes, by the node that passes, and n x (n + 1) walks.
    int n_settlings_ = 0;
    std::vector<int> node_settled_, place_settled_;
    std::vector<Change> changes_;
    std::vector<Walk> walks_;
};

}  // namespace ordag
