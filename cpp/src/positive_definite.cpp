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
    std::vector<double> least(n), pivots(n), scratch(n);
    for (int k = 0; k < n; ++k) least[k] = least_pivot * matrix[k * n + k];
    ORDAG_WIDEST(invert_in_place)(matrix.data(), n, least.data(), pivots.data(), scratch.data());
    double log_determinant = 0.0;
    for (const double pivot : pivots) log_determinant -= std::log(pivot);
    return {std::move(matrix), log_determinant};
}

}  // namespace ordag
