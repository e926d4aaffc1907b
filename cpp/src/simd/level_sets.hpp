// SPDX-License-Identifier: MIT
// Rows of a column that are at one level, as a set of bits: 64 rows a word, no bit for rows beyond the last.
#pragma once

#include <stdint.h>

namespace ordag {

constexpr int level_set_block = 8;  // sets have a multiple of so many words

#define ORDAG_LEVEL_SET_KERNELS                                                            \
    /* Bits of the rows whose code is `level`. */                                          \
    void mark_level(const int16_t* codes, int64_t n_rows, int16_t level, uint64_t* words); \
    /* Number of rows in both sets. */                                                     \
    int64_t shared_rows(const uint64_t* one, const uint64_t* other, int64_t n_words);

namespace baseline {
ORDAG_LEVEL_SET_KERNELS
}
namespace avx2 {
ORDAG_LEVEL_SET_KERNELS
}
namespace avx512 {
ORDAG_LEVEL_SET_KERNELS
}
#undef ORDAG_LEVEL_SET_KERNELS

}  // namespace ordag
