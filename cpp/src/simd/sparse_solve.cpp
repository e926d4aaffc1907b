// SPDX-License-Identifier: MIT
#include "simd/sparse_solve.hpp"

#include "simd/normal_lanes.hpp"

namespace ordag::ORDAG_SIMD {
namespace {

// row -= factor * other
inline void subtract(double* row, double factor, const double* other, int columns) {
    int c = 0;
    for (; c + lanes <= columns; c += lanes) store(row + c, load(row + c) - factor * load(other + c));
    for (; c < columns; ++c) row[c] -= factor * other[c];
}

}  // namespace

void solve_sparsely(const SparsePrior& pattern, int n, const double* factor, double* matrix, int columns) {
    const auto row_of = [&](int step) { return matrix + static_cast<long>(step) * columns; };
    for (int k = 0; k < n; ++k)
        for (int e = pattern.start[k]; e < pattern.start[k + 1]; ++e)
            subtract(row_of(pattern.row[e]), factor[e], row_of(k), columns);
    for (int k = n - 1; k >= 0; --k) {
        double* const own = row_of(k);
        for (int c = 0; c < columns; ++c) own[c] *= factor[k];
        for (int e = pattern.start[k]; e < pattern.start[k + 1]; ++e)
            subtract(own, factor[e], row_of(pattern.row[e]), columns);
    }
}

}  // namespace ordag::ORDAG_SIMD
