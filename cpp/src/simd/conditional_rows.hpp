// SPDX-License-Identifier: MIT
#pragma once

namespace ordag {

#define ORDAG_CONDITIONAL_KERNELS                                                                               \
    /* Takes the rows of a matrix, count x columns, from another one, each times its slope.                  */ \
    void subtract_rows(const double* rows, const double* slopes, int count, int columns, double* target);

namespace baseline {
ORDAG_CONDITIONAL_KERNELS
}
namespace avx2 {
ORDAG_CONDITIONAL_KERNELS
}
namespace avx512 {
ORDAG_CONDITIONAL_KERNELS
}
#undef ORDAG_CONDITIONAL_KERNELS

}  // namespace ordag
