// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <vector>

namespace ordag {

// Conditional variances and covariances of a symmetric positive definite matrix, for scores of linear Gaussian models.
//
// Given P, the factorisation L D L' of the rows of P is built one member at a time, and each member's row is carried
// for all n nodes at once, which costs |P|^2 n multiplications in loops over contiguous memory and gives the moments of
// every node given P. Scratch space is kept; nothing is allocated after construction.
class ConditionalMoments {
  public:
    // `matrix` is row-major n x n, symmetric.
    ConditionalMoments(int n_nodes, std::span<const double> matrix);

    int n_nodes() const { return n_; }
    double entry(int i, int j) const { return matrix_[static_cast<std::size_t>(i) * n_ + j]; }
    // The matrix with its nodes renumbered: node k of the result is order[k] here.
    std::vector<double> permuted(std::span<const int> order) const;

    // Variance of `node` given `given`, and the determinant of the block of `given`. Zero if that block is singular
    // to working precision. Cost |P|^3 / 6.
    struct Residual {
        double variance;
        double determinant;
    };
    Residual residual(int node, std::span<const int> given);

    // Variance of `node` given `given`, and given all of them but member k for each k. Returns zero and leaves the
    // rest unset if a block is singular to working precision. Cost |P|^3 / 2.
    double residuals_without(int node, std::span<const int> given, std::span<double> variances);

    // Sets variance()[c] = var(c | given) and covariance()[c] = cov(node, c | given) for every c. Returns the
    // determinant of the block of `given`, zero if it is singular to working precision.
    double condition(int node, std::span<const int> given);
    std::span<const double> variance() const { return variance_; }
    std::span<const double> covariance() const { return covariance_; }

  private:
    int n_;
    std::vector<double> matrix_;
    std::vector<double> diagonal_;
    std::vector<double> factor_;  // residual(): packed rows of the factor
    std::vector<double> rows_;    // condition(): one row of length n per member of P
    std::vector<double> variance_;
    std::vector<double> covariance_;
};

// Below this share of its marginal variance a conditional variance counts as zero.
inline constexpr double kSingular = 1e-12;

}  // namespace ordag
