// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <vector>

namespace ordag {

enum class Link { probit, logit };

// Rows of a cumulative regression, brought together where they agree in all predictors.
struct GroupedRows {
    int n_groups = 0;
    int n_predictors = 0;
    int n_levels = 0;                // of the response, each with a positive count in some group
    std::vector<double> predictors;  // n_groups x n_predictors
    std::vector<double> counts;      // n_groups x n_levels, not negative
};

// P(response <= k | x) = F(thresholds[k] - slopes . x), F the distribution function of the link.
struct CumulativeFit {
    std::vector<double> thresholds;  // n_levels - 1, ascending
    std::vector<double> slopes;
    double log_likelihood = 0.0;
    bool settled = false;
};

// Maximum likelihood by Newton's method; the log-likelihood is concave (Pratt 1981). Where predictors part the levels
// entirely, so that slopes would grow without end, it stops once the log-likelihood no longer rises. A slope that the
// data do not determine stays where it is. Cost of a step: groups x (levels + predictors^2). Not thread safe.
class CumulativeRegression {
  public:
    explicit CumulativeRegression(Link link) : link_(link) {}

    // The fit; `start`, if not null, has thresholds and slopes to begin with, one for each predictor.
    CumulativeFit fit(const GroupedRows& rows, const CumulativeFit* start = nullptr);
    // LDL' factor of the information at a fit, thresholds before slopes, row-major with D on the diagonal.
    std::vector<double> information_factor(const GroupedRows& rows, const CumulativeFit& at);

    Link link() const { return link_; }

  private:
    double derivatives(const GroupedRows& rows, const std::vector<double>& parameters);
    double add_group(const GroupedRows& rows, int group, const std::vector<double>& parameters);
    double newton_direction();

    Link link_;
    std::vector<double> gradient_, information_, direction_, trial_, cross_;
};

}  // namespace ordag
