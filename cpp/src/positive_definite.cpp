// SPDX-License-Identifier: MIT
#include "positive_definite.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

namespace ordag {

namespace {

constexpr double least_pivot = 1e-14;  // as a share of the diagonal

}  // namespace

// Gauss and Jordan without a search for pivots, which positive definite matrices do not need: whole rows at a time.
Inverse invert(std::vector<double> matrix, int n) {
    for (int a = 0; a < n; ++a)
        for (int b = 0; b < a; ++b) matrix[b * n + a] = matrix[a * n + b];
    std::vector<double> least(n), pivot_row(n);
    for (int k = 0; k < n; ++k) least[k] = least_pivot * matrix[k * n + k];
    double log_determinant = 0.0;
    for (int k = 0; k < n; ++k) {
        double* row = matrix.data() + static_cast<std::size_t>(k) * n;
        const double pivot = std::max(row[k], least[k]);
        log_determinant -= std::log(pivot);
        row[k] = 1.0;
        for (int b = 0; b < n; ++b) pivot_row[b] = row[b] /= pivot;
        for (int a = 0; a < n; ++a) {
            if (a == k) continue;
            double* other = matrix.data() + static_cast<std::size_t>(a) * n;
            const double factor = std::exchange(other[k], 0.0);
            for (int b = 0; b < n; ++b) other[b] -= factor * pivot_row[b];
        }
    }
    return {std::move(matrix), log_determinant};
}

}  // namespace ordag
