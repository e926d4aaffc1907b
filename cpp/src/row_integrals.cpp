// SPDX-License-Identifier: MIT
#include "ordag/row_integrals.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>
#include <vector>

#include "ordag/dispatch.hpp"
#include "ordag/parallel.hpp"
#include "packed.hpp"
#include "positive_definite.hpp"
#include "row_blocks.hpp"
#include "simd/row_group.hpp"
#include "whole_rows.hpp"

namespace ordag {

namespace {

struct Kernels {
    int lanes;
    decltype(&baseline::propagate) propagate;
    decltype(&baseline::add_moments) add_moments;
    decltype(&baseline::look_ahead) look_ahead;
    decltype(&baseline::integrate_lane) integrate_lane;
};

Kernels kernels() {
    return {ORDAG_WIDEST(row_lanes)(), ORDAG_WIDEST(propagate), ORDAG_WIDEST(add_moments), ORDAG_WIDEST(look_ahead),
            ORDAG_WIDEST(integrate_lane)};
}

void store_rows(const LatentBoxes& boxes, Rows rows, const RowGroup& group, const RowIntegrals& wanted) {
    if (wanted.mean == nullptr && wanted.second == nullptr) return;
    std::int64_t k = 0;
    for (int i = 0; i < boxes.n; ++i) {
        const double* const mean = group.mean + static_cast<std::int64_t>(i) * rows.lanes;
        if (wanted.mean != nullptr) std::copy_n(mean, rows.count, wanted.mean + i * boxes.n_rows + rows.first);
        if (wanted.second == nullptr) continue;
        for (int j = 0; j <= i; ++j, ++k) {
            const double* const other = group.mean + static_cast<std::int64_t>(j) * rows.lanes;
            const double* const covariance = group.covariance + k * rows.lanes;
            double* const out = wanted.second + k * boxes.n_rows + rows.first;
            for (int l = 0; l < rows.count; ++l) out[l] = covariance[l] + mean[l] * other[l];
        }
    }
}

std::vector<double> packed(const double* matrix, int n) {
    std::vector<double> out;
    out.reserve(packed_size(n));
    for (int i = 0; i < n; ++i)
        for (int j = 0; j <= i; ++j) out.push_back(matrix[static_cast<std::size_t>(i) * n + j]);
    return out;
}

// The inverse covariance, and how far log-probabilities may be off by rounding.
struct Precision {
    std::vector<double> lower;
    double log_determinant;
    double rounding =
        0.0;  // share of a log-probability: relative errors of the covariance, grown by inflated variances

