// SPDX-License-Identifier: MIT
#pragma once

namespace ordag {

#define ORDAG_PRODUCT_KERNELS                                                                                       \
    /* out = left right, row-major; rows x inner, inner x columns. */                                               \
    void multiply(const double* left, const double* right, int rows, int inner, int columns, double* out);          \
    /* Inverts a positive definite n x n matrix in place; pivots, n, are raised to `least` where they are lower. */ \
    void invert_in_place(double* matrix, int n, const double* least, double* pivots);

namespace baseline {
ORDAG_PRODUCT_KERNELS
}
namespace avx2 {
ORDAG_PRODUCT_KERNELS
}
namespace avx512 {
ORDAG_PRODUCT_KERNELS
}
#undef ORDAG_PRODUCT_KERNELS

}  // namespace ordag
