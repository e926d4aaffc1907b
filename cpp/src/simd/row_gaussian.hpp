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
// Of the tolerance of expectation propagation: factors that would change by less are left as they are, which spares
// most of the work where only some correlations have changed since the last sweep.
constexpr double negligible_share = 0.1;

inline Pack at(const double* p, long k) { return load(p + k * lanes); }
inline void put(double* p, long k, Pack x) { store(p + k * lanes, x); }

// From the covariance of coordinate i with j to that with j + 1: along its row, then down its column.
inline long down_column(int i, int j) { return static_cast<long>(j < i ? 1 : j + 1) * lanes; }

// Covariances of coordinate i with all coordinates, side by side.
inline void copy_column(const RowGroup& g, int i, double* column) {
    const double* entry = g.covariance + packed_at(i, 0) * lanes;
    for (int j = 0; j < g.n; ++j) {
        put(column, j, load(entry));
        entry += down_column(i, j);
    }
}

// covariance -= gain * column column^T; mean += step * column, with the first of the scratch columns. Only the first
// `size` coordinates.
inline void move(const RowGroup& g, Pack gain, Pack step, int size) {
    double* row = g.covariance;
    for (int a = 0; a < size; ++a) {
        const Pack column_a = at(g.columns, a);
        const Pack scaled = gain * column_a;
        for (int b = 0; b <= a; ++b) put(row, b, at(row, b) - scaled * at(g.columns, b));
        row += static_cast<long>(a + 1) * lanes;
        put(g.mean, a, at(g.mean, a) + step * column_a);
    }
}

inline Mask observed_lanes(const RowGroup& g, int i) {
    Mask mask;
    for (int l = 0; l < lanes; ++l) mask[l] = g.codes[i * lanes + l] >= 0 ? -1 : 0;
    return mask;
}

// Entries that are known as such. Others of a continuous coordinate are missing, or known to lie in a box.
inline Mask exact_lanes(const RowGroup& g, int i) {
    Mask mask;
    for (int l = 0; l < lanes; ++l) mask[l] = is_exact(g.codes[i * lanes + l], g.continuous[i]) ? -1 : 0;
    return mask;
}

inline Mask boxed_lanes(const RowGroup& g, int i) {
    Mask mask;
    for (int l = 0; l < lanes; ++l) mask[l] = is_boxed(g.codes[i * lanes + l], g.continuous[i]) ? -1 : 0;
    return mask;
}

// Whether a coordinate has a factor in some lane.
inline bool has_boxes(const RowGroup& g, int i) { return !g.continuous[i] || any(boxed_lanes(g, i)); }

// A factor, scaled to exp(-precision (y - peak)^2 / 2): in this form the exponents of sharp factors do not cancel.
struct Factor {
    Pack precision, peak;
};

inline Factor factor_of(const RowGroup& g, int i) {
    const Pack precision = at(g.precision, i);
    return {precision, choose(precision > 0.0, at(g.shift, i) / precision, all(0.0))};
}

// The Gaussian without the factor of coordinate i, as seen by that coordinate.
struct Cavity {
    Pack mean, variance;
    Box box;
};

inline Cavity cavity_of(const RowGroup& g, int i, Pack variance) {
    Cavity cavity;
    const Pack mean = at(g.mean, i);
    const Pack shift = at(g.shift, i), precision = at(g.precision, i);
    const Pack rest = larger(1.0 - precision * variance, all(1e-10));
    cavity.variance = variance / rest;
    cavity.mean = (mean - shift * variance) / rest;
    const Pack inverse_sd = 1.0 / square_root(cavity.variance);
    cavity.box = make_box((at(g.lower, i) - cavity.mean) * inverse_sd, (at(g.upper, i) - cavity.mean) * inverse_sd);
    return cavity;
}

// The factor that matches the moments of the truncated cavity.
struct Matched {
    Pack shift, precision;
};

inline Matched matched_factor(const Cavity& cavity) {
    constexpr double least_variance = 1e-8;  // of a box that is hardly wider than a point, in units of the cavity
    const Pack sd = square_root(cavity.variance);
    const Pack m = box_mean(cavity.box);
    const Pack truncated_variance = larger(box_variance(cavity.box, m), all(least_variance)) * cavity.variance;
    const Pack truncated_mean = cavity.mean + cavity.box.sign * sd * m;
    const Pack precision = larger(1.0 / truncated_variance - 1.0 / cavity.variance, all(0.0));
    const Pack shift =
        choose(precision > 0.0, truncated_mean / truncated_variance - cavity.mean / cavity.variance, all(0.0));
    return {shift, precision};
}

inline Pack size_of(Pack x) { return larger(x, -x); }

// How far the factor of coordinate i is from another, in units of the marginal it acts on.
inline Pack change_of(const RowGroup& g, int i, Pack variance, const Matched& factor) {
    const Pack d_precision = factor.precision - at(g.precision, i), d_shift = factor.shift - at(g.shift, i);
    const Pack pull = (d_shift - d_precision * at(g.mean, i)) * square_root(variance);
    return larger(size_of(d_precision * variance), size_of(pull));
}

// log Z of expectation propagation: the integral of prior times factors, each factor scaled so that the integral over
// its cavity equals the mass of the box there. The exponent of the first is -1/2 sum precision (peak - mean) (peak -
// prior mean) over factors, as the Gaussian's mean is where prior and factors balance. `variance_of` gives the variance
// of a coordinate.
template <class VarianceOf>
void finish(const RowGroup& g, const VarianceOf& variance_of) {
    Pack total = at(g.log_integral, 0);
    for (int i = 0; i < g.n; ++i) {
        if (!has_boxes(g, i)) continue;
        const Factor factor = factor_of(g, i);
        const Cavity cavity = cavity_of(g, i, variance_of(i));
        const Pack log_mass = log_positive(cavity.box.mass) + cavity.box.log_unit;
        const Pack off = cavity.mean - factor.peak, ratio = 1.0 + factor.precision * cavity.variance;
        const Pack pull = at(g.shift, i) - factor.precision * at(g.mean, i);
        const Pack exponent = off * off * factor.precision / ratio - pull * (factor.peak - at(g.prior_mean, i));
        total += choose(boxed_lanes(g, i), log_mass + 0.5 * (exponent + log_positive(ratio)), all(0.0));
    }
    put(g.log_probability, 0, total);
}

}  // namespace
}  // namespace ordag::ORDAG_SIMD
