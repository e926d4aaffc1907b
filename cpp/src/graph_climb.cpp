// SPDX-License-Identifier: MIT
#include "ordag/graph_climb.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

#include "positive_definite.hpp"

namespace ordag {

namespace {

using Reals = std::vector<double>;

std::size_t triangle(int i, int j) {
    const std::size_t high = std::max(i, j), low = std::min(i, j);
    return high * (high + 1) / 2 + low;
}

// Rows whose second moments are held at a time: n²/2 numbers each.
constexpr std::int64_t rows_at_a_time = 1 << 14;

// Copies of some rows of coordinate-major arrays, for a kernel that takes whole arrays.
class RowBlock {
  public:
    RowBlock(const LatentBoxes& all, const double* latent, const double* all_shift, const double* all_precision,
             std::int64_t first, std::int64_t count)
        : boxes(all),
          latent(all.n * count),
          shift(all.n * count),
          precision(all.n * count),
          all_rows_(all.n_rows),
          first_(first),
          codes_(all.n * count) {
        boxes.n_rows = count;
        boxes.codes = codes_.data();
        for (int i = 0; i < all.n; ++i) {
            const std::int64_t from = i * all_rows_ + first, to = i * count;
            std::copy_n(all.codes + from, count, codes_.begin() + to);
            std::copy_n(latent + from, count, this->latent.begin() + to);
            std::copy_n(all_shift + from, count, shift.begin() + to);
            std::copy_n(all_precision + from, count, precision.begin() + to);
        }
    }

    void store_factors(double* all_shift, double* all_precision) const {
        for (int i = 0; i < boxes.n; ++i) {
            const std::int64_t from = i * boxes.n_rows, to = i * all_rows_ + first_;
            std::copy_n(shift.begin() + from, boxes.n_rows, all_shift + to);
            std::copy_n(precision.begin() + from, boxes.n_rows, all_precision + to);
        }
    }

    LatentBoxes boxes;
    Reals latent, shift, precision;

  private:
    std::int64_t all_rows_, first_;
    std::vector<std::int16_t> codes_;
};

// A network with unit noise and the quantities that follow from its slopes. Matrices are row-major n x n.
struct Network {
    Reals effects;     // total effect of a on b: the inverse of I - slopes
    Reals covariance;  // of the variables with unit noise
    Reals correlation;
    Reals weights;  // by edge, on the scale of variance one
    Reals noise;    // residual variances on that scale
};

// Everything known at one set of slopes.
struct Point {
    Reals slopes;
    double log_likelihood = -std::numeric_limits<double>::infinity();
    double objective = -std::numeric_limits<double>::infinity();
    Reals score;
};

// Of the scores of rows: weighted mean, and weighted sum of products (lower triangle of a square matrix).
struct Information {
    Reals mean, products;

    explicit Information(int n_edges) : mean(n_edges, 0.0), products(static_cast<std::size_t>(n_edges) * n_edges) {}
};

class Climber {
  public:
    Climber(const LatentBoxes& boxes, const double* latent, const double* weights, std::span<const Edge> edges,
            const ClimbOptions& options, int n_threads, double* shift, double* precision)
        : boxes_(boxes),
          latent_(latent),
          weights_(weights),
          edges_(edges),
          options_(options),
          n_threads_(n_threads),
          shift_(shift),
          precision_(precision),
          n_(boxes.n),
          total_(std::accumulate(weights, weights + boxes.n_rows, 0.0)),
          edges_into_(boxes.n) {
        for (int e = 0; e < n_edges(); ++e) edges_into_[edges[e].to].push_back(e);
        order_nodes();
    }

    Reals inverse_information_at(std::span<const double> slopes) {
        Reals inverse;
        evaluate(Reals(slopes.begin(), slopes.end()), &inverse);
        return inverse;
    }

    ClimbResult run(std::span<double> slopes) {
        Reals inverse;
        Point best = evaluate(Reals(slopes.begin(), slopes.end()), &inverse);
        ClimbResult result{best.log_likelihood, 0.0, 1};
        double shrink = 1.0;
        while (n_edges() > 0 && result.n_passes < options_.max_passes) {
            const Reals direction = multiply(inverse, best.score);
            result.expected_gain =
                0.5 * std::inner_product(direction.begin(), direction.end(), best.score.begin(), 0.0);
            if (result.expected_gain < options_.tolerance ||
                best.log_likelihood + 2.0 * result.expected_gain < options_.hopeless)
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
            shrink = 1.0;
        }
        std::copy(best.slopes.begin(), best.slopes.end(), slopes.begin());
        result.log_likelihood = best.log_likelihood;
        return result;
    }

  private:
    int n_edges() const { return static_cast<int>(edges_.size()); }

