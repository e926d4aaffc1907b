// SPDX-License-Identifier: MIT
// One tile of rows of the sampler along the columns of a Cholesky factor; see ordag/cholesky_gibbs.hpp.
#pragma once

#include <stdint.h>

namespace ordag {

struct CholeskyTile {
    int n;
    int n_rows;           // a multiple of 16; the last rows may be padding
    uint64_t first_row;   // number of the tile's first row, for the random counter
    const double* lower;  // n x n_rows
    const double* upper;  // n x n_rows
    double* white;        // n x n_rows, changed in place
    double* latent;       // scratch: n x n_rows
};

namespace baseline {
void cholesky_tile(const CholeskyTile&, const double*, long, uint64_t, uint64_t);
}
namespace avx2 {
void cholesky_tile(const CholeskyTile&, const double*, long, uint64_t, uint64_t);
}
namespace avx512 {
void cholesky_tile(const CholeskyTile&, const double*, long, uint64_t, uint64_t);
}

}  // namespace ordag
