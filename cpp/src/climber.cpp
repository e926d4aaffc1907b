// SPDX-License-Identifier: MIT
#include "climber.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "matrix_products.hpp"
#include "packed.hpp"

namespace ordag {

Climber::Climber(int n, double n_rows, std::span<const Edge> edges, const ClimbOptions& options)
    : n_(n), n_rows_(n_rows), edges_(edges), options_(options), edges_into_(n) {
    for (int e = 0; e < n_edges(); ++e) edges_into_[edges[e].to].push_back(e);
    order_nodes();
}

ClimbResult Climber::run(std::span<double> slopes) {
    Reals inverse;
    ClimbResult result;
    Point best = start(Reals(slopes.begin(), slopes.end()), inverse, result.n_passes);
    Reals direction;
    const auto look_ahead = [&] {
        direction = multiply(inverse, best.score);
        result.expected_gain = 0.5 * std::inner_product(direction.begin(), direction.end(), best.score.begin(), 0.0);
        if (result.expected_gain >= 0.0 && std::isfinite(result.expected_gain)) return;
        // Rounding has spoilt the information: up the score, as if each row were as informative on every slope.
        std::fill(inverse.begin(), inverse.end(), 0.0);
        for (int e = 0; e < n_edges(); ++e) inverse[e * n_edges() + e] = 1.0 / n_rows_;
        direction = multiply(inverse, best.score);
        result.expected_gain = 0.5 * std::inner_product(direction.begin(), direction.end(), best.score.begin(), 0.0);
        if (!std::isfinite(result.expected_gain)) result.expected_gain = 0.0;
    };
    look_ahead();
    double shrink = 1.0;
    while (n_edges() > 0 && result.n_passes < options_.max_passes) {
        if (result.expected_gain < options_.tolerance ||
            best.log_likelihood + 2.0 * result.expected_gain < options_.cutoff)
            break;
        Reals next = best.slopes;
        for (int e = 0; e < n_edges(); ++e) next[e] += shrink * direction[e];
        Point point = evaluate(std::move(next), nullptr);
        ++result.n_passes;
        if (!(point.objective >= best.objective)) {
            shrink *= 0.5;
            continue;
        }
        update_inverse(best, point, inverse);
        best = std::move(point);
        look_ahead();
        shrink = 1.0;
    }
    std::copy(best.slopes.begin(), best.slopes.end(), slopes.begin());
    result.log_likelihood = best.log_likelihood;
    return result;
}

Point Climber::start(Reals slopes, Reals& inverse, int& n_passes) {
    constexpr int most_halvings = 8;  // and then no slopes at all, which are always proper
    for (int k = 0;; ++k) {
        Point point = evaluate(slopes, &inverse);
        ++n_passes;
        if (std::isfinite(point.objective) || k > most_halvings) return point;
        const double factor = k < most_halvings ? 0.5 : 0.0;
        for (double& slope : slopes) slope = std::isfinite(slope) ? factor * slope : 0.0;
    }
}

void Climber::order_nodes() {
    std::vector<int> waiting(n_, 0);
    for (const Edge& edge : edges_) ++waiting[edge.to];
    for (int i = 0; i < n_; ++i)
        if (waiting[i] == 0) order_.push_back(i);
    for (std::size_t k = 0; k < order_.size(); ++k)
        for (const Edge& edge : edges_)
            if (edge.from == order_[k] && --waiting[edge.to] == 0) order_.push_back(edge.to);
}

Network Climber::network_of(const Reals& slopes) const {
    const std::size_t size = static_cast<std::size_t>(n_) * n_;
    Network net{Reals(size, 0.0), Reals(size, 0.0), Reals(size), Reals(edges_.size()), Reals(n_)};
    for (const int k : order_) {
        net.effects[k * n_ + k] = 1.0;
        for (const int e : edges_into_[k])
            for (int a = 0; a < n_; ++a) net.effects[a * n_ + k] += slopes[e] * net.effects[a * n_ + edges_[e].from];
    }
    // A node follows its parents: so do its covariances with the nodes before it, those behind it being zero so far.
    for (const int k : order_) {
        double* const own = net.covariance.data() + static_cast<std::size_t>(k) * n_;
        for (const int e : edges_into_[k]) {
            const double* const parent = net.covariance.data() + static_cast<std::size_t>(edges_[e].from) * n_;
            for (int a = 0; a < n_; ++a) own[a] += slopes[e] * parent[a];
        }
        double variance = 1.0;
        for (const int e : edges_into_[k]) variance += slopes[e] * own[edges_[e].from];
        own[k] = variance;
        for (int a = 0; a < n_; ++a) net.covariance[a * n_ + k] = own[a];
    }
    Reals scale(n_);
    for (int a = 0; a < n_; ++a) {
        net.noise[a] = 1.0 / net.covariance[a * n_ + a];
        scale[a] = std::sqrt(net.noise[a]);
    }
    for (int a = 0; a < n_; ++a) {
        for (int b = 0; b < n_; ++b) net.correlation[a * n_ + b] = net.covariance[a * n_ + b] * (scale[a] * scale[b]);
        net.correlation[a * n_ + a] = 1.0;
    }
    for (int e = 0; e < n_edges(); ++e)
        net.weights[e] = slopes[e] * std::sqrt(net.noise[edges_[e].to] / net.noise[edges_[e].from]);
    return net;
}

Point Climber::evaluate(Reals slopes, Reals* inverse) {
    const Network net = network_of(slopes);
    Reals moments(static_cast<std::size_t>(n_) * n_, 0.0);
    Point point;
    point.slopes = std::move(slopes);
    point.log_likelihood = expect(net, moments.data(), inverse);
    point.score.assign(edges_.size(), 0.0);
    if (!is_proper(point.log_likelihood)) {
        point.log_likelihood = -std::numeric_limits<double>::infinity();
        forget();
        return point;
    }
    point.objective = point.log_likelihood + options_.ridge * log_prior(net);
    // Two pooled "rows": the mean moments of the data, and those of the prior, which are the identity.
    Reals pooled(packed_size(n_) * 2);
    for (int i = 0; i < n_; ++i)
        for (int j = 0; j <= i; ++j) {
            pooled[2 * packed_at(i, j)] = moments[i * n_ + j] / n_rows_;
            pooled[2 * packed_at(i, j) + 1] = i == j ? 1.0 : 0.0;
        }
    const Reals scores = scores_of(net, pooled, 2);
    point.score.resize(edges_.size());
    for (std::size_t e = 0; e < edges_.size(); ++e)
        point.score[e] = n_rows_ * scores[2 * e] + options_.ridge * scores[2 * e + 1];
    return point;
}

double Climber::log_prior(const Network& net) const {
    double sum = -static_cast<double>(n_);
    for (int a = 0; a < n_; ++a) sum += std::log(net.noise[a]) + 1.0 / net.noise[a];
    for (int e = 0; e < n_edges(); ++e) sum += net.weights[e] * net.weights[e] / net.noise[edges_[e].to];
    return -0.5 * sum;
}

Reals Climber::scores_of(const Network& net, const Reals& second, std::int64_t columns,
                         std::span<const int> places) const {
    const auto moments_of = [&](int a, int b) {
        return second.data() + (places.empty() ? packed_at(a, b) : places[a * n_ + b]) * columns;
    };
    Reals by_edge(edges_.size() * columns), by_scale(static_cast<std::size_t>(n_) * columns, 0.0), square(columns);
    for (int node = 0; node < n_; ++node) {
        const double v = net.noise[node];
        const double* own = moments_of(node, node);
        std::copy(own, own + columns, square.begin());
        for (const int e : edges_into_[node]) {
            double* residual = by_edge.data() + e * columns;
            const double* cross = moments_of(edges_[e].from, node);
            std::copy(cross, cross + columns, residual);
            for (const int k : edges_into_[node]) {
                const double b = net.weights[k];
                const double* pair = moments_of(edges_[e].from, edges_[k].from);
                for (std::int64_t r = 0; r < columns; ++r) residual[r] -= b * pair[r];
            }
            const double b = net.weights[e];
            double* from_scale = by_scale.data() + edges_[e].from * columns;
            double* to_scale = by_scale.data() + node * columns;
            for (std::int64_t r = 0; r < columns; ++r) {
                square[r] -= b * (cross[r] + residual[r]);
                residual[r] /= v;
                from_scale[r] += b * residual[r];
                to_scale[r] -= b * residual[r];
            }
        }
        double* scale = by_scale.data() + node * columns;
        for (std::int64_t r = 0; r < columns; ++r) scale[r] -= square[r] / v - 1.0;
    }
    carry_over(net, by_scale, columns, by_edge);
    return by_edge;
}

// From scores of weights and log scales to scores of slopes.
void Climber::carry_over(const Network& net, const Reals& by_scale, std::int64_t columns, Reals& by_edge) const {
    Reals scales(edges_.size() * n_);  // derivatives of the log scales
    for (int e = 0; e < n_edges(); ++e) {
        const auto [from, to] = edges_[e];
        for (int k = 0; k < n_; ++k)
            scales[e * n_ + k] = net.effects[to * n_ + k] * net.covariance[from * n_ + k] * net.noise[k];
    }
    const Reals through_scales = product(scales.data(), by_scale.data(), n_edges(), n_, static_cast<int>(columns));
    for (int e = 0; e < n_edges(); ++e) {
        const double factor = std::sqrt(net.noise[edges_[e].to] / net.noise[edges_[e].from]);
        for (std::int64_t k = e * columns; k < (e + 1) * columns; ++k)
            by_edge[k] = factor * by_edge[k] + through_scales[k];
    }
}

Reals Climber::multiply(const Reals& symmetric, const Reals& vector) const {
    const int m = n_edges();
    Reals out(m, 0.0);
    for (int a = 0; a < m; ++a)
        for (int b = 0; b < m; ++b) out[b] += symmetric[a * m + b] * vector[a];
    return out;
}

// BFGS: the inverse information after the step from one point to the next.
void Climber::update_inverse(const Point& from, const Point& to, Reals& inverse) const {
    const int m = n_edges();
    Reals step(m), change(m);
    for (int e = 0; e < m; ++e) {
        step[e] = to.slopes[e] - from.slopes[e];
        change[e] = from.score[e] - to.score[e];
    }
    const double curvature = std::inner_product(step.begin(), step.end(), change.begin(), 0.0);
    if (curvature <= 1e-12) return;
    const Reals moved = multiply(inverse, change);
    const double quadratic = std::inner_product(moved.begin(), moved.end(), change.begin(), 0.0);
    const double scale = (1.0 + quadratic / curvature) / curvature;
    for (int a = 0; a < m; ++a)
        for (int b = 0; b < m; ++b)
            inverse[a * m + b] += scale * step[a] * step[b] - (moved[a] * step[b] + step[a] * moved[b]) / curvature;
}

}  // namespace ordag
