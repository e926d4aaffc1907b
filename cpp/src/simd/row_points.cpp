// SPDX-License-Identifier: MIT
// The integral of a row's box with points, coordinate after coordinate.
#include "simd/row_gaussian.hpp"

namespace ordag::ORDAG_SIMD {
namespace {

// The laws from which coordinates are drawn one after the other. Coordinate i given those before it follows the prior
// times the factors of those after it, which have been integrated out: a Gaussian of precision p and mean
// (h - sum of k_j y_j over j < i) / p. After look_ahead(), p and k_j are row i of `covariance`, and h is `mean`. In
// terms of precisions nothing is lost however sharp the factors are: p never meets the precision of its own factor.

// Takes coordinate i out of the lanes of the mask, with its column's share of the others and of the integral.
void take_out(const RowGroup& g, int i, Mask mask, Pack gain, Pack step, Pack log_integral) {
    const Pack none = all(0.0);
    move(g, choose(mask, gain, none), choose(mask, step, none), g.n);
    put(g.log_integral, 0, at(g.log_integral, 0) + choose(mask, log_integral, none));
    for (int j = 0; j < g.n; ++j)
        put(g.covariance, packed_at(i, j), choose(mask, i == j ? all(1.0) : none, at(g.covariance, packed_at(i, j))));
    put(g.mean, i, choose(mask, none, at(g.mean, i)));
}

// Values that are known are conditioned on, missing entries integrated out.
void take_out_exactly(const RowGroup& g, int i) {
    const Mask missing = ~observed_lanes(g, i), exact = exact_lanes(g, i);
    copy_column(g, i, g.columns);
    const Pack p = at(g.columns, i), h = at(g.mean, i), value = at(g.fixed, i);
    if (any(missing)) take_out(g, i, missing, 1.0 / p, -h / p, 0.5 * (h * h / p - log_positive(p)));
    if (any(exact)) take_out(g, i, exact, all(0.0), -value, value * (h - 0.5 * p * value) - 0.5 * log_two_pi);
}

// Integrates coordinate i with its factor out of those before it.
void integrate_out(const RowGroup& g, int i) {
    const Factor factor = factor_of(g, i);
    copy_column(g, i, g.columns);
    const Pack p = at(g.columns, i), h = at(g.mean, i), pull = factor.precision * factor.peak;
    const Pack inverse = 1.0 / (p + factor.precision);
    const Pack exponent = (h * (h + 2.0 * pull) - p * pull * factor.peak) * inverse;
    put(g.log_integral, 0, at(g.log_integral, 0) + 0.5 * (exponent + log_positive(inverse)));
    move(g, inverse, -(h + pull) * inverse, i);
}

// Coordinates of one row that still need integration.
int order_of(const RowGroup& g, int lane, int* order) {
    int count = 0;
    for (int i = 0; i < g.n; ++i)
        if (is_boxed(g.codes[i * lanes + lane], g.continuous[i])) order[count++] = i;
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
    const double* row = g.covariance + packed_at(i, 0) * lanes + lane;
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

inline Pack shifted(Pack u, double shift) {
    u += shift;
    return choose(u >= 1.0, u - 1.0, u);
}

inline Pack inside(Pack u) { return smaller(larger(u, all(0x1p-53)), all(1.0 - 0x1p-53)); }

// Points of the unit interval and the logarithm of the density that they were drawn from, turned round: what a mean
// over them has to be weighted with.
struct Units {
    Pack u, log_weight;
};

// Folding makes the integrand periodic, which shifted lattices reward with a faster rate.
inline Units folded(Pack u) { return {inside(choose(u < 0.5, 2.0 * u, 2.0 - 2.0 * u)), all(0.0)}; }

// u = 10 v^3 - 15 v^4 + 6 v^5 makes it vanish at both ends with its derivatives, so that a lattice in few dimensions
// gains orders of magnitude and its error no longer comes from rare points near the ends. The weights would add noise
// in many dimensions.
inline Units smoothed(Pack v) {
    v = smaller(larger(v, all(0x1p-40)), all(1.0 - 0x1p-40));
    const Pack slope = v * (1.0 - v);
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
    // The error of a lattice has light tails and falls fast: more parts cost little and estimate it better.
    const int n_parts = lattice ? 2 * points.n_replicates : points.n_replicates;
    return {lattice, n_parts, points.n_points / n_parts};
}

// Points `first`, first + 1, ... of a lattice of 2^k points whose second coordinate takes golden steps.
inline Pack lattice_points(int first, int coordinate, int size) {
    const uint64_t step = coordinate == 0 ? 1 : static_cast<uint64_t>(0.6180339887498949 * size) | 1;
    const Bits place =
        multiply_words(consecutive(static_cast<uint64_t>(first)), step) & static_cast<uint64_t>(size - 1);
    return (from_bits(place | 0x4330000000000000ull) - 0x1p52) * (1.0 / size);
}

// The points of turned boxes below which lies a share u of their mass, those beyond the reach of box_quantile included.
// There x solves exp(-x^2 / 2) scaled_tail(x) = (mass below it); the tail hardly changes with x, so that putting in the
// last x gives three more digits a turn.
inline Pack draw_from(const Box& box, Pack u) {
    constexpr double far_upper = -37.0;
    const Pack near = box_quantile(box, u);
    const Mask beyond = box.upper < far_upper;
    if (!any(beyond)) return near;
    const Pack tail = box.above;  // of a box left of zero: the mass below its upper bound
    const Pack below = larger(1.0 - (1.0 - u) * (box.mass / tail), all(0x1p-60));
    const Pack square = box.upper * box.upper - 2.0 * log_positive(below);
    Pack x = square_root(square);
    for (int turn = 0; turn < 2; ++turn) x = square_root(square + 2.0 * log_positive(scaled_tail(x) / tail));
    return choose(beyond, smaller(larger(-x, box.lower), box.upper), near);
}

// Points p ... p + lanes - 1 one coordinate further. The draw is left out where it is not needed any more.
inline void advance(const Step& s, const IntegrationPoints& points, const PointRule& rule, const PointScratch& scratch,
                    int p, double shift, bool last) {
    const long n_points = points.n_points;
    Pack mean = all(s.base);
    for (int b = 0; b < s.a; ++b) mean += s.slope[b] * load(scratch.y + b * n_points + p);
    const Box box = make_box((s.lower - mean) * s.inverse_sd, (s.upper - mean) * s.inverse_sd);
    const Pack off = mean - s.peak;
    Pack log_weight = log_positive(box.mass) + box.log_unit + s.log_scale + s.half_precision * off * off;
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
    Pack squares = all(0.0);
    for (int k = 0; k < n_parts; ++k) {
        Pack part_sum = all(0.0);
        for (int p = k * part; p < (k + 1) * part; p += lanes) {
            const Pack weight = exp_negative(load(log_weight + p) - top);
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
        Pack mean = all(0.0);
        for (int p = 0; p < n_points; p += lanes) {
            const Pack weighted = load(weight + p) * load(y + p);
            store(scratch.weighted + p, weighted);
            mean += weighted;
        }
        out.mean[a] = sum_of(mean);
        for (int b = 0; b <= a; ++b) {
            const double* const other = scratch.y + static_cast<long>(b) * n_points;
            Pack sum = all(0.0);
            for (int p = 0; p < n_points; p += lanes) sum += load(scratch.weighted + p) * load(other + p);
            *second++ = sum_of(sum);
        }
    }
}

}  // namespace

void look_ahead(const RowGroup& g, const PriorPrecision& prior) {
    for (int64_t k = 0; k < packed_size(g.n); ++k) put(g.covariance, k, all(prior.lower[k]));
    for (int i = 0; i < g.n; ++i) put(g.mean, i, all(0.0));
    put(g.log_integral, 0, all(0.5 * prior.log_determinant));
    for (int i = 0; i < g.n; ++i)
        if (g.continuous[i] || any(~observed_lanes(g, i))) take_out_exactly(g, i);
    for (int i = g.n - 1; i >= 0; --i)
        if (has_boxes(g, i)) integrate_out(g, i);
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
