// SPDX-License-Identifier: MIT
#include "ordag/bge_score.hpp"

#include <cmath>
#include <limits>

namespace ordag {

BgeScore::BgeScore(int n_nodes, std::span<const double> scale, std::span<const double> constants,
                   std::span<const double> exponents, std::span<const double> penalties)
    : moments_(n_nodes, scale),
      constants_(constants.begin(), constants.end()),
      exponents_(exponents.begin(), exponents.end()),
      penalties_(penalties.begin(), penalties.end()) {}

double BgeScore::local(int node, std::span<const int> parents) {
    const auto [variance, determinant] = moments_.residual(node, parents);
    if (variance <= 0.0) return -std::numeric_limits<double>::infinity();
    const std::size_t n_parents = parents.size();
    double sum = 0.0;
    for (const int parent : parents) sum += penalty(parent, node);
    return constants_[n_parents] - 0.5 * std::log(determinant) - exponents_[n_parents] * std::log(variance) - sum;
}

void BgeScore::gains(int node, std::span<const int> parents, std::span<const int> candidates, std::span<double> gains) {
    const double determinant = moments_.condition(node, parents);
    if (determinant <= 0.0) {
        LocalScore::gains(node, parents, candidates, gains);
        return;
    }
    const auto variance = moments_.variance();
    const auto covariance = moments_.covariance();
    const std::size_t n_parents = parents.size();
    const double rest = variance[node];
    const double fixed = constants_[n_parents + 1] - constants_[n_parents] + exponents_[n_parents] * std::log(rest);
    for (std::size_t k = 0; k < candidates.size(); ++k) {
        const int c = candidates[k];
        gains[k] = 0.0;
        if (variance[c] <= kSingular * moments_.entry(c, c)) continue;
        const double left = rest - covariance[c] * covariance[c] / variance[c];
        if (left <= kSingular * moments_.entry(node, node)) continue;
        gains[k] = fixed - 0.5 * std::log(variance[c]) - exponents_[n_parents + 1] * std::log(left) - penalty(c, node);
    }
}

std::unique_ptr<LocalScore> BgeScore::relabelled(std::span<const int> order) const {
    const std::size_t n = order.size();
    std::vector<double> penalties(n * n);
    for (std::size_t parent = 0; parent < n; ++parent)
        for (std::size_t child = 0; child < n; ++child)
            penalties[parent * n + child] = penalty(order[parent], order[child]);
    return std::make_unique<BgeScore>(n_nodes(), moments_.permuted(order), constants_, exponents_, penalties);
}

}  // namespace ordag
