// SPDX-License-Identifier: MIT
#include "ordag/conditional_moments.hpp"

#include <algorithm>

#include "ordag/dispatch.hpp"
#include "simd/conditional_rows.hpp"

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
      inverse_(matrix.size()),
      block_inverse_(matrix.size()),
      slopes_(n_nodes),
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
    n_inverted_ = std::min(n_inverted_, n_shared);
    if (n_in_block_ > n_shared) n_in_block_ = 0;
    while (n_held_ < k && hold(given[n_held_])) continue;
    if (n_held_ < k) return 0.0;
    take_out(node, covariance_.data());
    return determinants_[k];
}

// The covariances of a node given the members, whose rows take their part of them one after the other.
void ConditionalMoments::take_out(int node, double* covariances) {
    std::copy_n(row(matrix_, node), n_, covariances);
    for (int j = 0; j < n_held_; ++j) slopes_[j] = row(rows_, j)[node] * reciprocals_[j];
    ORDAG_WIDEST(subtract_rows)(rows_.data(), slopes_.data(), n_held_, n_, covariances);
}

// Builds the row of one member more; false if it makes the block singular.
bool ConditionalMoments::hold(int member) {
    const int j = n_held_;
    double* const own = rows_.data() + static_cast<std::size_t>(j) * n_;
    take_out(member, own);
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

// With A = L D L' the block of P and M = L^-1, its inverse is the sum over rows of m_j' m_j / d_j: one term a member.
void ConditionalMoments::invert_held() {
    for (; n_inverted_ < n_held_; ++n_inverted_) {
        double* const own = inverse_.data() + static_cast<std::size_t>(n_inverted_) * n_;
        std::fill_n(own, n_inverted_, 0.0);
        own[n_inverted_] = 1.0;
        for (int j = 0; j < n_inverted_; ++j) {
            const double l = row(rows_, j)[held_[n_inverted_]] * reciprocals_[j];
            const double* const earlier = row(inverse_, j);
            for (int p = 0; p <= j; ++p) own[p] -= l * earlier[p];
        }
    }
    for (; n_in_block_ < n_held_; ++n_in_block_) {
        const double* const own = row(inverse_, n_in_block_);
        double* const last = block_inverse_.data() + static_cast<std::size_t>(n_in_block_) * n_;
        std::fill_n(last, n_in_block_, 0.0);
        for (int p = 0; p <= n_in_block_; ++p) {
            double* const entries = block_inverse_.data() + static_cast<std::size_t>(p) * n_;
            entries[n_in_block_] = 0.0;
            const double scaled = own[p] * reciprocals_[n_in_block_];
            for (int q = 0; q <= n_in_block_; ++q) entries[q] += scaled * own[q];
        }
    }
}

// The slopes are M' times the row that `node` would have in L.
ConditionalMoments::Regression::Regression(ConditionalMoments& moments, int node, std::span<const int> given)
    : moments_(moments), n_given_(static_cast<int>(given.size())) {
    if (moments.condition(node, given) <= 0.0) return;
    const double rest = moments.variance()[node];
    if (rest <= kSingular * moments.entry(node, node)) return;
    variance_ = rest;
    moments.invert_held();
    std::fill_n(moments.slopes_.begin(), n_given_, 0.0);
    moments.left_.resize(given.size());
    for (int j = 0; j < n_given_; ++j) {
        const double scaled = moments.row(moments.rows_, j)[node] * moments.reciprocals_[j];
        const double* const inverse = moments.row(moments.inverse_, j);
        for (int p = 0; p <= j; ++p) moments.slopes_[p] += scaled * inverse[p];
        std::copy_n(moments.row(moments.block_inverse_, j), n_given_, &precision(j, 0));
        moments.left_[j] = j;
    }
}

double ConditionalMoments::Regression::variance_without(int member) const {
    const double slope = moments_.slopes_[member];
    return variance_ + slope * slope / precision(member, member);
}

// Entries of members dropped before are carried along, which nobody reads.
void ConditionalMoments::Regression::drop(int member) {
    variance_ = variance_without(member);
    std::erase(moments_.left_, member);
    const double scale = 1.0 / precision(member, member);
    const double slope = moments_.slopes_[member];
    const double* const dropped = &precision(member, 0);
    for (const int i : moments_.left_) {
        double* const entries = &precision(i, 0);
        const double factor = entries[member] * scale;
        moments_.slopes_[i] -= factor * slope;
        for (int j = 0; j < n_given_; ++j) entries[j] -= factor * dropped[j];
    }
}

}  // namespace ordag
