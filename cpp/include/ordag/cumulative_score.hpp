// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "ordag/cumulative_regression.hpp"
#include "ordag/cumulative_screen.hpp"
#include "ordag/family_cells.hpp"
#include "ordag/local_score.hpp"

namespace ordag {

// Log-likelihood of the cumulative regressions of a node on its parents, less `parameter_cost` for every threshold and
// slope and `parent_cost` for every parent. A node has one regression, or, where its levels have no order, one for each
// of several questions, over the rows in which it was asked. Rows are brought together where all parents agree, which
// counts and small parent sets make quick.
class CumulativeScore final : public LocalScore {
  public:
    // Column-major codes: codes[column * n_rows + row] in 0 ... n_levels - 1, where every level has a row that counts,
    // first the nodes, then questions, which are -1 where they were not asked.
    // predictors[node]: n_levels x columns, what the node is as a parent, at each of its levels.
    // responses[node]: the columns that its regressions explain; itself, or questions.
    CumulativeScore(std::span<const std::int16_t> codes, std::span<const double> weights,
                    std::vector<std::vector<double>> predictors, std::vector<std::vector<int>> responses,
                    std::span<const int> n_levels, Link link, double parameter_cost, double parent_cost);

    int n_nodes() const override { return static_cast<int>(predictors_.size()); }
    double local(int node, std::span<const int> parents) override;
    // Fits only those candidates of which the quadratic model does not say that they are far from worth their cost.
    void gains(int node, std::span<const int> parents, std::span<const int> candidates,
               std::span<double> gains) override;
    bool spares_losses() const override { return true; }
    // Fits without those parents alone whose loss the quadratic model does not rule out, the most promising first.
    double eliminate(int node, std::vector<int>& parents, std::span<const int> kept) override;

    // One fit for each response of a node.
    std::vector<CumulativeFit> fit(int node, std::span<const int> parents);

  private:
    using Fits = std::vector<CumulativeFit>;
    struct Loss {
        double expected;
        std::size_t at;
        int first;
    };

    int n_columns(int parent) const;
    double cost_of(int node, int parent) const;
    std::vector<double> expected_gains(int node, std::span<const int> parents, std::span<const int> candidates,
                                       Fits& base);
    double gain_of(int node, std::span<const int> parents, int candidate, const Fits& base);
    double drop_one(int node, std::vector<int>& parents, std::span<const int> kept, Fits& now);
    std::vector<Loss> promising_losses(int node, std::span<const int> parents, std::span<const int> kept,
                                       const Fits& now);
    Fits without(int node, std::span<const int> parents, const Loss& loss, const Fits& now);
    double expected_loss(const CumulativeFit& fit, int first, int n_columns, const std::vector<double>& factor);
    void group(int response, std::span<const int> parents);

    FamilyCells cells_;
    std::vector<double> weights_;
    std::vector<std::vector<double>> predictors_;
    std::vector<std::vector<int>> responses_;
    double parameter_cost_, parent_cost_;
    CumulativeRegression regression_;
    CumulativeScreen screen_;
    GroupedRows rows_;        // scratch
    std::vector<int> first_;  // scratch: a row of each cell
};

}  // namespace ordag
