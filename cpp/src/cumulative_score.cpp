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

double log_likelihood(const std::vector<CumulativeFit>& fits) {
    double sum = 0.0;
    for (const CumulativeFit& fit : fits) sum += fit.log_likelihood;
    return sum;
}

}  // namespace

CumulativeScore::CumulativeScore(std::span<const std::int16_t> codes, std::span<const double> weights,
                                 std::vector<std::vector<double>> predictors, std::vector<std::vector<int>> responses,
                                 std::span<const int> n_levels, Link link, double parameter_cost, double parent_cost)
    : cells_(codes, weights.size(), n_levels),
      weights_(weights.begin(), weights.end()),
      predictors_(std::move(predictors)),
      responses_(std::move(responses)),
      parameter_cost_(parameter_cost),
      parent_cost_(parent_cost),
      regression_(link) {}

double CumulativeScore::local(int node, std::span<const int> parents) {
    double score = -parent_cost_ * static_cast<double>(parents.size());
    for (const CumulativeFit& fit : fit(node, parents)) {
        score += fit.log_likelihood - parameter_cost_ * static_cast<double>(fit.thresholds.size() + fit.slopes.size());
    }
    return score;
}

void CumulativeScore::gains(int node, std::span<const int> parents, std::span<const int> candidates,
                            std::span<double> gains) {
    std::vector<int> sorted(parents.begin(), parents.end());
    std::sort(sorted.begin(), sorted.end());
    Fits base;
    const std::vector<double> expected = expected_gains(node, sorted, candidates, base);
    for (std::size_t k = 0; k < candidates.size(); ++k) {
        const double cost = cost_of(node, candidates[k]);
        gains[k] =
            expected[k] < least_expected * cost ? expected[k] - cost : gain_of(node, sorted, candidates[k], base);
    }
}

// By the quadratic model, without their cost; `base` becomes the fits without a candidate.
std::vector<double> CumulativeScore::expected_gains(int node, std::span<const int> parents,
                                                    std::span<const int> candidates, Fits& base) {
    std::vector<double> expected(candidates.size(), 0.0);
    for (const int response : responses_[node]) {
        group(response, parents);
        base.push_back(regression_.fit(rows_));
        screen_.place(regression_.link(), rows_, base.back(), regression_.information_factor(rows_, base.back()));
        const CumulativeScreen::Rows rows{rows_, cells_.of(parents).of_row, cells_.column(response), weights_};
        for (std::size_t k = 0; k < candidates.size(); ++k) {
            const int candidate = candidates[k];
            expected[k] += screen_.expected_gain(rows, cells_.column(candidate), cells_.n_levels(candidate),
                                                 predictors_[candidate]);
        }
    }
    return expected;
}

// The exact gain, found from the fits without the candidate.
double CumulativeScore::gain_of(int node, std::span<const int> parents, int candidate, const Fits& base) {
    std::vector<int> extended(parents.begin(), parents.end());
    extended.insert(std::lower_bound(extended.begin(), extended.end(), candidate), candidate);
    std::ptrdiff_t before = 0;
    for (const int parent : parents) {
        if (parent < candidate) before += n_columns(parent);
    }
    double risen = 0.0;
    for (std::size_t k = 0; k < base.size(); ++k) {
        CumulativeFit start = base[k];
        start.slopes.insert(start.slopes.begin() + before, n_columns(candidate), 0.0);
        group(responses_[node][k], extended);
        risen += regression_.fit(rows_, &start).log_likelihood - base[k].log_likelihood;
    }
    return risen - cost_of(node, candidate);
}

double CumulativeScore::eliminate(int node, std::vector<int>& parents, std::span<const int> kept) {
    std::sort(parents.begin(), parents.end());
    Fits now = fit(node, parents);
    double risen = 0.0;
    for (double rise = drop_one(node, parents, kept, now); rise > 0.0; rise = drop_one(node, parents, kept, now)) {
        risen += rise;
    }
    return risen;
}

// Drops a parent if that raises the score, and returns by how much; `now` are the fits before and after.
double CumulativeScore::drop_one(int node, std::vector<int>& parents, std::span<const int> kept, Fits& now) {
    for (const Loss& loss : promising_losses(node, parents, kept, now)) {
        Fits fits = without(node, parents, loss, now);
        const double rise = log_likelihood(fits) - log_likelihood(now) + cost_of(node, parents[loss.at]);
        if (rise <= kTolerance) continue;
        parents.erase(parents.begin() + static_cast<std::ptrdiff_t>(loss.at));
        now = std::move(fits);
        return rise;
    }
    return 0.0;
}

// Parents whose loss the quadratic model does not rule out, the most promising first, as many as are tried.
std::vector<CumulativeScore::Loss> CumulativeScore::promising_losses(int node, std::span<const int> parents,
                                                                     std::span<const int> kept, const Fits& now) {
    std::vector<double> expected(parents.size(), 0.0);
    for (std::size_t r = 0; r < now.size(); ++r) {
        group(responses_[node][r], parents);
        const std::vector<double> factor = regression_.information_factor(rows_, now[r]);
        int first = 0;
        for (std::size_t k = 0; k < parents.size(); first += n_columns(parents[k]), ++k) {
            expected[k] += expected_loss(now[r], first, n_columns(parents[k]), factor);
        }
    }
    std::vector<Loss> losses;
    int first = 0;
    for (std::size_t k = 0; k < parents.size(); first += n_columns(parents[k]), ++k) {
        const double cost = cost_of(node, parents[k]);
        if (!std::binary_search(kept.begin(), kept.end(), parents[k]) && least_expected * expected[k] < cost) {
            losses.push_back({expected[k] - cost, k, first});
        }
    }
    std::sort(losses.begin(), losses.end(), [](const Loss& a, const Loss& b) {
        return a.expected != b.expected ? a.expected < b.expected : a.at < b.at;
    });
    if (losses.size() > most_tried) losses.resize(most_tried);
    return losses;
}

CumulativeScore::Fits CumulativeScore::without(int node, std::span<const int> parents, const Loss& loss,
                                               const Fits& now) {
    std::vector<int> reduced(parents.begin(), parents.end());
    reduced.erase(reduced.begin() + static_cast<std::ptrdiff_t>(loss.at));
    Fits fits;
    for (std::size_t k = 0; k < now.size(); ++k) {
        CumulativeFit start = now[k];
        const auto first = start.slopes.begin() + loss.first;
        start.slopes.erase(first, first + n_columns(parents[loss.at]));
        group(responses_[node][k], reduced);
        fits.push_back(regression_.fit(rows_, &start));
    }
    return fits;
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

CumulativeScore::Fits CumulativeScore::fit(int node, std::span<const int> parents) {
    Fits fits;
    for (const int response : responses_[node]) {
        group(response, parents);
        fits.push_back(regression_.fit(rows_));
    }
    return fits;
}

int CumulativeScore::n_columns(int parent) const {
    return static_cast<int>(predictors_[parent].size()) / cells_.n_levels(parent);
}

double CumulativeScore::cost_of(int node, int parent) const {
    return parameter_cost_ * n_columns(parent) * static_cast<double>(responses_[node].size()) + parent_cost_;
}

void CumulativeScore::group(int response, std::span<const int> parents) {
    const FamilyCells::Cells& cells = cells_.of(parents);
    first_.assign(cells.n, -1);
    for (std::size_t row = cells.of_row.size(); row-- > 0;) first_[cells.of_row[row]] = static_cast<int>(row);
    rows_.n_groups = cells.n;
    rows_.n_levels = cells_.n_levels(response);
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
    cells_.count(cells, response, weights_, rows_.counts);
}

}  // namespace ordag