    void order_nodes() {
        std::vector<int> waiting(n_, 0);
        for (const Edge& edge : edges_) ++waiting[edge.to];
        for (int i = 0; i < n_; ++i)
            if (waiting[i] == 0) order_.push_back(i);
        for (std::size_t k = 0; k < order_.size(); ++k)
            for (const Edge& edge : edges_)
                if (edge.from == order_[k] && --waiting[edge.to] == 0) order_.push_back(edge.to);
    }

    Network network_of(const Reals& slopes) const {
        const std::size_t size = static_cast<std::size_t>(n_) * n_;
        Network net{Reals(size, 0.0), Reals(size, 0.0), Reals(size), Reals(edges_.size()), Reals(n_)};
        for (const int k : order_) {
            net.effects[k * n_ + k] = 1.0;
            for (const int e : edges_into_[k])
                for (int a = 0; a < n_; ++a)
                    net.effects[a * n_ + k] += slopes[e] * net.effects[a * n_ + edges_[e].from];
        }
        for (int s = 0; s < n_; ++s) {
            const double* row = net.effects.data() + static_cast<std::size_t>(s) * n_;
            for (int a = 0; a < n_; ++a)
                if (row[a] != 0.0)
                    for (int b = 0; b < n_; ++b) net.covariance[a * n_ + b] += row[a] * row[b];
        }
        for (int a = 0; a < n_; ++a) net.noise[a] = 1.0 / net.covariance[a * n_ + a];
        for (int a = 0; a < n_; ++a)
            for (int b = 0; b < n_; ++b)
                net.correlation[a * n_ + b] =
                    a == b ? 1.0 : net.covariance[a * n_ + b] * std::sqrt(net.noise[a] * net.noise[b]);
        for (int e = 0; e < n_edges(); ++e)
            net.weights[e] = slopes[e] * std::sqrt(net.noise[edges_[e].to] / net.noise[edges_[e].from]);
        return net;
    }

    // Penalised likelihood and score; with `inverse`, the inverse information too.
    Point evaluate(Reals slopes, Reals* inverse) {
        const Network net = network_of(slopes);
        const std::size_t n_pairs = triangle(n_, 0);
        Reals log_probability(boxes_.n_rows), moments(static_cast<std::size_t>(n_) * n_, 0.0);
        RowIntegrals wanted;
        wanted.log_probability = log_probability.data();
        wanted.moments = moments.data();
        if (inverse == nullptr)
            integrate_rows(boxes_, net.correlation.data(), latent_, weights_, options_.propagation, {}, n_threads_,
                           shift_, precision_, wanted);
        else
            *inverse = integrate_with_information(net, wanted);

        Point point;
        point.slopes = std::move(slopes);
        point.log_likelihood = std::inner_product(log_probability.begin(), log_probability.end(), weights_, 0.0);
        point.objective = point.log_likelihood + options_.ridge * log_prior(net);
        // Two pooled "rows": the mean moments of the data, and those of the prior, which are the identity.
        Reals pooled(n_pairs * 2);
        for (int i = 0; i < n_; ++i)
            for (int j = 0; j <= i; ++j) {
                pooled[2 * triangle(i, j)] = moments[i * n_ + j] / total_;
                pooled[2 * triangle(i, j) + 1] = i == j ? 1.0 : 0.0;
            }
        const Reals scores = scores_of(net, pooled, 2);
        point.score.resize(edges_.size());
        for (int e = 0; e < n_edges(); ++e)
            point.score[e] = total_ * scores[2 * e] + options_.ridge * scores[2 * e + 1];
        return point;
    }

    // What is wanted of all rows, and the inverse information, block after block of rows.
    Reals integrate_with_information(const Network& net, RowIntegrals wanted) {
        Information information(n_edges());
        for (std::int64_t first = 0; first < boxes_.n_rows; first += rows_at_a_time) {
            const std::int64_t count = std::min(rows_at_a_time, boxes_.n_rows - first);
            RowBlock block(boxes_, latent_, shift_, precision_, first, count);
            Reals second(triangle(n_, 0) * count);
            wanted.second = second.data();
            integrate_rows(block.boxes, net.correlation.data(), block.latent.data(), weights_ + first,
                           options_.propagation, {}, n_threads_, block.shift.data(), block.precision.data(), wanted);
            wanted.log_probability += count;
            block.store_factors(shift_, precision_);
            add_information(scores_of(net, second, count), weights_ + first, count, information);
        }
        return inverse_of(std::move(information));
    }

    double log_prior(const Network& net) const {
        double sum = -static_cast<double>(n_);
        for (int a = 0; a < n_; ++a) sum += std::log(net.noise[a]) + 1.0 / net.noise[a];
        for (int e = 0; e < n_edges(); ++e) sum += net.weights[e] * net.weights[e] / net.noise[edges_[e].to];
        return -0.5 * sum;
    }

