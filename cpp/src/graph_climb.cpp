// SPDX-License-Identifier: MIT
#include "ordag/graph_climb.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

#include "climber.hpp"
#include "matrix_products.hpp"
#include "ordag/network_integrals.hpp"
#include "ordag/quadratic_model.hpp"
#include "packed.hpp"
#include "positive_definite.hpp"

namespace ordag {

namespace {

// Numbers that the second moments of the rows held at a time take, n²/2 each, so that a cache can hold them if it is
// not for the fewest rows.
constexpr std::int64_t most_moments = 1 << 15;
constexpr std::int64_t fewest_rows = 128;

// By how much propagation, and integration with few points, may overrate the probability of a box, in nats.
constexpr double most_overrated = 0.1;

// Is added to the information of every slope at least, which may say nothing of one.
constexpr double least_ridge = 1e-6;

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

// Weighted sums over rows of the products of their scores, a square matrix of which the lower triangle is used, and in
// a last row of the scores themselves.
struct Information {
    Reals sums;

    explicit Information(int n_edges) : sums(static_cast<std::size_t>(n_edges + 1) * n_edges) {}
};

// The likelihood of rows by expectation propagation, along the graph if all columns have levels.
class RowClimber : public Climber {
  public:
    RowClimber(const LatentBoxes& boxes, const double* latent, const double* weights, std::span<const Edge> edges,
               const ClimbOptions& options, int n_threads, std::span<const double> hidden, double* shift,
               double* precision)
        : Climber(boxes.n, std::accumulate(weights, weights + boxes.n_rows, 0.0), edges, options),
          boxes_(boxes),
          latent_(latent),
          weights_(weights),
          n_threads_(n_threads),
          hidden_(hidden),
          shift_(shift),
          precision_(precision),
          has_densities_(boxes.continuous != nullptr &&
                         std::any_of(boxes.continuous, boxes.continuous + boxes.n, [](auto is) { return is != 0; })) {
        if (has_densities_ || options.points.n_points > 0) return;
        elimination_.emplace(boxes.n, edges);
    }

    // With `row_scores`, edges x rows, also the score of every row.
    Reals inverse_information_at(std::span<const double> slopes, double* row_scores) {
        Reals inverse;
        row_scores_ = row_scores;
        evaluate(Reals(slopes.begin(), slopes.end()), &inverse);
        return inverse;
    }

  protected:
    double expect(const Network& net, double* moments, Reals* inverse) override {
        Reals log_probability(boxes_.n_rows);
        RowIntegrals wanted;
        wanted.log_probability = log_probability.data();
        wanted.moments = moments;
        const bool integrated = options_.points.n_points > 0;
        if (inverse != nullptr && !hidden_.empty())
            *std::exchange(inverse, nullptr) = inverse_expected_information(net);
        if (inverse != nullptr) *inverse = integrate_with_information(net, wanted);
        if (inverse != nullptr && integrated) std::fill_n(moments, static_cast<std::size_t>(n_) * n_, 0.0);
        if (inverse == nullptr && elimination_)
            integrate_sparsely(*elimination_, net, boxes_, weights_, shift_, precision_, wanted);
        else if (inverse == nullptr || integrated)
            integrate_rows(boxes_, net.correlation.data(), latent_, weights_, options_.propagation, options_.points,
                           n_threads_, shift_, precision_, wanted);
        const double sum = std::inner_product(log_probability.begin(), log_probability.end(), weights_, 0.0);
        // A row of levels has a probability; no density is above the inverse root of the determinant of all noise.
        const auto half_log = [](double so_far, double noise) { return so_far - 0.5 * std::log(noise); };
        const double highest =
            has_densities_ ? std::accumulate(net.noise.begin(), net.noise.end(), 0.0, half_log) : 0.0;
        const auto overrated = [highest](double log) { return !(log <= highest + most_overrated); };
        if (std::any_of(log_probability.begin(), log_probability.end(), overrated))
            return std::numeric_limits<double>::infinity();
        return has_densities_ ? sum : std::min(sum, 0.0);
    }

    void forget() override {
        const std::size_t size = static_cast<std::size_t>(boxes_.n) * boxes_.n_rows;
        std::fill_n(shift_, size, 0.0);
        std::fill_n(precision_, size, 0.0);
    }

  private:
    // Of a Gaussian sample whose columns were seen with errors that hide as much as the levels do.
    Reals inverse_expected_information(const Network& net) const {
        const int m = n_edges();
        Reals slopes(static_cast<std::size_t>(n_) * n_, 0.0);
        for (int e = 0; e < m; ++e) {
            const auto [from, to] = edges_[e];
            slopes[from * n_ + to] = net.weights[e] * std::sqrt(net.noise[from] / net.noise[to]);
        }
        const GaussianSurrogate surrogate{net.correlation.data(), hidden_.data(), n_rows_};
        const QuadraticModel model(n_, surrogate, slopes, edges_, {}, std::max(options_.ridge, least_ridge));
        return {model.variance().begin(), model.variance().end()};
    }

