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

// Log-likelihood of the cumulative regression of a node on its parents, less `parameter_cost` for every threshold and
// slope and `parent_cost` for every parent. Rows are brought together where all parents agree, which counts and small
// parent sets make quick.
class CumulativeScore final : public LocalScore {
  public:
    // Column-major codes: codes[node * n_rows + row] in 0 ... n_levels - 1, where every level has a row that counts.
    // predictors[node]: n_levels x columns, what the node is as a parent, at each of its levels.
    CumulativeScore(std::span<const std::int16_t> codes, std::span<const double> weights,
                    std::vector<std::vector<double>> predictors, std::span<const int> n_levels, Link link,
                    double parameter_cost, double parent_cost);

    int n_nodes() const override { return cells_.n_nodes(); }
    double local(int node, std::span<const int> parents) override;
    // Fits only those candidates of which the quadratic model does not say that they are far from worth their cost.
    void gains(int node, std::span<const int> parents, std::span<const int> candidates,
               std::span<double> gains) override;
    bool spares_losses() const override { return true; }
    // Fits without those parents alone whose loss the quadratic model does not rule out, the most promising first.
    double eliminate(int node, std::vector<int>& parents, std::span<const int> kept) override;

    CumulativeFit fit(int node, std::span<const int> parents);

  private:
    int n_columns(int parent) const;
    double cost_of(int parent) const;
    double drop_one(int node, std::vector<int>& parents, std::span<const int> kept, CumulativeFit& now);
    double expected_loss(const CumulativeFit& fit, int first, int n_columns, const std::vector<double>& factor);
    double gain_of(int node, std::span<const int> parents, int candidate, const CumulativeFit& base);
    void group(int node, std::span<const int> parents);

    FamilyCells cells_;
    std::vector<double> weights_;
    std::vector<std::vector<double>> predictors_;
    double parameter_cost_, parent_cost_;
    CumulativeRegression regression_;
    CumulativeScreen screen_;
    GroupedRows rows_;        // scratch
    std::vector<int> first_;  // scratch: a row of each cell
};

}  // namespace ordag
