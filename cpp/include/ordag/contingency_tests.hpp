// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "ordag/contingency.hpp"
#include "ordag/independence_test.hpp"

namespace ordag {

// Likelihood-ratio (G squared) test of nominal independence. Cost O(rows * conditioning nodes) a test.
class GSquaredTest final : public IndependenceTest {
  public:
    // With fewer than `min_rows_per_df` rows per degree of freedom the p-value is 1. `adaptive`: cells without a
    // count take away a degree of freedom each (at least one is left).
    GSquaredTest(CodedColumns table, bool adaptive, double min_rows_per_df);

    int n_nodes() const override { return table_.n_columns(); }
    double p_value(int x, int y, std::span<const int> given) override;

  private:
    double statistic(int& n_nonzero) const;

    CodedColumns table_;
    bool adaptive_;
    double min_rows_per_df_;
    bool complete_;
    std::vector<double> n_log_n_;
    Strata strata_;
    StratifiedCounts counts_;
};

// Jonckheere-Terpstra test of trend within strata, asymptotic and two-sided. Cost as above.
class JonckheereTerpstraTest final : public IndependenceTest {
  public:
    explicit JonckheereTerpstraTest(CodedColumns table) : table_(std::move(table)) {}

    int n_nodes() const override { return table_.n_columns(); }
    double p_value(int x, int y, std::span<const int> given) override;

    // The standardised statistic; 0 where no stratum has any variance.
    double statistic(int x, int y, std::span<const int> given);

  private:
    CodedColumns table_;
    Strata strata_;
    StratifiedCounts counts_;
};

// Concordant minus discordant pairs of one table of counts, rows by columns.
double concordance(std::span<const int> counts, int n_rows, int n_columns);

// Kendall's tau_b of every pair of columns over the rows where both are observed, row-major; NaN if one is constant.
// `pair_rows`, of the same size, receives the number of those rows.
void kendall_matrix(const CodedColumns& table, double* tau, double* pair_rows);

}  // namespace ordag
