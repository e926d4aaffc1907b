// SPDX-License-Identifier: MIT
#include <cmath>
#include <utility>
#include <vector>

#include "climber.hpp"
#include "matrix_products.hpp"
#include "positive_definite.hpp"

namespace ordag {

namespace {

// The first guess of the information is that of latent data without error, divided by this.
constexpr double hidden = 2.0;

// The likelihood of a Gaussian sample seen with independent errors: with R the correlation of the network, T the second
// moments of the sample and D the variances of the errors,
//
//     l = -N/2 (log |R + D| + tr (R + D)^-1 T)        E[YY'] = R - K R + K T K',  K = R (R + D)^-1.
class SurrogateClimber : public Climber {
  public:
    SurrogateClimber(int n, const GaussianSurrogate& surrogate, std::span<const Edge> edges,
                     const ClimbOptions& options)
        : Climber(n, surrogate.n_rows, edges, options), surrogate_(surrogate) {}

  protected:
    double expect(const Network& net, double* moments, Reals* inverse) override {
        if (inverse != nullptr) *inverse = first_inverse(net);
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

  private:
    // Slopes into different nodes are taken to be independent, as they are given the latent data.
    Reals first_inverse(const Network& net) const {
        const int m = n_edges();
        Reals inverse(static_cast<std::size_t>(m) * m, 0.0);
        for (const std::vector<int>& into : edges_into_) {
            const int size = static_cast<int>(into.size());
            Reals block(static_cast<std::size_t>(size) * size);
            for (int a = 0; a < size; ++a)
                for (int b = 0; b <= a; ++b)
                    block[a * size + b] =
                        n_rows_ / hidden * net.covariance[edges_[into[a]].from * n_ + edges_[into[b]].from];
            const Inverse found = invert(std::move(block), size);
            for (int a = 0; a < size; ++a)
                for (int b = 0; b < size; ++b) inverse[into[a] * m + into[b]] = found.entries[a * size + b];
        }
        return inverse;
    }

    GaussianSurrogate surrogate_;
};

}  // namespace

ClimbResult surrogate_climb(int n, const GaussianSurrogate& surrogate, std::span<const Edge> edges,
                            const ClimbOptions& options, std::span<double> slopes) {
    return SurrogateClimber(n, surrogate, edges, options).run(slopes);
}

}  // namespace ordag
