// SPDX-License-Identifier: MIT
#include "ordag/network_integrals.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

#include "ordag/dispatch.hpp"
#include "ordag/parallel.hpp"
#include "row_blocks.hpp"
#include "simd/row_group.hpp"

namespace ordag {

// With f_k the residual of node k as a combination of nodes, and v_k its variance, the precision is the sum of
// f_k f_k' / v_k.
SparseNetwork::SparseNetwork(const Elimination& elimination_of, std::span<const Edge> edges,
                             std::span<const double> weights, std::span<const double> noise)
    : elimination(elimination_of), precision(elimination_of.n_entries(), 0.0) {
    std::vector<std::vector<std::pair<int, double>>> residuals(elimination.n);
    for (int k = 0; k < elimination.n; ++k) residuals[k].emplace_back(k, 1.0);
    for (std::size_t e = 0; e < edges.size(); ++e) residuals[edges[e].to].emplace_back(edges[e].from, -weights[e]);
    for (int k = 0; k < elimination.n; ++k) {
        log_determinant -= std::log(noise[k]);
        const auto& residual = residuals[k];
        for (std::size_t a = 0; a < residual.size(); ++a)
            for (std::size_t b = 0; b <= a; ++b)
                precision[elimination.entry_of(residual[a].first, residual[b].first)] +=
                    residual[a].second * residual[b].second / noise[k];
    }
}

namespace {

void store_rows(const LatentBoxes& boxes, Rows rows, const RowGroup& group, const Elimination& elimination,
                double* second) {
    for (int k = 0, e = 0; e < elimination.n_entries(); ++e) {
        while (e >= elimination.start[k + 1]) ++k;
        const int column = e < elimination.n ? e : k;
        const double* const mean = group.mean + static_cast<std::int64_t>(elimination.order[column]) * rows.lanes;
        const double* const other =
            group.mean + static_cast<std::int64_t>(elimination.order[elimination.row[e]]) * rows.lanes;
        const double* const covariance = group.covariance + static_cast<std::int64_t>(e) * rows.lanes;
        double* const out = second + e * boxes.n_rows + rows.first;
        for (int l = 0; l < rows.count; ++l) out[l] = covariance[l] + mean[l] * other[l];
    }
}

}  // namespace

void integrate_network(const LatentBoxes& boxes, const SparseNetwork& network, const double* weights,
                       const PropagationOptions& options, int n_threads, double* shift, double* precision,
                       const RowIntegrals& wanted) {
    const int lanes = ORDAG_WIDEST(row_lanes)();
    const auto propagate = ORDAG_WIDEST(propagate_network);
    const auto add_moments = ORDAG_WIDEST(add_network_moments);
    const Elimination& elimination = network.elimination;
    const std::size_t size = elimination.n_entries();
    SparsePrior prior = pattern_of(elimination);
    prior.precision = network.precision.data();
    prior.log_determinant = network.log_determinant;
    const std::int64_t n_groups = (boxes.n_rows + lanes - 1) / lanes;
    const int n_blocks = static_cast<int>(std::min<std::int64_t>(max_blocks, n_groups));
    std::vector<double> sums(size * n_blocks);

    parallel_for(n_blocks, n_threads, [&](int block) {
        const Workspace work(boxes, lanes, elimination.n_entries(), 0);
        std::vector<double> lane_sums(size * lanes, 0.0);
        for (std::int64_t k = n_groups * block / n_blocks; k < n_groups * (block + 1) / n_blocks; ++k) {
            const std::int64_t first = k * lanes;
            const Rows rows{first, static_cast<int>(std::min<std::int64_t>(lanes, boxes.n_rows - first)), lanes};
            load(boxes, nullptr, shift, precision, rows, work.group);
            propagate(work.group, prior, options);
            store_factors(boxes, rows, work.group, shift, precision);
            if (wanted.second != nullptr) store_rows(boxes, rows, work.group, elimination, wanted.second);
            if (wanted.moments != nullptr)
                add_moments(work.group, prior, weights_of(rows, weights).data(), lane_sums.data());
            std::copy_n(work.group.log_probability, rows.count, wanted.log_probability + first);
        }
        for (std::size_t k = 0; k < size; ++k)
            sums[size * block + k] = std::accumulate(&lane_sums[k * lanes], &lane_sums[(k + 1) * lanes - 1] + 1, 0.0);
    });

    if (wanted.moments == nullptr) return;
    for (int block = 0; block < n_blocks; ++block)
        for (std::size_t k = 0; k < size; ++k) wanted.moments[k] += sums[size * block + k];
}

}  // namespace ordag
