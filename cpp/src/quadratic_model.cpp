// SPDX-License-Identifier: MIT
#include "ordag/quadratic_model.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <utility>

#include "matrix_products.hpp"
#include "positive_definite.hpp"

namespace ordag {

namespace {

// Least share of the information of a new slope that the slopes of the graph leave, against division by nothing.
constexpr double least_information = 1e-3;

// Total effects of a network with unit noise, (I - slopes)^-1. The slopes of a DAG are nilpotent, so that whole rows
// are complete once those of the nodes they lead to are.
Reals effects_of(int n, std::span<const double> slopes) {
    Reals effects(static_cast<std::size_t>(n) * n, 0.0);
    std::vector<bool> complete(n, false);
    for (int round = 0; round < n; ++round)
        for (int i = 0; i < n; ++i) {
            if (complete[i]) continue;
            bool ready = true;
            for (int j = 0; j < n; ++j) ready = ready && (slopes[i * n + j] == 0.0 || complete[j]);
            if (!ready) continue;
            double* row = effects.data() + static_cast<std::size_t>(i) * n;
            row[i] = 1.0;
            for (int j = 0; j < n; ++j) {
                const double slope = slopes[i * n + j];
                if (slope == 0.0) continue;
                for (int k = 0; k < n; ++k) row[k] += slope * effects[j * n + k];
            }
            complete[i] = true;
        }
    return effects;
}

std::vector<Edge> joined(std::span<const Edge> edges, std::span<const Edge> absent) {
    std::vector<Edge> arrows(edges.begin(), edges.end());
    arrows.insert(arrows.end(), absent.begin(), absent.end());
    return arrows;
}

}  // namespace

SurrogateCurvature::SurrogateCurvature(int n, const GaussianSurrogate& surrogate, std::span<const double> slopes,
                                       std::vector<Edge> arrows)
    : n_(n), n_rows_(surrogate.n_rows), arrows_(std::move(arrows)) {
    const int m = static_cast<int>(arrows_.size());
    Reals behind = effects_of(n, slopes), turned(behind.size());
    for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j) turned[j * n + i] = behind[i * n + j];
    Reals before = product(turned.data(), behind.data(), n, n, n);
    Reals scale(n), correlation(before.size()), seen(before.size());
    for (int i = 0; i < n; ++i) scale[i] = 1.0 / std::sqrt(before[i * n + i]);
    for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j) {
            correlation[i * n + j] = seen[i * n + j] = before[i * n + j] * scale[i] * scale[j];
            if (i == j) seen[i * n + j] += surrogate.noise[i];
        }
    for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j) {
            behind[i * n + j] *= scale[j];  // a of every end
            before[i * n + j] *= scale[j];  // b of every start
        }
    const Reals precision = invert(std::move(seen), n).entries;
    const auto times = [n](const Reals& left, const Reals& right) {
        return product(left.data(), right.data(), n, n, n);
    };
    const Reals fitted = times(precision, correlation), fitted_again = times(correlation, fitted);
    Reals gradient = times(product(precision.data(), surrogate.second, n, n, n), precision);
    for (int k = 0; k < n * n; ++k) gradient[k] = -0.5 * n_rows_ * (precision[k] - gradient[k]);
    const Reals behind_seen = times(behind, precision), before_seen = times(before, precision);
    const Reals behind_fitted = times(behind, fitted), before_fitted = times(before, fitted);
    mixed_ = product_with_transposed(before.data(), behind_seen.data(), n, n, n);
    starts_ = product_with_transposed(before.data(), before_seen.data(), n, n, n);
    ends_ = product_with_transposed(behind.data(), behind_seen.data(), n, n, n);
    const Reals pull = product_with_transposed(times(behind, gradient).data(), before.data(), n, n, n);
    const Reals turn = times(correlation, gradient);

    both_.resize(static_cast<std::size_t>(n) * m);
    pulled_.resize(both_.size());
    for (int k = 0; k < n; ++k)
        for (int f = 0; f < m; ++f) {
            const int b = arrows_[f].from * n + k, a = arrows_[f].to * n + k;
            both_[static_cast<std::size_t>(k) * m + f] = behind[a] * before[b];
            pulled_[static_cast<std::size_t>(k) * m + f] =
                before_seen[b] * behind_fitted[a] + behind_seen[a] * before_fitted[b];
        }
    Reals mixing(fitted.size());
    for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j)
            mixing[i * n + j] = fitted[i * n + j] * fitted[j * n + i] + precision[i * n + j] * fitted_again[i * n + j];
    shared_ = product(mixing.data(), both_.data(), n, n, m);

    score_.resize(m);
    own_.resize(m);
    for (int f = 0; f < m; ++f) {
        const auto [from, to] = arrows_[f];
        score_[f] = 2.0 * pull[to * n + from];
        own_[f] = mixed_[from * n + to] * mixed_[from * n + to] + starts_[from * n + from] * ends_[to * n + to];
    }
    for (int k = 0; k < n; ++k)
        for (int f = 0; f < m; ++f) {
            const std::size_t at = static_cast<std::size_t>(k) * m + f;
            score_[f] -= 2.0 * both_[at] * turn[k * n + k];
            own_[f] += (shared_[at] - 2.0 * pulled_[at]) * both_[at];
        }
    for (double& information : own_) information *= n_rows_;
}

