// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

namespace ordag {

// Products of small row-major matrices; `left` is rows x inner.
std::vector<double> product(const double* left, const double* right, int rows, int inner, int columns);

// The product with the transpose of `right`, columns x inner.
std::vector<double> product_with_transposed(const double* left, const double* right, int rows, int inner, int columns);

// The same where only the entries on and below the diagonal are wanted; those above are of no use.
std::vector<double> lower_product_with_transposed(const double* left, const double* right, int rows, int inner,
                                                  int columns);

}  // namespace ordag
