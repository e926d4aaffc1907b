// SPDX-License-Identifier: MIT
#include "ordag/bde_score.hpp"

#include <cmath>

namespace ordag {

BdeScore::BdeScore(std::span<const std::int16_t> codes, std::span<const double> weights, std::span<const int> n_levels,
                   double sample_size, double edge_penalty)
    : codes_(codes.begin(), codes.end()),
      weights_(weights.begin(), weights.end()),
      n_levels_(n_levels.begin(), n_levels.end()),
      sample_size_(sample_size),
      edge_penalty_(edge_penalty) {}

std::span<const std::int16_t> BdeScore::column(int node) const {
    return std::span(codes_).subspan(static_cast<std::size_t>(node) * weights_.size(), weights_.size());
}

// Splits every cell of the rows by the levels of one more node. Only cells that hold a row get a number, so tables stay
// smaller than rows times levels however many parents there are.
void BdeScore::split(std::vector<int>& cells, int& n_cells, int node) {
    const auto codes = column(node);
    const int n_levels = n_levels_[node];
    numbers_.assign(static_cast<std::size_t>(n_cells) * n_levels, -1);
    int n_numbered = 0;
    for (std::size_t row = 0; row < cells.size(); ++row) {
        int& number = numbers_[static_cast<std::size_t>(cells[row]) * n_levels + codes[row]];
        if (number < 0) number = n_numbered++;
        cells[row] = number;
    }
    n_cells = n_numbered;
}

double BdeScore::evidence(const std::vector<int>& cells, int n_cells, int node, double n_configurations) {
    const auto codes = column(node);
    const int n_levels = n_levels_[node];
    counts_.assign(static_cast<std::size_t>(n_cells) * n_levels, 0.0);
    for (std::size_t row = 0; row < cells.size(); ++row) {
        counts_[static_cast<std::size_t>(cells[row]) * n_levels + codes[row]] += weights_[row];
    }
    const double per_cell = sample_size_ / n_configurations;
    const double per_level = per_cell / n_levels;
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
    cells_.assign(weights_.size(), 0);
    int n_cells = 1;
    double n_configurations = 1.0;
    for (const int parent : parents) {
        split(cells_, n_cells, parent);
        n_configurations *= n_levels_[parent];
    }
    return evidence(cells_, n_cells, node, n_configurations) - edge_penalty_ * static_cast<double>(parents.size());
}

}  // namespace ordag
