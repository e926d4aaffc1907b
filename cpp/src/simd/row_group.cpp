// SPDX-License-Identifier: MIT
#include "simd/row_group.hpp"

#include "simd/normal_lanes.hpp"

namespace ordag::ORDAG_SIMD {
namespace {

constexpr double log_two_pi = 1.8378770664093454836;
// Variance of a continuous coordinate given others below which it counts as this much; that of its own is one.
constexpr double least_left = 1e-10;
// Of the tolerance: factors that would change by less are left as they are, which spares most of the work where only
// some correlations have changed since the last sweep.
constexpr double negligible_share = 0.1;

inline long triangle(int i, int j) { return i >= j ? static_cast<long>(i) * (i + 1) / 2 + j : triangle(j, i); }

inline Reals at(const double* p, long k) { return load(p + k * lanes); }
inline void put(double* p, long k, Reals x) { store(p + k * lanes, x); }

// From the covariance of coordinate i with j to that with j + 1: along its row, then down its column.
inline long down_column(int i, int j) { return static_cast<long>(j < i ? 1 : j + 1) * lanes; }

// Covariances of coordinate i with all coordinates, side by side.
void copy_column(const RowGroup& g, int i, double* column) {
    const double* entry = g.covariance + triangle(i, 0) * lanes;
    for (int j = 0; j < g.n; ++j) {
        put(column, j, load(entry));
        entry += down_column(i, j);
    }
}

void shift_mean(const RowGroup& g, Reals step, const double* column) {
    for (int a = 0; a < g.n; ++a) put(g.mean, a, at(g.mean, a) + step * at(column, a));
}

// covariance -= gain * column column^T; mean += step * column, with the first of the scratch columns. Only the first
// `size` coordinates.
void move(const RowGroup& g, Reals gain, Reals step, int size) {
    double* row = g.covariance;
    for (int a = 0; a < size; ++a) {
        const Reals column_a = at(g.columns, a);
        const Reals scaled = gain * column_a;
        for (int b = 0; b <= a; ++b) put(row, b, at(row, b) - scaled * at(g.columns, b));
        row += static_cast<long>(a + 1) * lanes;
        put(g.mean, a, at(g.mean, a) + step * column_a);
    }
}

// Factors exp(shift y_i - precision y_i^2 / 2) that have been multiplied into the mean but not yet into the covariance,
// which is a matter of memory more than of arithmetic: each of them takes gain * column column^T from it. The
// covariances of the coordinate itself are known without that subtraction, which loses the digits of a sharp factor.
struct Delayed {
    int count = 0;
    int coordinate[delayed_factors];
    Reals gain[delayed_factors], shrink[delayed_factors];
    Reals ratio = all(1.0);  // of the determinants before and after
};

inline double* column_of(const RowGroup& g, int k) { return g.columns + static_cast<long>(k) * g.n * lanes; }

// The covariances of coordinate i, in the scratch column that is next, when `count` factors are delayed: what they take
// from it is subtracted in one go.
template <int count>
void write_current_column(const RowGroup& g, const Delayed& delayed, int i, double* column) {
    const double* other[count + 1];
    Reals scaled[count + 1];
    for (int k = 0; k < count; ++k) {
        other[k] = column_of(g, k);
        scaled[k] = delayed.gain[k] * at(other[k], i);
    }
    const double* entry = g.covariance + triangle(i, 0) * lanes;
    for (int j = 0; j < g.n; ++j) {
        Reals value = load(entry);
        for (int k = 0; k < count; ++k) value -= scaled[k] * at(other[k], j);
        put(column, j, value);
        entry += down_column(i, j);
    }
    for (int k = 0; k < count; ++k) {
        const int own = delayed.coordinate[k];
        Reals value = delayed.shrink[k] * at(other[k], i);
        for (int later = k + 1; later < count; ++later) value -= scaled[later] * at(other[later], own);
        put(column, own, value);
    }
}

double* current_column(const RowGroup& g, const Delayed& delayed, int i) {
    static_assert(delayed_factors == 4);
    double* column = column_of(g, delayed.count);
    switch (delayed.count) {
        case 0:
            write_current_column<0>(g, delayed, i, column);
            break;
        case 1:
            write_current_column<1>(g, delayed, i, column);
            break;
        case 2:
            write_current_column<2>(g, delayed, i, column);
            break;
        default:
            write_current_column<3>(g, delayed, i, column);
    }
    return column;
}

// The variance of coordinate i, whose own factor is not among the delayed ones.
Reals current_variance(const RowGroup& g, const Delayed& delayed, int i) {
    Reals variance = at(g.covariance, triangle(i, i));
    for (int k = 0; k < delayed.count; ++k) {
        const Reals own = at(column_of(g, k), i);
        variance -= delayed.gain[k] * own * own;
    }
    return variance;
}

// Multiplies all delayed factors into the covariance, and their determinants into the integral.
void catch_up(const RowGroup& g, Delayed& delayed) {
    if (delayed.count == 0) return;
    for (int k = delayed.count; k < delayed_factors; ++k) {
        delayed.gain[k] = all(0.0);
        for (int j = 0; j < g.n; ++j) put(column_of(g, k), j, all(0.0));
    }
    const double *c0 = column_of(g, 0), *c1 = column_of(g, 1), *c2 = column_of(g, 2), *c3 = column_of(g, 3);
    static_assert(delayed_factors == 4);
    struct Scaled {
        Reals s0, s1, s2, s3;
    };
    const auto scaled = [&](int a) {
        return Scaled{delayed.gain[0] * at(c0, a), delayed.gain[1] * at(c1, a), delayed.gain[2] * at(c2, a),
                      delayed.gain[3] * at(c3, a)};
    };
    const auto take = [&](double* row, int b, const Scaled& s) {
        put(row, b, at(row, b) - s.s0 * at(c0, b) - s.s1 * at(c1, b) - s.s2 * at(c2, b) - s.s3 * at(c3, b));
    };
    // Two rows at a time, for which the columns are read once.
    double* row = g.covariance;
    int a = 0;
    for (; a + 1 < g.n; a += 2) {
        double* const next = row + static_cast<long>(a + 1) * lanes;
        const Scaled first = scaled(a), second = scaled(a + 1);
        for (int b = 0; b <= a; ++b) {
            take(row, b, first);
            take(next, b, second);
        }
        take(next, a + 1, second);
        row = next + static_cast<long>(a + 2) * lanes;
    }
    if (a < g.n) {
        const Scaled last = scaled(a);
        for (int b = 0; b <= a; ++b) take(row, b, last);
    }
    for (int k = 0; k < delayed.count; ++k) {
        const int i = delayed.coordinate[k];
        const double* own = column_of(g, k);
        const Reals shrink = delayed.shrink[k];
        // What later factors take from the column of this one.
        const Reals s1 = k < 1 ? delayed.gain[1] * at(c1, i) : all(0.0);
        const Reals s2 = k < 2 ? delayed.gain[2] * at(c2, i) : all(0.0);
        const Reals s3 = k < 3 ? delayed.gain[3] * at(c3, i) : all(0.0);
        double* entry = g.covariance + triangle(i, 0) * lanes;
        for (int j = 0; j < g.n; ++j) {
            store(entry, shrink * at(own, j) - s1 * at(c1, j) - s2 * at(c2, j) - s3 * at(c3, j));
            entry += down_column(i, j);
        }
    }
    put(g.log_integral, 0, at(g.log_integral, 0) - 0.5 * log_positive(delayed.ratio));
    delayed.ratio = all(1.0);
    delayed.count = 0;
}

// Multiplies the Gaussian by exp(shift y_i - precision y_i^2 / 2), given the current column of i. Of its integral only
// the determinant is kept track of; finish() knows the exponent.
void multiply(const RowGroup& g, Delayed& delayed, int i, const double* column, Reals shift, Reals precision) {
    const Reals ratio = 1.0 + precision * at(column, i), inverse = 1.0 / ratio;
    delayed.ratio *= ratio;
    shift_mean(g, (shift - precision * at(g.mean, i)) * inverse, column);
    delayed.coordinate[delayed.count] = i;
    delayed.gain[delayed.count] = precision * inverse;
    delayed.shrink[delayed.count] = inverse;
    if (++delayed.count == delayed_factors) catch_up(g, delayed);
}

Mask observed_lanes(const RowGroup& g, int i) {
    Mask mask;
    for (int l = 0; l < lanes; ++l) mask[l] = g.codes[i * lanes + l] >= 0 ? -1 : 0;
    return mask;
}

// Conditions the Gaussian on the observed values of a continuous coordinate.
void condition(const RowGroup& g, int i) {
    const Mask observed = observed_lanes(g, i);
    copy_column(g, i, g.columns);
    // Of a coordinate that the others tell nearly exactly, rounding may leave no variance, or less than none.
    const Reals variance = larger(at(g.columns, i), all(least_left));
    const Reals residual = at(g.fixed, i) - at(g.mean, i);
    const Reals inverse = 1.0 / variance;
    const Reals log_density = -0.5 * (residual * residual * inverse + log_positive(variance) + log_two_pi);
    put(g.log_integral, 0, at(g.log_integral, 0) + choose(observed, log_density, all(0.0)));
    move(g, choose(observed, inverse, all(0.0)), choose(observed, residual * inverse, all(0.0)), g.n);
    put(g.mean, i, choose(observed, at(g.fixed, i), at(g.mean, i)));
    double* entry = g.covariance + triangle(i, 0) * lanes;
    for (int j = 0; j < g.n; ++j) {
        store(entry, choose(observed, all(0.0), load(entry)));
        entry += down_column(i, j);
    }
}

// The Gaussian without the factor of coordinate i, as seen by that coordinate.
struct Cavity {
    Reals mean, variance;
    Box box;
};

inline Cavity cavity_of(const RowGroup& g, int i, Reals variance) {
    Cavity cavity;
    const Reals mean = at(g.mean, i);
    const Reals shift = at(g.shift, i), precision = at(g.precision, i);
    const Reals rest = larger(1.0 - precision * variance, all(1e-10));
    cavity.variance = variance / rest;
    cavity.mean = (mean - shift * variance) / rest;
    const Reals inverse_sd = 1.0 / square_root(cavity.variance);
    cavity.box = make_box((at(g.lower, i) - cavity.mean) * inverse_sd, (at(g.upper, i) - cavity.mean) * inverse_sd);
    return cavity;
}

inline Reals size_of(Reals x) { return larger(x, -x); }

// Replaces the factor of coordinate i by the one that matches the moments of the truncated cavity, in the lanes that
// still move and where that changes it by more than `negligible`: a row must not depend on its neighbours. Returns the
// size of the change.
Reals refresh(const RowGroup& g, Delayed& delayed, int i, Mask moving, double negligible) {
    constexpr double least_variance = 1e-8;  // of a box that is hardly wider than a point, in units of the cavity
    const Reals variance = current_variance(g, delayed, i);
    const Cavity cavity = cavity_of(g, i, variance);
    const Reals sd = square_root(cavity.variance);
    const Reals m = box_mean(cavity.box);
    const Reals truncated_variance = larger(box_variance(cavity.box, m), all(least_variance)) * cavity.variance;
    const Reals truncated_mean = cavity.mean + cavity.box.sign * sd * m;
    const Reals precision = larger(1.0 / truncated_variance - 1.0 / cavity.variance, all(0.0));
    const Reals shift =
        choose(precision > 0.0, truncated_mean / truncated_variance - cavity.mean / cavity.variance, all(0.0));
    const Reals d_precision = precision - at(g.precision, i), d_shift = shift - at(g.shift, i);
    const Reals pull = (d_shift - d_precision * at(g.mean, i)) * square_root(variance);
    const Reals change = larger(size_of(d_precision * variance), size_of(pull));
    const Mask wanted = observed_lanes(g, i) & moving & (change > negligible);
    if (any(wanted)) {
        const Reals none = all(0.0);
        multiply(g, delayed, i, current_column(g, delayed, i), choose(wanted, d_shift, none),
                 choose(wanted, d_precision, none));
        put(g.precision, i, choose(wanted, precision, at(g.precision, i)));
        put(g.shift, i, choose(wanted, shift, at(g.shift, i)));
    }
    return choose(wanted, change, all(0.0));
}

// A factor, scaled to exp(-precision (y - peak)^2 / 2): in this form the exponents of sharp factors do not cancel.
struct Factor {
    Reals precision, peak;
};

inline Factor factor_of(const RowGroup& g, int i) {
    const Reals precision = at(g.precision, i);
    return {precision, choose(precision > 0.0, at(g.shift, i) / precision, all(0.0))};
}

// log Z of expectation propagation: the integral of prior times factors, each factor scaled so that the integral over
// its cavity equals the mass of the box there. The exponent of the first is -1/2 sum precision (peak - mean) (peak -
// prior mean) over factors, as the Gaussian's mean is where prior and factors balance.
void finish(const RowGroup& g) {
    Reals total = at(g.log_integral, 0);
    for (int i = 0; i < g.n; ++i) {
        if (g.continuous[i]) continue;
        const Factor factor = factor_of(g, i);
        const Cavity cavity = cavity_of(g, i, at(g.covariance, triangle(i, i)));
        const Reals log_mass = log_positive(cavity.box.mass) + cavity.box.log_unit;
        const Reals off = cavity.mean - factor.peak, ratio = 1.0 + factor.precision * cavity.variance;
        const Reals pull = at(g.shift, i) - factor.precision * at(g.mean, i);
        const Reals exponent = off * off * factor.precision / ratio - pull * (factor.peak - at(g.prior_mean, i));
        total += choose(observed_lanes(g, i), log_mass + 0.5 * (exponent + log_positive(ratio)), all(0.0));
    }
    put(g.log_probability, 0, total);
}

// The laws from which coordinates are drawn one after the other. Coordinate i given those before it follows the prior
// times the factors of those after it, which have been integrated out: a Gaussian of precision p and mean
// (h - sum of k_j y_j over j < i) / p. After look_ahead(), p and k_j are row i of `covariance`, and h is `mean`. In
// terms of precisions nothing is lost however sharp the factors are: p never meets the precision of its own factor.

// Takes coordinate i out of the lanes of the mask, with its column's share of the others and of the integral.
void take_out(const RowGroup& g, int i, Mask mask, Reals gain, Reals step, Reals log_integral) {
    const Reals none = all(0.0);
    move(g, choose(mask, gain, none), choose(mask, step, none), g.n);
    put(g.log_integral, 0, at(g.log_integral, 0) + choose(mask, log_integral, none));
    for (int j = 0; j < g.n; ++j)
        put(g.covariance, triangle(i, j), choose(mask, i == j ? all(1.0) : none, at(g.covariance, triangle(i, j))));
    put(g.mean, i, choose(mask, none, at(g.mean, i)));
}

// Observed continuous entries are conditioned on, missing entries integrated out.
void take_out_exactly(const RowGroup& g, int i) {
    const Mask observed = observed_lanes(g, i);
    copy_column(g, i, g.columns);
    const Reals p = at(g.columns, i), h = at(g.mean, i), value = at(g.fixed, i);
    if (any(~observed)) take_out(g, i, ~observed, 1.0 / p, -h / p, 0.5 * (h * h / p - log_positive(p)));
    if (g.continuous[i] && any(observed))
        take_out(g, i, observed, all(0.0), -value, value * (h - 0.5 * p * value) - 0.5 * log_two_pi);
}

// Integrates coordinate i with its factor out of those before it.
void integrate_out(const RowGroup& g, int i) {
    const Factor factor = factor_of(g, i);
    copy_column(g, i, g.columns);
    const Reals p = at(g.columns, i), h = at(g.mean, i), pull = factor.precision * factor.peak;
    const Reals inverse = 1.0 / (p + factor.precision);
    const Reals exponent = (h * (h + 2.0 * pull) - p * pull * factor.peak) * inverse;
    put(g.log_integral, 0, at(g.log_integral, 0) + 0.5 * (exponent + log_positive(inverse)));
    move(g, inverse, -(h + pull) * inverse, i);
}

// Coordinates of one row that still need integration.
int order_of(const RowGroup& g, int lane, int* order) {
    int count = 0;
    for (int i = 0; i < g.n; ++i)
        if (!g.continuous[i] && g.codes[i * lanes + lane] >= 0) order[count++] = i;
    return count;
}

// How one coordinate of a row is drawn and weighed given the a ones before it: N(base + slope . y, sd^2), cut to the
// box. The weight is the mass of the box over the mean of the coordinate's own factor, which the coordinates before it
// have looked ahead through.
struct Step {
    const double* slope;
    int a;
    double base, sd, inverse_sd, peak, half_precision, log_scale, lower, upper;
};

Step step_of(const RowGroup& g, int lane, const PointScratch& scratch, int a) {
    const int i = scratch.order[a], k = i * lanes + lane;
    const double* row = g.covariance + triangle(i, 0) * lanes + lane;
    const double p = row[i * lanes], precision = g.precision[k], together = p + precision;
    for (int b = 0; b < a; ++b) scratch.slope[b] = -row[scratch.order[b] * lanes] / p;
    return {scratch.slope,
            a,
            g.mean[k] / p,
            1.0 / sqrt(p),
            sqrt(p),
            precision > 0.0 ? g.shift[k] / precision : 0.0,
            0.5 * precision * p / together,
            0.5 * log(together / p),
            g.lower[k],
            g.upper[k]};
}

// A random shift of the point set, one per row, part and coordinate.
double shift_of(uint64_t row, int a, int part, uint64_t seed) {
    const Words words = philox(same(row & 0xFFFFFFFFull), same(static_cast<uint64_t>(a)),
                               same(static_cast<uint64_t>(part)), same(row >> 32), seed);
    return unit_interval(words.w0, words.w1)[0];
}

inline Reals shifted(Reals u, double shift) {
    u += shift;
    return choose(u >= 1.0, u - 1.0, u);
}

inline Reals inside(Reals u) { return smaller(larger(u, all(0x1p-53)), all(1.0 - 0x1p-53)); }

// Points of the unit interval and the logarithm of the density that they were drawn from, turned round: what a mean
// over them has to be weighted with.
struct Units {
    Reals u, log_weight;
};

// Folding makes the integrand periodic, which shifted lattices reward with a faster rate.
inline Units folded(Reals u) { return {inside(choose(u < 0.5, 2.0 * u, 2.0 - 2.0 * u)), all(0.0)}; }

// u = 10 v^3 - 15 v^4 + 6 v^5 makes it vanish at both ends with its derivatives, so that a lattice in few dimensions
// gains orders of magnitude and its error no longer comes from rare points near the ends. The weights would add noise
// in many dimensions.
inline Units smoothed(Reals v) {
    v = smaller(larger(v, all(0x1p-40)), all(1.0 - 0x1p-40));
    const Reals slope = v * (1.0 - v);
    return {inside(v * v * v * (10.0 + v * (6.0 * v - 15.0))), log_positive(30.0 * slope * slope)};
}

// Which points a row takes. Two coordinates or three leave one or two to be drawn: for them a lattice.
struct PointRule {
    bool lattice;
    int n_parts, part;  // parts have shifts of their own; points in a part
};

PointRule rule_for(const IntegrationPoints& points, int n_drawn) {
    constexpr int least_plane = 256;  // points that a lattice in the plane needs to be better
    const bool lattice = n_drawn <= 1 || (n_drawn == 2 && points.n_points >= least_plane);
    // The error of a lattice has light tails and falls fast: more parts cost little and tell it better.
    const int n_parts = lattice ? 2 * points.n_replicates : points.n_replicates;
    return {lattice, n_parts, points.n_points / n_parts};
}

// Points `first`, first + 1, ... of a lattice of 2^k points whose second coordinate takes golden steps.
inline Reals lattice_points(int first, int coordinate, int size) {
    const uint64_t step = coordinate == 0 ? 1 : static_cast<uint64_t>(0.6180339887498949 * size) | 1;
    const Bits place =
        multiply_words(consecutive(static_cast<uint64_t>(first)), step) & static_cast<uint64_t>(size - 1);
    return (from_bits(place | 0x4330000000000000ull) - 0x1p52) * (1.0 / size);
}

// The points of turned boxes below which lies a share u of their mass, those beyond the reach of box_quantile included.
// There x solves exp(-x^2 / 2) scaled_tail(x) = (mass below it); the tail hardly changes with x, so that putting in the
// last x gives three more digits a turn.
inline Reals draw_from(const Box& box, Reals u) {
    constexpr double far_upper = -37.0;
    const Reals near = box_quantile(box, u);
    const Mask beyond = box.upper < far_upper;
    if (!any(beyond)) return near;
    const Reals tail = box.above;  // of a box left of zero: the mass below its upper bound
    const Reals below = larger(1.0 - (1.0 - u) * (box.mass / tail), all(0x1p-60));
    const Reals square = box.upper * box.upper - 2.0 * log_positive(below);
    Reals x = square_root(square);
    for (int turn = 0; turn < 2; ++turn) x = square_root(square + 2.0 * log_positive(scaled_tail(x) / tail));
    return choose(beyond, smaller(larger(-x, box.lower), box.upper), near);
}

// Points p ... p + lanes - 1 one coordinate further. The draw is left out where it is not needed any more.
inline void advance(const Step& s, const IntegrationPoints& points, const PointRule& rule, const PointScratch& scratch,
                    int p, double shift, bool last) {
    const long n_points = points.n_points;
    Reals mean = all(s.base);
    for (int b = 0; b < s.a; ++b) mean += s.slope[b] * load(scratch.y + b * n_points + p);
    const Box box = make_box((s.lower - mean) * s.inverse_sd, (s.upper - mean) * s.inverse_sd);
    const Reals off = mean - s.peak;
    Reals log_weight = log_positive(box.mass) + box.log_unit + s.log_scale + s.half_precision * off * off;
    if (!last) {
        const Units units = rule.lattice ? smoothed(shifted(lattice_points(p % rule.part, s.a, rule.part), shift))
                                         : folded(shifted(load(points.unit + s.a * n_points + p), shift));
        store(scratch.y + s.a * n_points + p, mean + s.sd * box.sign * draw_from(box, units.u));
        log_weight += units.log_weight;
    }
    store(scratch.log_weight + p, load(scratch.log_weight + p) + log_weight);
}

// Logarithm of the mean weight and its relative standard error from the spread of the parts. Four parts may agree by
// chance, so that scrambled points are not believed to do better than their rate, one over their number.
void average(const PointRule& rule, const double* log_weight, double* log_mean, double* error) {
    const int n_parts = rule.n_parts, part = rule.part;
    double top = log_weight[0];
    for (int p = 1; p < n_parts * part; ++p) top = log_weight[p] > top ? log_weight[p] : top;
    double sum = 0.0, sum_of_squares = 0.0;
    Reals squares = all(0.0);
    for (int k = 0; k < n_parts; ++k) {
        Reals part_sum = all(0.0);
        for (int p = k * part; p < (k + 1) * part; p += lanes) {
            const Reals weight = exp_negative(load(log_weight + p) - top);
            part_sum += weight;
            squares += weight * weight;
        }
        const double value = sum_of(part_sum) / part;
        sum += value;
        sum_of_squares += value * value;
    }
    const double mean = sum / n_parts, spread = (sum_of_squares / n_parts - mean * mean) / (n_parts - 1);
    const double n_points = static_cast<double>(n_parts) * part;
    const double least = rule.lattice ? 0.0 : (sum_of(squares) / n_points - mean * mean) / (n_points * part);
    const double variance = spread > least ? spread : least;
    *log_mean = top + log(mean);
    *error = variance > 0.0 ? sqrt(variance) / mean : 0.0;
}

// Moments of the draws under their weights, of which the logarithm of the mean is given.
void weigh_draws(const PointScratch& scratch, int n_points, int count, double log_mean, const DrawnMoments& out) {
    double* const weight = scratch.log_weight;  // is not needed any more
    const double log_sum = log_mean + log(static_cast<double>(n_points));
    for (int p = 0; p < n_points; p += lanes) store(weight + p, exp_negative(load(weight + p) - log_sum));
    double* second = out.second;
    for (int a = 0; a < count; ++a) {
        const double* const y = scratch.y + static_cast<long>(a) * n_points;
        Reals mean = all(0.0);
        for (int p = 0; p < n_points; p += lanes) {
            const Reals weighted = load(weight + p) * load(y + p);
            store(scratch.weighted + p, weighted);
            mean += weighted;
        }
        out.mean[a] = sum_of(mean);
        for (int b = 0; b <= a; ++b) {
            const double* const other = scratch.y + static_cast<long>(b) * n_points;
            Reals sum = all(0.0);
            for (int p = 0; p < n_points; p += lanes) sum += load(scratch.weighted + p) * load(other + p);
            *second++ = sum_of(sum);
        }
    }
}

}  // namespace

int row_lanes() { return lanes; }

int propagate(const RowGroup& g, const double* prior, const PropagationOptions& options) {
    for (long k = 0; k < triangle(g.n, 0); ++k) put(g.covariance, k, all(prior[k]));
    for (int i = 0; i < g.n; ++i) put(g.mean, i, all(0.0));
    put(g.log_integral, 0, all(0.0));
    for (int i = 0; i < g.n; ++i)
        if (g.continuous[i]) condition(g, i);
    for (int i = 0; i < g.n; ++i) put(g.prior_mean, i, at(g.mean, i));
    Delayed delayed;
    for (int i = 0; i < g.n; ++i)
        if (!g.continuous[i])
            multiply(g, delayed, i, current_column(g, delayed, i), at(g.shift, i), at(g.precision, i));
    catch_up(g, delayed);
    const double negligible = negligible_share * options.tolerance;
    int sweep = 0;
    for (Mask moving = all(0.0) < 1.0; any(moving) && sweep < options.max_sweeps; ++sweep) {
        Reals change = all(0.0);
        for (int i = 0; i < g.n; ++i)
            if (!g.continuous[i]) change = larger(change, refresh(g, delayed, i, moving, negligible));
        catch_up(g, delayed);
        moving = change > options.tolerance;
    }
    finish(g);
    return sweep;
}

void add_moments(const RowGroup& g, const double* weights, double* sums) {
    const Reals weight = load(weights);
    long k = 0;
    for (int i = 0; i < g.n; ++i) {
        const Reals mean = at(g.mean, i);
        for (int j = 0; j <= i; ++j, ++k)
            put(sums, k, at(sums, k) + weight * (at(g.covariance, k) + mean * at(g.mean, j)));
    }
}

void look_ahead(const RowGroup& g, const PriorPrecision& prior) {
    for (long k = 0; k < triangle(g.n, 0); ++k) put(g.covariance, k, all(prior.lower[k]));
    for (int i = 0; i < g.n; ++i) put(g.mean, i, all(0.0));
    put(g.log_integral, 0, all(0.5 * prior.log_determinant));
    for (int i = 0; i < g.n; ++i)
        if (g.continuous[i] || any(~observed_lanes(g, i))) take_out_exactly(g, i);
    for (int i = g.n - 1; i >= 0; --i)
        if (!g.continuous[i]) integrate_out(g, i);
}

int integrate_lane(const RowGroup& g, int lane, const IntegrationPoints& points, uint64_t row,
                   const PointScratch& scratch, double* log_probability, double* error, const DrawnMoments* moments) {
    const int count = order_of(g, lane, scratch.order);
    if (count == 0) {  // no box: without factors propagation is exact
        *log_probability = g.log_probability[lane];
        *error = 0.0;
        return count;
    }
    const int n_drawn = moments == nullptr ? count - 1 : count;
    const PointRule rule = rule_for(points, n_drawn);
    for (int p = 0; p < points.n_points; ++p) scratch.log_weight[p] = 0.0;
    for (int a = 0; a < count; ++a) {
        const Step step = step_of(g, lane, scratch, a);
        for (int k = 0; k < rule.n_parts; ++k) {
            const double shift = shift_of(row, a, k, points.seed);
            for (int p = k * rule.part; p < (k + 1) * rule.part; p += lanes)
                advance(step, points, rule, scratch, p, shift, a == n_drawn);
        }
    }
    average(rule, scratch.log_weight, log_probability, error);
    if (moments != nullptr) weigh_draws(scratch, points.n_points, count, *log_probability, *moments);
    *log_probability += g.log_integral[lane];
    // All draws are off by up to 2e-9, which no spread shows; weights change by some ten times as much.
    constexpr double quantile_error = 2e-8;
    if (count > 1) *error = sqrt(*error * *error + quantile_error * quantile_error);
    return count;
}

}  // namespace ordag::ORDAG_SIMD
