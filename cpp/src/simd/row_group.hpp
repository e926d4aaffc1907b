// SPDX-License-Identifier: MIT
// A few rows side by side, one a lane; see ordag/row_integrals.hpp.
#pragma once

#include <stdint.h>

#include "ordag/row_integrals.hpp"

namespace ordag {

constexpr int max_lanes = 8;
// Factors whose effect on the covariance is stored together.
constexpr int delayed_factors = 4;

// Numbers of one group of rows. Arrays are n x lanes unless stated otherwise, with the `lanes` of row_lanes() of the
// kernel.
struct RowGroup {
    int n;
    int16_t* codes;  // -1 in padding lanes
    double* lower;   // bounds of the boxes
    double* upper;
    double* fixed;  // observed values of continuous coordinates
    const uint8_t* continuous;
    double* shift;  // Gaussian factors
    double* precision;
    double* mean;             // of the current Gaussian
    double* covariance;       // n (n + 1) / 2 x lanes: its lower triangle; n_entries x lanes under a network
    double* columns;          // scratch: delayed_factors x n x lanes
    double* prior_mean;       // given the observed continuous coordinates
    double* log_integral;     // lanes: log of the integral of prior times factors, or what is known of it so far
    double* log_probability;  // lanes: by expectation propagation
};

struct PriorPrecision {
    const double* lower;     // n (n + 1) / 2: lower triangle of the inverse covariance
    double log_determinant;  // of the inverse
};

// The precision of a network and the order in which its nodes are eliminated; see ordag/elimination.hpp.
struct SparsePrior {
    int n_entries;
    const int* order;
    const int* start;
    const int* row;
    const int* pair_start;
    const int* pair;
    const double* precision;  // n_entries
    double log_determinant;   // of the precision
};

// Scratch of the integration of one row.
struct PointScratch {
    double* slope;       // n: of the coordinate at hand on those before it
    int* order;          // n
    double* y;           // n x n_points
    double* log_weight;  // n_points
    double* weighted;    // n_points
};

// Moments of the coordinates of one row that have a box, given all that was observed of it, in the order of
// PointScratch::order.
struct DrawnMoments {
    double* mean;    // count
    double* second;  // count (count + 1) / 2: lower triangle
};

#define ORDAG_ROW_KERNELS                                                                                           \
    int row_lanes();                                                                                                \
    int propagate(const RowGroup& group, const double* prior, const PropagationOptions& options);                   \
    /* The same for rows of levels under a network; the covariance is left at the entries alone. */                 \
    int propagate_network(const RowGroup& group, const SparsePrior& prior, const PropagationOptions& options);      \
    /* Adds the weighted second moments at the entries, n_entries x lanes. */                                       \
    void add_network_moments(const RowGroup& group, const SparsePrior& prior, const double* weights, double* sums); \
    /* Adds the weighted second moments, n (n + 1) / 2 x lanes. */                                                  \
    void add_moments(const RowGroup& group, const double* weights, double* sums);                                   \
    /* Puts the laws that integrate_lane draws from in the place of mean and covariance. */                         \
    void look_ahead(const RowGroup& group, const PriorPrecision& prior);                                            \
    /* The number of coordinates with a box; without `moments` the last of them need not be drawn. */               \
    int integrate_lane(const RowGroup& group, int lane, const IntegrationPoints& points, uint64_t row,              \
                       const PointScratch& scratch, double* log_probability, double* error,                         \
                       const DrawnMoments* moments);

namespace baseline {
ORDAG_ROW_KERNELS
}
namespace avx2 {
ORDAG_ROW_KERNELS
}
namespace avx512 {
ORDAG_ROW_KERNELS
}
#undef ORDAG_ROW_KERNELS

}  // namespace ordag
