// SPDX-License-Identifier: MIT
#pragma once

namespace ordag {

#define ORDAG_PRODUCT_KERNELS                                                                                    \
    /* out = left right, row-major; rows x inner, inner x columns. */                                            \
    void multiply(const double* left, const double* right, int rows, int inner, int columns, double* out);       \
    /* The same where only entries on and below the diagonal are wanted; those above are zero or of no use. */   \
    void multiply_lower(const double* left, const double* right, int rows, int inner, int columns, double* out); \
    /* Inverts a positive definite n x n matrix in place, of which the lower triangle is given; pivots, n, are   \
       raised to `least` where they are lower. Scratch: n. */                                                    \
    void invert_in_place(double* matrix, int n, const double* least, double* pivots, double* scratch);

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
