// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "ordag/truncated_gibbs.hpp"

namespace ordag {

// Expectation propagation (Minka 2001; Cunningham, Hennig, Lacoste-Julien 2011) of the Gaussian N(0, covariance) over
// the box of every row: each box side is replaced by a Gaussian factor exp(shift * y - precision * y^2 / 2) that keeps
// mean and variance.
struct PropagationOptions {
    int max_sweeps = 20;
    double tolerance = 1e-6;  // largest change of a factor, in units of the marginal it acts on
};

// What is wanted; null pointers are not computed. Coordinate-major arrays as in LatentBoxes.
struct RowIntegrals {
    double* log_probability = nullptr;  // n_rows: log of the mass of the row's box (density for continuous entries)
    double* error = nullptr;            // n_rows: its standard error, 0 without integration points
    double* mean = nullptr;             // n x n_rows: E[y | box]
    double* second = nullptr;           // n (n + 1) / 2 x n_rows: E[y_i y_j | box], entry i (i + 1) / 2 + j, j <= i
    double* moments = nullptr;  // n x n: weighted sum over rows of E[y y^T | box]; integrated if there are points
    std::int64_t* n_sweeps = nullptr;  // 1: sweeps used, over all groups of rows
};

// Integration points: n_points points of [0, 1)^n, coordinate-major (n x n_points), in n_replicates equal parts. Every
// part gets its own random shift, which depends on what stands in the row. Both are powers of two, and a part has 16
// points or more. Rows of two coordinates, and with 256 points those of three, use a lattice of their own in twice as
// many parts.
struct IntegrationPoints {
    const double* unit = nullptr;
    int n_points = 0;
    int n_replicates = 1;
    std::uint64_t seed = 0;
};

// Moments and log-probabilities of all rows.
//
// Without points, all is that of expectation propagation. With points log-probabilities and the summed moments are
// integrated (mean and second stay those of propagation): coordinates are
// drawn one after the other from the box, looking ahead through the Gaussian factors of the coordinates still to come
// (sequential conditioning with an optimised proposal), and the weights are averaged; this is unbiased whatever the
// factors are. `shift` and `precision` (n x n_rows) are the factors, read as a start and left at their last value;
// zeros are a good start. `latent` (n x n_rows) holds the observed values of continuous coordinates.
//
// The standard error of an integrated log-probability is the spread of the parts, and at least what rounding may do:
// 1e-16 of the value times the largest variance inflation. Thousands of conditional standard deviations out (far
// thresholds under a nearly singular covariance) propagation has lost five digits of its own log-probability; the
// integrated one has not.
//
// Cost a row: about 5 n^3 / 2 multiplications for the sweeps, n_points * (n^2 / 2 + n truncated draws) for the points.
// The result does not depend on the number of threads.
void integrate_rows(const LatentBoxes& boxes, const double* covariance, const double* latent, const double* weights,
                    const PropagationOptions& options, const IntegrationPoints& points, int n_threads, double* shift,
                    double* precision, const RowIntegrals& wanted);

}  // namespace ordag
