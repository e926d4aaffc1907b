// SPDX-License-Identifier: MIT
#include "ordag/family_cells.hpp"

#include <algorithm>
#include <iterator>

namespace ordag {

FamilyCells::FamilyCells(std::span<const std::int16_t> codes, std::size_t n_rows, std::span<const int> n_levels)
    : codes_(codes.begin(), codes.end()), n_rows_(n_rows), n_levels_(n_levels.begin(), n_levels.end()) {
    base_cells_.of_row.assign(n_rows_, 0);
}

std::span<const std::int16_t> FamilyCells::column(int node) const {
    return std::span(codes_).subspan(static_cast<std::size_t>(node) * n_rows_, n_rows_);
}

// Splits every cell of the rows by the levels of one more node.
void FamilyCells::split(Cells& cells, int node) {
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

// Sees to it that the base holds all nodes but one at most. Searches ask for the same nodes with one other after
// another, so a base is what two calls in a row share.
void FamilyCells::place_base(std::span<const int> nodes) {
    const auto is_base = [&] {
        return base_.size() + 1 >= nodes.size() &&
               std::includes(nodes.begin(), nodes.end(), base_.begin(), base_.end());
    };
    if (!is_base()) {
        base_.clear();
        std::set_intersection(nodes.begin(), nodes.end(), last_.begin(), last_.end(), std::back_inserter(base_));
        if (!is_base()) base_.assign(nodes.begin(), nodes.end());
        std::fill(base_cells_.of_row.begin(), base_cells_.of_row.end(), 0);
        base_cells_.n = 1;
        for (const int node : base_) split(base_cells_, node);
    }
    last_.assign(nodes.begin(), nodes.end());
}

const FamilyCells::Cells& FamilyCells::of(std::span<const int> nodes) {
    place_base(nodes);
    const auto other = std::find_if(nodes.begin(), nodes.end(),
                                    [&](int node) { return !std::binary_search(base_.begin(), base_.end(), node); });
    if (other == nodes.end()) return base_cells_;
    cells_ = base_cells_;
    split(cells_, *other);
    return cells_;
}

void FamilyCells::count(const Cells& cells, int node, std::span<const double> weights,
                        std::vector<double>& counts) const {
    const auto codes = column(node);
    const int levels = n_levels_[node];
    counts.assign(static_cast<std::size_t>(cells.n) * levels, 0.0);
    for (std::size_t row = 0; row < codes.size(); ++row) {
        if (codes[row] < 0) continue;
        counts[static_cast<std::size_t>(cells.of_row[row]) * levels + codes[row]] += weights[row];
    }
}

}  // namespace ordag
