// SPDX-License-Identifier: MIT
// How the rows of a table are handed to the kernels of cpp/src/simd: block after block, group after group.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "ordag/elimination.hpp"
#include "ordag/truncated_gibbs.hpp"
#include "simd/row_group.hpp"

namespace ordag {

// Sums are kept per block of groups and added in order, so that they do not depend on the number of threads.
constexpr int max_blocks = 16;

// Storage behind a RowGroup and a PointScratch.
class Workspace {
  public:
    Workspace(const LatentBoxes& boxes, int lanes, std::int64_t covariance_size, int n_points)
        : reals_(new double[static_cast<std::size_t>(lanes) *
                                ((std::int64_t{7} + delayed_factors) * boxes.n + covariance_size + 2) +
                            max_lanes]),
          codes_(static_cast<std::size_t>(lanes) * boxes.n),
          point_reals_(n_points == 0 ? 0 : static_cast<std::size_t>(boxes.n + 2) * n_points + boxes.n),
          order_(boxes.n) {
        const std::size_t row = static_cast<std::size_t>(lanes) * boxes.n;
        double* p = aligned(reals_.get());
        const auto take = [&p](std::size_t size) { return std::exchange(p, p + size); };
        group = {boxes.n,
                 codes_.data(),
                 take(row),
                 take(row),
                 take(row),
                 boxes.continuous,
                 take(row),
                 take(row),
                 take(row),
                 take(static_cast<std::size_t>(lanes * covariance_size)),
                 take(delayed_factors * row),
                 take(row),
                 take(lanes),
                 take(lanes)};
        double* q = point_reals_.data();
        double* const y = q + boxes.n;
        double* const log_weight = y + static_cast<std::size_t>(boxes.n) * n_points;
        scratch = {q, order_.data(), y, log_weight, log_weight + n_points};
    }

    RowGroup group{};
    PointScratch scratch{};

  private:
    // The first place from p on where a full vector does not straddle two lines of the cache.
    static double* aligned(double* p) {
        constexpr std::uintptr_t line = max_lanes * sizeof(double);
        return reinterpret_cast<double*>((reinterpret_cast<std::uintptr_t>(p) + line - 1) / line * line);
    }

    std::unique_ptr<double[]> reals_;  // each kernel writes before it reads
    std::vector<std::int16_t> codes_;
    std::vector<double> point_reals_;
    std::vector<int> order_;
};

struct Rows {
    std::int64_t first;
    int count;
    int lanes;
};

inline void load(const LatentBoxes& boxes, const double* latent, const double* shift, const double* precision,
                 Rows rows, const RowGroup& group) {
    for (int i = 0; i < boxes.n; ++i) {
        const std::int64_t from = i * boxes.n_rows + rows.first;
        const int to = i * rows.lanes;
        const double* const lower = boxes.lower + static_cast<std::int64_t>(i) * boxes.stride + 1;
        const double* const upper = boxes.upper + static_cast<std::int64_t>(i) * boxes.stride + 1;
        const auto place = [&](int l, std::int16_t code, double value, double factor_shift, double factor_precision) {
            group.codes[to + l] = code;
            group.lower[to + l] = lower[code];
            group.upper[to + l] = upper[code];
            group.fixed[to + l] = value;
            // A factor without precision says nothing.
            const bool sharp = (code >= 0) & (factor_precision > 0.0);
            group.shift[to + l] = sharp ? factor_shift : 0.0;
            group.precision[to + l] = sharp ? factor_precision : 0.0;
        };
        for (int l = 0; l < rows.count; ++l)
            place(l, boxes.codes[from + l], boxes.continuous[i] ? latent[from + l] : 0.0, shift[from + l],
                  precision[from + l]);
        for (int l = rows.count; l < rows.lanes; ++l) place(l, -1, 0.0, 0.0, 0.0);
    }
}

inline void store_factors(const LatentBoxes& boxes, Rows rows, const RowGroup& group, double* shift,
                          double* precision) {
    for (int i = 0; i < boxes.n; ++i)
        for (int l = 0; l < rows.count; ++l) {
            shift[i * boxes.n_rows + rows.first + l] = group.shift[i * rows.lanes + l];
            precision[i * boxes.n_rows + rows.first + l] = group.precision[i * rows.lanes + l];
        }
}

// Weights of the rows of a group, zero in the lanes that stand for none.
inline std::array<double, max_lanes> weights_of(Rows rows, const double* weights) {
    std::array<double, max_lanes> out{};
    std::copy_n(weights + rows.first, rows.count, out.begin());
    return out;
}

// An elimination as the kernels take it, without a precision.
inline SparsePrior pattern_of(const Elimination& elimination) {
    return {elimination.n_entries(),
            elimination.order.data(),
            elimination.start.data(),
            elimination.row.data(),
            elimination.pair_start.data(),
            elimination.pair.data(),
            nullptr,
            0.0};
}

}  // namespace ordag
