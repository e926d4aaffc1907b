// SPDX-License-Identifier: MIT
#include "ordag/cumulative_screen.hpp"

#include <limits>
#include <numeric>
#include <utility>

#include "cumulative_terms.hpp"

namespace ordag {

void CumulativeScreen::place(Link link, const GroupedRows& rows, const CumulativeFit& fit, std::vector<double> factor) {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    factor_ = std::move(factor);
    const int n_cuts = rows.n_levels - 1;
    terms_.clear();
    for (int g = 0; g < rows.n_groups; ++g) {
        const double shift = linear_predictor(rows, g, fit.slopes.data());
        Cut lower = cut_at(link, -infinity);
        for (int k = 0; k <= n_cuts; ++k) {
            const Cut upper = cut_at(link, k < n_cuts ? fit.thresholds[k] - shift : infinity);
            const LevelTerms terms = level_terms(lower, upper);
            terms_.push_back(
                {terms.shift_gradient(), terms.shift_information(), terms.shift_upper(), terms.shift_lower()});
            lower = upper;
        }
    }
}

void CumulativeScreen::gather(const Rows& rows, std::span<const std::int16_t> levels, int n_levels) {
    const GroupedRows& grouped = rows.grouped;
    const int n_cuts = grouped.n_levels - 1;
    const std::size_t width = 2 + n_cuts + grouped.n_predictors;
    sums_.assign(n_levels * width, 0.0);
    for (std::size_t row = 0; row < levels.size(); ++row) {
        const int level = rows.response[row];
        if (level < 0) continue;
        const double weight = rows.weights[row];
        const auto group = static_cast<std::size_t>(rows.group[row]);
        const RowTerms& terms = terms_[group * grouped.n_levels + level];
        double* sums = sums_.data() + levels[row] * width;
        const double information = weight * terms.information;
        sums[0] += weight * terms.gradient;
        sums[1] += information;
        if (level < n_cuts) sums[2 + level] += weight * terms.upper;
        if (level > 0) sums[1 + level] += weight * terms.lower;
        const double* x = grouped.predictors.data() + group * grouped.n_predictors;
        for (int j = 0; j < grouped.n_predictors; ++j) sums[2 + n_cuts + j] += information * x[j];
    }
}

double CumulativeScreen::expected_gain(const Rows& rows, std::span<const std::int16_t> levels, int n_levels,
                                       std::span<const double> predictors) {
    gather(rows, levels, n_levels);
    const int n_others = rows.grouped.n_levels - 1 + rows.grouped.n_predictors;
    const int n_columns = static_cast<int>(predictors.size()) / n_levels;
    const std::size_t width = 2 + n_others;
    gradient_.assign(n_columns, 0.0);
    information_.assign(static_cast<std::size_t>(n_columns) * n_columns, 0.0);
    with_others_.assign(static_cast<std::size_t>(n_columns) * n_others, 0.0);
    for (int level = 0; level < n_levels; ++level) {
        const double* sums = sums_.data() + level * width;
        const double* x = predictors.data() + static_cast<std::size_t>(level) * n_columns;
        for (int a = 0; a < n_columns; ++a) {
            if (x[a] == 0.0) continue;
            gradient_[a] += x[a] * sums[0];
            for (int b = 0; b <= a; ++b) information_[a * n_columns + b] += x[a] * x[b] * sums[1];
            for (int j = 0; j < n_others; ++j) with_others_[a * n_others + j] += x[a] * sums[2 + j];
        }
    }
    // What the other parameters explain of it is taken out.
    for (int a = 0; a < n_columns; ++a) {
        const double* own = with_others_.data() + static_cast<std::size_t>(a) * n_others;
        solved_.assign(own, own + n_others);
        solve(factor_, n_others, solved_.data());
        for (int b = a; b < n_columns; ++b) {
            const double* other = with_others_.data() + static_cast<std::size_t>(b) * n_others;
            information_[b * n_columns + a] -= std::inner_product(solved_.begin(), solved_.end(), other, 0.0);
        }
    }
    factorise(information_, n_columns);
    direction_ = gradient_;
    solve(information_, n_columns, direction_.data());
    return std::inner_product(gradient_.begin(), gradient_.end(), direction_.begin(), 0.0) / 2.0;
}

}  // namespace ordag
