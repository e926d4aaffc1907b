// SPDX-License-Identifier: MIT
// Expectation propagation of a few rows of levels side by side, under the sparse precision of a network.
//
// All factors of a row are refreshed from one Gaussian, then the Gaussian is formed anew. Where that overshoots, as it
// may between variables that nearly coincide, ever less of the way is gone.
#include "simd/row_gaussian.hpp"

namespace ordag::ORDAG_SIMD {
namespace {

// A change that is not smaller than this times the one before has overshot, and the next goes half as far, down to the
// least share of the way.
constexpr double overshot = 0.7;
constexpr double least_share = 0.0625;

// Scratch: numbers of the nodes, by step, and variances, by node.
inline double* by_step(const RowGroup& g) { return g.columns; }
inline double* column_scratch(const RowGroup& g) { return g.columns + static_cast<long>(g.n) * lanes; }
inline double* variances(const RowGroup& g) { return g.columns + 2L * g.n * lanes; }

// precision = L D L^T, with 1 / D on the diagonal of the entries; half the log determinant of the prior over it is kept
// as the log integral. The solution of L z = shift is left by step.
void factorize(const RowGroup& g, const SparsePrior& prior) {
    double* const entry = g.covariance;
    double* const solution = by_step(g);
    for (int k = 0; k < g.n; ++k) {
        put(entry, k, prior.precision[k] + at(g.precision, prior.order[k]));
        put(solution, k, at(g.shift, prior.order[k]));
    }
    for (int e = g.n; e < prior.n_entries; ++e) put(entry, e, all(prior.precision[e]));
    Pack log_determinant = all(0.0), determinant = all(1.0);
    for (int k = 0; k < g.n; ++k) {
        const Pack pivot = at(entry, k), inverse = 1.0 / pivot, solved = at(solution, k);
        determinant *= pivot;
        if (k % 4 == 3) {
            log_determinant += log_positive(determinant);
            determinant = all(1.0);
        }
        const int first = prior.start[k], count = prior.start[k + 1] - first;
        double* const column = entry + static_cast<long>(first) * lanes;
        double* const scaled = column_scratch(g);
        const int* meeting = prior.pair + prior.pair_start[k];
        for (int a = 0; a < count; ++a, meeting += count) {
            const Pack factor = inverse * at(column, a);
            put(scaled, a, factor);
            for (int b = 0; b <= a; ++b) put(entry, meeting[b], at(entry, meeting[b]) - factor * at(column, b));
            const int row = prior.row[first + a];
            put(solution, row, at(solution, row) - factor * solved);
        }
        for (int a = 0; a < count; ++a) put(column, a, at(scaled, a));
        put(entry, k, inverse);
    }
    put(g.log_integral, 0, 0.5 * (prior.log_determinant - log_determinant - log_positive(determinant)));
}

// From the factor to the mean, and to the covariance at the entries.
void invert(const RowGroup& g, const SparsePrior& prior) {
    double* const entry = g.covariance;
    double* const solution = by_step(g);
    double* const found = column_scratch(g);
    for (int k = g.n - 1; k >= 0; --k) {
        const int first = prior.start[k], count = prior.start[k + 1] - first;
        double* const column = entry + static_cast<long>(first) * lanes;
        const int* meeting = prior.pair + prior.pair_start[k];
        const Pack inverse = at(entry, k);
        Pack mean = at(solution, k) * inverse, variance = inverse;
        int a = 0;
        for (; a + 1 < count; a += 2, meeting += 2 * count) {
            Pack one = all(0.0), other = all(0.0);
            for (int b = 0; b < count; ++b) {
                const Pack slope = at(column, b);
                one -= slope * at(entry, meeting[b]);
                other -= slope * at(entry, meeting[count + b]);
            }
            put(found, a, one);
            put(found, a + 1, other);
        }
        if (a < count) {
            Pack last = all(0.0);
            for (int b = 0; b < count; ++b) last -= at(column, b) * at(entry, meeting[b]);
            put(found, a, last);
        }
        for (int b = 0; b < count; ++b) {
            const Pack slope = at(column, b);
            mean -= slope * at(solution, prior.row[first + b]);
            variance -= slope * at(found, b);
        }
        for (int b = 0; b < count; ++b) put(column, b, at(found, b));
        put(entry, k, variance);
        put(solution, k, mean);
        put(g.mean, prior.order[k], mean);
        put(variances(g), prior.order[k], variance);
    }
}

void form(const RowGroup& g, const SparsePrior& prior) {
    factorize(g, prior);
    invert(g, prior);
}

// Moves the factors of the lanes that still move by a share of the way; returns the largest change of each lane, of
// which that is a share.
Pack refresh_all(const RowGroup& g, Mask moving, double negligible, Pack share) {
    Pack largest = all(0.0);
    for (int i = 0; i < g.n; ++i) {
        const Pack variance = at(variances(g), i);
        const Matched matched = matched_factor(cavity_of(g, i, variance));
        const Pack change = change_of(g, i, variance, matched);
        const Mask wanted = observed_lanes(g, i) & moving & (change > negligible);
        const Pack precision = at(g.precision, i), shift = at(g.shift, i);
        put(g.precision, i, choose(wanted, precision + share * (matched.precision - precision), precision));
        put(g.shift, i, choose(wanted, shift + share * (matched.shift - shift), shift));
        largest = larger(largest, choose(wanted, change, all(0.0)));
    }
    return largest;
}

}  // namespace

int propagate_network(const RowGroup& g, const SparsePrior& prior, const PropagationOptions& options) {
    for (int i = 0; i < g.n; ++i) put(g.prior_mean, i, all(0.0));
    form(g, prior);
    int sweep = 0;
    Pack share = all(1.0), before = all(far);
    for (Mask moving = all(0.0) < 1.0; any(moving) && sweep < options.max_sweeps; ++sweep) {
        const Pack change = refresh_all(g, moving, negligible_share * options.tolerance, share);
        if (!any(change > 0.0)) break;
        form(g, prior);
        moving = change > options.tolerance;
        share = choose(change > overshot * before, larger(0.5 * share, all(least_share)), share);
        before = change;
    }
    finish(g, [&g](int i) { return at(variances(g), i); });
    return sweep;
}

void add_network_moments(const RowGroup& g, const SparsePrior& prior, const double* weights, double* sums) {
    const Pack weight = load(weights);
    for (int k = 0; k < g.n; ++k) put(by_step(g), k, at(g.mean, prior.order[k]));
    for (int k = 0; k < g.n; ++k) {
        const Pack mean = at(by_step(g), k);
        put(sums, k, at(sums, k) + weight * (at(g.covariance, k) + mean * mean));
        for (int e = prior.start[k]; e < prior.start[k + 1]; ++e)
            put(sums, e, at(sums, e) + weight * (at(g.covariance, e) + mean * at(by_step(g), prior.row[e])));
    }
}

}  // namespace ordag::ORDAG_SIMD
