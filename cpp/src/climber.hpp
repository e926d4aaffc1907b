// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "ordag/graph_climb.hpp"
#include "ordag/reals.hpp"

namespace ordag {

// A network with unit noise and the quantities that follow from its slopes. Matrices are row-major n x n.
struct Network {
    Reals effects;     // total effect of a on b: the inverse of I - slopes
    Reals covariance;  // of the variables with unit noise
    Reals correlation;
    Reals weights;  // by edge, on the scale of variance one
    Reals noise;    // residual variances on that scale
};

// Everything known at one set of slopes.
struct Point {
    Reals slopes;
    double log_likelihood = -std::numeric_limits<double>::infinity();
    double objective = -std::numeric_limits<double>::infinity();
    Reals score;
};

// Climbs a likelihood of the slopes of one graph by BFGS. What differs between likelihoods is where the expected second
// moments under given slopes come from.
class Climber {
  public:
    Climber(int n, double n_rows, std::span<const Edge> edges, const ClimbOptions& options);
    virtual ~Climber() = default;

    ClimbResult run(std::span<double> slopes);

  protected:
    int n_edges() const { return static_cast<int>(edges_.size()); }

    // Log-likelihood; `moments`, n x n, are the expected second moments summed over rows. With `inverse`, the inverse
    // information of the slopes, too.
    virtual double expect(const Network& net, double* moments, Reals* inverse) = 0;

    // Whether a log-likelihood can be one. Far out, where the correlation is singular but for rounding, it may be
    // anything; such slopes are as bad as can be.
    virtual bool is_proper(double log_likelihood) const { return std::isfinite(log_likelihood); }

    // Drops what the passes so far have left for the next one, of which slopes that are not proper made nonsense.
    virtual void forget() {}

    // Penalised likelihood and score; with `inverse`, the inverse information too.
    Point evaluate(Reals slopes, Reals* inverse);

    // Scores of the slopes, edges x columns, from second moments, pairs x columns. `places`, n x n, says where pairs
    // that share a family stand; without it they are packed.
    Reals scores_of(const Network& net, const Reals& second, std::int64_t columns,
                    std::span<const int> places = {}) const;

    int n_;
    double n_rows_;
    std::span<const Edge> edges_;
    const ClimbOptions& options_;
    std::vector<std::vector<int>> edges_into_;

  private:
    // The first point: at the slopes, or at smaller ones if those are not proper.
    Point start(Reals slopes, Reals& inverse, int& n_passes);
    void order_nodes();
    Network network_of(const Reals& slopes) const;
    double log_prior(const Network& net) const;
    void carry_over(const Network& net, const Reals& by_scale, std::int64_t columns, Reals& by_edge) const;
    Reals multiply(const Reals& symmetric, const Reals& vector) const;
    void update_inverse(const Point& from, const Point& to, Reals& inverse) const;

    std::vector<int> order_;
};

}  // namespace ordag
