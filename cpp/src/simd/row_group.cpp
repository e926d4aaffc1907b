// SPDX-License-Identifier: MIT
#include "simd/row_group.hpp"

#include "simd/normal_lanes.hpp"

namespace ordag::ORDAG_SIMD {
namespace {

constexpr double log_two_pi = 1.8378770664093454836;

inline long triangle(int i, int j) { return i >= j ? static_cast<long>(i) * (i + 1) / 2 + j : triangle(j, i); }

inline Reals at(const double* p, long k) { return load(p + k * lanes); }
inline void put(double* p, long k, Reals x) { store(p + k * lanes, x); }

// Covariances of coordinate i with all coordinates, side by side.
void copy_column(const RowGroup& g, int i) {
    for (int j = 0; j <= i; ++j) put(g.column, j, at(g.covariance, triangle(i, j)));
    for (int j = i + 1; j < g.n; ++j) put(g.column, j, at(g.covariance, triangle(j, i)));
}

// covariance -= gain * column column^T; mean += step * column.
void move(const RowGroup& g, Reals gain, Reals step) {
    double* row = g.covariance;
    for (int a = 0; a < g.n; ++a) {
        const Reals column_a = at(g.column, a);
        const Reals scaled = gain * column_a;
        for (int b = 0; b <= a; ++b) put(row, b, at(row, b) - scaled * at(g.column, b));
        row += static_cast<long>(a + 1) * lanes;
        put(g.mean, a, at(g.mean, a) + step * column_a);
    }
}

// log of the integral of N(y; mean, variance) exp(shift y - precision y^2 / 2).
inline Reals log_factor_integral(Reals mean, Reals variance, Reals shift, Reals precision) {
    const Reals ratio = 1.0 + precision * variance;
    return 0.5 *
           ((shift * shift * variance + 2.0 * shift * mean - precision * mean * mean) / ratio - log_positive(ratio));
}

// Multiplies the Gaussian by exp(shift y_i - precision y_i^2 / 2).
void multiply(const RowGroup& g, int i, Reals shift, Reals precision) {
    copy_column(g, i);
    const Reals variance = at(g.column, i), mean = at(g.mean, i);
    const Reals inverse = 1.0 / (1.0 + precision * variance);
    put(g.log_integral, 0, at(g.log_integral, 0) + log_factor_integral(mean, variance, shift, precision));
    move(g, precision * inverse, (shift - precision * mean) * inverse);
    // The coordinate's own covariances again, without the subtraction that loses the digits of a sharp factor.
    for (int j = 0; j < g.n; ++j) put(g.covariance, triangle(i, j), inverse * at(g.column, j));
}

Mask observed_lanes(const RowGroup& g, int i) {
    Mask mask;
    for (int l = 0; l < lanes; ++l) mask[l] = g.codes[i * lanes + l] >= 0 ? -1 : 0;
    return mask;
}

// Conditions the Gaussian on the observed values of a continuous coordinate.
void condition(const RowGroup& g, int i) {
    const Mask observed = observed_lanes(g, i);
    copy_column(g, i);
    const Reals variance = at(g.column, i), residual = at(g.fixed, i) - at(g.mean, i);
    const Reals inverse = 1.0 / variance;
    const Reals log_density = -0.5 * (residual * residual * inverse + log_positive(variance) + log_two_pi);
    put(g.log_integral, 0, at(g.log_integral, 0) + choose(observed, log_density, all(0.0)));
    move(g, choose(observed, inverse, all(0.0)), choose(observed, residual * inverse, all(0.0)));
}

// The Gaussian without the factor of coordinate i, as seen by that coordinate.
struct Cavity {
    Reals mean, variance;
    Box box;
};

inline Cavity cavity_of(const RowGroup& g, int i) {
    Cavity cavity;
    const Reals variance = at(g.covariance, triangle(i, i)), mean = at(g.mean, i);
    const Reals shift = at(g.shift, i), precision = at(g.precision, i);
    const Reals rest = larger(1.0 - precision * variance, all(1e-10));
    cavity.variance = variance / rest;
    cavity.mean = (mean - shift * variance) / rest;
    const Reals inverse_sd = 1.0 / square_root(cavity.variance);
    cavity.box = make_box((at(g.lower, i) - cavity.mean) * inverse_sd, (at(g.upper, i) - cavity.mean) * inverse_sd);
    return cavity;
}

// Replaces the factor of coordinate i by the one that matches the moments of the truncated cavity, in the lanes that
// still move: a row must not depend on its neighbours. Returns the size of the change.
Reals refresh(const RowGroup& g, int i, Mask moving) {
    constexpr double least_variance = 1e-8;  // of a box that is hardly wider than a point, in units of the cavity
    const Cavity cavity = cavity_of(g, i);
    const Reals sd = square_root(cavity.variance);
    const Reals m = box_mean(cavity.box);
    const Reals truncated_variance = larger(box_variance(cavity.box, m), all(least_variance)) * cavity.variance;
    const Reals truncated_mean = cavity.mean + cavity.box.sign * sd * m;
    const Reals precision = larger(1.0 / truncated_variance - 1.0 / cavity.variance, all(0.0));
    const Reals shift = truncated_mean / truncated_variance - cavity.mean / cavity.variance;
    const Mask wanted = observed_lanes(g, i) & moving;
    const Reals d_precision = choose(wanted, precision - at(g.precision, i), all(0.0));
    const Reals d_shift = choose(wanted, shift - at(g.shift, i), all(0.0));
    const Reals variance = at(g.covariance, triangle(i, i));
    const Reals change = d_precision * variance;
    const Reals pull = (d_shift - d_precision * at(g.mean, i)) * square_root(variance);
    multiply(g, i, d_shift, d_precision);
    put(g.precision, i, at(g.precision, i) + d_precision);
    put(g.shift, i, at(g.shift, i) + d_shift);
    return larger(larger(change, -change), larger(pull, -pull));
}

// log Z of expectation propagation: the integral of prior times factors, each factor scaled so that the integral over
// its cavity equals the mass of the box there.
void finish(const RowGroup& g) {
    Reals total = at(g.log_integral, 0);
    for (int i = 0; i < g.n; ++i) {
        if (g.continuous[i]) continue;
        const Cavity cavity = cavity_of(g, i);
        const Reals log_mass = log_positive(cavity.box.mass) + cavity.box.log_unit;
        const Reals log_factor = log_factor_integral(cavity.mean, cavity.variance, at(g.shift, i), at(g.precision, i));
        total += choose(observed_lanes(g, i), log_mass - log_factor, all(0.0));
    }
    put(g.log_probability, 0, total);
}

// Coordinates of one row that still need integration.
int order_of(const RowGroup& g, int lane, int* order) {
    int count = 0;
    for (int i = 0; i < g.n; ++i)
        if (!g.continuous[i] && g.codes[i * lanes + lane] >= 0) order[count++] = i;
    return count;
}

// Cholesky factor of the row's covariance over the coordinates of `order`.
void cholesky(const RowGroup& g, int lane, const int* order, int count, double* factor) {
    for (int a = 0; a < count; ++a)
        for (int b = 0; b <= a; ++b) {
            double sum = g.covariance[triangle(order[a], order[b]) * lanes + lane];
            for (int c = 0; c < b; ++c) sum -= factor[a * g.n + c] * factor[b * g.n + c];
            factor[a * g.n + b] = a == b ? sqrt(sum > 1e-14 ? sum : 1e-14) : sum / factor[b * g.n + b];
        }
}

// How one coordinate of a row is drawn and weighed given those before it: N(centre, variance) without its own factor is
// the proposal, cut to the box.
struct Step {
    const double* factor;  // row of the Cholesky factor: a entries before its own
    int a;
    double mean, variance, inverse_sd, shift, inverse_rest;
    double proposal_sd, inverse_proposal_sd, inverse_proposal_variance, log_scale, lower, upper;
};

Step step_of(const RowGroup& g, int lane, const PointScratch& scratch, int a) {
    const int k = scratch.order[a] * lanes + lane;
    const double* factor = scratch.factor + static_cast<long>(a) * g.n;
    const double variance = factor[a] * factor[a], rest = 1.0 - g.precision[k] * variance;
    const double inverse_rest = 1.0 / (rest > 1e-12 ? rest : 1e-12), proposal_variance = variance * inverse_rest;
    const double proposal_sd = sqrt(proposal_variance);
    return {factor,
            a,
            g.mean[k],
            variance,
            1.0 / factor[a],
            g.shift[k],
            inverse_rest,
            proposal_sd,
            1.0 / proposal_sd,
            1.0 / proposal_variance,
            0.5 * log(inverse_rest),
            g.lower[k],
            g.upper[k]};
}

// A random shift of the point set, one per row, part and coordinate.
double shift_of(uint64_t row, int a, int part, uint64_t seed) {
    const Words words = philox(same(row & 0xFFFFFFFFull), same(static_cast<uint64_t>(a)),
                               same(static_cast<uint64_t>(part)), same(row >> 32), seed);
    return unit_interval(words.w0, words.w1)[0];
}

// Shifted points. Folding makes the integrand periodic, which shifted lattices reward with a faster rate.
inline Reals folded(Reals u, double shift) {
    u += shift;
    u = choose(u >= 1.0, u - 1.0, u);
    u = choose(u < 0.5, 2.0 * u, 2.0 - 2.0 * u);
    return smaller(larger(u, all(0x1p-53)), all(1.0 - 0x1p-53));
}

// Points p ... p + lanes - 1 one coordinate further. The draw is left out where it is not needed any more.
inline void advance(const Step& s, const IntegrationPoints& points, const PointScratch& scratch, int p, double shift,
                    bool last) {
    const long n_points = points.n_points;
    Reals centre = all(s.mean);
    for (int b = 0; b < s.a; ++b) centre += s.factor[b] * load(scratch.z + b * n_points + p);
    const Reals mean = (centre - s.shift * s.variance) * s.inverse_rest;
    const Box box = make_box((s.lower - mean) * s.inverse_proposal_sd, (s.upper - mean) * s.inverse_proposal_sd);
    const Reals standard = centre * s.inverse_sd;
    const Reals log_weight = log_positive(box.mass) + box.log_unit + s.log_scale +
                             0.5 * (mean * mean * s.inverse_proposal_variance - standard * standard);
    store(scratch.log_weight + p, load(scratch.log_weight + p) + log_weight);
    if (last) return;
    const Reals y =
        mean + s.proposal_sd * box.sign * box_quantile(box, folded(load(points.unit + s.a * n_points + p), shift));
    store(scratch.z + s.a * n_points + p, (y - centre) * s.inverse_sd);
}

// Logarithm of the mean weight and its relative standard error from the spread of the parts.
void average(const IntegrationPoints& points, const double* log_weight, double* log_mean, double* error) {
    const int part = points.n_points / points.n_replicates;
    double top = log_weight[0];
    for (int p = 1; p < points.n_points; ++p) top = log_weight[p] > top ? log_weight[p] : top;
    double sum = 0.0, sum_of_squares = 0.0;
    for (int k = 0; k < points.n_replicates; ++k) {
        Reals part_sum = all(0.0);
        for (int p = k * part; p < (k + 1) * part; p += lanes) part_sum += exp_negative(load(log_weight + p) - top);
        const double value = sum_of(part_sum) / part;
        sum += value;
        sum_of_squares += value * value;
    }
    const double mean = sum / points.n_replicates, spread = sum_of_squares / points.n_replicates - mean * mean;
    *log_mean = top + log(mean);
    *error = points.n_replicates > 1 && spread > 0.0 ? sqrt(spread / (points.n_replicates - 1)) / mean : 0.0;
}

}  // namespace

int row_lanes() { return lanes; }

int propagate(const RowGroup& g, const double* prior, const PropagationOptions& options) {
    for (long k = 0; k < triangle(g.n, 0); ++k) put(g.covariance, k, all(prior[k]));
    for (int i = 0; i < g.n; ++i) put(g.mean, i, all(0.0));
    put(g.log_integral, 0, all(0.0));
    for (int i = 0; i < g.n; ++i)
        if (g.continuous[i]) condition(g, i);
    for (int i = 0; i < g.n; ++i)
        if (!g.continuous[i]) multiply(g, i, at(g.shift, i), at(g.precision, i));
    int sweep = 0;
    for (Mask moving = all(0.0) < 1.0; any(moving) && sweep < options.max_sweeps; ++sweep) {
        Reals change = all(0.0);
        for (int i = 0; i < g.n; ++i)
            if (!g.continuous[i]) change = larger(change, refresh(g, i, moving));
        moving = change > options.tolerance;
    }
    finish(g);
    return sweep;
}

void integrate_lane(const RowGroup& g, int lane, const IntegrationPoints& points, uint64_t row,
                    const PointScratch& scratch, double* log_probability, double* error) {
    const int count = order_of(g, lane, scratch.order), part = points.n_points / points.n_replicates;
    cholesky(g, lane, scratch.order, count, scratch.factor);
    for (int p = 0; p < points.n_points; ++p) scratch.log_weight[p] = 0.0;
    for (int a = 0; a < count; ++a) {
        const Step step = step_of(g, lane, scratch, a);
        for (int k = 0; k < points.n_replicates; ++k) {
            const double shift = shift_of(row, a, k, points.seed);
            for (int p = k * part; p < (k + 1) * part; p += lanes)
                advance(step, points, scratch, p, shift, a + 1 == count);
        }
    }
    average(points, scratch.log_weight, log_probability, error);
    *log_probability += g.log_integral[lane];
}

}  // namespace ordag::ORDAG_SIMD
