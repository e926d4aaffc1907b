// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <vector>

#include "ordag/family_cells.hpp"
#include "ordag/local_score.hpp"

namespace ordag {

// Bayesian Dirichlet score of categorical data (Heckerman, Geiger and Chickering 1995) with equal pseudo-counts that
// sum to `sample_size` in every family, less `edge_penalty` per parent. Cost of a local score: rows times parents, or
// rows alone for parent sets that differ from one another in a single parent, as searches ask for them.
class BdeScore final : public LocalScore {
  public:
    // Column-major codes: codes[node * n_rows + row] in 0 ... n_levels[node] - 1; `weights` are counts of the rows.
    BdeScore(std::span<const std::int16_t> codes, std::span<const double> weights, std::span<const int> n_levels,
             double sample_size, double edge_penalty);

    int n_nodes() const override { return cells_.n_nodes(); }
    double local(int node, std::span<const int> parents) override;

  private:
    double count_evidence(int n_cells, int n_levels, double per_cell, double per_level);
    double weight_evidence(int n_cells, int n_levels, double per_cell, double per_level) const;

    FamilyCells cells_;
    std::vector<double> weights_;
    double sample_size_;
    double edge_penalty_;
    bool whole_weights_;
    std::vector<double> counts_;
    std::map<double, std::vector<double>> log_rising_;  // by a: log of a (a + 1) ... (a + c - 1), as far as needed
};

}  // namespace ordag