    Precision(const double* covariance, int n) {
        const Inverse inverse = invert({covariance, covariance + static_cast<std::size_t>(n) * n}, n);
        lower = packed(inverse.entries.data(), n);
        log_determinant = inverse.log_determinant;
        for (int i = 0; i < n; ++i)
            rounding = std::max(rounding, std::numeric_limits<double>::epsilon() *
                                              inverse.entries[static_cast<std::size_t>(i) * n + i] *
                                              covariance[static_cast<std::size_t>(i) * n + i]);
    }
};

// What stands in a row, as a number: integration points that depend on it give a row the same value in any company.
std::uint64_t content_of(const LatentBoxes& boxes, const double* latent, std::int64_t row) {
    std::uint64_t hash = 0xCBF29CE484222325ull;  // Fowler, Noll, Vo
    const auto take_in = [&hash](std::uint64_t bits) { hash = (hash ^ bits) * 0x100000001B3ull; };
    for (int i = 0; i < boxes.n; ++i) {
        const std::int64_t at = i * boxes.n_rows + row;
        take_in(static_cast<std::uint16_t>(boxes.codes[at]));
        if (is_exact(boxes.codes[at], boxes.continuous[i])) {
            const auto bits = std::bit_cast<std::uint64_t>(latent[at]);
            take_in(bits >> 32);
            take_in(bits & 0xFFFFFFFFull);
        }
    }
    return hash ^ (hash >> 29);
}

}  // namespace

void integrate_rows(const LatentBoxes& boxes, const double* covariance, const double* latent, const double* weights,
                    const PropagationOptions& options, const IntegrationPoints& points, int n_threads, double* shift,
                    double* precision, const RowIntegrals& wanted) {
    const Kernels kernel = kernels();
    const std::int64_t n_groups = (boxes.n_rows + kernel.lanes - 1) / kernel.lanes;
    const int n_blocks = static_cast<int>(std::min<std::int64_t>(max_blocks, n_groups));
    const std::size_t size = packed_size(boxes.n);
    const std::vector<double> prior = packed(covariance, boxes.n);
    const Precision prior_precision(covariance, points.n_points > 0 ? boxes.n : 0);
    std::vector<double> sums(wanted.moments == nullptr ? 0 : size * n_blocks);
    std::vector<std::int64_t> sweeps(n_blocks, 0);

    parallel_for(n_blocks, n_threads, [&](int block) {
        Workspace work(boxes, kernel.lanes, packed_size(boxes.n), points.n_points);
        WholeRows whole_rows(boxes.n, kernel.lanes, prior_precision.lower.data());
        std::vector<double> lane_sums(wanted.moments == nullptr ? 0 : size * kernel.lanes, 0.0);
        for (std::int64_t k = n_groups * block / n_blocks; k < n_groups * (block + 1) / n_blocks; ++k) {
            const std::int64_t first = k * kernel.lanes;
            const Rows rows{first, static_cast<int>(std::min<std::int64_t>(kernel.lanes, boxes.n_rows - first)),
                            kernel.lanes};
            load(boxes, latent, shift, precision, rows, work.group);
            sweeps[block] += kernel.propagate(work.group, prior.data(), options);
            store_factors(boxes, rows, work.group, shift, precision);
            store_rows(boxes, rows, work.group, wanted);
            if (wanted.moments != nullptr && points.n_points == 0)
                kernel.add_moments(work.group, weights_of(rows, weights).data(), lane_sums.data());
            if (points.n_points > 0)
                kernel.look_ahead(work.group, {prior_precision.lower.data(), prior_precision.log_determinant});
            for (int l = 0; l < rows.count; ++l) {
                if (wanted.log_probability == nullptr) break;
                double value = work.group.log_probability[l], error = 0.0;
                if (points.n_points > 0) {
                    const DrawnMoments* const drawn = wanted.moments == nullptr ? nullptr : &whole_rows.drawn();
                    const int count = kernel.integrate_lane(work.group, l, points, content_of(boxes, latent, first + l),
                                                            work.scratch, &value, &error, drawn);
                    if (drawn != nullptr)
                        whole_rows.add(work.group, l, {work.scratch.order, static_cast<std::size_t>(count)},
                                       weights[first + l], &sums[size * block]);
                }
                error = std::hypot(error, prior_precision.rounding * value);
                wanted.log_probability[first + l] = value;
                if (wanted.error != nullptr) wanted.error[first + l] = error;
            }
        }
        for (std::size_t k = 0; k < lane_sums.size() / kernel.lanes; ++k)
            sums[size * block + k] +=
                std::accumulate(&lane_sums[k * kernel.lanes], &lane_sums[k * kernel.lanes] + kernel.lanes, 0.0);
    });

    if (wanted.n_sweeps != nullptr)
        for (const std::int64_t count : sweeps) *wanted.n_sweeps += count;
    if (wanted.moments == nullptr) return;
    for (int block = 0; block < n_blocks; ++block) {
        std::size_t k = size * block;
        for (int i = 0; i < boxes.n; ++i)
            for (int j = 0; j <= i; ++j, ++k) wanted.moments[static_cast<std::size_t>(i) * boxes.n + j] += sums[k];
    }
    for (int i = 0; i < boxes.n; ++i)
        for (int j = 0; j < i; ++j)
            wanted.moments[static_cast<std::size_t>(j) * boxes.n + i] =
                wanted.moments[static_cast<std::size_t>(i) * boxes.n + j];
}

}  // namespace ordag