    // What is wanted of all rows, and the inverse information, block after block of rows.
    Reals integrate_with_information(const Network& net, RowIntegrals wanted) {
        Information information(n_edges());
        const std::int64_t in_cache = most_moments / std::max<std::int64_t>(packed_size(n_), 1);
        const std::int64_t at_a_time = std::max(in_cache / 64 * 64, fewest_rows);
        const std::int64_t n_pairs = elimination_ ? elimination_->n_entries() : packed_size(n_);
        Reals second(n_pairs * std::min(at_a_time, boxes_.n_rows));
        wanted.second = second.data();
        for (std::int64_t first = 0; first < boxes_.n_rows; first += at_a_time) {
            const std::int64_t count = std::min(at_a_time, boxes_.n_rows - first);
            RowBlock block(boxes_, latent_, shift_, precision_, first, count);
            if (elimination_)
                integrate_sparsely(*elimination_, net, block.boxes, weights_ + first, block.shift.data(),
                                   block.precision.data(), wanted);
            else
                integrate_rows(block.boxes, net.correlation.data(), block.latent.data(), weights_ + first,
                               options_.propagation, {}, n_threads_, block.shift.data(), block.precision.data(),
                               wanted);
            wanted.log_probability += count;
            block.store_factors(shift_, precision_);
            const std::span<const int> places = elimination_ ? std::span(elimination_->entry) : std::span<const int>{};
            const Reals scores = scores_of(net, second, count, places);
            for (int a = 0; row_scores_ != nullptr && a < n_edges(); ++a)
                std::copy_n(scores.begin() + a * count, count, row_scores_ + a * boxes_.n_rows + first);
            add_information(scores, weights_ + first, count, information);
        }
        return inverse_of(std::move(information));
    }

    // Some rows, with their factors, under the network. Moments are wanted where the climb looks at them.
    void integrate_sparsely(const Elimination& elimination, const Network& net, const LatentBoxes& rows,
                            const double* weights, double* shift, double* precision, RowIntegrals wanted) const {
        Reals sums(elimination.n_entries());
        double* const moments = std::exchange(wanted.moments, sums.data());
        integrate_network(rows, SparseNetwork(elimination, edges_, net.weights, net.noise), weights,
                          options_.propagation, n_threads_, shift, precision, wanted);
        for (std::size_t k = 0; k < elimination.entry.size(); ++k)
            if (elimination.entry[k] >= 0) moments[k] += sums[elimination.entry[k]];
    }

    void add_information(const Reals& scores, const double* weights, std::int64_t rows, Information& out) const {
        const int m = n_edges();
        Reals weighted(scores.size() + rows);
        for (int a = 0; a < m; ++a)
            for (std::int64_t r = 0; r < rows; ++r) weighted[a * rows + r] = weights[r] * scores[a * rows + r];
        std::copy_n(weights, rows, weighted.begin() + m * rows);
        const Reals sums =
            lower_product_with_transposed(weighted.data(), scores.data(), m + 1, static_cast<int>(rows), m);
        for (std::size_t k = 0; k < sums.size(); ++k) out.sums[k] += sums[k];
    }

    // Inverse of the weighted covariance of the row scores, with the ridge on its diagonal.
    Reals inverse_of(Information information) const {
        const int m = n_edges();
        Reals matrix = std::move(information.sums);
        const double* const total = matrix.data() + static_cast<std::size_t>(m) * m;
        for (int a = 0; a < m; ++a) {
            for (int b = 0; b <= a; ++b) matrix[a * m + b] -= total[a] * total[b] / n_rows_;
            matrix[a * m + a] += std::max(options_.ridge, least_ridge);
        }
        matrix.resize(static_cast<std::size_t>(m) * m);
        return invert(std::move(matrix), m).entries;
    }

    const LatentBoxes& boxes_;
    const double* latent_;
    const double* weights_;
    int n_threads_;
    std::span<const double> hidden_;
    double* shift_;
    double* precision_;
    double* row_scores_ = nullptr;
    bool has_densities_;
    std::optional<Elimination> elimination_;  // without it the rows are integrated under a full covariance
};

}  // namespace

ClimbResult climb_graph(const LatentBoxes& boxes, const double* latent, const double* weights,
                        std::span<const Edge> edges, const ClimbOptions& options, int n_threads,
                        std::span<const double> hidden, std::span<double> slopes, double* shift, double* precision) {
    return RowClimber(boxes, latent, weights, edges, options, n_threads, hidden, shift, precision).run(slopes);
}

std::vector<double> slope_covariance(const LatentBoxes& boxes, const double* latent, const double* weights,
                                     std::span<const Edge> edges, const ClimbOptions& options, int n_threads,
                                     std::span<const double> slopes, double* shift, double* precision,
                                     double* row_scores) {
    return RowClimber(boxes, latent, weights, edges, options, n_threads, {}, shift, precision)
        .inverse_information_at(slopes, row_scores);
}

}  // namespace ordag
