// SPDX-License-Identifier: MIT
#include "simd/products.hpp"

#include "simd/normal_lanes.hpp"

namespace ordag::ORDAG_SIMD {
namespace {

constexpr int rows_at_once = 4;

// Two vectors of columns of a full set of rows of the product; the sums stay in registers.
inline void multiply_block(const double* left, const double* right, int inner, long columns, double* out) {
    Pack first[rows_at_once] = {}, second[rows_at_once] = {};
    for (int k = 0; k < inner; ++k) {
        const Pack one = load(right + k * columns), other = load(right + k * columns + lanes);
        for (int r = 0; r < rows_at_once; ++r) {
            const double factor = left[static_cast<long>(r) * inner + k];
            first[r] += factor * one;
            second[r] += factor * other;
        }
    }
    for (int r = 0; r < rows_at_once; ++r) {
        store(out + r * columns, first[r]);
        store(out + r * columns + lanes, second[r]);
    }
}

// One vector of columns of some rows.
inline void multiply_strip(const double* left, const double* right, int rows, int inner, long columns, double* out) {
    Pack sums[rows_at_once] = {};
    if (rows == rows_at_once) {
        for (int k = 0; k < inner; ++k) {
            const Pack other = load(right + k * columns);
            for (int r = 0; r < rows_at_once; ++r) sums[r] += left[static_cast<long>(r) * inner + k] * other;
        }
    } else {
        for (int k = 0; k < inner; ++k)
            for (int r = 0; r < rows; ++r)
                sums[r] += left[static_cast<long>(r) * inner + k] * load(right + k * columns);
    }
    for (int r = 0; r < rows; ++r) store(out + r * columns, sums[r]);
}

}  // namespace

void multiply(const double* left, const double* right, int rows, int inner, int columns, double* out) {
    const int whole = columns / lanes * lanes;
    for (int first = 0; first < rows; first += rows_at_once) {
        const int count = rows - first < rows_at_once ? rows - first : rows_at_once;
        const double* from = left + static_cast<long>(first) * inner;
        double* to = out + static_cast<long>(first) * columns;
        int done = 0;
        if (count == rows_at_once)
            for (; done + 2 * lanes <= columns; done += 2 * lanes)
                multiply_block(from, right + done, inner, columns, to + done);
        for (; done < whole; done += lanes) multiply_strip(from, right + done, count, inner, columns, to + done);
        for (int r = 0; r < count; ++r)
            for (int j = whole; j < columns; ++j) {
                double sum = 0.0;
                for (int k = 0; k < inner; ++k)
                    sum += from[static_cast<long>(r) * inner + k] * right[static_cast<long>(k) * columns + j];
                to[static_cast<long>(r) * columns + j] = sum;
            }
    }
}

// Gauss and Jordan without a search for pivots, which positive definite matrices do not need: whole rows at a time.
void invert_in_place(double* matrix, int n, const double* least, double* pivots) {
    for (int k = 0; k < n; ++k) {
        double* const row = matrix + static_cast<long>(k) * n;
        const double pivot = row[k] < least[k] ? least[k] : row[k];
        pivots[k] = pivot;
        row[k] = 1.0;
        for (int b = 0; b < n; ++b) row[b] /= pivot;
        for (int a = 0; a < n; ++a) {
            if (a == k) continue;
            double* const other = matrix + static_cast<long>(a) * n;
            const double factor = other[k];
            other[k] = 0.0;
            int b = 0;
            for (; b + lanes <= n; b += lanes) store(other + b, load(other + b) - factor * load(row + b));
            for (; b < n; ++b) other[b] -= factor * row[b];
        }
    }
}

}  // namespace ordag::ORDAG_SIMD
