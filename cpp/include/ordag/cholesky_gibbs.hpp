// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace ordag {

// Boxes of latent Gaussians, one row each, as plain bounds. Coordinate-major: [i * n_rows + r].
struct BoundedRows {
    int n = 0;
    std::int64_t n_rows = 0;
    const double* lower = nullptr;
    const double* upper = nullptr;
};

// Gibbs sweeps along the columns of a Cholesky factor, over all rows at once (Li and Ghosh 2015, "Efficient sampling
// methods for truncated multivariate normal and Student-t distributions subject to linear inequality constraints").
//
// With Sigma = L L' the latent y = L z lies in its box where z, standard normal, obeys n pairs of linear bounds. A
// sweep redraws z_0 ... z_{n-1} in turn, each from the standard normal between the bounds that the others leave it;
// z_j moves all of y_j ... y_{n-1}, so that every one of their boxes bounds the step.
//
// `factor` is L, n x n, row-major, lower triangle. `white` (n x n_rows) is z of one chain per row, within its box but
// for rounding, and is updated in place: call again to go on, with a larger `first_sweep`. The draw of (sweep,
// coordinate, row) depends on the seed and on these three alone, so that the result does not depend on the number of
// threads. Both bounds of an entry may be infinite; a lower bound lies below its upper one.
//
// Cost: n_sweeps * n_rows * (n^2 multiplications and comparisons + n truncated draws). Memory: one tile a thread, taken
// before the sweeps. Thread-safe for distinct `white`.
void cholesky_gibbs(const BoundedRows& rows, const double* factor, std::int64_t n_sweeps, std::uint64_t seed,
                    std::uint64_t first_sweep, int n_threads, double* white);

}  // namespace ordag
