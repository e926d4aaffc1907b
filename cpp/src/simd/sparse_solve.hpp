// SPDX-License-Identifier: MIT
#pragma once

#include "simd/row_group.hpp"

namespace ordag {

#define ORDAG_SOLVE_KERNELS                                                                                          \
    /* Solves for all columns of a matrix, n x columns with its rows by step, given L and 1 / D at the entries of an \
       elimination. */                                                                                               \
    void solve_sparsely(const SparsePrior& pattern, int n, const double* factor, double* matrix, int columns);

namespace baseline {
ORDAG_SOLVE_KERNELS
}
namespace avx2 {
ORDAG_SOLVE_KERNELS
}
namespace avx512 {
ORDAG_SOLVE_KERNELS
}
#undef ORDAG_SOLVE_KERNELS

}  // namespace ordag
