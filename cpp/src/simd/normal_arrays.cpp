// SPDX-License-Identifier: MIT
namespace ordag::ORDAG_SIMD {

// Placeholder replaced below.
void negate(const double* x, double* out, long n) {
    for (long i = 0; i < n; ++i) out[i] = -x[i];
}

}  // namespace ordag::ORDAG_SIMD
