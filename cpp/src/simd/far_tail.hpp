// SPDX-License-Identifier: MIT
// Draws from boxes beyond the reach of box_quantile; compiled once per instruction set, as normal_lanes.hpp is.
#pragma once

#include "simd/normal_lanes.hpp"

namespace ordag::ORDAG_SIMD {
namespace {

constexpr double far_upper = -37.0;        // below this a turned box needs the tail sampler
constexpr uint64_t retry_mark = 1u << 31;  // keeps the counters of rejected draws apart from all others

// Draw from a turned box that lies beyond far_upper: propose from the density x exp(-x^2 / 2), accept with the ratio of
// the nearest point to x, which is almost one this far out.
inline double draw_far_tail(double lower, double upper, uint64_t row, int coordinate, uint64_t sweep, uint64_t seed) {
    const double near = -upper;
    const double rest = -0.5 * (lower - upper) * (lower + upper);  // minus half the difference of squares: <= 0
    const double share = -expm1(rest < -745.0 ? -745.0 : rest);
    for (uint64_t attempt = 0;; ++attempt) {
        const Words words = philox(same(row), same(static_cast<uint64_t>(coordinate)), same(sweep & 0xFFFFFFFFull),
                                   same(retry_mark | attempt), seed);
        const double u = unit_interval(words.w0, words.w1)[0];
        const double x = sqrt(near * near - 2.0 * log1p(-u * share));
        if (unit_interval(words.w2, words.w3)[0] * x <= near) return -x;
    }
}

}  // namespace
}  // namespace ordag::ORDAG_SIMD
