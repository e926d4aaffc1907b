// SPDX-License-Identifier: MIT
#include "matrix_products.hpp"

#include <cstddef>

#include "ordag/dispatch.hpp"
#include "simd/products.hpp"

namespace ordag {

namespace {

// Read along columns, in strips of rows that stay in the cache.
std::vector<double> transposed(const double* matrix, int rows, int columns) {
    constexpr int strip = 16;
    std::vector<double> out(static_cast<std::size_t>(rows) * columns);
    for (int first = 0; first < rows; first += strip) {
        const int last = first + strip < rows ? first + strip : rows;
        for (int k = 0; k < columns; ++k)
            for (int j = first; j < last; ++j)
                out[static_cast<std::size_t>(k) * rows + j] = matrix[static_cast<std::size_t>(j) * columns + k];
    }
    return out;
}

}  // namespace

std::vector<double> product(const double* left, const double* right, int rows, int inner, int columns) {
    std::vector<double> out(static_cast<std::size_t>(rows) * columns);
    ORDAG_WIDEST(multiply)(left, right, rows, inner, columns, out.data());
    return out;
}

std::vector<double> product_with_transposed(const double* left, const double* right, int rows, int inner, int columns) {
    return product(left, transposed(right, columns, inner).data(), rows, inner, columns);
}

std::vector<double> lower_product_with_transposed(const double* left, const double* right, int rows, int inner,
                                                  int columns) {
    std::vector<double> out(static_cast<std::size_t>(rows) * columns);
    const std::vector<double> turned = transposed(right, columns, inner);
    ORDAG_WIDEST(multiply_lower)(left, turned.data(), rows, inner, columns, out.data());
    return out;
}

}  // namespace ordag
