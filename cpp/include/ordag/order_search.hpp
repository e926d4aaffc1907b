// SPDX-License-Identifier: MIT
// Order MCMC (Friedman and Koller 2003; Kuipers, Suter and Moffa 2022): a Markov chain on the orders of the nodes, in
// which every node takes its parents from among those before it.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "ordag/chain_run.hpp"
#include "ordag/interruption.hpp"
#include "ordag/score_tables.hpp"

namespace ordag {

// Best or drawn parents, by the rule of the tables, of every node in an order that puts required parents first.
// position[node] is its place in the order. Writes the n x n adjacency, returns the DAG's score.
double choose_dag(const ScoreTables& tables, std::span<const int> position, ChainRandom& random,
                  std::span<std::uint8_t> adjacency);

// Moves of the chain: swap two neighbours in the order, swap any two nodes, draw a new place for one node.
enum class OrderMove { adjacent_swap, global_swap, relocation };
constexpr std::size_t n_order_moves = 3;

// Probabilities of the two long moves; the rest are adjacent swaps.
struct OrderMoveShares {
    double global_swap = 0.0;
    double relocation = 0.0;
};

// One in n each: a relocation rescores about 2 n nodes, a global swap n / 3, an adjacent swap 2, so that no kind of
// move takes more than about half of the time.
inline OrderMoveShares balanced_moves(int n) { return {1.0 / n, 1.0 / n}; }

// `last` is an order; DAGs are drawn under Rule::log_sum alone.
struct OrderRun : ChainRun<n_order_moves> {
    std::vector<int> best_order;         // of highest order score
    double best_score = minus_infinity;  // its score
    std::vector<double> order_scores;    // after each `thin` steps
};

// n_draws * thin steps from `start`, an order in which required parents precede their children. Under Rule::log_sum a
// DAG is drawn after each `thin` steps. Once `interruption` is requested the run ends with what it has.
OrderRun run_order_chain(const ScoreTables& tables, std::span<const int> start, const OrderMoveShares& shares,
                         int n_draws, int thin, std::uint64_t seed, Interruption& interruption);

}  // namespace ordag
