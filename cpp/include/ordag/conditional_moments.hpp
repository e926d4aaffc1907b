// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <vector>

namespace ordag {

// Conditional variances and covariances of a symmetric positive definite matrix, for scores of linear Gaussian models.
//
// Given P, the factorisation L D L' of the rows of P is built one member at a time, and each member's row is carried
// for all n nodes at once, which costs |P|^2 n multiplications in loops over contiguous memory and gives the moments of
// every node given P. The rows of the last P are kept: those of the members that the next P begins with, in the same
// order, are not built again. Nothing is allocated after construction.
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

    // Regression of a node on a set from which members are dropped one by one: the variance left, and what it would
    // be without one more. Each drop costs |P|^2. So does starting beyond condition(), and 2 |P|^2 for every member
    // more than the last P had, of which it is the beginning; |P|^3 / 3 if it is not. One at a time, and nothing else
    // may be asked of the moments meanwhile.
    class Regression {
      public:
        // Its variance is zero, and nothing else may be asked, if a block is singular to working precision.
        Regression(ConditionalMoments& moments, int node, std::span<const int> given);

        double variance() const { return variance_; }
        double variance_without(int member) const;
        void drop(int member);

      private:
        double& precision(int i, int j) const {
            return moments_.precision_[static_cast<std::size_t>(i) * moments_.n_ + j];
        }

        ConditionalMoments& moments_;
        int n_given_;
        double variance_ = 0.0;
    };

    // Sets variance()[c] = var(c | given) and covariance()[c] = cov(node, c | given) for every c. Returns the
    // determinant of the block of `given`, zero if it is singular to working precision.
    double condition(int node, std::span<const int> given);
    std::span<const double> variance() const { return {row(variances_, n_held_), static_cast<std::size_t>(n_)}; }
    std::span<const double> covariance() const { return covariance_; }

  private:
    const double* row(const std::vector<double>& rows, int k) const {
        return rows.data() + static_cast<std::size_t>(k) * n_;
    }
    bool hold(int member);
    void take_out(int node, double* covariances);
    void invert_held();

    int n_;
    std::vector<double> matrix_;
    std::vector<double> factor_;  // residual(): packed rows of the factor
    // condition(): the members of P with one row of length n each, the reciprocals of their pivots, and the variances
    // and determinants given none of them, the first, the first two, ...
    std::vector<int> held_;
    int n_held_ = 0;
    std::vector<double> rows_;
    std::vector<double> reciprocals_;
    std::vector<double> variances_;
    std::vector<double> determinants_;
    std::vector<double> covariance_;
    // Regressions: inverse of the factor and inverse of the block of P, n x n, with the number of members that they are
    // known for; of the one that goes on, slopes, what drops have made of the inverse, and the members not dropped.
    std::vector<double> inverse_;
    std::vector<double> block_inverse_;
    int n_inverted_ = 0, n_in_block_ = 0;
    std::vector<double> slopes_;
    std::vector<double> precision_;
    std::vector<int> left_;
};

// Below this share of its marginal variance a conditional variance counts as zero.
inline constexpr double kSingular = 1e-12;

}  // namespace ordag
