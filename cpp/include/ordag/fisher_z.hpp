// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "ordag/independence_test.hpp"

namespace ordag {

// Fisher's z test of a vanishing partial correlation. Cost O(k^3) with k conditioning nodes.
class FisherZTest final : public IndependenceTest {
  public:
    // `correlation` and `sizes` are row-major n x n and symmetric; sizes[i, j] is the number of rows that the
    // correlation of i and j stands on. A test takes the mean over the pairs that it involves.
    FisherZTest(int n_nodes, std::vector<double> correlation, std::vector<double> sizes);

    int n_nodes() const override { return n_nodes_; }
    double p_value(int x, int y, std::span<const int> given) override;

    // Partial correlation, kept off +-1; 0 where the matrix admits none (not positive definite).
    double partial_correlation(int x, int y, std::span<const int> given);

  private:
    double at(int i, int j) const { return correlation_[static_cast<std::size_t>(i) * n_nodes_ + j]; }
    double rows_behind(int x, int y, std::span<const int> given) const;

    int n_nodes_;
    std::vector<double> correlation_;
    std::vector<double> sizes_;
    bool one_size_;
    std::vector<double> system_;  // scratch
};

}  // namespace ordag
