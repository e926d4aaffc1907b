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

// One column of some rows; a full set of sums does not wait for one another.
inline void multiply_column(const double* left, const double* right, int rows, int inner, long columns, double* out) {
    double sums[rows_at_once] = {};
    if (rows == rows_at_once) {
        for (int k = 0; k < inner; ++k) {
            const double other = right[k * columns];
            for (int r = 0; r < rows_at_once; ++r) sums[r] += left[static_cast<long>(r) * inner + k] * other;
        }
    } else {
        for (int k = 0; k < inner; ++k)
            for (int r = 0; r < rows; ++r) sums[r] += left[static_cast<long>(r) * inner + k] * right[k * columns];
    }
    for (int r = 0; r < rows; ++r) out[r * columns] = sums[r];
}

// Up to a full set of rows, of which the first columns are wanted.
inline void multiply_rows(const double* left, const double* right, int count, int inner, int columns, int wanted,
                          double* out) {
    const int whole = wanted / lanes * lanes;
    int done = 0;
    if (count == rows_at_once)
        for (; done + 2 * lanes <= wanted; done += 2 * lanes)
            multiply_block(left, right + done, inner, columns, out + done);
    for (; done < whole; done += lanes) multiply_strip(left, right + done, count, inner, columns, out + done);
    for (int j = whole; j < wanted; ++j) multiply_column(left, right + j, count, inner, columns, out + j);
}

}  // namespace

void multiply(const double* left, const double* right, int rows, int inner, int columns, double* out) {
    for (int first = 0; first < rows; first += rows_at_once) {
        const int count = rows - first < rows_at_once ? rows - first : rows_at_once;
        multiply_rows(left + static_cast<long>(first) * inner, right, count, inner, columns, columns,
                      out + static_cast<long>(first) * columns);
    }
}

void multiply_lower(const double* left, const double* right, int rows, int inner, int columns, double* out) {
    constexpr int block = 2 * lanes;
    for (int first = 0; first < rows; first += rows_at_once) {
        const int count = rows - first < rows_at_once ? rows - first : rows_at_once;
        const int wanted = (first + count + block - 1) / block * block;
        multiply_rows(left + static_cast<long>(first) * inner, right, count, inner, columns,
                      wanted < columns ? wanted : columns, out + static_cast<long>(first) * columns);
    }
}

// Sweeps every row in turn, without a search for pivots, which positive definite matrices do not need. All stays
// symmetric, so that only what is on and below the diagonal is kept up to date, and beyond it up to a whole vector.
void invert_in_place(double* matrix, int n, const double* least, double* pivots, double* scratch) {
    const auto row_of = [&](int a) { return matrix + static_cast<long>(a) * n; };
    for (int k = 0; k < n; ++k) {
        for (int b = 0; b <= k; ++b) scratch[b] = row_of(k)[b];
        for (int a = k + 1; a < n; ++a) scratch[a] = row_of(a)[k];
        const double pivot = scratch[k] < least[k] ? least[k] : scratch[k], inverse = 1.0 / pivot;
        pivots[k] = pivot;
        for (int a = 0; a < n; ++a) {
            const double factor = scratch[a] * inverse;
            double* const row = row_of(a);
            int b = 0;
            for (; b <= a && b + lanes <= n; b += lanes) store(row + b, load(row + b) - factor * load(scratch + b));
            for (; b <= a; ++b) row[b] -= factor * scratch[b];
            if (a > k) row[k] = factor;
        }
        for (int b = 0; b < k; ++b) row_of(k)[b] = scratch[b] * inverse;
        row_of(k)[k] = -inverse;
    }
    for (int a = 0; a < n; ++a)
        for (int b = 0; b <= a; ++b) row_of(b)[a] = row_of(a)[b] = -row_of(a)[b];
}

}  // namespace ordag::ORDAG_SIMD
