// SPDX-License-Identifier: MIT
// Partition MCMC (Kuipers and Moffa 2017, "Partition MCMC for inference on acyclic digraphs"): a Markov chain on
// ordered partitions of the nodes. Every DAG belongs to exactly one of them, so that a uniform prior on DAGs stays
// uniform.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "ordag/chain_run.hpp"
#include "ordag/interruption.hpp"
#include "ordag/score_tables.hpp"

namespace ordag {

// A node of layer 0 has no parents; a node of layer k > 0 has at least one parent in layer k - 1 and any others in
// layers below k. So the layer of a node is the length of the longest path into it.
//
// Log sum over the parent sets of `node` that fit the layers, -infinity if there are none. Cost: the difference of two
// look-ups; where that difference would cancel, the parent sets are summed one by one. Tables under Rule::log_sum.
double partition_node_score(const ScoreTables& tables, int node, std::span<const int> layer);

// A DAG drawn in proportion to its exponential score among those that fit the layers, of which there is at least one.
// Writes the n x n adjacency, returns the DAG's score.
double draw_dag(const ScoreTables& tables, std::span<const int> layer, ChainRandom& random,
                std::span<std::uint8_t> adjacency);

// Moves: split a layer or join two neighbouring ones; swap two nodes of neighbouring layers; swap two nodes of any two
// layers; take a node out and put it into another layer or a new one.
enum class PartitionMove { split_or_join, adjacent_swap, global_swap, relocation };
constexpr std::size_t n_partition_moves = 4;

// `last` holds the layer of each node.
using PartitionRun = ChainRun<n_partition_moves>;

// n_draws * thin steps from the layers `start` (numbered from 0 without gaps, of finite score), a DAG being drawn after
// each `thin`. Once `interruption` is requested the run ends with what it has.
PartitionRun run_partition_chain(const ScoreTables& tables, std::span<const int> start, int n_draws, int thin,
                                 std::uint64_t seed, Interruption& interruption);

}  // namespace ordag
