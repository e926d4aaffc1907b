// SPDX-License-Identifier: MIT
#include "ordag/cumulative_score.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "cumulative_terms.hpp"
#include "ordag/search_tolerance.hpp"

namespace ordag {

namespace {

// A candidate is not fitted if it is expected to bring a smaller share of its cost than this: near the cost, a gain and
// the expected one differ by a few per cent.
constexpr double least_expected = 0.6;

// So many losses, the most promising first, are tried before no parent is dropped.
constexpr std::size_t most_tried = 3;

}  // namespace

CumulativeScore::CumulativeScore(std::span<const std::int16_t> codes, std::span<const double> weights,
                                 std::vector<std::vector<double>> predictors, std::span<const int> n_levels, Link link,
                                 double parameter_cost, double parent_cost)
    : cells_(codes, weights.size(), n_levels),
      weights_(weights.begin(), weights.end()),
      predictors_(std::move(predictors)),
      parameter_cost_(parameter_cost),
      parent_cost_(parent_cost),
      regression_(link) {}

double CumulativeScore::local(int node, std::span<const int> parents) {
    group(node, parents);
    return regression_.fit(rows_).log_likelihood - parameter_cost_ * (rows_.n_levels - 1 + rows_.n_predictors) -
           parent_cost_ * static_cast<double>(parents.size());
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
        const double cost = cost_of(candidate);
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
    return regression_.fit(rows_, &start).log_likelihood - base.log_likelihood - cost_of(candidate);
}

double CumulativeScore::eliminate(int node, std::vector<int>& parents, std::span<const int> kept) {
    std::sort(parents.begin(), parents.end());
    CumulativeFit now = fit(node, parents);
    double risen = 0.0;
    for (double rise = drop_one(node, parents, kept, now); rise > 0.0; rise = drop_one(node, parents, kept, now)) {
        risen += rise;
    }
    return risen;
}

// Drops a parent if that raises the score, and returns by how much; `now` is the fit before and after.
double CumulativeScore::drop_one(int node, std::vector<int>& parents, std::span<const int> kept, CumulativeFit& now) {
    struct Loss {
        double expected;
        std::size_t at;
        int first;
    };
    group(node, parents);
    const std::vector<double> factor = regression_.information_factor(rows_, now);
    std::vector<Loss> losses;
    int first = 0;
    for (std::size_t k = 0; k < parents.size(); ++k) {
        const int columns = n_columns(parents[k]);
        const double cost = cost_of(parents[k]);
        const double expected = expected_loss(now, first, columns, factor);
        if (!std::binary_search(kept.begin(), kept.end(), parents[k]) && least_expected * expected < cost) {
            losses.push_back({expected - cost, k, first});
        }
        first += columns;
    }
    std::sort(losses.begin(), losses.end(), [](const Loss& a, const Loss& b) {
        return a.expected != b.expected ? a.expected < b.expected : a.at < b.at;
    });
    if (losses.size() > most_tried) losses.resize(most_tried);
    for (const Loss& loss : losses) {
        std::vector<int> reduced = parents;
        reduced.erase(reduced.begin() + static_cast<std::ptrdiff_t>(loss.at));
        const int columns = n_columns(parents[loss.at]);
        CumulativeFit start = now;
        start.slopes.erase(start.slopes.begin() + loss.first, start.slopes.begin() + loss.first + columns);
        group(node, reduced);
        const CumulativeFit without = regression_.fit(rows_, &start);
        const double rise = without.log_likelihood - now.log_likelihood + cost_of(parents[loss.at]);
        if (rise <= kTolerance) continue;
        parents = reduced;
        now = without;
        return rise;
    }
    return 0.0;
}

// Fall of the log-likelihood without some slopes, the others following, by the quadratic model (Wald's test).
double CumulativeScore::expected_loss(const CumulativeFit& fit, int first, int n_columns,
                                      const std::vector<double>& factor) {
    const std::size_t n_cuts = fit.thresholds.size();
    const std::size_t n = n_cuts + fit.slopes.size();
    std::vector<double> covariance(static_cast<std::size_t>(n_columns) * n_columns);
    std::vector<double> unit(n);
    for (int a = 0; a < n_columns; ++a) {
        unit.assign(n, 0.0);
        unit[n_cuts + first + a] = 1.0;
        solve(factor, static_cast<int>(n), unit.data());
        std::copy_n(unit.begin() + static_cast<std::ptrdiff_t>(n_cuts) + first, n_columns,
                    covariance.begin() + static_cast<std::ptrdiff_t>(a) * n_columns);
    }
    factorise(covariance, n_columns);
    const auto slopes = fit.slopes.begin() + first;
    std::vector<double> pull(slopes, slopes + n_columns);
    solve(covariance, n_columns, pull.data());
    return std::inner_product(pull.begin(), pull.end(), slopes, 0.0) / 2.0;
}

CumulativeFit CumulativeScore::fit(int node, std::span<const int> parents) {
    group(node, parents);
    return regression_.fit(rows_);
}

int CumulativeScore::n_columns(int parent) const {
    return static_cast<int>(predictors_[parent].size()) / cells_.n_levels(parent);
}

double CumulativeScore::cost_of(int parent) const { return parameter_cost_ * n_columns(parent) + parent_cost_; }

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
