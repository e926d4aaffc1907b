// SPDX-License-Identifier: MIT
#include "positive_definite.hpp"

#include <cmath>
#include <utility>

#include "ordag/dispatch.hpp"
#include "simd/products.hpp"

namespace ordag {

namespace {

constexpr double least_pivot = 1e-14;  // as a share of the diagonal

}  // namespace

Inverse invert(std::vector<double> matrix, int n) {
    for (int a = 0; a < n; ++a)
        for (int b = 0; b < a; ++b) matrix[b * n + a] = matrix[a * n + b];
    std::vector<double> least(n), pivots(n);
    for (int k = 0; k < n; ++k) least[k] = least_pivot * matrix[k * n + k];
    ORDAG_WIDEST(invert_in_place)(matrix.data(), n, least.data(), pivots.data());
    double log_determinant = 0.0;
    for (const double pivot : pivots) log_determinant -= std::log(pivot);
    return {std::move(matrix), log_determinant};
}

}  // namespace ordag
