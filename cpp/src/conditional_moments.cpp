// SPDX-License-Identifier: MIT
#include "ordag/conditional_moments.hpp"

#include <algorithm>

namespace ordag {

ConditionalMoments::ConditionalMoments(int n_nodes, std::span<const double> matrix)
    : n_(n_nodes),
      matrix_(matrix.begin(), matrix.end()),
      factor_(static_cast<std::size_t>(n_nodes + 1) * (n_nodes + 2) / 2),
      held_(n_nodes),
      rows_(matrix.size()),
      reciprocals_(n_nodes),
      variances_(static_cast<std::size_t>(n_nodes + 1) * n_nodes),
      determinants_(n_nodes + 1, 1.0),
      covariance_(n_nodes),
      slopes_(n_nodes),
      inverse_(matrix.size()),
      precision_(matrix.size()) {
    for (int i = 0; i < n_; ++i) variances_[i] = entry(i, i);
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

double ConditionalMoments::condition(int node, std::span<const int> given) {
    const int k = static_cast<int>(given.size());
    int n_shared = 0;
    while (n_shared < std::min(k, n_held_) && held_[n_shared] == given[n_shared]) ++n_shared;
    n_held_ = n_shared;
    while (n_held_ < k && hold(given[n_held_])) continue;
    if (n_held_ < k) return 0.0;
    std::copy_n(row(matrix_, node), n_, covariance_.begin());
    for (int j = 0; j < k; ++j) {
        const double* const member = row(rows_, j);
        const double slope = member[node] * reciprocals_[j];
        for (int c = 0; c < n_; ++c) covariance_[c] -= member[c] * slope;
    }
    return determinants_[k];
}

// Builds the row of one member more; false if it makes the block singular.
bool ConditionalMoments::hold(int member) {
    const int j = n_held_;
    double* const own = rows_.data() + static_cast<std::size_t>(j) * n_;
    std::copy_n(row(matrix_, member), n_, own);
    // Row i stands for the covariances given the members before it; row_i / d_i is applied through the scalar.
    for (int i = 0; i < j; ++i) {
        const double* const earlier = row(rows_, i);
        const double l = earlier[member] * reciprocals_[i];
        for (int c = 0; c < n_; ++c) own[c] -= l * earlier[c];
    }
    const double pivot = own[member];
    if (pivot <= kSingular * entry(member, member)) return false;
    const double reciprocal = 1.0 / pivot;
    const double* const before = row(variances_, j);
    double* const after = variances_.data() + static_cast<std::size_t>(j + 1) * n_;
    for (int c = 0; c < n_; ++c) after[c] = before[c] - own[c] * own[c] * reciprocal;
    held_[j] = member;
    reciprocals_[j] = reciprocal;
    determinants_[j + 1] = determinants_[j] * pivot;
    ++n_held_;
    return true;
}

// With L the factor and M its inverse, the slopes are M' times the row that `node` would have in L, and the precision
// is M' D^-1 M.
ConditionalMoments::Regression::Regression(ConditionalMoments& moments, int node, std::span<const int> given)
    : moments_(moments), n_given_(static_cast<int>(given.size())) {
    if (moments.condition(node, given) <= 0.0) return;
    const double rest = moments.variance()[node];
    if (rest <= kSingular * moments.entry(node, node)) return;
    variance_ = rest;
    moments.left_.resize(given.size());
    for (int p = 0; p < n_given_; ++p) {
        double* const column = moments.inverse_.data() + static_cast<std::size_t>(p) * n_given_;
        std::fill_n(column, n_given_, 0.0);
        column[p] = 1.0;
        double slope = 0.0, precision_p = 0.0;
        for (int j = p; j < n_given_; ++j) {
            const double value = column[j];
            const double* const member = moments.row(moments.rows_, j);
            const double scaled = value * moments.reciprocals_[j];
            for (int m = j + 1; m < n_given_; ++m) column[m] -= scaled * member[given[m]];
            slope += scaled * member[node];
            precision_p += scaled * value;
        }
        moments.slopes_[p] = slope;
        precision(p, p) = precision_p;
        moments.left_[p] = p;
    }
}

double ConditionalMoments::Regression::variance_without(int member) const {
    const double slope = moments_.slopes_[member];
    return variance_ + slope * slope / moments_.precision_[static_cast<std::size_t>(member) * (n_given_ + 1)];
}

void ConditionalMoments::Regression::complete_precision() {
    for (int p = 0; p < n_given_; ++p) {
        const double* const column = moments_.inverse_.data() + static_cast<std::size_t>(p) * n_given_;
        for (int q = 0; q < p; ++q) {
            const double* const other = moments_.inverse_.data() + static_cast<std::size_t>(q) * n_given_;
            double sum = 0.0;
            for (int j = p; j < n_given_; ++j) sum += column[j] * other[j] * moments_.reciprocals_[j];
            precision(p, q) = precision(q, p) = sum;
        }
    }
    complete_ = true;
}

void ConditionalMoments::Regression::drop(int member) {
    if (!complete_) complete_precision();
    variance_ = variance_without(member);
    std::erase(moments_.left_, member);
    const double scale = 1.0 / precision(member, member);
    const double slope = moments_.slopes_[member];
    for (const int i : moments_.left_) {
        const double factor = precision(i, member) * scale;
        moments_.slopes_[i] -= factor * slope;
        for (const int j : moments_.left_) precision(i, j) -= factor * precision(member, j);
    }
}

}  // namespace ordag
