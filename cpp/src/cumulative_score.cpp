// SPDX-License-Identifier: MIT
#include "ordag/cumulative_score.hpp"

#include <algorithm>
#include <utility>

namespace ordag {

namespace {

// A candidate is not fitted if it is expected to bring a smaller share of its cost than this: near the cost, a gain and
// the expected one differ by a few per cent.
constexpr double least_expected = 0.6;

}  // namespace

CumulativeScore::CumulativeScore(std::span<const std::int16_t> codes, std::span<const double> weights,
                                 std::vector<std::vector<double>> predictors, std::span<const int> n_levels, Link link,
                                 double parameter_cost)
    : cells_(codes, weights.size(), n_levels),
      weights_(weights.begin(), weights.end()),
      predictors_(std::move(predictors)),
      parameter_cost_(parameter_cost),
      regression_(link) {}

double CumulativeScore::local(int node, std::span<const int> parents) {
    group(node, parents);
    return regression_.fit(rows_).log_likelihood - parameter_cost_ * (rows_.n_levels - 1 + rows_.n_predictors);
}

void CumulativeScore::gains(int node, std::span<const int> parents, std::span<const int> candidates,
                            std::span<double> gains) {
    std::vector<int> sorted(parents.begin(), parents.end());
    std::sort(sorted.begin(), sorted.end());
    const CumulativeFit base = fit(node, sorted);
    const GroupedRows grouped = rows_;
    const std::vector<int> groups = cells_.of(sorted).of_row;
    screen_.place(regression_.link(), grouped, base, regression_.information_factor(grouped, base));
    const CumulativeScreen::Rows rows{grouped, groups, cells_.column(node), weights_};
    for (std::size_t k = 0; k < candidates.size(); ++k) {
        const int candidate = candidates[k];
        const double cost = parameter_cost_ * n_columns(candidate);
        const double expected =
            screen_.expected_gain(rows, cells_.column(candidate), cells_.n_levels(candidate), predictors_[candidate]);
        gains[k] = expected < least_expected * cost ? expected - cost : gain_of(node, sorted, candidate, base);
    }
}

// The exact gain, found from the fit without the candidate.
double CumulativeScore::gain_of(int node, std::span<const int> parents, int candidate, const CumulativeFit& base) {
    std::vector<int> extended(parents.begin(), parents.end());
    extended.insert(std::lower_bound(extended.begin(), extended.end(), candidate), candidate);
    CumulativeFit start = base;
    auto before = start.slopes.begin();
    for (const int parent : parents) {
        if (parent < candidate) before += n_columns(parent);
    }
    start.slopes.insert(before, n_columns(candidate), 0.0);
    group(node, extended);
    return regression_.fit(rows_, &start).log_likelihood - base.log_likelihood - parameter_cost_ * n_columns(candidate);
}

CumulativeFit CumulativeScore::fit(int node, std::span<const int> parents) {
    group(node, parents);
    return regression_.fit(rows_);
}

int CumulativeScore::n_columns(int parent) const {
    return static_cast<int>(predictors_[parent].size()) / cells_.n_levels(parent);
}

void CumulativeScore::group(int node, std::span<const int> parents) {
    const FamilyCells::Cells& cells = cells_.of(parents);
    first_.assign(cells.n, -1);
    for (std::size_t row = cells.of_row.size(); row-- > 0;) first_[cells.of_row[row]] = static_cast<int>(row);
    rows_.n_groups = cells.n;
    rows_.n_levels = cells_.n_levels(node);
    rows_.n_predictors = 0;
    for (const int parent : parents) rows_.n_predictors += n_columns(parent);
    rows_.predictors.resize(static_cast<std::size_t>(cells.n) * rows_.n_predictors);
    auto out = rows_.predictors.begin();
    for (int cell = 0; cell < cells.n; ++cell) {
        for (const int parent : parents) {
            const int columns = n_columns(parent);
            out =
                std::copy_n(predictors_[parent].begin() + cells_.column(parent)[first_[cell]] * columns, columns, out);
        }
    }
    cells_.count(cells, node, weights_, rows_.counts);
}

}  // namespace ordag
