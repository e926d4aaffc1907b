// SPDX-License-Identifier: MIT
#include "simd/gibbs_tile.hpp"

#include "simd/far_tail.hpp"
#include "simd/normal_lanes.hpp"

namespace ordag::ORDAG_SIMD {
namespace {

constexpr int unrolled = 16 / lanes;  // registers whose sums run side by side: 16 rows

void fill_uniforms(const GibbsTile& tile, int coordinate, uint64_t sweep, uint64_t seed) {
    const int half = tile.n_rows / 2;
    const Bits which = same(static_cast<uint64_t>(coordinate)), low = same(sweep & 0xFFFFFFFFull);
    const Bits high = same(sweep >> 32 & 0x7FFFFFFFull);
    for (int r = 0; r < half; r += lanes) {
        const Words words = philox(consecutive(tile.first_pair + static_cast<uint64_t>(r)), which, low, high, seed);
        store(tile.uniform + r, unit_interval(words.w0, words.w1));
        store(tile.uniform + half + r, unit_interval(words.w2, words.w3));
    }
}

// Conditional means of coordinate i given the others.
void conditional_means(const Conditionals& given, const GibbsTile& tile, int i, double* out) {
    for (int base = 0; base < tile.n_rows; base += 16) {
        Pack sum[unrolled] = {};
        for (int k = given.start[i]; k < given.start[i + 1]; ++k) {
            const Pack c = all(given.coefficient[k]);
            const double* y = tile.latent + static_cast<long>(given.neighbour[k]) * tile.n_rows + base;
            for (int u = 0; u < unrolled; ++u) sum[u] += c * load(y + u * lanes);
        }
        for (int u = 0; u < unrolled; ++u) store(out + base + u * lanes, sum[u]);
    }
}

inline Pack look_up(const double* table, const int16_t* codes) {
    Pack out;
    for (int l = 0; l < lanes; ++l) out[l] = table[codes[l]];
    return out;
}

// One coordinate of a tile.
struct Coordinate {
    int i;
    double sd;
    const double* lower;  // indexed by code
    const double* upper;
    const int16_t* codes;
    double* y;
    double* mean;
};

Coordinate coordinate_of(const LatentBoxes& boxes, const Conditionals& given, const GibbsTile& tile, int i) {
    const long table = static_cast<long>(i) * boxes.stride + 1, rows = static_cast<long>(i) * tile.n_rows;
    return {i,
            given.sd[i],
            boxes.lower + table,
            boxes.upper + table,
            tile.codes + rows,
            tile.latent + rows,
            tile.mean + rows};
}

// Redraws the rows whose box lies beyond the reach of the vector code. Few, so one by one.
void redraw_far_rows(const Conditionals& given, const GibbsTile& tile, const Coordinate& at, uint64_t sweep,
                     uint64_t seed) {
    for (int r = 0; r < tile.n_rows; ++r) {
        double mu = 0.0;
        for (int k = given.start[at.i]; k < given.start[at.i + 1]; ++k)
            mu += given.coefficient[k] * tile.latent[static_cast<long>(given.neighbour[k]) * tile.n_rows + r];
        const double lo = at.lower[at.codes[r]], hi = at.upper[at.codes[r]];
        const Box box = make_box(all((lo - mu) / at.sd), all((hi - mu) / at.sd));
        if (!(box.upper[0] < far_upper)) continue;
        const uint64_t row = 2ull * tile.first_pair + static_cast<uint64_t>(r);
        const double z = draw_far_tail(box.lower[0], box.upper[0], row, at.i, sweep, seed);
        double draw = mu + box.sign[0] * at.sd * z;
        draw = draw < lo ? lo : draw;
        draw = draw > hi ? hi : draw;
        at.y[r] = draw;
    }
}

// Redraws a coordinate in every row; leaves conditional means and second moments in the scratch arrays.
void redraw(const Conditionals& given, const GibbsTile& tile, const Coordinate& at, uint64_t sweep, uint64_t seed) {
    conditional_means(given, tile, at.i, at.mean);
    const double sd = at.sd, inverse_sd = 1.0 / sd;
    Mask far_rows = {};
    for (int r = 0; r < tile.n_rows; r += lanes) {
        const Pack mu = load(at.mean + r);
        const Pack lo = look_up(at.lower, at.codes + r), hi = look_up(at.upper, at.codes + r);
        const Box box = make_box((lo - mu) * inverse_sd, (hi - mu) * inverse_sd);
        const Pack z = box_quantile(box, load(tile.uniform + r));
        const Pack m = box_mean(box);
        const Pack mean = mu + box.sign * sd * m;
        store(at.y + r, smaller(larger(mu + box.sign * sd * z, lo), hi));
        store(at.mean + r, mean);
        store(tile.second + r, mean * mean + sd * sd * box_variance(box, m));
        far_rows |= box.upper < far_upper;
    }
    if (any(far_rows)) redraw_far_rows(given, tile, at, sweep, seed);
}

// Continuous coordinate: known values are kept, other entries have just been drawn from their box or the whole line.
void keep_observed(const GibbsTile& tile, const Coordinate& at, const double* observed) {
    for (int r = 0; r < tile.n_rows; ++r) {
        if (!is_exact(at.codes[r], 1)) continue;
        at.y[r] = at.mean[r] = observed[r];
        tile.second[r] = observed[r] * observed[r];
    }
}

// Adds sum_r weight_r mean_i y_j for all j < i, and the conditional second moment on the diagonal.
void add_moments(const GibbsTile& tile, int n, const Coordinate& at) {
    double* weighted = tile.uniform;  // no longer needed for this coordinate
    double* row = tile.moments + static_cast<long>(at.i) * n;
    Pack own = {};
    for (int r = 0; r < tile.n_rows; r += lanes) {
        const Pack weight = load(tile.weights + r);
        store(weighted + r, weight * load(at.mean + r));
        own += weight * load(tile.second + r);
    }
    row[at.i] += sum_of(own);
    for (int j = 0; j < at.i; ++j) {
        const double* y = tile.latent + static_cast<long>(j) * tile.n_rows;
        Pack even = {}, odd = {};
        for (int r = 0; r < tile.n_rows; r += 2 * lanes) {
            even += load(weighted + r) * load(y + r);
            odd += load(weighted + r + lanes) * load(y + r + lanes);
        }
        row[j] += sum_of(even + odd);
    }
}

}  // namespace

void gibbs_tile(const LatentBoxes& boxes, const Conditionals& given, const GibbsTile& tile, long n_sweeps,
                uint64_t first_sweep, uint64_t seed) {
    for (long s = 0; s < n_sweeps; ++s) {
        const uint64_t sweep = first_sweep + static_cast<uint64_t>(s);
        for (int i = 0; i < boxes.n; ++i) {
            const Coordinate at = coordinate_of(boxes, given, tile, i);
            fill_uniforms(tile, i, sweep, seed);
            if (boxes.continuous[i]) __builtin_memcpy(tile.observed, at.y, sizeof(double) * tile.n_rows);
            redraw(given, tile, at, sweep, seed);
            if (boxes.continuous[i]) keep_observed(tile, at, tile.observed);
            if (tile.moments != nullptr) add_moments(tile, boxes.n, at);
        }
    }
}

}  // namespace ordag::ORDAG_SIMD
