// SPDX-License-Identifier: MIT
// What expectation propagation and the integration points share: a Gaussian a lane, stored side by side in a RowGroup.
// All in an unnamed namespace, as in normal_lanes.hpp.
#pragma once

#include "packed.hpp"
#include "simd/normal_lanes.hpp"
#include "simd/row_group.hpp"

namespace ordag::ORDAG_SIMD {
namespace {

constexpr double log_two_pi = 1.8378770664093454836;

inline Pack at(const double* p, long k) { return load(p + k * lanes); }
inline void put(double* p, long k, Pack x) { store(p + k * lanes, x); }

// From the covariance of coordinate i with j to that with j + 1: along its row, then down its column.
inline long down_column(int i, int j) { return static_cast<long>(j < i ? 1 : j + 1) * lanes; }

// Covariances of coordinate i with all coordinates, side by side.
void copy_column(const RowGroup& g, int i, double* column) {
    const double* entry = g.covariance + packed_at(i, 0) * lanes;
    for (int j = 0; j < g.n; ++j) {
        put(column, j, load(entry));
        entry += down_column(i, j);
    }
}

// covariance -= gain * column column^T; mean += step * column, with the first of the scratch columns. Only the first
// `size` coordinates.
void move(const RowGroup& g, Pack gain, Pack step, int size) {
    double* row = g.covariance;
    for (int a = 0; a < size; ++a) {
        const Pack column_a = at(g.columns, a);
        const Pack scaled = gain * column_a;
        for (int b = 0; b <= a; ++b) put(row, b, at(row, b) - scaled * at(g.columns, b));
        row += static_cast<long>(a + 1) * lanes;
        put(g.mean, a, at(g.mean, a) + step * column_a);
    }
}

Mask observed_lanes(const RowGroup& g, int i) {
    Mask mask;
    for (int l = 0; l < lanes; ++l) mask[l] = g.codes[i * lanes + l] >= 0 ? -1 : 0;
    return mask;
}

// A factor, scaled to exp(-precision (y - peak)^2 / 2): in this form the exponents of sharp factors do not cancel.
struct Factor {
    Pack precision, peak;
};

inline Factor factor_of(const RowGroup& g, int i) {
    const Pack precision = at(g.precision, i);
    return {precision, choose(precision > 0.0, at(g.shift, i) / precision, all(0.0))};
}

}  // namespace
}  // namespace ordag::ORDAG_SIMD
