// SPDX-License-Identifier: MIT
#include "ordag/cumulative_regression.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "ordag/normal.hpp"

namespace ordag {

namespace {

constexpr int most_steps = 100;
constexpr int most_halvings = 40;
constexpr double settled_gain = 1e-10;  // nats that one more Newton step would bring
constexpr double least_rise = 1e-4;     // share of the expected rise that a step must bring
constexpr double least_pivot = 1e-11;   // as a share of the diagonal: below it a direction is not determined
constexpr double least_probability = 1e-300;
constexpr double infinity = std::numeric_limits<double>::infinity();

// A threshold's distribution function, with the smaller of its two tails, so that differences keep their digits.
struct Cut {
    double tail = 0.0;  // F(-|x|)
    bool above = false;
    double density = 0.0;
    double slope = 0.0;  // of the density
};

Cut cut_at(Link link, double x) {
    if (std::isinf(x)) return {0.0, x > 0.0, 0.0, 0.0};
    if (link == Link::probit) {
        const double density = normal_pdf(x);
        return {normal_cdf(-std::abs(x)), x > 0.0, density, -x * density};
    }
    const double tail = 1.0 / (1.0 + std::exp(std::abs(x)));
    const double density = tail * (1.0 - tail);
    const double slope = density * (1.0 - 2.0 * tail);
    return {tail, x > 0.0, density, x > 0.0 ? -slope : slope};
}

double between(const Cut& lower, const Cut& upper) {
    double p = 0.0;
    if (lower.above) {
        p = lower.tail - upper.tail;
    } else {
        p = (upper.above ? 1.0 - upper.tail : upper.tail) - lower.tail;
    }
    return std::max(p, least_probability);
}

double quantile(Link link, double p) { return link == Link::probit ? normal_quantile(p) : std::log(p / (1.0 - p)); }

double linear_predictor(const GroupedRows& rows, int group, const std::vector<double>& parameters) {
    const double* x = rows.predictors.data() + static_cast<std::size_t>(group) * rows.n_predictors;
    const double* slopes = parameters.data() + rows.n_levels - 1;
    double sum = 0.0;
    for (int j = 0; j < rows.n_predictors; ++j) sum += slopes[j] * x[j];
    return sum;
}

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

}  // namespace

CumulativeFit CumulativeRegression::fit(const GroupedRows& rows, const CumulativeFit* start) {
    std::vector<double> parameters;
    if (start == nullptr) {
        parameters = starting_values(link_, rows);
    } else {
        parameters = start->thresholds;
        parameters.insert(parameters.end(), start->slopes.begin(), start->slopes.end());
    }
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

double CumulativeRegression::expected_gain(const GroupedRows& rows, const CumulativeFit& at) {
    std::vector<double> parameters = at.thresholds;
    parameters.insert(parameters.end(), at.slopes.begin(), at.slopes.end());
    derivatives(rows, parameters);
    return newton_direction() / 2.0;
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
    const double shift = linear_predictor(rows, group, parameters);
    cross_.assign(n_cuts, 0.0);  // information between each threshold and the linear predictor
    double sum = 0.0;
    double shift_gradient = 0.0;
    double shift_information = 0.0;
    Cut lower = cut_at(link_, -infinity);
    for (int k = 0; k <= n_cuts; ++k) {
        const Cut upper = cut_at(link_, k < n_cuts ? parameters[k] - shift : infinity);
        if (counts[k] > 0.0) {
            const double p = between(lower, upper);
            sum += counts[k] * std::log(p);
            const double up = upper.density / p;
            const double down = lower.density / p;
            const double upper_upper = counts[k] * (up * up - upper.slope / p);
            const double lower_lower = counts[k] * (down * down + lower.slope / p);
            const double lower_upper = -counts[k] * up * down;
            if (k < n_cuts) {
                gradient_[k] += counts[k] * up;
                information_[k * n + k] += upper_upper;
                cross_[k] -= upper_upper + lower_upper;
            }
            if (k > 0) {
                gradient_[k - 1] -= counts[k] * down;
                information_[(k - 1) * n + k - 1] += lower_lower;
                cross_[k - 1] -= lower_lower + lower_upper;
            }
            if (k > 0 && k < n_cuts) information_[k * n + k - 1] += lower_upper;
            shift_gradient -= counts[k] * (up - down);
            shift_information += upper_upper + lower_lower + 2.0 * lower_upper;
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

// Solves information * direction = gradient, and returns gradient . direction.
double CumulativeRegression::newton_direction() {
    const std::size_t n = gradient_.size();
    direction_ = gradient_;
    std::vector<double>& factor = information_;  // L below the diagonal, D on it
    for (std::size_t i = 0; i < n; ++i) {
        const double diagonal = factor[i * n + i];
        for (std::size_t j = 0; j < i; ++j) {
            double sum = factor[i * n + j];
            for (std::size_t k = 0; k < j; ++k) sum -= factor[i * n + k] * factor[j * n + k] * factor[k * n + k];
            factor[i * n + j] = std::isinf(factor[j * n + j]) ? 0.0 : sum / factor[j * n + j];
        }
        double pivot = diagonal;
        for (std::size_t k = 0; k < i; ++k) {
            if (factor[i * n + k] != 0.0) pivot -= factor[i * n + k] * factor[i * n + k] * factor[k * n + k];
        }
        // An infinite pivot keeps a parameter that is not determined where it is.
        factor[i * n + i] = pivot > least_pivot * diagonal ? pivot : infinity;
        for (std::size_t k = 0; k < i; ++k) direction_[i] -= factor[i * n + k] * direction_[k];
    }
    for (std::size_t i = 0; i < n; ++i) direction_[i] /= factor[i * n + i];
    for (std::size_t i = n; i-- > 0;) {
        for (std::size_t k = i + 1; k < n; ++k) direction_[i] -= factor[k * n + i] * direction_[k];
    }
    double product = 0.0;
    for (std::size_t i = 0; i < n; ++i) product += gradient_[i] * direction_[i];
    return product;
}

}  // namespace ordag
