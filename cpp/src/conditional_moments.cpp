// SPDX-License-Identifier: MIT
#include "ordag/conditional_moments.hpp"

#include <algorithm>

namespace ordag {

ConditionalMoments::ConditionalMoments(int n_nodes, std::span<const double> matrix)
    : n_(n_nodes),
      matrix_(matrix.begin(), matrix.end()),
      diagonal_(n_nodes),
      factor_(static_cast<std::size_t>(n_nodes + 1) * (n_nodes + 2) / 2),
      rows_(static_cast<std::size_t>(n_nodes) * n_nodes),
      variance_(n_nodes),
      covariance_(n_nodes) {
    for (int i = 0; i < n_; ++i) diagonal_[i] = entry(i, i);
}

std::vector<double> ConditionalMoments::permuted(std::span<const int> order) const {
    std::vector<double> result;
    result.reserve(matrix_.size());
    for (const int i : order) {
        for (const int j : order) result.push_back(entry(i, j));
    }
    return result;
}

ConditionalMoments::Residual ConditionalMoments::residual(int node, std::span<const int> given) {
    const int k = static_cast<int>(given.size());
    double determinant = 1.0;
    // Row j of the factor holds w_ji (i < j) and, on its diagonal, d_j, where A = L D L' and w_ji = l_ji d_i. The last
    // row belongs to `node`; its diagonal is the residual variance.
    double* row = factor_.data();
    for (int j = 0; j <= k; ++j) {
        const int at = j < k ? given[j] : node;
        const double* source = matrix_.data() + static_cast<std::size_t>(at) * n_;
        double rest = source[at];
        const double* earlier = factor_.data();
        for (int i = 0; i < j; ++i) {
            double w = source[given[i]];
            for (int m = 0; m < i; ++m) w -= row[m] * earlier[m];
            // earlier[m] holds l_im = w_im / d_m, so that no division stands in the inner loop.
            row[i] = w;
            earlier += i + 1;
        }
        earlier = factor_.data();
        for (int i = 0; i < j; ++i) {
            const double l = row[i] * earlier[i];  // earlier[i] is 1 / d_i
            rest -= l * row[i];
            row[i] = l;
            earlier += i + 1;
        }
        if (rest <= kSingular * source[at]) return {0.0, j < k ? 0.0 : determinant};
        if (j == k) return {rest, determinant};
        determinant *= rest;
        row[j] = 1.0 / rest;
        row += j + 1;
    }
    return {0.0, 0.0};
}

double ConditionalMoments::residuals_without(int node, std::span<const int> given, std::span<double> variances) {
    const int k = static_cast<int>(given.size());
    const double rest = residual(node, given).variance;
    if (rest <= 0.0) return 0.0;
    // factor_ now holds L (and 1 / d on its diagonal) with the row of `node` below. With b the regression coefficients
    // and K the inverse of the block, leaving p out adds b_p^2 / K_pp. Column p of the inverse of L gives both.
    const double* const slopes = factor_.data() + static_cast<std::size_t>(k) * (k + 1) / 2;
    double* const column = rows_.data();
    for (int p = 0; p < k; ++p) {
        double slope = slopes[p];
        double precision = factor_[static_cast<std::size_t>(p) * (p + 1) / 2 + p];
        for (int j = p + 1; j < k; ++j) {
            const double* const row = factor_.data() + static_cast<std::size_t>(j) * (j + 1) / 2;
            double value = -row[p];
            for (int m = p + 1; m < j; ++m) value -= row[m] * column[m];
            column[j] = value;
            slope += value * slopes[j];
            precision += value * value * row[j];
        }
        variances[p] = rest + slope * slope / precision;
    }
    return rest;
}

double ConditionalMoments::condition(int node, std::span<const int> given) {
    const int k = static_cast<int>(given.size());
    double determinant = 1.0;
    std::copy(diagonal_.begin(), diagonal_.end(), variance_.begin());
    std::copy_n(matrix_.begin() + static_cast<std::ptrdiff_t>(node) * n_, n_, covariance_.begin());
    double* const variance = variance_.data();
    double* const covariance = covariance_.data();
    for (int j = 0; j < k; ++j) {
        const int at = given[j];
        double* const row = rows_.data() + static_cast<std::size_t>(j) * n_;
        std::copy_n(matrix_.begin() + static_cast<std::ptrdiff_t>(at) * n_, n_, row);
        // Rows are kept divided by the root of their pivot's reciprocal on one side only: row_i[c] / d_i is applied
        // through the scalar below.
        for (int i = 0; i < j; ++i) {
            const double* const earlier = rows_.data() + static_cast<std::size_t>(i) * n_;
            const double l = earlier[at] * factor_[i];
            for (int c = 0; c < n_; ++c) row[c] -= l * earlier[c];
        }
        const double pivot = row[at];
        if (pivot <= kSingular * diagonal_[at]) return 0.0;
        determinant *= pivot;
        const double reciprocal = 1.0 / pivot;
        factor_[j] = reciprocal;
        const double slope = row[node] * reciprocal;
        for (int c = 0; c < n_; ++c) {
            variance[c] -= row[c] * row[c] * reciprocal;
            covariance[c] -= row[c] * slope;
        }
    }
    return determinant;
}

}  // namespace ordag
