// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "ordag/local_score.hpp"

namespace ordag {

// Penalised likelihood of a linear Gaussian model whose nodes own one coordinate or several, neighbours in the matrix:
//   local(y, P) = -n_rows / 2 * log det cov(coordinates of y | coordinates of P) - sum over p in P of penalties[p, y].
// With one coordinate a node this is GaussianScore.
class BlockGaussianScore final : public LocalScore {
  public:
    // `covariance` is row-major d x d for the d coordinates, `sizes` how many of them each node owns, `penalties`
    // row-major n x n for the n nodes.
    BlockGaussianScore(std::span<const double> covariance, std::span<const int> sizes, double n_rows,
                       std::span<const double> penalties);

    int n_nodes() const override { return static_cast<int>(starts_.size()) - 1; }
    // Cost c^3 / 6 for c coordinates of the family.
    double local(int node, std::span<const int> parents) override;
    // Cost p^2 d for p coordinates of parents that the last call did not begin with, then p d times the coordinates of
    // the node.
    void changes(int node, std::span<const int> parents, std::span<const int> candidates,
                 std::span<double> changes) override;
    std::unique_ptr<LocalScore> relabelled(std::span<const int> order) const override;

  private:
    int n_coordinates() const { return starts_.back(); }
    double entry(int i, int j) const { return matrix_[static_cast<std::size_t>(i) * n_coordinates() + j]; }
    double penalty(int from, int to) const { return penalties_[static_cast<std::size_t>(from) * n_nodes() + to]; }
    bool condition(std::span<const int> parents);
    double left(int i, int j) const;
    double log_determinant(std::span<const int> coordinates, std::size_t n_first);
    void append(int node, std::vector<int>& coordinates) const;

    std::vector<int> starts_;  // first coordinate of each node, and last their number
    std::vector<double> matrix_;
    double half_rows_;
    std::vector<double> penalties_;
    // Coordinates given, with a row each: its covariance with all, given those before, over its own deviation then.
    std::vector<int> given_;
    std::vector<double> rows_;
    std::vector<double> block_;  // scratch: the block that is factorised
    std::vector<int> family_;
};

}  // namespace ordag
