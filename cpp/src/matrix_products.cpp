// SPDX-License-Identifier: MIT
#include "matrix_products.hpp"

#include <cstddef>

#include "ordag/dispatch.hpp"
#include "simd/products.hpp"

namespace ordag {

std::vector<double> product(const double* left, const double* right, int rows, int inner, int columns) {
    std::vector<double> out(static_cast<std::size_t>(rows) * columns);
    ORDAG_WIDEST(multiply)(left, right, rows, inner, columns, out.data());
    return out;
}

std::vector<double> product_with_transposed(const double* left, const double* right, int rows, int inner, int columns) {
    std::vector<double> turned(static_cast<std::size_t>(inner) * columns);
    for (int j = 0; j < columns; ++j)
        for (int k = 0; k < inner; ++k) turned[static_cast<std::size_t>(k) * columns + j] = right[j * inner + k];
    return product(left, turned.data(), rows, inner, columns);
}

}  // namespace ordag
