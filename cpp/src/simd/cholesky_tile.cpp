// SPDX-License-Identifier: MIT
#include "simd/cholesky_tile.hpp"

#include "simd/far_tail.hpp"
#include "simd/normal_lanes.hpp"

namespace ordag::ORDAG_SIMD {
namespace {

// latent = factor * white.
void multiply(const CholeskyTile& tile, const double* factor) {
    for (int i = 0; i < tile.n; ++i)
        for (int r = 0; r < tile.n_rows; r += lanes) {
            Pack sum = {};
            for (int j = 0; j <= i; ++j) sum += factor[i * tile.n + j] * load(tile.white + j * tile.n_rows + r);
            store(tile.latent + i * tile.n_rows + r, sum);
        }
}

struct Bounds {
    Pack lower, upper;
};

// Steps that white coordinate j of some rows can take in either direction before a latent coordinate leaves its box.
Bounds steps_within(const CholeskyTile& tile, const double* factor, int j, int r) {
    Bounds steps{all(-__builtin_inf()), all(__builtin_inf())};
    for (int i = j; i < tile.n; ++i) {
        const double c = factor[i * tile.n + j];
        if (c == 0.0) continue;
        const long at = static_cast<long>(i) * tile.n_rows + r;
        const Pack y = load(tile.latent + at);
        const Pack down = (load(tile.lower + at) - y) / c, up = (load(tile.upper + at) - y) / c;
        steps.lower = larger(steps.lower, c > 0.0 ? down : up);
        steps.upper = smaller(steps.upper, c > 0.0 ? up : down);
    }
    // Rounding may put a latent value on the wrong side of its bound: standing still is always allowed.
    return {smaller(steps.lower, all(0.0)), larger(steps.upper, all(0.0))};
}

// Standard normals between bounds.
Pack draw_within(const Bounds& bounds, Pack uniform, uint64_t first_row, int j, uint64_t sweep, uint64_t seed) {
    const Box box = make_box(bounds.lower, bounds.upper);
    Pack turned = box_quantile(box, uniform);
    if (any(box.upper < far_upper))
        for (int l = 0; l < lanes; ++l)
            if (box.upper[l] < far_upper)
                turned[l] =
                    draw_far_tail(box.lower[l], box.upper[l], first_row + static_cast<uint64_t>(l), j, sweep, seed);
    return smaller(larger(box.sign * turned, bounds.lower), bounds.upper);
}

void redraw(const CholeskyTile& tile, const double* factor, int j, uint64_t sweep, uint64_t seed) {
    const Bits which = same(static_cast<uint64_t>(j)), low = same(sweep & 0xFFFFFFFFull);
    const Bits high = same(sweep >> 32 & 0x7FFFFFFFull);
    for (int r = 0; r < tile.n_rows; r += lanes) {
        const uint64_t row = tile.first_row + static_cast<uint64_t>(r);
        const Words words = philox(consecutive(row), which, low, high, seed);
        double* white = tile.white + static_cast<long>(j) * tile.n_rows + r;
        const Pack before = load(white);
        const Bounds steps = steps_within(tile, factor, j, r);
        const Bounds bounds{before + steps.lower, before + steps.upper};
        const Pack after = draw_within(bounds, unit_interval(words.w0, words.w1), row, j, sweep, seed);
        store(white, after);
        for (int i = j; i < tile.n; ++i) {
            double* y = tile.latent + static_cast<long>(i) * tile.n_rows + r;
            store(y, load(y) + factor[i * tile.n + j] * (after - before));
        }
    }
}

}  // namespace

void cholesky_tile(const CholeskyTile& tile, const double* factor, long n_sweeps, uint64_t first_sweep, uint64_t seed) {
    multiply(tile, factor);
    for (long s = 0; s < n_sweeps; ++s)
        for (int j = 0; j < tile.n; ++j) redraw(tile, factor, j, first_sweep + static_cast<uint64_t>(s), seed);
}

}  // namespace ordag::ORDAG_SIMD
