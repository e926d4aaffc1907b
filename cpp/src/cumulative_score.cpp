// SPDX-License-Identifier: MIT
#include "ordag/cumulative_score.hpp"

#include <algorithm>
#include <utility>

namespace ordag {

CumulativeScore::CumulativeScore(std::span<const std::int16_t> codes, std::span<const double> weights,
                                 std::vector<std::vector<double>> predictors, std::span<const int> n_levels, Link link,
                                 double parameter_cost)
    : cells_(codes, weights.size(), n_levels),
      weights_(weights.begin(), weights.end()),
      predictors_(std::move(predictors)),
      parameter_cost_(parameter_cost),
      regression_(link) {}

double CumulativeScore::local(int node, std::span<const int> parents) {
    group(node, parents);
    return regression_.fit(rows_).log_likelihood - parameter_cost_ * (rows_.n_levels - 1 + rows_.n_predictors);
}

CumulativeFit CumulativeScore::fit(int node, std::span<const int> parents) {
    group(node, parents);
    return regression_.fit(rows_);
}

int CumulativeScore::n_columns(int parent) const {
    return static_cast<int>(predictors_[parent].size()) / cells_.n_levels(parent);
}

void CumulativeScore::group(int node, std::span<const int> parents) {
    const FamilyCells::Cells& cells = cells_.of(parents);
    first_.assign(cells.n, -1);
    for (std::size_t row = cells.of_row.size(); row-- > 0;) first_[cells.of_row[row]] = static_cast<int>(row);
    rows_.n_groups = cells.n;
    rows_.n_levels = cells_.n_levels(node);
    rows_.n_predictors = 0;
    for (const int parent : parents) rows_.n_predictors += n_columns(parent);
    rows_.predictors.resize(static_cast<std::size_t>(cells.n) * rows_.n_predictors);
    auto out = rows_.predictors.begin();
    for (int cell = 0; cell < cells.n; ++cell) {
        for (const int parent : parents) {
            const int columns = n_columns(parent);
            out =
                std::copy_n(predictors_[parent].begin() + cells_.column(parent)[first_[cell]] * columns, columns, out);
        }
    }
    cells_.count(cells, node, weights_, rows_.counts);
}

}  // namespace ordag
