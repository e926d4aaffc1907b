// SPDX-License-Identifier: MIT
#include "ordag/gaussian_score.hpp"

#include <cmath>
#include <limits>

namespace ordag {

GaussianScore::GaussianScore(int n_nodes, std::span<const double> covariance, double n_rows,
                             std::span<const double> penalties)
    : moments_(n_nodes, covariance), half_rows_(n_rows / 2), penalties_(penalties.size()), shares_(penalties.size()) {
    for (int from = 0; from < n_nodes; ++from) {
        for (int to = 0; to < n_nodes; ++to) {
            const std::size_t at = static_cast<std::size_t>(to) * n_nodes + from;
            penalties_[at] = penalties[static_cast<std::size_t>(from) * n_nodes + to];
            shares_[at] = std::exp(-penalties_[at] / half_rows_);
        }
    }
}

double GaussianScore::local(int node, std::span<const int> parents) {
    const double variance = moments_.residual(node, parents).variance;
    if (variance <= 0.0) return -std::numeric_limits<double>::infinity();
    double sum = 0.0;
    for (const int parent : parents) sum += penalty(parent, node);
    return -half_rows_ * std::log(variance) - sum;
}

void GaussianScore::gains(int node, std::span<const int> parents, std::span<const int> candidates,
                          std::span<double> gains) {
    const double determinant = moments_.condition(node, parents);
    const auto variance = moments_.variance();
    const auto covariance = moments_.covariance();
    const double rest = variance[node];
    const double* const share = shares_.data() + static_cast<std::size_t>(node) * n_nodes();
    for (std::size_t k = 0; k < candidates.size(); ++k) {
        const int c = candidates[k];
        gains[k] = 0.0;
        if (determinant <= 0.0 || variance[c] <= kSingular * moments_.entry(c, c)) continue;
        const double left = rest - covariance[c] * covariance[c] / variance[c];
        // The comparison stands for the sign of the gain and spares most logarithms.
        if (left < rest * share[c] && left > kSingular * moments_.entry(node, node)) {
            gains[k] = half_rows_ * std::log(rest / left) - penalty(c, node);
        }
    }
}

void GaussianScore::gains_of_removal(int node, std::span<const int> parents, std::span<double> gains) {
    const double* const share = shares_.data() + static_cast<std::size_t>(node) * n_nodes();
    const double rest = moments_.residuals_without(node, parents, gains);
    if (rest <= 0.0) {
        LocalScore::gains_of_removal(node, parents, gains);
        return;
    }
    for (std::size_t k = 0; k < parents.size(); ++k) {
        const double without = gains[k];
        gains[k] = without * share[parents[k]] < rest
                       ? penalty(parents[k], node) - half_rows_ * std::log(without / rest)
                       : 0.0;
    }
}

std::unique_ptr<LocalScore> GaussianScore::relabelled(std::span<const int> order) const {
    std::vector<double> penalties;
    penalties.reserve(penalties_.size());
    for (const int from : order) {
        for (const int to : order) penalties.push_back(penalty(from, to));
    }
    return std::make_unique<GaussianScore>(n_nodes(), moments_.permuted(order), 2 * half_rows_, penalties);
}

}  // namespace ordag
