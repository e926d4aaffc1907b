// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "ordag/contingency.hpp"
#include "ordag/independence_test.hpp"

namespace ordag {

// Columns of a regression's table: coded ones (n_levels > 0) and continuous ones (n_levels = 0, codes 0 or -1).
struct RegressionTable {
    CodedColumns coded;
    std::vector<double> values;  // values[column * n_rows + row] of continuous columns; others are not read
};

// Symmetric test of conditional independence from two regressions (Tsagris, Borboudakis, Lagani, Tsamardinos 2018).
//
// x is regressed on S and on S with y, and y on S and on S with x; p-values p and q of the two comparisons become
// min(2 min(p, q), max(p, q)). Coded columns have a proportional-odds (two levels: logistic) regression and a
// likelihood-ratio test, continuous ones a linear regression and an F test. Coded predictors enter by level. Fits are
// kept, since a search asks for the same regressions again and again.
class SymmetricTest final : public IndependenceTest {
  public:
    explicit SymmetricTest(RegressionTable table);

    int n_nodes() const override { return table_.coded.n_columns(); }
    double p_value(int x, int y, std::span<const int> given) override;

    struct Fit {
        double log_likelihood;   // of coded targets
        double residual_square;  // of continuous targets
        int rank;                // columns of the design that are not linear in earlier ones, the intercept included
        int n_rows;
    };

    // Regression of `target` on `predictors` (ascending) over the rows where these and `others` are observed.
    Fit fit(int target, std::span<const int> predictors, std::span<const int> others);

  private:
    double one_sided(int target, int candidate, std::span<const int> given, std::span<const int> with_candidate);
    bool is_continuous(int column) const { return table_.coded.n_levels[column] == 0; }

    RegressionTable table_;
    bool complete_;
    std::unordered_map<std::string, Fit> kept_;
    Strata strata_;
};

}  // namespace ordag
