// SPDX-License-Identifier: MIT
#include "ordag/truncated_gibbs.hpp"

#include <algorithm>
#include <vector>

#include "ordag/dispatch.hpp"
#include "ordag/parallel.hpp"
#include "simd/gibbs_tile.hpp"

namespace ordag {

namespace {

// Rows a tile: its latent values should stay in a first-level cache of 32 kB. A function of n alone, because the random
// counters depend on it.
int rows_of_tile(int n) { return std::clamp(4096 / n / 16 * 16, 32, 128); }

// Blocks of tiles, each with its own sums, added in order: their number must not depend on the number of threads.
constexpr int max_blocks = 16;

struct Scratch {
    std::vector<double> latent, mean, second, uniform, observed, weights;
    std::vector<std::int16_t> codes;

    Scratch(int n, int rows)
        : latent(static_cast<std::size_t>(n) * rows),
          mean(static_cast<std::size_t>(n) * rows),
          second(rows),
          uniform(rows),
          observed(rows),
          weights(rows),
          codes(static_cast<std::size_t>(n) * rows) {}
};

void load(const LatentBoxes& boxes, const double* latent, const double* weights, std::int64_t first, int rows,
          Scratch& scratch) {
    const int real = static_cast<int>(std::min<std::int64_t>(rows, boxes.n_rows - first));
    for (int i = 0; i < boxes.n; ++i) {
        const std::int64_t from = i * boxes.n_rows + first, to = static_cast<std::int64_t>(i) * rows;
        std::copy_n(latent + from, real, scratch.latent.begin() + to);
        std::fill_n(scratch.latent.begin() + to + real, rows - real, 0.0);
        std::copy_n(boxes.codes + from, real, scratch.codes.begin() + to);
        std::fill_n(scratch.codes.begin() + to + real, rows - real, std::int16_t{-1});
    }
    for (int r = 0; r < rows; ++r)
        scratch.weights[r] = r >= real ? 0.0 : (weights == nullptr ? 1.0 : weights[first + r]);
}

void store(const LatentBoxes& boxes, const Scratch& scratch, std::int64_t first, int rows, double* latent) {
    const int real = static_cast<int>(std::min<std::int64_t>(rows, boxes.n_rows - first));
    for (int i = 0; i < boxes.n; ++i)
        std::copy_n(scratch.latent.begin() + static_cast<std::int64_t>(i) * rows, real,
                    latent + i * boxes.n_rows + first);
}

}  // namespace

void truncated_gibbs(const LatentBoxes& boxes, const Conditionals& conditionals, const double* weights,
                     std::int64_t n_sweeps, std::uint64_t seed, std::uint64_t first_sweep, int n_threads,
                     double* latent, double* moments) {
    const int n = boxes.n, rows = rows_of_tile(n);
    const std::int64_t n_tiles = (boxes.n_rows + rows - 1) / rows;
    const int n_blocks = static_cast<int>(std::min<std::int64_t>(max_blocks, n_tiles));
    const std::size_t size = static_cast<std::size_t>(n) * n;
    std::vector<double> sums(moments == nullptr ? 0 : size * n_blocks, 0.0);
    const auto kernel = ORDAG_WIDEST(gibbs_tile);

    parallel_for(n_blocks, n_threads, [&](int block) {
        Scratch scratch(n, rows);
        for (std::int64_t t = n_tiles * block / n_blocks; t < n_tiles * (block + 1) / n_blocks; ++t) {
            load(boxes, latent, weights, t * rows, rows, scratch);
            const GibbsTile tile{rows,
                                 static_cast<std::uint32_t>(t * rows / 2),
                                 scratch.latent.data(),
                                 scratch.codes.data(),
                                 scratch.weights.data(),
                                 scratch.mean.data(),
                                 scratch.second.data(),
                                 scratch.uniform.data(),
                                 scratch.observed.data(),
                                 moments == nullptr ? nullptr : sums.data() + size * block};
            kernel(boxes, conditionals, tile, static_cast<long>(n_sweeps), first_sweep, seed);
            store(boxes, scratch, t * rows, rows, latent);
        }
    });

    if (moments == nullptr) return;
    for (int block = 0; block < n_blocks; ++block)
        for (int i = 0; i < n; ++i)
            for (int j = 0; j <= i; ++j) moments[i * n + j] += sums[size * block + static_cast<std::size_t>(i) * n + j];
    for (int i = 0; i < n; ++i)
        for (int j = 0; j < i; ++j) moments[j * n + i] = moments[i * n + j];
}

}  // namespace ordag