    // Scores of the slopes, edges x columns, from second moments, pairs x columns.
    Reals scores_of(const Network& net, const Reals& second, std::int64_t columns) const {
        Reals by_edge(edges_.size() * columns), by_scale(static_cast<std::size_t>(n_) * columns, 0.0), square(columns);
        for (int node = 0; node < n_; ++node) {
            const double v = net.noise[node];
            const double* own = second.data() + triangle(node, node) * columns;
            std::copy(own, own + columns, square.begin());
            for (const int e : edges_into_[node]) {
                double* residual = by_edge.data() + e * columns;
                const double* cross = second.data() + triangle(edges_[e].from, node) * columns;
                std::copy(cross, cross + columns, residual);
                for (const int k : edges_into_[node]) {
                    const double b = net.weights[k];
                    const double* pair = second.data() + triangle(edges_[e].from, edges_[k].from) * columns;
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
    void carry_over(const Network& net, const Reals& by_scale, std::int64_t columns, Reals& by_edge) const {
        for (int e = 0; e < n_edges(); ++e) {
            const auto [from, to] = edges_[e];
            double* out = by_edge.data() + e * columns;
            const double factor = std::sqrt(net.noise[to] / net.noise[from]);
            for (std::int64_t r = 0; r < columns; ++r) out[r] *= factor;
            for (int k = 0; k < n_; ++k) {
                const double slope = net.effects[to * n_ + k] * net.covariance[from * n_ + k] * net.noise[k];
                if (slope == 0.0) continue;
                const double* scale = by_scale.data() + k * columns;
                for (std::int64_t r = 0; r < columns; ++r) out[r] += slope * scale[r];
            }
        }
    }

    void add_information(const Reals& scores, const double* weights, std::int64_t rows, Information& out) const {
        const int m = n_edges();
        Reals weighted(rows);
        for (int a = 0; a < m; ++a)
            for (std::int64_t r = 0; r < rows; ++r) out.mean[a] += weights[r] * scores[a * rows + r] / total_;
        for (int a = 0; a < m; ++a) {
            for (std::int64_t r = 0; r < rows; ++r) weighted[r] = weights[r] * scores[a * rows + r];
            for (int b = 0; b <= a; ++b) {
                const double* other = scores.data() + b * rows;
                double sum[8] = {};
                std::int64_t r = 0;
                for (; r + 8 <= rows; r += 8)
                    for (int l = 0; l < 8; ++l) sum[l] += weighted[r + l] * other[r + l];
                for (; r < rows; ++r) sum[0] += weighted[r] * other[r];
                out.products[a * m + b] += std::accumulate(sum, sum + 8, 0.0);
            }
        }
    }

    // Inverse of the weighted covariance of the row scores, with the ridge on its diagonal.
    Reals inverse_of(Information sums) const {
        const int m = n_edges();
        for (int a = 0; a < m; ++a) {
            for (int b = 0; b <= a; ++b) sums.products[a * m + b] -= total_ * sums.mean[a] * sums.mean[b];
            sums.products[a * m + a] += std::max(options_.ridge, 1e-6);
        }
        return invert(std::move(sums.products), m).entries;
    }

    Reals multiply(const Reals& matrix, const Reals& vector) const {
        const int m = n_edges();
        Reals out(m, 0.0);
        for (int a = 0; a < m; ++a)
            for (int b = 0; b < m; ++b) out[a] += matrix[a * m + b] * vector[b];
        return out;
    }

    // BFGS: the inverse information after the step from one point to the next.
    void update_inverse(const Point& from, const Point& to, Reals& inverse) const {
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

    const LatentBoxes& boxes_;
    const double* latent_;
    const double* weights_;
    std::span<const Edge> edges_;
    const ClimbOptions& options_;
    int n_threads_;
    double* shift_;
    double* precision_;
    int n_;
    double total_;
    std::vector<std::vector<int>> edges_into_;
    std::vector<int> order_;
};

}  // namespace

ClimbResult climb_graph(const LatentBoxes& boxes, const double* latent, const double* weights,
                        std::span<const Edge> edges, const ClimbOptions& options, int n_threads,
                        std::span<double> slopes, double* shift, double* precision) {
    return Climber(boxes, latent, weights, edges, options, n_threads, shift, precision).run(slopes);
}

std::vector<double> slope_covariance(const LatentBoxes& boxes, const double* latent, const double* weights,
                                     std::span<const Edge> edges, const ClimbOptions& options, int n_threads,
                                     std::span<const double> slopes, double* shift, double* precision) {
    return Climber(boxes, latent, weights, edges, options, n_threads, shift, precision).inverse_information_at(slopes);
}

}  // namespace ordag
