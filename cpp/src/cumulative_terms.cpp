// SPDX-License-Identifier: MIT
#include "cumulative_terms.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "ordag/normal.hpp"

namespace ordag {

namespace {

constexpr double least_pivot = 1e-11;  // as a share of the diagonal
constexpr double least_probability = 1e-300;
constexpr double infinity = std::numeric_limits<double>::infinity();

}  // namespace

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

LevelTerms level_terms(const Cut& lower, const Cut& upper) {
    const double below_upper = upper.above ? 1.0 - upper.tail : upper.tail;
    const double between = lower.above ? lower.tail - upper.tail : below_upper - lower.tail;
    const double p = std::max(between, least_probability);
    const double up = upper.density / p;
    const double down = lower.density / p;
    return {std::log(p), up, down, up * up - upper.slope / p, down * down + lower.slope / p, -up * down};
}

double linear_predictor(const GroupedRows& rows, int group, const double* slopes) {
    const double* x = rows.predictors.data() + static_cast<std::size_t>(group) * rows.n_predictors;
    double sum = 0.0;
    for (int j = 0; j < rows.n_predictors; ++j) sum += slopes[j] * x[j];
    return sum;
}

void factorise(std::vector<double>& matrix, int size) {
    const auto n = static_cast<std::size_t>(size);
    for (std::size_t i = 0; i < n; ++i) {
        const double diagonal = matrix[i * n + i];
        double pivot = diagonal;
        for (std::size_t j = 0; j < i; ++j) {
            double sum = matrix[i * n + j];
            for (std::size_t k = 0; k < j; ++k) {
                if (matrix[i * n + k] != 0.0) sum -= matrix[i * n + k] * matrix[j * n + k] * matrix[k * n + k];
            }
            matrix[i * n + j] = sum / matrix[j * n + j];
            if (matrix[i * n + j] != 0.0) pivot -= sum * matrix[i * n + j];
        }
        matrix[i * n + i] = pivot > least_pivot * diagonal ? pivot : infinity;
    }
}

void solve(const std::vector<double>& factor, int size, double* values) {
    const auto n = static_cast<std::size_t>(size);
    for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t k = 0; k < i; ++k) values[i] -= factor[i * n + k] * values[k];
    }
    for (std::size_t i = 0; i < n; ++i) values[i] /= factor[i * n + i];
    for (std::size_t i = n; i-- > 0;) {
        for (std::size_t k = i + 1; k < n; ++k) values[i] -= factor[k * n + i] * values[k];
    }
}

}  // namespace ordag
