// SPDX-License-Identifier: MIT
// One tile of rows of the truncated Gibbs sampler; see ordag/truncated_gibbs.hpp.
#pragma once

#include <stdint.h>

#include "ordag/truncated_gibbs.hpp"

namespace ordag {

struct GibbsTile {
    int n_rows;             // rows of the tile, a multiple of 16; the last ones may be padding of weight 0
    uint32_t first_pair;    // number of the tile's first pair of rows, for the random counter
    double* latent;         // n x n_rows
    const int16_t* codes;   // n x n_rows
    const double* weights;  // n_rows
    double* mean;           // scratch: n x n_rows, conditional means
    double* second;         // scratch: n_rows
    double* uniform;        // scratch: n_rows
    double* observed;       // scratch: n_rows
    double* moments;        // n x n sums, lower triangle; null: not wanted
};

namespace baseline {
void gibbs_tile(const LatentBoxes&, const Conditionals&, const GibbsTile&, long, uint64_t, uint64_t);
}
namespace avx2 {
void gibbs_tile(const LatentBoxes&, const Conditionals&, const GibbsTile&, long, uint64_t, uint64_t);
}
namespace avx512 {
void gibbs_tile(const LatentBoxes&, const Conditionals&, const GibbsTile&, long, uint64_t, uint64_t);
}

}  // namespace ordag
