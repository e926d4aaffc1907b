// SPDX-License-Identifier: MIT
#include "ordag/bde_score.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>

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
    : codes_(codes.begin(), codes.end()),
      weights_(weights.begin(), weights.end()),
      n_levels_(n_levels.begin(), n_levels.end()),
      sample_size_(sample_size),
      edge_penalty_(edge_penalty),
      whole_weights_(std::all_of(weights.begin(), weights.end(), [](double w) { return w == std::floor(w); })) {
    base_cells_.of_row.assign(weights_.size(), 0);
}

std::span<const std::int16_t> BdeScore::column(int node) const {
    return std::span(codes_).subspan(static_cast<std::size_t>(node) * weights_.size(), weights_.size());
}

// Splits every cell of the rows by the levels of one more node. Only cells that hold a row get a number, so tables stay
// smaller than rows times levels however many parents there are.
void BdeScore::split(Cells& cells, int node) {
    const auto codes = column(node);
    const int n_levels = n_levels_[node];
    numbers_.assign(static_cast<std::size_t>(cells.n) * n_levels, -1);
    int n_numbered = 0;
    for (std::size_t row = 0; row < codes.size(); ++row) {
        int& number = numbers_[static_cast<std::size_t>(cells.of_row[row]) * n_levels + codes[row]];
        if (number < 0) number = n_numbered++;
        cells.of_row[row] = number;
    }
    cells.n = n_numbered;
}

// Sees to it that the base holds all parents but one at most. Searches ask for the same parents with one other after
// another, so a base is what two calls in a row share.
void BdeScore::place_base(std::span<const int> parents) {
    const auto is_base = [&] {
        return base_.size() + 1 >= parents.size() &&
               std::includes(parents.begin(), parents.end(), base_.begin(), base_.end());
    };
    if (!is_base()) {
        base_.clear();
        std::set_intersection(parents.begin(), parents.end(), last_.begin(), last_.end(), std::back_inserter(base_));
        if (!is_base()) base_.assign(parents.begin(), parents.end());
        std::fill(base_cells_.of_row.begin(), base_cells_.of_row.end(), 0);
        base_cells_.n = 1;
        for (const int parent : base_) split(base_cells_, parent);
    }
    last_.assign(parents.begin(), parents.end());
}

double BdeScore::evidence(const Cells& cells, int node, double n_configurations) {
    const auto codes = column(node);
    const int n_levels = n_levels_[node];
    counts_.assign(static_cast<std::size_t>(cells.n) * n_levels, 0.0);
    for (std::size_t row = 0; row < codes.size(); ++row) {
        counts_[static_cast<std::size_t>(cells.of_row[row]) * n_levels + codes[row]] += weights_[row];
    }
    const double per_cell = sample_size_ / n_configurations;
    const double per_level = per_cell / n_levels;
    return whole_weights_ ? count_evidence(cells.n, n_levels, per_cell, per_level)
                          : weight_evidence(cells.n, n_levels, per_cell, per_level);
}

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
    place_base(parents);
    double n_configurations = 1.0;
    int other = -1;
    for (const int parent : parents) {
        n_configurations *= n_levels_[parent];
        if (!std::binary_search(base_.begin(), base_.end(), parent)) other = parent;
    }
    const double penalty = edge_penalty_ * static_cast<double>(parents.size());
    if (other < 0) return evidence(base_cells_, node, n_configurations) - penalty;
    cells_ = base_cells_;
    split(cells_, other);
    return evidence(cells_, node, n_configurations) - penalty;
}

}  // namespace ordag
