// SPDX-License-Identifier: MIT
#include "ordag/cumulative_regression.hpp"

#include <cmath>
#include <limits>
#include <numeric>

#include "cumulative_terms.hpp"
#include "ordag/normal.hpp"

namespace ordag {

namespace {

constexpr int most_steps = 100;
constexpr int most_halvings = 40;
constexpr double settled_gain = 1e-10;  // nats that one more Newton step would bring
constexpr double least_rise = 1e-4;     // share of the expected rise that a step must bring
constexpr double infinity = std::numeric_limits<double>::infinity();

double quantile(Link link, double p) { return link == Link::probit ? normal_quantile(p) : std::log(p / (1.0 - p)); }

std::vector<double> starting_values(Link link, const GroupedRows& rows) {
    std::vector<double> totals(rows.n_levels, 0.0);
    for (int g = 0; g < rows.n_groups; ++g) {
        for (int k = 0; k < rows.n_levels; ++k)
            totals[k] += rows.counts[static_cast<std::size_t>(g) * rows.n_levels + k];
    }
    double all = 0.0;
    for (const double total : totals) all += total;
    std::vector<double> parameters(rows.n_levels - 1 + rows.n_predictors, 0.0);
    double below = 0.0;
    for (int k = 0; k + 1 < rows.n_levels; ++k) {
        below += totals[k];
        parameters[k] = quantile(link, below / all);
    }
    return parameters;
}

std::vector<double> joined(const CumulativeFit& fit) {
    std::vector<double> parameters = fit.thresholds;
    parameters.insert(parameters.end(), fit.slopes.begin(), fit.slopes.end());
    return parameters;
}

}  // namespace

CumulativeFit CumulativeRegression::fit(const GroupedRows& rows, const CumulativeFit* start) {
    std::vector<double> parameters = start == nullptr ? starting_values(link_, rows) : joined(*start);
    CumulativeFit fit;
    double now = derivatives(rows, parameters);
    for (int step = 0; step < most_steps; ++step) {
        const double rise = newton_direction();
        fit.settled = rise < 2.0 * settled_gain;
        double length = 1.0;
        double next = -infinity;
        for (int k = 0; k < most_halvings; ++k, length /= 2.0) {
            trial_ = parameters;
            for (std::size_t j = 0; j < trial_.size(); ++j) trial_[j] += length * direction_[j];
            next = derivatives(rows, trial_);
            if (next >= now + least_rise * length * rise) break;
        }
        if (!(next > now)) {
            fit.settled = true;  // rounding is all that is left
            break;
        }
        parameters = trial_;
        now = next;
        if (fit.settled) break;
    }
    fit.thresholds.assign(parameters.begin(), parameters.begin() + rows.n_levels - 1);
    fit.slopes.assign(parameters.begin() + rows.n_levels - 1, parameters.end());
    fit.log_likelihood = now;
    return fit;
}

std::vector<double> CumulativeRegression::information_factor(const GroupedRows& rows, const CumulativeFit& at) {
    const std::vector<double> parameters = joined(at);
    derivatives(rows, parameters);
    factorise(information_, static_cast<int>(parameters.size()));
    return information_;
}

// Fills gradient and information (minus the second derivatives, lower triangle); returns the log-likelihood, minus
// infinity where the thresholds do not ascend.
double CumulativeRegression::derivatives(const GroupedRows& rows, const std::vector<double>& parameters) {
    const std::size_t n = parameters.size();
    for (int k = 1; k + 1 < rows.n_levels; ++k) {
        if (!(parameters[k] > parameters[k - 1])) return -infinity;
    }
    gradient_.assign(n, 0.0);
    information_.assign(n * n, 0.0);
    double sum = 0.0;
    for (int g = 0; g < rows.n_groups; ++g) sum += add_group(rows, g, parameters);
    return sum;
}

double CumulativeRegression::add_group(const GroupedRows& rows, int group, const std::vector<double>& parameters) {
    const int n_cuts = rows.n_levels - 1;
    const std::size_t n = parameters.size();
    const double* counts = rows.counts.data() + static_cast<std::size_t>(group) * rows.n_levels;
    const double* x = rows.predictors.data() + static_cast<std::size_t>(group) * rows.n_predictors;
    const double shift = linear_predictor(rows, group, parameters.data() + n_cuts);
    cross_.assign(n_cuts, 0.0);  // information between each threshold and the linear predictor
    double sum = 0.0;
    double shift_gradient = 0.0;
    double shift_information = 0.0;
    Cut lower = cut_at(link_, -infinity);
    for (int k = 0; k <= n_cuts; ++k) {
        const Cut upper = cut_at(link_, k < n_cuts ? parameters[k] - shift : infinity);
        const double count = counts[k];
        if (count > 0.0) {
            const LevelTerms terms = level_terms(lower, upper);
            sum += count * terms.log_probability;
            if (k < n_cuts) {
                gradient_[k] += count * terms.up;
                information_[k * n + k] += count * terms.upper_upper;
                cross_[k] += count * terms.shift_upper();
            }
            if (k > 0) {
                gradient_[k - 1] -= count * terms.down;
                information_[(k - 1) * n + k - 1] += count * terms.lower_lower;
                cross_[k - 1] += count * terms.shift_lower();
            }
            if (k > 0 && k < n_cuts) information_[k * n + k - 1] += count * terms.lower_upper;
            shift_gradient += count * terms.shift_gradient();
            shift_information += count * terms.shift_information();
        }
        lower = upper;
    }
    for (int j = 0; j < rows.n_predictors; ++j) {
        if (x[j] == 0.0) continue;
        const std::size_t at = n_cuts + j;
        gradient_[at] += shift_gradient * x[j];
        for (int k = 0; k < n_cuts; ++k) information_[at * n + k] += cross_[k] * x[j];
        for (int i = 0; i <= j; ++i) information_[at * n + n_cuts + i] += shift_information * x[j] * x[i];
    }
    return sum;
}

// The step that would reach the maximum of the quadratic model; returns twice the rise that it expects.
double CumulativeRegression::newton_direction() {
    const int n = static_cast<int>(gradient_.size());
    direction_ = gradient_;
    factorise(information_, n);
    solve(information_, n, direction_.data());
    return std::inner_product(gradient_.begin(), gradient_.end(), direction_.begin(), 0.0);
}

}  // namespace ordag
