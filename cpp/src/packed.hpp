// SPDX-License-Identifier: MIT
// Symmetric matrices packed as their lower triangle, row after row. In an unnamed namespace, since the code for wide
// instruction sets may share nothing with the portable build.
#pragma once

#include <stdint.h>

namespace ordag {
namespace {

// Where the entry of row i and column j stands, in either order.
inline int64_t packed_at(int i, int j) {
    const int64_t high = i >= j ? i : j, low = i >= j ? j : i;
    return high * (high + 1) / 2 + low;
}

inline int64_t packed_size(int n) { return packed_at(n, 0); }

}  // namespace
}  // namespace ordag
