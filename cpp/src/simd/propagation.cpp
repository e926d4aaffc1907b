// SPDX-License-Identifier: MIT
// Expectation propagation of a few rows side by side.
#include "simd/row_gaussian.hpp"

namespace ordag::ORDAG_SIMD {
namespace {

// Variance of a continuous coordinate given others below which it counts as this much; that of its own is one.
constexpr double least_left = 1e-10;

void shift_mean(const RowGroup& g, Pack step, const double* column) {
    for (int a = 0; a < g.n; ++a) put(g.mean, a, at(g.mean, a) + step * at(column, a));
}

// Factors exp(shift y_i - precision y_i^2 / 2) that have been multiplied into the mean but not yet into the covariance,
// which is a matter of memory more than of arithmetic: each of them takes gain * column column^T from it. The
// covariances of the coordinate itself are known without that subtraction, which loses the digits of a sharp factor.
struct Delayed {
    int count = 0;
    int coordinate[delayed_factors];
    Pack gain[delayed_factors], shrink[delayed_factors];
    Pack ratio = all(1.0);  // of the determinants before and after
};

inline double* column_of(const RowGroup& g, int k) { return g.columns + static_cast<long>(k) * g.n * lanes; }

// The covariances of coordinate i, in the scratch column that is next, when `count` factors are delayed: what they take
// from it is subtracted in one go.
template <int count>
void write_current_column(const RowGroup& g, const Delayed& delayed, int i, double* column) {
    const double* other[count + 1];
    Pack scaled[count + 1];
    for (int k = 0; k < count; ++k) {
        other[k] = column_of(g, k);
        scaled[k] = delayed.gain[k] * at(other[k], i);
    }
    const double* entry = g.covariance + packed_at(i, 0) * lanes;
    for (int j = 0; j < g.n; ++j) {
        Pack value = load(entry);
        for (int k = 0; k < count; ++k) value -= scaled[k] * at(other[k], j);
        put(column, j, value);
        entry += down_column(i, j);
    }
    for (int k = 0; k < count; ++k) {
        const int own = delayed.coordinate[k];
        Pack value = delayed.shrink[k] * at(other[k], i);
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
Pack current_variance(const RowGroup& g, const Delayed& delayed, int i) {
    Pack variance = at(g.covariance, packed_at(i, i));
    for (int k = 0; k < delayed.count; ++k) {
        const Pack own = at(column_of(g, k), i);
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
        Pack s0, s1, s2, s3;
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
        const Pack shrink = delayed.shrink[k];
        // What later factors take from the column of this one.
        const Pack s1 = k < 1 ? delayed.gain[1] * at(c1, i) : all(0.0);
        const Pack s2 = k < 2 ? delayed.gain[2] * at(c2, i) : all(0.0);
        const Pack s3 = k < 3 ? delayed.gain[3] * at(c3, i) : all(0.0);
        double* entry = g.covariance + packed_at(i, 0) * lanes;
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
void multiply(const RowGroup& g, Delayed& delayed, int i, const double* column, Pack shift, Pack precision) {
    const Pack ratio = 1.0 + precision * at(column, i), inverse = 1.0 / ratio;
    delayed.ratio *= ratio;
    shift_mean(g, (shift - precision * at(g.mean, i)) * inverse, column);
    delayed.coordinate[delayed.count] = i;
    delayed.gain[delayed.count] = precision * inverse;
    delayed.shrink[delayed.count] = inverse;
    if (++delayed.count == delayed_factors) catch_up(g, delayed);
}

// Conditions the Gaussian on the values of a continuous coordinate that are known.
void condition(const RowGroup& g, int i) {
    const Mask observed = exact_lanes(g, i);
    copy_column(g, i, g.columns);
    // Of a coordinate that the others determine nearly exactly, rounding may leave no variance, or less than none.
    const Pack variance = larger(at(g.columns, i), all(least_left));
    const Pack residual = at(g.fixed, i) - at(g.mean, i);
    const Pack inverse = 1.0 / variance;
    const Pack log_density = -0.5 * (residual * residual * inverse + log_positive(variance) + log_two_pi);
    put(g.log_integral, 0, at(g.log_integral, 0) + choose(observed, log_density, all(0.0)));
    move(g, choose(observed, inverse, all(0.0)), choose(observed, residual * inverse, all(0.0)), g.n);
    put(g.mean, i, choose(observed, at(g.fixed, i), at(g.mean, i)));
    double* entry = g.covariance + packed_at(i, 0) * lanes;
    for (int j = 0; j < g.n; ++j) {
        store(entry, choose(observed, all(0.0), load(entry)));
        entry += down_column(i, j);
    }
}

// Replaces the factor of coordinate i by the one that matches the moments of the truncated cavity, in the lanes that
// still move and where that changes it by more than `negligible`: a row must not depend on its neighbours. Returns the
// size of the change.
Pack refresh(const RowGroup& g, Delayed& delayed, int i, Mask moving, double negligible) {
    const Pack variance = current_variance(g, delayed, i);
    const Matched matched = matched_factor(cavity_of(g, i, variance));
    const Pack d_precision = matched.precision - at(g.precision, i), d_shift = matched.shift - at(g.shift, i);
    const Pack change = change_of(g, i, variance, matched);
    const Mask wanted = boxed_lanes(g, i) & moving & (change > negligible);
    if (any(wanted)) {
        const Pack none = all(0.0);
        multiply(g, delayed, i, current_column(g, delayed, i), choose(wanted, d_shift, none),
                 choose(wanted, d_precision, none));
        put(g.precision, i, choose(wanted, matched.precision, at(g.precision, i)));
        put(g.shift, i, choose(wanted, matched.shift, at(g.shift, i)));
    }
    return choose(wanted, change, all(0.0));
}

}  // namespace

int row_lanes() { return lanes; }

int propagate(const RowGroup& g, const double* prior, const PropagationOptions& options) {
    for (int64_t k = 0; k < packed_size(g.n); ++k) put(g.covariance, k, all(prior[k]));
    for (int i = 0; i < g.n; ++i) put(g.mean, i, all(0.0));
    put(g.log_integral, 0, all(0.0));
    for (int i = 0; i < g.n; ++i)
        if (g.continuous[i]) condition(g, i);
    for (int i = 0; i < g.n; ++i) put(g.prior_mean, i, at(g.mean, i));
    Delayed delayed;
    for (int i = 0; i < g.n; ++i)
        if (has_boxes(g, i)) multiply(g, delayed, i, current_column(g, delayed, i), at(g.shift, i), at(g.precision, i));
    catch_up(g, delayed);
    const double negligible = negligible_share * options.tolerance;
    int sweep = 0;
    for (Mask moving = all(0.0) < 1.0; any(moving) && sweep < options.max_sweeps; ++sweep) {
        Pack change = all(0.0);
        for (int i = 0; i < g.n; ++i)
            if (has_boxes(g, i)) change = larger(change, refresh(g, delayed, i, moving, negligible));
        catch_up(g, delayed);
        moving = change > options.tolerance;
    }
    finish(g, [&g](int i) { return at(g.covariance, packed_at(i, i)); });
    return sweep;
}

void add_moments(const RowGroup& g, const double* weights, double* sums) {
    const Pack weight = load(weights);
    long k = 0;
    for (int i = 0; i < g.n; ++i) {
        const Pack mean = at(g.mean, i);
        for (int j = 0; j <= i; ++j, ++k)
            put(sums, k, at(sums, k) + weight * (at(g.covariance, k) + mean * at(g.mean, j)));
    }
}

}  // namespace ordag::ORDAG_SIMD
