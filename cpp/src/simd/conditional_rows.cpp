// SPDX-License-Identifier: MIT
#include "simd/conditional_rows.hpp"

#include "simd/normal_lanes.hpp"

namespace ordag::ORDAG_SIMD {

void subtract_rows(const double* rows, const double* slopes, int count, int columns, double* target) {
    int c = 0;
    for (; c + lanes <= columns; c += lanes) {
        Pack left = load(target + c);
        for (int i = 0; i < count; ++i) left -= slopes[i] * load(rows + static_cast<long>(i) * columns + c);
        store(target + c, left);
    }
    for (; c < columns; ++c) {
        double left = target[c];
        for (int i = 0; i < count; ++i) left -= slopes[i] * rows[static_cast<long>(i) * columns + c];
        target[c] = left;
    }
}

}  // namespace ordag::ORDAG_SIMD
