// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include "climber.hpp"
#include "matrix_products.hpp"
#include "ordag/network_integrals.hpp"
#include "positive_definite.hpp"
#include "sparse_factor.hpp"

namespace ordag {

namespace {

// Below this variance of an error the precision of a column is of no use beside the covariance.
constexpr double least_noise = 1e-3;

// The likelihood of a Gaussian sample seen with independent errors: with R the correlation of the network, T the second
// moments of the sample and D the variances of the errors,
//
//     l = -N/2 (log |R + D| + tr (R + D)^-1 T)        E[YY'] = R - K R + K T K',  K = R (R + D)^-1.
//
// With Q the sparse precision of the network, V = (Q + D^-1)^-1 and S = D^-1 T D^-1 this is
//
//     l = -N/2 (log |D| + log |V^-1| - log |Q| + tr D^-1 T - tr V S)        E[YY'] = V + V S V,
//
// of which the second is needed between nodes that share a family only.
class SurrogateClimber : public Climber {
  public:
    SurrogateClimber(int n, const GaussianSurrogate& surrogate, std::span<const Edge> edges,
                     const ClimbOptions& options)
        : Climber(n, surrogate.n_rows, edges, options), surrogate_(surrogate) {
        const double* const noise = surrogate.noise;
        if (std::any_of(noise, noise + n, [](double variance) { return variance < least_noise; })) return;
        elimination_.emplace(n, edges);
        scaled_.resize(static_cast<std::size_t>(n) * n);
        for (int k = 0; k < n; ++k) {
            const int i = elimination_->order[k];
            for (int j = 0; j < n; ++j) scaled_[k * n + j] = surrogate.second[i * n + j] / (noise[i] * noise[j]);
            constant_ += std::log(noise[i]) + surrogate.second[i * n + i] / noise[i];
        }
    }

  protected:
    double expect(const Network& net, double* moments, Reals* inverse) override {
        if (inverse != nullptr) *inverse = first_inverse(net);
        return elimination_ ? expect_along(*elimination_, net, moments) : expect_densely(net, moments);
    }

  private:
    double expect_along(const Elimination& elimination, const Network& net, double* moments) const {
        SparseNetwork network(elimination, edges_, net.weights, net.noise);
        for (int k = 0; k < n_; ++k) network.precision[k] += 1.0 / surrogate_.noise[elimination.order[k]];
        const SparseFactor factor(elimination, std::move(network.precision));
        Reals left = scaled_;  // V S, its rows by step
        factor.solve(left, n_);
        double trace = 0.0;
        Reals turned(left.size());
        for (int k = 0; k < n_; ++k) {
            trace += left[k * n_ + elimination.order[k]];
            for (int j = 0; j < n_; ++j) turned[elimination.step[j] * n_ + k] = left[k * n_ + j];
        }
        factor.solve(turned, n_);  // V S V, by step
        const Reals inverse = factor.inverse();
        for (int a = 0; a < n_; ++a)
            for (int b = 0; b < n_; ++b)
                if (const int entry = elimination.entry_of(a, b); entry >= 0)
                    moments[a * n_ + b] =
                        n_rows_ * (inverse[entry] + turned[elimination.step[a] * n_ + elimination.step[b]]);
        return -0.5 * n_rows_ * (constant_ + factor.log_determinant() - network.log_determinant - trace);
    }

    double expect_densely(const Network& net, double* moments) const {
        Reals seen = net.correlation;
        for (int i = 0; i < n_; ++i) seen[i * n_ + i] += surrogate_.noise[i];
        const Inverse precision = invert(std::move(seen), n_);
        double trace = 0.0;
        for (int k = 0; k < n_ * n_; ++k) trace += precision.entries[k] * surrogate_.second[k];

        // With P = (R + D)^-1, K = R P = I - D P and R - K R = D K', so that the moments are (D + K T) K'.
        Reals gain(static_cast<std::size_t>(n_) * n_), turned(gain.size());
        for (int i = 0; i < n_; ++i)
            for (int j = 0; j < n_; ++j)
                turned[j * n_ + i] = gain[i * n_ + j] = (i == j) - surrogate_.noise[i] * precision.entries[i * n_ + j];
        Reals left = product(gain.data(), surrogate_.second, n_, n_, n_);
        for (int i = 0; i < n_; ++i) left[i * n_ + i] += surrogate_.noise[i];
        const Reals mean = product(left.data(), turned.data(), n_, n_, n_);
        for (int k = 0; k < n_ * n_; ++k) moments[k] = n_rows_ * mean[k];
        return -0.5 * n_rows_ * (trace - precision.log_determinant);
    }

    // Slopes into different nodes are taken to be independent, as they are given the latent data, and parents to be
    // seen without error, so that what a node hides counts as noise of its regression.
    Reals first_inverse(const Network& net) const {
        const int m = n_edges();
        Reals inverse(static_cast<std::size_t>(m) * m, 0.0);
        for (const std::vector<int>& into : edges_into_) {
            const int size = static_cast<int>(into.size());
            if (size == 0) continue;
            const int node = edges_[into.front()].to;
            const double n_informative = n_rows_ / (1.0 + surrogate_.noise[node] / net.noise[node]);
            Reals block(static_cast<std::size_t>(size) * size);
            for (int a = 0; a < size; ++a)
                for (int b = 0; b <= a; ++b)
                    block[a * size + b] =
                        n_informative * net.covariance[edges_[into[a]].from * n_ + edges_[into[b]].from];
            const Inverse found = invert(std::move(block), size);
            for (int a = 0; a < size; ++a)
                for (int b = 0; b < size; ++b) inverse[into[a] * m + into[b]] = found.entries[a * size + b];
        }
        return inverse;
    }

    GaussianSurrogate surrogate_;
    std::optional<Elimination> elimination_;  // without it matrices are full
    Reals scaled_;                            // S, its rows by step
    double constant_ = 0.0;                   // log |D| + tr D^-1 T
};

}  // namespace

ClimbResult surrogate_climb(int n, const GaussianSurrogate& surrogate, std::span<const Edge> edges,
                            const ClimbOptions& options, std::span<double> slopes) {
    return SurrogateClimber(n, surrogate, edges, options).run(slopes);
}

}  // namespace ordag
