// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "ordag/graph_climb.hpp"

namespace ordag {

// The order in which the nodes of a DAG are eliminated from its Gaussian, and what that fills in.
//
// The precision of a network is zero except between nodes that share a family. Its factor L D L' has few entries more
// if nodes are eliminated that have the fewest neighbours left (minimum degree), and the entries of the inverse at the
// same places follow from the factor alone (Takahashi, Fagan and Chin 1973). With c entries in a column both take c²
// multiplications for the column, where full matrices take n².
//
// Entries are numbered: the diagonal first, by step, then the columns below it, one after the other.
struct Elimination {
    explicit Elimination(int n_nodes, std::span<const Edge> edges);

    int n;
    std::vector<int> order;       // n: the node of each step
    std::vector<int> step;        // n: the step of each node
    std::vector<int> start;       // n + 1: where the column of each step begins
    std::vector<int> row;         // by entry: the step of its row, ascending in a column
    std::vector<int> pair_start;  // n + 1: where the pairs of each column begin
    std::vector<int> pair;        // of a column with c entries, c x c: the entry at which two of its rows meet
    std::vector<int> entry;       // n x n: that of two nodes, -1 if they share no family and no elimination joined them

    int n_entries() const { return start.back(); }
    int entry_of(int node, int other) const { return entry[static_cast<std::size_t>(node) * n + other]; }
};

}  // namespace ordag
