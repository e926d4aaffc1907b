// SPDX-License-Identifier: MIT
#include "ordag/cholesky_gibbs.hpp"

#include <algorithm>
#include <limits>
#include <vector>

#include "ordag/dispatch.hpp"
#include "ordag/parallel.hpp"
#include "simd/cholesky_tile.hpp"

namespace ordag {

namespace {

// Rows a tile: its four arrays should stay in a first-level cache of 32 kB.
int rows_of_tile(int n) { return std::clamp(1024 / n / 16 * 16, 16, 128); }

// Blocks of tiles, each with scratch arrays of its own.
constexpr std::int64_t max_blocks = 16;

struct Scratch {
    std::vector<double> lower, upper, white, latent;

    Scratch(int n, int rows)
        : lower(static_cast<std::size_t>(n) * rows, -std::numeric_limits<double>::infinity()),
          upper(lower.size(), std::numeric_limits<double>::infinity()),
          white(lower.size(), 0.0),
          latent(lower.size()) {}
};

// Rows beyond the last keep what they hold: nobody reads them.
void load(const BoundedRows& rows, const double* white, std::int64_t first, int width, Scratch& scratch) {
    const auto real = std::min<std::int64_t>(width, rows.n_rows - first);
    for (std::int64_t i = 0; i < rows.n; ++i) {
        const std::int64_t from = i * rows.n_rows + first, to = i * width;
        std::copy_n(rows.lower + from, real, scratch.lower.begin() + to);
        std::copy_n(rows.upper + from, real, scratch.upper.begin() + to);
        std::copy_n(white + from, real, scratch.white.begin() + to);
    }
}

void store(const BoundedRows& rows, const Scratch& scratch, std::int64_t first, int width, double* white) {
    const auto real = std::min<std::int64_t>(width, rows.n_rows - first);
    for (std::int64_t i = 0; i < rows.n; ++i)
        std::copy_n(scratch.white.begin() + i * width, real, white + i * rows.n_rows + first);
}

}  // namespace

void cholesky_gibbs(const BoundedRows& rows, const double* factor, std::int64_t n_sweeps, std::uint64_t seed,
                    std::uint64_t first_sweep, int n_threads, double* white) {
    const int width = rows_of_tile(rows.n);
    const std::int64_t n_tiles = (rows.n_rows + width - 1) / width;
    const int n_blocks = static_cast<int>(std::min(max_blocks, n_tiles));
    const auto kernel = ORDAG_WIDEST(cholesky_tile);
    parallel_for(n_blocks, n_threads, [&](int block) {
        Scratch scratch(rows.n, width);
        for (std::int64_t t = n_tiles * block / n_blocks; t < n_tiles * (block + 1) / n_blocks; ++t) {
            load(rows, white, t * width, width, scratch);
            const CholeskyTile tile{rows.n,
                                    width,
                                    static_cast<std::uint64_t>(t) * static_cast<std::uint64_t>(width),
                                    scratch.lower.data(),
                                    scratch.upper.data(),
                                    scratch.white.data(),
                                    scratch.latent.data()};
            kernel(tile, factor, static_cast<long>(n_sweeps), first_sweep, seed);
            store(rows, scratch, t * width, width, white);
        }
    });
}

}  // namespace ordag
