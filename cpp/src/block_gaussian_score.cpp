// SPDX-License-Identifier: MIT
#include "ordag/block_gaussian_score.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "ordag/conditional_moments.hpp"

namespace ordag {

namespace {

constexpr double impossible = -std::numeric_limits<double>::infinity();

}  // namespace

BlockGaussianScore::BlockGaussianScore(std::span<const double> covariance, std::span<const int> sizes, double n_rows,
                                       std::span<const double> penalties)
    : starts_(sizes.size() + 1),
      matrix_(covariance.begin(), covariance.end()),
      half_rows_(n_rows / 2),
      penalties_(penalties.begin(), penalties.end()) {
    for (std::size_t node = 0; node < sizes.size(); ++node) starts_[node + 1] = starts_[node] + sizes[node];
}

double BlockGaussianScore::local(int node, std::span<const int> parents) {
    family_.clear();
    for (const int parent : parents) append(parent, family_);
    const std::size_t n_given = family_.size();
    append(node, family_);
    given_.clear();  // the block is that of the matrix itself
    const double log_determinant = this->log_determinant(family_, n_given);
    if (!std::isfinite(log_determinant)) return impossible;
    double sum = 0.0;
    for (const int parent : parents) sum += penalty(parent, node);
    return -half_rows_ * log_determinant - sum;
}

void BlockGaussianScore::changes(int node, std::span<const int> parents, std::span<const int> candidates,
                                 std::span<double> changes) {
    std::fill(changes.begin(), changes.end(), impossible);
    if (!condition(parents)) return;
    family_.clear();
    append(node, family_);
    const double before = log_determinant(family_, 0);
    if (!std::isfinite(before)) return;
    for (std::size_t k = 0; k < candidates.size(); ++k) {
        family_.clear();
        append(candidates[k], family_);
        const std::size_t n_more = family_.size();
        append(node, family_);
        const double after = log_determinant(family_, n_more);
        if (std::isfinite(after)) changes[k] = half_rows_ * (before - after) - penalty(candidates[k], node);
    }
}

std::unique_ptr<LocalScore> BlockGaussianScore::relabelled(std::span<const int> order) const {
    std::vector<int> coordinates, sizes;
    for (const int node : order) {
        append(node, coordinates);
        sizes.push_back(starts_[node + 1] - starts_[node]);
    }
    std::vector<double> covariance, penalties;
    for (const int i : coordinates)
        for (const int j : coordinates) covariance.push_back(entry(i, j));
    for (const int from : order)
        for (const int to : order) penalties.push_back(penalty(from, to));
    return std::make_unique<BlockGaussianScore>(covariance, sizes, 2 * half_rows_, penalties);
}

void BlockGaussianScore::append(int node, std::vector<int>& coordinates) const {
    for (int coordinate = starts_[node]; coordinate < starts_[node + 1]; ++coordinate)
        coordinates.push_back(coordinate);
}

// Makes the rows of the parents' coordinates, save those that are there; false if their block is singular.
bool BlockGaussianScore::condition(std::span<const int> parents) {
    std::vector<int> wanted;
    for (const int parent : parents) append(parent, wanted);
    const auto [differs, _] = std::mismatch(given_.begin(), given_.end(), wanted.begin(), wanted.end());
    given_.erase(differs, given_.end());
    const auto n = static_cast<std::size_t>(n_coordinates());
    rows_.resize(wanted.size() * n);
    for (std::size_t k = given_.size(); k < wanted.size(); ++k) {
        const int coordinate = wanted[k];
        const double variance = left(coordinate, coordinate);
        if (variance <= kSingular * entry(coordinate, coordinate)) return false;
        double* const row = rows_.data() + k * n;
        std::copy_n(matrix_.data() + static_cast<std::size_t>(coordinate) * n, n, row);
        for (std::size_t other = 0; other < k; ++other) {
            const double* const before = rows_.data() + other * n;
            const double factor = before[coordinate];
            for (std::size_t j = 0; j < n; ++j) row[j] -= factor * before[j];
        }
        const double scale = 1.0 / std::sqrt(variance);
        for (std::size_t j = 0; j < n; ++j) row[j] *= scale;
        given_.push_back(coordinate);
    }
    return true;
}

// Covariance of two coordinates given those that have rows.
double BlockGaussianScore::left(int i, int j) const {
    double value = entry(i, j);
    const auto n = static_cast<std::size_t>(n_coordinates());
    for (std::size_t k = 0; k < given_.size(); ++k) value -= rows_[k * n + i] * rows_[k * n + j];
    return value;
}

// Of the coordinates after the first few given these (and those that have rows); infinite if a block is singular.
double BlockGaussianScore::log_determinant(std::span<const int> coordinates, std::size_t n_first) {
    const std::size_t size = coordinates.size();
    block_.resize(size * size);
    double product = 1.0, sum = 0.0;
    for (std::size_t i = 0; i < size; ++i) {
        for (std::size_t j = 0; j <= i; ++j) {
            double value = left(coordinates[i], coordinates[j]);
            for (std::size_t k = 0; k < j; ++k) value -= block_[i * size + k] * block_[j * size + k];
            if (j < i) {
                block_[i * size + j] = value / block_[j * size + j];
                continue;
            }
            if (value <= kSingular * entry(coordinates[i], coordinates[i]))
                return std::numeric_limits<double>::infinity();
            block_[i * size + i] = std::sqrt(value);
            if (i >= n_first) product *= value;
        }
        // One logarithm serves several pivots, which are between 1e-12 and 1 on the scale of a correlation.
        if (product < 1e-200) {
            sum += std::log(product);
            product = 1.0;
        }
    }
    return sum + std::log(product);
}

}  // namespace ordag
