// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace ordag {

// Boxes of latent Gaussians, one row of codes each. Coordinate-major arrays: entry of coordinate i and row r is
// [i * n_rows + r].
//
// A code c >= 0 stands for the box (lower[i * stride + c + 1], upper[i * stride + c + 1]); code -1 (missing) for entry
// 0 of the same tables, which is the whole line. Code 0 of a continuous coordinate stands for its latent value instead
// of a box; the codes above it stand for boxes, as of values beyond a limit.
struct LatentBoxes {
    int n = 0;
    std::int64_t n_rows = 0;
    const std::int16_t* codes = nullptr;
    const double* lower = nullptr;
    const double* upper = nullptr;
    int stride = 0;
    const std::uint8_t* continuous = nullptr;
};

// Static, since files that include this are compiled for several instruction sets.
static constexpr bool is_exact(std::int16_t code, std::uint8_t continuous) { return continuous != 0 && code == 0; }
static constexpr bool is_boxed(std::int16_t code, std::uint8_t continuous) { return code >= (continuous != 0 ? 1 : 0); }

// Conditional distributions of a Gaussian: coordinate i given the others has mean sum_k coefficient[k] y[neighbour[k]],
// k from start[i] to start[i + 1], and standard deviation sd[i].
struct Conditionals {
    const int* start = nullptr;
    const int* neighbour = nullptr;
    const double* coefficient = nullptr;
    const double* sd = nullptr;
};

// Gibbs sweeps over all rows at once; each sweep redraws every coordinate that is not fixed.
//
// `latent` (n x n_rows) is the state of one chain per row and is updated in place: call again to go on, with a larger
// `first_sweep`. The draw of (sweep, coordinate, row) depends on the seed and on these three alone, so that the result
// does not depend on the number of threads. With `moments` (n x n, may be null) the weighted sum over rows and sweeps
// of the second moments is added, in its conditional-mean form: the entry (i, j), j < i, uses E[y_i | rest] * y_j.
//
// Cost: n_sweeps * n_rows * (sum of neighbours + n * one truncated draw + n^2 / 2 for the moments). Memory: one tile a
// thread. Thread-safe for distinct `latent`.
void truncated_gibbs(const LatentBoxes& boxes, const Conditionals& conditionals, const double* weights,
                     std::int64_t n_sweeps, std::uint64_t seed, std::uint64_t first_sweep, int n_threads,
                     double* latent, double* moments);

}  // namespace ordag
