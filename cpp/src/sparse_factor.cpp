// SPDX-License-Identifier: MIT
#include "sparse_factor.hpp"

#include <cmath>
#include <utility>

#include "ordag/dispatch.hpp"
#include "row_blocks.hpp"
#include "simd/sparse_solve.hpp"

namespace ordag {

SparseFactor::SparseFactor(const Elimination& elimination, Reals matrix)
    : elimination_(elimination), entries_(std::move(matrix)) {
    Reals scaled(elimination.n);
    for (int k = 0; k < elimination.n; ++k) {
        log_determinant_ += std::log(entries_[k]);
        const double inverse = 1.0 / entries_[k];
        const int first = elimination.start[k], count = elimination.start[k + 1] - first;
        const int* meeting = elimination.pair.data() + elimination.pair_start[k];
        double* const column = entries_.data() + first;
        for (int a = 0; a < count; ++a, meeting += count) {
            scaled[a] = inverse * column[a];
            for (int b = 0; b <= a; ++b) entries_[meeting[b]] -= scaled[a] * column[b];
        }
        for (int a = 0; a < count; ++a) column[a] = scaled[a];
        entries_[k] = inverse;
    }
}

Reals SparseFactor::inverse() const {
    Reals found = entries_;
    Reals covariances(elimination_.n);
    for (int k = elimination_.n - 1; k >= 0; --k) {
        const int first = elimination_.start[k], count = elimination_.start[k + 1] - first;
        const int* meeting = elimination_.pair.data() + elimination_.pair_start[k];
        const double* const slopes = entries_.data() + first;
        for (int a = 0; a < count; ++a, meeting += count) {
            double sum = 0.0;
            for (int b = 0; b < count; ++b) sum -= slopes[b] * found[meeting[b]];
            covariances[a] = sum;
        }
        for (int a = 0; a < count; ++a) {
            found[k] -= slopes[a] * covariances[a];
            found[first + a] = covariances[a];
        }
    }
    return found;
}

void SparseFactor::solve(Reals& matrix, int columns) const {
    ORDAG_WIDEST(solve_sparsely)
    (pattern_of(elimination_), elimination_.n, entries_.data(), matrix.data(), columns);
}

}  // namespace ordag