std::vector<double> SurrogateCurvature::information(std::span<const int> rows, std::span<const int> columns) const {
    const int m = static_cast<int>(arrows_.size());
    const int r = static_cast<int>(rows.size()), c = static_cast<int>(columns.size());
    // d_e' (Q o Q' + P o R Q) d_f - u_e' d_f - d_e' u_f as one product, the two halves side by side.
    Reals left(static_cast<std::size_t>(r) * 2 * n_), right(static_cast<std::size_t>(2) * n_ * c);
    for (int e = 0; e < r; ++e)
        for (int k = 0; k < n_; ++k) {
            const std::size_t at = static_cast<std::size_t>(k) * m + rows[e];
            left[static_cast<std::size_t>(e) * 2 * n_ + k] = both_[at];
            left[static_cast<std::size_t>(e) * 2 * n_ + n_ + k] = -pulled_[at];
        }
    for (int k = 0; k < n_; ++k)
        for (int f = 0; f < c; ++f) {
            const std::size_t at = static_cast<std::size_t>(k) * m + columns[f];
            right[static_cast<std::size_t>(k) * c + f] = shared_[at] - pulled_[at];
            right[static_cast<std::size_t>(n_ + k) * c + f] = both_[at];
        }
    Reals out = product(left.data(), right.data(), r, 2 * n_, c);
    for (int e = 0; e < r; ++e) {
        const auto [from, to] = arrows_[rows[e]];
        double* row = out.data() + static_cast<std::size_t>(e) * c;
        for (int f = 0; f < c; ++f) {
            const auto [other_from, other_to] = arrows_[columns[f]];
            const double products = mixed_[from * n_ + other_to] * mixed_[other_from * n_ + to] +
                                    starts_[from * n_ + other_from] * ends_[to * n_ + other_to];
            row[f] = n_rows_ * (row[f] + products);
        }
    }
    return out;
}

QuadraticModel::QuadraticModel(int n, const GaussianSurrogate& surrogate, std::span<const double> slopes,
                               std::span<const Edge> edges, std::span<const Edge> absent, double ridge)
    : curvature_(n, surrogate, slopes, joined(edges, absent)), n_edges_(static_cast<int>(edges.size())) {
    const int n_others = static_cast<int>(absent.size()), n_arrows = n_edges_ + n_others;
    std::vector<int> all(n_arrows);
    std::iota(all.begin(), all.end(), 0);
    const Reals information = curvature_.information(std::span(all).first(n_edges_), all);
    Reals between_edges(static_cast<std::size_t>(n_edges_) * n_edges_);
    cross_.resize(static_cast<std::size_t>(n_edges_) * n_others);
    for (int e = 0; e < n_edges_; ++e) {
        const double* row = information.data() + static_cast<std::size_t>(e) * n_arrows;
        std::copy_n(row, n_edges_, between_edges.begin() + static_cast<std::ptrdiff_t>(e) * n_edges_);
        std::copy_n(row + n_edges_, n_others, cross_.begin() + static_cast<std::ptrdiff_t>(e) * n_others);
        between_edges[static_cast<std::size_t>(e) * n_edges_ + e] += ridge;
    }
    variance_ = invert(std::move(between_edges), n_edges_).entries;
    moved_ = product(variance_.data(), cross_.data(), n_edges_, n_edges_, n_others);

    const std::span<const double> score = curvature_.score(), own = curvature_.own_information();
    slopes_.resize(n_edges_);
    for (int e = 0; e < n_edges_; ++e) {
        slopes_[e] = slopes[edges[e].from * n + edges[e].to];
        for (int f = 0; f < n_edges_; ++f) slopes_[e] += variance_[e * n_edges_ + f] * score[f];
    }
    score_.assign(score.begin() + n_edges_, score.end());
    left_.assign(own.begin() + n_edges_, own.end());
    for (int e = 0; e < n_edges_; ++e)
        for (int f = 0; f < n_others; ++f) {
            const std::size_t at = static_cast<std::size_t>(e) * n_others + f;
            score_[f] -= moved_[at] * score[e];
            left_[f] -= moved_[at] * cross_[at];
        }
    spread_.resize(n_others);
    for (int f = 0; f < n_others; ++f) {
        left_[f] = std::max(left_[f], least_information * own[n_edges_ + f]);
        spread_[f] = 1.0 / left_[f];
    }
}

std::vector<double> QuadraticModel::among(std::span<const int> absent) const {
    const int count = static_cast<int>(absent.size()), n_others = n_absent();
    std::vector<int> rows;
    for (const int f : absent) rows.push_back(n_edges_ + f);
    Reals left = curvature_.information(rows, rows);
    Reals cross(static_cast<std::size_t>(count) * n_edges_), moved(cross.size());
    for (int e = 0; e < n_edges_; ++e) {
        const std::size_t from = static_cast<std::size_t>(e) * n_others;
        for (int a = 0; a < count; ++a) {
            cross[static_cast<std::size_t>(a) * n_edges_ + e] = cross_[from + absent[a]];
            moved[static_cast<std::size_t>(e) * count + a] = moved_[from + absent[a]];
        }
    }
    const Reals followed = product(cross.data(), moved.data(), count, n_edges_, count);
    for (std::size_t k = 0; k < left.size(); ++k) left[k] -= followed[k];
    return left;
}

}  // namespace ordag
