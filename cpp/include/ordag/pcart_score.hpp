// SPDX-License-Identifier: MIT
// Score of a family by its best decision tree (PCART; Talvitie, Eggeling and Koivisto 2019).
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "ordag/local_score.hpp"

namespace ordag {

struct PcartOptions {
    double alpha = 1.5;               // Dirichlet weight of each response level
    double kappa = 0.25;              // weight of a segment of an ordinal response
    bool ordinal_response = false;    // leaves sum over the segmentations of the ordered response levels
    bool ordinal_predictors = false;  // splits keep the order of a parent's levels
    bool count_arrangements = false;  // multiply a merged segment by the multinomial coefficient of its counts
};

struct PcartLeaf {
    std::vector<std::uint32_t> levels;  // one bit mask a parent: the levels that lead to this leaf
    std::vector<int> counts;            // rows of each response level
};

struct PcartTree {
    double data_score = 0.0;       // sum of the leaves' log marginal likelihoods
    double structure_score = 0.0;  // log prior of the tree among all trees on these parents
    std::vector<PcartLeaf> leaves;
};

// The best tree maximises the sum over leaves of log marginal(counts) - log(4c), where c counts the splits of the root
// cell. A cell is a box: one set of remaining levels a parent. Dynamic programming visits every box once, small boxes
// first, so a family costs (boxes x splits of a box) additions and one leaf evaluation a box: with three four-level
// parents 3 375 boxes, well under a millisecond.
//
// Not safe for concurrent calls: the boxes live in scratch space that is reused.
class PcartScore final : public LocalScore {
  public:
    // codes: column-major n_rows x n_nodes, each in 0 .. n_levels[column] - 1; levels <= 31.
    PcartScore(std::vector<std::uint8_t> codes, int n_rows, std::vector<int> n_levels, PcartOptions options);

    int n_nodes() const override { return static_cast<int>(n_levels_.size()); }

    // Throws std::length_error when the parents span more boxes than max_boxes.
    double local(int node, std::span<const int> parents) override;

    PcartTree tree(int node, std::span<const int> parents);

    // Log marginal likelihood of the counts of one leaf; 0 when it is empty.
    double leaf(std::span<const int> counts) const;

    // Log-probability of each level for the next row of a leaf with these counts, which hold at most n_rows rows.
    std::vector<double> log_predictive(std::span<const int> counts) const;

    // Log of the sum over all trees on parents of these level counts of the product of leaf penalties 1 / (4c).
    double log_normaliser(std::vector<int> level_counts);

    // 2^22 boxes fill about 100 MB and take about half a second: three parents of seven levels still fit.
    static constexpr int max_boxes = 1 << 22;

  private:
    // The sets of levels that splits of one parent can lead to, ordered so that both parts of a split come first.
    struct LevelSets {
        struct Split {
            int left;
            int right;
        };
        std::vector<std::uint32_t> masks;
        std::vector<int> first_split;  // splits of set s: first_split[s] .. first_split[s + 1] - 1
        std::vector<Split> splits;

        void fill_subsets(int n_levels);
        void fill_runs(int n_levels);
    };

    // counts up to all rows and the next one
    std::size_t table_width() const { return static_cast<std::size_t>(n_rows_) + 2; }
    const LevelSets& level_sets(int n_levels);
    double n_boxes(std::span<const int> parents) const;
    double log_leaf_penalty(std::span<const int> level_counts) const;
    std::vector<int> levels_of(std::span<const int> nodes) const;
    double solve(int node, std::span<const int> parents);
    void count_cells(int node, std::span<const int> parents);
    void solve_box(std::size_t box, std::span<const int> states, double log_penalty);
    void collect_leaves(std::size_t box, std::vector<int> states, double log_penalty, PcartTree& tree) const;
    double split_bound(double log_penalty) const;  // no tree with two leaves or more scores higher
    double categorical_leaf(std::span<const int> counts, int total) const;
    double ordinal_leaf(std::span<const int> counts, int total, bool count_arrangements) const;

    std::vector<std::uint8_t> codes_;
    int n_rows_;
    std::vector<int> n_levels_;
    PcartOptions options_;

    // log_rising_[m * table_width() + c] = lgamma(m alpha + c) - lgamma(m alpha), for m levels of one segment
    std::vector<double> log_rising_;
    // the same for a segment of m levels that share its probability: + log kappa - c log m
    std::vector<double> log_segment_;
    std::vector<double> log_factorial_;

    std::map<int, LevelSets> level_sets_;
    std::map<std::vector<int>, double> log_normalisers_;

    // Scratch of the family at hand: boxes in mixed radix, the last parent fastest.
    std::vector<const LevelSets*> sets_;
    std::vector<std::size_t> stride_;
    int n_response_ = 0;
    double split_bound_ = 0.0;
    std::vector<int> counts_;   // box x response level
    std::vector<double> best_;  // best sum over the leaves of a tree on the box
};

}  // namespace ordag
