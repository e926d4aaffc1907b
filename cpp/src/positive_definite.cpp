// SPDX-License-Identifier: MIT
#include "positive_definite.hpp"

#include <algorithm>
#include <cmath>

namespace ordag {

namespace {

constexpr double least_pivot = 1e-14;  // as a share of the diagonal

}  // namespace

Inverse invert(std::vector<double> matrix, int n) {
    double log_determinant = 0.0;
    for (int a = 0; a < n; ++a)
        for (int b = 0; b <= a; ++b) {
            double sum = matrix[a * n + b];
            for (int c = 0; c < b; ++c) sum -= matrix[a * n + c] * matrix[b * n + c];
            if (a == b) {
                const double pivot = std::max(sum, least_pivot * matrix[a * n + a]);
                log_determinant -= std::log(pivot);
                sum = std::sqrt(pivot);
            } else {
                sum /= matrix[b * n + b];
            }
            matrix[a * n + b] = sum;
        }
    std::vector<double> inverse(static_cast<std::size_t>(n) * n, 0.0), x(n);
    for (int k = 0; k < n; ++k) {
        std::fill(x.begin(), x.end(), 0.0);
        for (int a = k; a < n; ++a) {
            double sum = a == k ? 1.0 : 0.0;
            for (int c = k; c < a; ++c) sum -= matrix[a * n + c] * x[c];
            x[a] = sum / matrix[a * n + a];
        }
        for (int a = n - 1; a >= 0; --a) {
            double sum = x[a];
            for (int c = a + 1; c < n; ++c) sum -= matrix[c * n + a] * x[c];
            x[a] = sum / matrix[a * n + a];
        }
        for (int a = 0; a < n; ++a) inverse[a * n + k] = x[a];
    }
    return {std::move(inverse), log_determinant};
}

}  // namespace ordag
