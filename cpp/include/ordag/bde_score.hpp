// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "ordag/local_score.hpp"

namespace ordag {

// Bayesian Dirichlet score of categorical data (Heckerman, Geiger and Chickering 1995) with equal pseudo-counts that
// sum to `sample_size` in every family, less `edge_penalty` per parent. Cost of a local score: rows times parents.
class BdeScore final : public LocalScore {
  public:
    // Column-major codes: codes[node * n_rows + row] in 0 ... n_levels[node] - 1; `weights` are counts of the rows.
    BdeScore(std::span<const std::int16_t> codes, std::span<const double> weights, std::span<const int> n_levels,
             double sample_size, double edge_penalty);

    int n_nodes() const override { return static_cast<int>(n_levels_.size()); }
    double local(int node, std::span<const int> parents) override;

  private:
    std::span<const std::int16_t> column(int node) const;
    void split(std::vector<int>& cells, int& n_cells, int node);
    double evidence(const std::vector<int>& cells, int n_cells, int node, double n_configurations);

    std::vector<std::int16_t> codes_;
    std::vector<double> weights_;
    std::vector<int> n_levels_;
    double sample_size_;
    double edge_penalty_;
    std::vector<int> cells_, numbers_;  // scratch: cell of each row, and the number given to each cell
    std::vector<double> counts_;
};

}  // namespace ordag
