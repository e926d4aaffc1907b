// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "ordag/conditional_moments.hpp"
#include "ordag/local_score.hpp"

namespace ordag {

// Penalised likelihood of a linear Gaussian model from its covariance:
//   local(y, P) = -n_rows / 2 * log var(y | P) - sum over p in P of penalties[p, y].
class GaussianScore final : public LocalScore {
  public:
    // Both matrices are row-major n x n; penalties[p * n + y] belongs to p -> y.
    GaussianScore(int n_nodes, std::span<const double> covariance, double n_rows, std::span<const double> penalties);

    int n_nodes() const override { return moments_.n_nodes(); }
    double local(int node, std::span<const int> parents) override;
    void gains(int node, std::span<const int> parents, std::span<const int> candidates,
               std::span<double> gains) override;
    void changes(int node, std::span<const int> parents, std::span<const int> candidates,
                 std::span<double> changes) override;
    double eliminate(int node, std::vector<int>& parents, std::span<const int> kept) override;
    std::unique_ptr<LocalScore> relabelled(std::span<const int> order) const override;

  private:
    template <bool exact_losses>
    void compare(int node, std::span<const int> parents, std::span<const int> candidates, std::span<double> changes);
    double penalty(int from, int to) const { return penalties_[static_cast<std::size_t>(to) * n_nodes() + from]; }

    ConditionalMoments moments_;
    double half_rows_;
    std::vector<double> penalties_;  // transposed: the penalties of one node's parents lie together
    std::vector<double> shares_;  // share of the variance that an edge must leave at most to gain more than its penalty
    std::vector<int> left_;       // scratch: candidates not ruled out, and the ratios of variances that they reach
    std::vector<double> ratios_;
};

}  // namespace ordag
