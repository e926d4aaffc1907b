// SPDX-License-Identifier: MIT
#include "ordag/fisher_z.hpp"

#include <algorithm>
#include <cmath>

#include "ordag/tail_probability.hpp"

namespace ordag {

namespace {

constexpr double kLargest = 0.9999999;  // partial correlations are cut here, as in pcalg
constexpr double kDetermined = 1e-10;   // of the variance; with less of it left a node follows from the others

// Eliminates the first `k` unknowns of the k x (k + 2) rows [A | B], A symmetric, by Gaussian elimination with partial
// pivoting, leaving A^-1 B in the last two columns. Directions in which A vanishes are given no weight.
void solve(std::vector<double>& rows, int k) {
    const int width = k + 2;
    const auto at = [&](int i, int j) -> double& { return rows[static_cast<std::size_t>(i) * width + j]; };
    for (int c = 0; c < k; ++c) {
        int pivot = c;
        for (int i = c + 1; i < k; ++i)
            if (std::abs(at(i, c)) > std::abs(at(pivot, c))) pivot = i;
        if (pivot != c) std::swap_ranges(&at(c, 0), &at(c, 0) + width, &at(pivot, 0));
        const double scale = std::abs(at(c, c)) > kDetermined ? 1.0 / at(c, c) : 0.0;
        for (int j = c; j < width; ++j) at(c, j) *= scale;
        for (int i = 0; i < k; ++i) {
            if (i == c) continue;
            const double factor = at(i, c);
            if (factor == 0.0) continue;
            for (int j = c; j < width; ++j) at(i, j) -= factor * at(c, j);
        }
    }
}

}  // namespace

FisherZTest::FisherZTest(int n_nodes, std::vector<double> correlation, std::vector<double> sizes)
    : n_nodes_(n_nodes),
      correlation_(std::move(correlation)),
      sizes_(std::move(sizes)),
      one_size_(std::adjacent_find(sizes_.begin(), sizes_.end(), std::not_equal_to<>()) == sizes_.end()) {}

double FisherZTest::partial_correlation(int x, int y, std::span<const int> given) {
    const int k = static_cast<int>(given.size());
    system_.resize(static_cast<std::size_t>(k) * (k + 2));
    for (int i = 0; i < k; ++i) {
        double* row = system_.data() + static_cast<std::size_t>(i) * (k + 2);
        for (int j = 0; j < k; ++j) row[j] = at(given[i], given[j]);
        row[k] = at(given[i], x);
        row[k + 1] = at(given[i], y);
    }
    solve(system_, k);
    double xx = at(x, x);
    double yy = at(y, y);
    double xy = at(x, y);
    for (int i = 0; i < k; ++i) {
        const double* row = system_.data() + static_cast<std::size_t>(i) * (k + 2);
        xx -= at(x, given[i]) * row[k];
        yy -= at(y, given[i]) * row[k + 1];
        xy -= at(x, given[i]) * row[k + 1];
    }
    if (!(xx > kDetermined * at(x, x) && yy > kDetermined * at(y, y))) return 0.0;
    const double r = xy / std::sqrt(xx * yy);
    // Where the matrix is not positive definite |r| may exceed 1; such a value counts as the largest.
    return std::clamp(r, -kLargest, kLargest);
}

double FisherZTest::rows_behind(int x, int y, std::span<const int> given) const {
    const auto size = [&](int i, int j) { return sizes_[static_cast<std::size_t>(i) * n_nodes_ + j]; };
    if (one_size_ || given.empty()) return size(x, y);
    double sum = size(x, y);
    for (std::size_t i = 0; i < given.size(); ++i) {
        sum += size(x, given[i]) + size(y, given[i]);
        for (std::size_t j = 0; j < i; ++j) sum += size(given[i], given[j]);
    }
    const double k = static_cast<double>(given.size()) + 2.0;
    return sum / (0.5 * k * (k - 1.0));
}

double FisherZTest::p_value(int x, int y, std::span<const int> given) {
    const double df = rows_behind(x, y, given) - static_cast<double>(given.size()) - 3.0;
    if (!(df > 0.0)) return 1.0;
    return normal_two_sided(std::sqrt(df) * std::atanh(partial_correlation(x, y, given)));
}

}  // namespace ordag
