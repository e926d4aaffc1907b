// SPDX-License-Identifier: MIT
#include "ordag/bde_score.hpp"

#include <algorithm>
#include <cmath>

namespace ordag {

namespace {

// Counts up to which sums are tabled: weights may stand for billions of rows, for which a table would fill the memory.
constexpr double max_tabled = 65536.0;

// The logarithm of a (a + 1) ... (a + count - 1); a table of sums is several times quicker than the gamma function.
double log_rising(std::vector<double>& known, double a, double count) {
    if (count > max_tabled) return std::lgamma(a + count) - std::lgamma(a);
    const auto c = static_cast<std::size_t>(count);
    while (known.size() <= c) {
        const auto n = static_cast<double>(known.size());
        // Many parents leave a tiny a to each cell, of which a + n - 1 in another order would lose the digits.
        known.push_back(known.empty() ? 0.0 : known.back() + std::log(a + (n - 1.0)));
    }
    return known[c];
}

}  // namespace

BdeScore::BdeScore(std::span<const std::int16_t> codes, std::span<const double> weights, std::span<const int> n_levels,
                   double sample_size, double edge_penalty)
    : cells_(codes, weights.size(), n_levels),
      weights_(weights.begin(), weights.end()),
      sample_size_(sample_size),
      edge_penalty_(edge_penalty),
      whole_weights_(std::all_of(weights.begin(), weights.end(), [](double w) { return w == std::floor(w); })) {}

double BdeScore::count_evidence(int n_cells, int n_levels, double per_cell, double per_level) {
    std::vector<double>& of_cell = log_rising_[per_cell];
    std::vector<double>& of_level = log_rising_[per_level];
    double sum = 0.0;
    for (int cell = 0; cell < n_cells; ++cell) {
        double total = 0.0;
        for (int level = 0; level < n_levels; ++level) {
            const double count = counts_[static_cast<std::size_t>(cell) * n_levels + level];
            sum += log_rising(of_level, per_level, count);
            total += count;
        }
        sum -= log_rising(of_cell, per_cell, total);
    }
    return sum;
}

double BdeScore::weight_evidence(int n_cells, int n_levels, double per_cell, double per_level) const {
    const double log_gamma_cell = std::lgamma(per_cell);
    const double log_gamma_level = std::lgamma(per_level);
    double sum = 0.0;
    for (int cell = 0; cell < n_cells; ++cell) {
        double total = 0.0;
        for (int level = 0; level < n_levels; ++level) {
            const double count = counts_[static_cast<std::size_t>(cell) * n_levels + level];
            if (count > 0.0) sum += std::lgamma(count + per_level) - log_gamma_level;
            total += count;
        }
        sum += log_gamma_cell - std::lgamma(total + per_cell);
    }
    return sum;
}

double BdeScore::local(int node, std::span<const int> parents) {
    double n_configurations = 1.0;
    for (const int parent : parents) n_configurations *= cells_.n_levels(parent);
    const double per_cell = sample_size_ / n_configurations;
    const int n_levels = cells_.n_levels(node);
    const FamilyCells::Cells& cells = cells_.of(parents);
    cells_.count(cells, node, weights_, counts_);
    const double per_level = per_cell / n_levels;
    const double evidence = whole_weights_ ? count_evidence(cells.n, n_levels, per_cell, per_level)
                                           : weight_evidence(cells.n, n_levels, per_cell, per_level);
    return evidence - edge_penalty_ * static_cast<double>(parents.size());
}

}  // namespace ordag
