// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "ordag/conditional_moments.hpp"
#include "ordag/local_score.hpp"

namespace ordag {

// Bayesian Gaussian score (Geiger and Heckerman 2002; in the form of Kuipers, Moffa and Heckerman 2014). With R the
// posterior scale matrix and l parents,
//   local(y, P) = constants[l] - 1/2 log det R_PP - exponents[l] log (R_yy - R_yP R_PP^-1 R_Py)
//                 - sum over p in P of penalties[p, y].
class BgeScore final : public LocalScore {
  public:
    // `scale` is R, row-major n x n, as are `penalties`, by parent and child; the others have one entry per number of
    // parents, 0 ... n - 1.
    BgeScore(int n_nodes, std::span<const double> scale, std::span<const double> constants,
             std::span<const double> exponents, std::span<const double> penalties);

    int n_nodes() const override { return moments_.n_nodes(); }
    double local(int node, std::span<const int> parents) override;
    void gains(int node, std::span<const int> parents, std::span<const int> candidates,
               std::span<double> gains) override;
    std::unique_ptr<LocalScore> relabelled(std::span<const int> order) const override;

  private:
    ConditionalMoments moments_;
    double penalty(int parent, int child) const {
        return penalties_[static_cast<std::size_t>(parent) * n_nodes() + child];
    }

    std::vector<double> constants_;
    std::vector<double> exponents_;
    std::vector<double> penalties_;
};

}  // namespace ordag
