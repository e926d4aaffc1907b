// SPDX-License-Identifier: MIT
#include "whole_rows.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "packed.hpp"
#include "positive_definite.hpp"

namespace ordag {

WholeRows::WholeRows(int n, int lanes, const double* precision)
    : n_(n),
      lanes_(lanes),
      precision_(precision),
      mean_(n),
      second_(static_cast<std::size_t>(n) * n),
      of_boxes_(n + packed_size(n)),
      drawn_{of_boxes_.data(), of_boxes_.data() + n} {}

void WholeRows::add(const RowGroup& group, int lane, std::span<const int> boxes, double weight, double* sums) {
    seen_.assign(boxes.begin(), boxes.end());
    missing_.clear();
    const double* second = drawn_.second;
    for (std::size_t a = 0; a < boxes.size(); ++a) {
        mean_[boxes[a]] = drawn_.mean[a];
        for (std::size_t b = 0; b <= a; ++b) set(boxes[a], boxes[b], *second++);
    }
    for (int i = 0; i < n_; ++i) {
        const std::size_t k = static_cast<std::size_t>(i) * lanes_ + lane;
        if (group.codes[k] < 0) {
            missing_.push_back(i);
        } else if (is_exact(group.codes[k], group.continuous[i])) {
            mean_[i] = group.fixed[k];
            seen_.push_back(i);
            for (const int j : seen_) set(i, j, mean_[i] * mean_[j]);
        }
    }
    if (!missing_.empty()) fill_in_missing();
    for (int i = 0; i < n_; ++i)
        for (int j = 0; j <= i; ++j) *sums++ += weight * entry(i, j);
}

double WholeRows::precision(int i, int j) const { return precision_[packed_at(i, j)]; }

void WholeRows::fill_in_missing() {
    const std::size_t m = missing_.size(), s = seen_.size();
    std::vector<double> block;
    for (const int i : missing_)
        for (const int j : missing_) block.push_back(precision(i, j));
    const Inverse covariance = invert(std::move(block), static_cast<int>(m));
    std::vector<double> slopes(m * s, 0.0);
    for (std::size_t a = 0; a < m; ++a)
        for (std::size_t b = 0; b < m; ++b)
            for (std::size_t k = 0; k < s; ++k)
                slopes[a * s + k] -= covariance.entries[a * m + b] * precision(missing_[b], seen_[k]);
    const auto follow = [&](std::size_t a, int other) {
        double sum = 0.0;
        for (std::size_t k = 0; k < s; ++k) sum += slopes[a * s + k] * entry(seen_[k], other);
        return sum;
    };
    for (std::size_t a = 0; a < m; ++a)
        for (const int j : seen_) set(missing_[a], j, follow(a, j));
    for (std::size_t a = 0; a < m; ++a)
        for (std::size_t b = 0; b <= a; ++b)
            set(missing_[a], missing_[b], covariance.entries[a * m + b] + follow(a, missing_[b]));
}

}  // namespace ordag
