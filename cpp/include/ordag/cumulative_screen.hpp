// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "ordag/cumulative_regression.hpp"

namespace ordag {

// What one more parent would bring to a fitted cumulative regression, by the quadratic model of its likelihood (Rao's
// score test): one pass over the rows, where a fit takes several over their groups with a logarithm and a distribution
// function for each level. Not thread safe.
class CumulativeScreen {
  public:
    // The rows of a regression in the groups of `rows`, with the level of the response in each, -1 where it has none.
    struct Rows {
        const GroupedRows& grouped;
        std::span<const int> group;
        std::span<const std::int16_t> response;
        std::span<const double> weights;
    };

    // Prepares for candidates beside the predictors of `rows`; `factor` is that of the information at the fit.
    void place(Link link, const GroupedRows& rows, const CumulativeFit& fit, std::vector<double> factor);

    // Expected rise of the log-likelihood with the columns of a candidate: n_levels x columns, by its level in each
    // row.
    double expected_gain(const Rows& rows, std::span<const std::int16_t> levels, int n_levels,
                         std::span<const double> predictors);

  private:
    struct RowTerms {
        double gradient, information, upper, lower;
    };

    void gather(const Rows& rows, std::span<const std::int16_t> levels, int n_levels);

    std::vector<RowTerms> terms_;  // groups x levels of the response
    std::vector<double> factor_;
    std::vector<double> sums_;  // scratch: by level of the candidate, gradient, information, and that with the others
    std::vector<double> with_others_, solved_, information_, gradient_, direction_;
};

}  // namespace ordag
