// SPDX-License-Identifier: MIT
// Local scores of every parent set that a sampler may give to a node, and their totals below every allowed set
// (Kuipers, Suter and Moffa 2022, "Efficient sampling and structure learning of Bayesian networks").
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "ordag/chain_random.hpp"
#include "ordag/local_score.hpp"
#include "ordag/search_space.hpp"

namespace ordag {

// How the scores of many parent sets become one number: the best of them, or the log of their summed exponentials.
enum class Rule { maximum, log_sum };

// Terms this far below the largest are lost in the rounding of a sum of doubles.
constexpr double negligible_log_gap = 45.0;
constexpr double minus_infinity = -std::numeric_limits<double>::infinity();

using ParentMask = std::uint32_t;  // bit c speaks of core[c]

// The parent sets of one node: required parents, any subset of the core, at most one extra parent outside the core.
struct NodeTable {
    int node = 0;
    std::vector<int> required;
    std::vector<int> core;
    std::vector<int> extras;    // block 0 has no extra parent, block e + 1 has extras[e]
    std::vector<double> local;  // [block * 2^|core| + mask]; -infinity beyond max_parents, and
                                // under Rule::maximum where the extra parent does not raise the score
    std::vector<double> below;  // same shape: the rule over all submasks of the mask

    std::size_t block_size() const { return std::size_t{1} << core.size(); }
    std::size_t n_blocks() const { return extras.size() + 1; }
    std::span<const double> local_block(std::size_t block) const {
        return {local.data() + block * block_size(), block_size()};
    }
    std::span<const double> below_block(std::size_t block) const {
        return {below.data() + block * block_size(), block_size()};
    }
};

// One parent set of a NodeTable.
struct ParentChoice {
    std::size_t block = 0;
    ParentMask mask = 0;
};

// Scores all parent sets of `node` and fills both tables. Required parents are dropped from `core`, forbidden ones too.
// Cost: 2^|core| * (1 + number of extras) local scores, the number of extras being 0 unless `extra_parent`.
NodeTable tabulate(LocalScore& score, const SearchSpace& space, int node, std::span<const int> core, bool extra_parent,
                   Rule rule);

// For each mask the blocks that can matter, best first. Block 0 always can, since it needs no extra parent; what lies
// below it by more than the rule can feel is left out.
struct Ranking {
    struct Entry {
        double total;   // of the block, below the mask
        double weight;  // exp(total - total of the first entry), so that sums need no exponentials
        int block;
        int extra;  // -1 for block 0
    };
    std::vector<std::size_t> starts;  // the entries of mask m are [starts[m], starts[m + 1])
    std::vector<Entry> entries;

    std::span<const Entry> of(ParentMask mask) const {
        return std::span(entries).subspan(starts[mask], starts[mask + 1] - starts[mask]);
    }
};

// The tables of all nodes. Read-only between calls of set_core, so chains on several threads may share them.
class ScoreTables {
  public:
    // Starts with an empty core for every node.
    ScoreTables(LocalScore& score, SearchSpace space, Rule rule, bool extra_parent);

    // Gives `node` another core and tabulates it again.
    void set_core(LocalScore& score, int node, std::span<const int> core);

    int n_nodes() const { return space_.n_nodes; }
    Rule rule() const { return rule_; }
    const NodeTable& table(int node) const { return tables_[node]; }
    const Ranking& ranking(int node) const { return rankings_[node]; }

    // The rule over all parent sets of `node` whose members, required ones aside, have rank[member] < limit.
    // Cost: |core| comparisons and a walk down a ranked list that mostly ends after a few entries.
    double total_below(int node, std::span<const int> rank, int limit) const;

    // Core nodes with rank below the limit.
    ParentMask core_below(int node, std::span<const int> rank, int limit) const;

    bool required_below(int node, std::span<const int> rank, int limit) const;

  private:
    SearchSpace space_;
    Rule rule_;
    bool extra_parent_;
    std::vector<NodeTable> tables_;  // under Rule::maximum without `below`, which no chain asks for
    std::vector<Ranking> rankings_;
};

// Index of the best value, or one drawn in proportion to the exponentials.
std::size_t choose(std::span<const double> values, Rule rule, ChainRandom& random);

// Writes the edges of a choice into the row-major n x n adjacency.
void add_parents(const NodeTable& table, ParentChoice choice, int n_nodes, std::span<std::uint8_t> adjacency);

}  // namespace ordag
