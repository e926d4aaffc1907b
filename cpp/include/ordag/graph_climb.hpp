// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "ordag/row_integrals.hpp"

namespace ordag {

struct Edge {
    int from = 0;
    int to = 0;
};

struct ClimbOptions {
    double ridge = 1.0;       // weight of the prior, in rows of independent data
    double tolerance = 0.05;  // stop when the next step promises less, in nats
    int max_passes = 15;      // passes over the rows
    double cutoff = 0.0;      // stop when the log-likelihood with twice the promised gain stays below
    PropagationOptions propagation;
    IntegrationPoints points{};  // with them the integrated likelihood is climbed instead of that of propagation
};

struct ClimbResult {
    double log_likelihood = 0.0;
    double expected_gain = 0.0;  // of one more step, to second order
    int n_passes = 0;
};

// Climbs the observed-data likelihood of a DAG from the given slopes, one per edge, which are left at the best found;
// ordag/maximization/observed.py has the equations. `shift` and `precision` are the factors of integrate_rows.
//
// Steps are taken by the inverse information. The first guess of it is that of the row scores or, where `hidden` has
// for every column the variance of an independent error that would hide as much of it as its levels do, that of a
// Gaussian sample with such errors (quadratic_model.hpp), which needs no pass over the rows.
//
// Cost: a pass is one call of integrate_network, or of integrate_rows if a column is continuous or there are points,
// and O(edges * (n^2 + edges)); row scores add O(edges^2 * rows) to the first. Memory: for row scores second moments of
// 128 rows at a time, n^2 / 2 doubles a row at most, or more rows if 32,768 doubles hold them.
ClimbResult climb_graph(const LatentBoxes& boxes, const double* latent, const double* weights,
                        std::span<const Edge> edges, const ClimbOptions& options, int n_threads,
                        std::span<const double> hidden, std::span<double> slopes, double* shift, double* precision);

// Slopes with unit noise of the network that a DAG makes of a correlation matrix: each node regressed on its parents.
// All three are row-major n x n; slopes of absent edges are zero.
void regression_slopes(int n, const double* correlation, std::span<const std::uint8_t> dag, std::span<double> slopes);

// The information of a table of levels on its latent data, as that of a Gaussian sample observed with errors.
struct GaussianSurrogate {
    const double* second;  // n x n second moments of the sample
    const double* noise;   // n variances of the errors
    double n_rows;
};

// Climbs the likelihood that a surrogate gives a DAG (ordag/maximization/surrogate.py) in the same way. A pass is
// O(n^3).
ClimbResult surrogate_climb(int n, const GaussianSurrogate& surrogate, std::span<const Edge> edges,
                            const ClimbOptions& options, std::span<double> slopes);

// Inverse information of the slopes, edges x edges: that of the covariance of the row scores, with the prior.
// `row_scores`, edges x rows, takes the scores, if it is not null.
std::vector<double> slope_covariance(const LatentBoxes& boxes, const double* latent, const double* weights,
                                     std::span<const Edge> edges, const ClimbOptions& options, int n_threads,
                                     std::span<const double> slopes, double* shift, double* precision,
                                     double* row_scores);

}  // namespace ordag
