// SPDX-License-Identifier: MIT
#include "ordag/gaussian_score.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "ordag/search_tolerance.hpp"

namespace ordag {

GaussianScore::GaussianScore(int n_nodes, std::span<const double> covariance, double n_rows,
                             std::span<const double> penalties)
    : moments_(n_nodes, covariance),
      half_rows_(n_rows / 2),
      penalties_(penalties.size()),
      shares_(penalties.size()),
      left_(n_nodes),
      ratios_(n_nodes) {
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

// Candidates pass or fail at random, so the first loop has no branches to predict: it notes the place of each and moves
// on only past those that pass.
template <bool exact_losses>
void GaussianScore::compare(int node, std::span<const int> parents, std::span<const int> candidates,
                            std::span<double> changes) {
    const double determinant = moments_.condition(node, parents);
    std::fill(changes.begin(), changes.end(), exact_losses ? -std::numeric_limits<double>::infinity() : 0.0);
    if (determinant <= 0.0) return;
    const auto variance = moments_.variance();
    const auto covariance = moments_.covariance();
    const double rest = variance[node];
    const double least = kSingular * moments_.entry(node, node);
    const std::size_t row = static_cast<std::size_t>(node) * n_nodes();
    std::size_t n_passed = 0;
    for (std::size_t k = 0; k < candidates.size(); ++k) {
        const int c = candidates[k];
        const double left = rest - covariance[c] * covariance[c] / variance[c];
        // The comparison with the share stands for the sign of the change and spares most logarithms.
        const bool passes = (exact_losses | (left < rest * shares_[row + c])) & (left > least) &
                            (variance[c] > kSingular * moments_.entry(c, c));
        left_[n_passed] = static_cast<int>(k);
        ratios_[n_passed] = rest / left;
        n_passed += passes;
    }
    for (std::size_t k = 0; k < n_passed; ++k) {
        changes[left_[k]] = half_rows_ * std::log(ratios_[k]) - penalties_[row + candidates[left_[k]]];
    }
}

void GaussianScore::gains(int node, std::span<const int> parents, std::span<const int> candidates,
                          std::span<double> gains) {
    compare<false>(node, parents, candidates, gains);
}

void GaussianScore::changes(int node, std::span<const int> parents, std::span<const int> candidates,
                            std::span<double> changes) {
    compare<true>(node, parents, candidates, changes);
}

double GaussianScore::eliminate(int node, std::vector<int>& parents, std::span<const int> kept) {
    ConditionalMoments::Regression regression(moments_, node, parents);
    if (regression.variance() <= 0.0) return 0.0;
    std::vector<int> left(parents.size());
    std::iota(left.begin(), left.end(), 0);
    const double* const penalties = penalties_.data() + static_cast<std::size_t>(node) * n_nodes();
    const double* const shares = shares_.data() + static_cast<std::size_t>(node) * n_nodes();
    double total = 0.0;
    while (true) {
        std::size_t dropped = left.size();
        double most = kTolerance;
        for (std::size_t k = 0; k < left.size(); ++k) {
            const int parent = parents[left[k]];
            const double without = regression.variance_without(left[k]);
            // As above: most members fail here, before the logarithm.
            if (without * shares[parent] >= regression.variance()) continue;
            const double gain = penalties[parent] - half_rows_ * std::log(without / regression.variance());
            if (gain <= most || std::binary_search(kept.begin(), kept.end(), parent)) continue;
            most = gain;
            dropped = k;
        }
        if (dropped == left.size()) break;
        regression.drop(left[dropped]);
        left.erase(left.begin() + static_cast<std::ptrdiff_t>(dropped));
        total += most;
    }
    for (int& k : left) k = parents[k];
    parents.assign(left.begin(), left.end());
    return total;
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
