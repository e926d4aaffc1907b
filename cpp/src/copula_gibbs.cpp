// SPDX-License-Identifier: MIT
#include "ordag/copula_gibbs.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

namespace ordag {

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// Draws that the sampler needs. The engine is fixed by the standard, the conversions are ours, so a seed gives the same
// draws everywhere.
class Draws {
  public:
    explicit Draws(std::uint64_t seed) : engine_(seed) {}

    double uniform() { return (static_cast<double>(engine_() >> 11) + 0.5) * 0x1.0p-53; }

    // Polar method.
    double normal() {
        if (spare_ready_) {
            spare_ready_ = false;
            return spare_;
        }
        double u, v, s;
        do {
            u = 2.0 * uniform() - 1.0;
            v = 2.0 * uniform() - 1.0;
            s = u * u + v * v;
        } while (s >= 1.0);
        const double factor = std::sqrt(-2.0 * std::log(s) / s);
        spare_ = v * factor;
        spare_ready_ = true;
        return u * factor;
    }

    // Square root of a chi-squared variable (Marsaglia and Tsang 2000), df of at least 2.
    double chi(double df) {
        const double d = 0.5 * df - 1.0 / 3.0;
        const double c = 1.0 / std::sqrt(9.0 * d);
        while (true) {
            const double x = normal();
            const double v = 1.0 + c * x;
            if (v <= 0.0) continue;
            const double cube = v * v * v;
            if (std::log(uniform()) < 0.5 * x * x + d - d * cube + d * std::log(cube)) return std::sqrt(2.0 * d * cube);
        }
    }

    // Standard normal within (a, b), a < b, by rejection (Robert 1995) from a flat, a normal or an exponential density.
    // Which one is a matter of speed alone; the limits keep the average number of trials below three.
    double truncated(double a, double b) {
        if (a > 0.0) return above(a, b);
        if (b < 0.0) return -above(-b, -a);
        if (b - a < kFlatWidth) return flat(a, b, 0.0);
        while (true)
            if (const double z = normal(); z > a && z < b) return z;
    }

  private:
    static constexpr double kFlatWidth = 2.5;
    static constexpr double kFlatFall = 2.5;  // of the square over the interval

    // Within (a, b), 0 < a.
    double above(double a, double b) {
        if (b * b - a * a < kFlatFall) return flat(a, b, a);
        const double rate = 0.5 * (a + std::sqrt(a * a + 4.0));
        while (true) {
            const double z = a - std::log(uniform()) / rate;
            if (z < b && accepts(0.5 * (z - rate) * (z - rate))) return z;
        }
    }

    // Uniform proposal on (a, b), on which the density is largest at `mode`.
    double flat(double a, double b, double mode) {
        while (true) {
            const double z = a + (b - a) * uniform();
            if (accepts(0.5 * (z * z - mode * mode))) return z;
        }
    }

    // True with probability exp(-t), t >= 0; since exp(-t) >= 1 - t the exponential is rarely needed.
    bool accepts(double t) {
        const double u = uniform();
        return u <= 1.0 - t || u <= std::exp(-t);
    }

    std::mt19937_64 engine_;
    double spare_ = 0.0;
    bool spare_ready_ = false;
};

// Small dense row-major matrices.
struct Square {
    int n;
    std::vector<double> values;

    explicit Square(int size) : n(size), values(static_cast<std::size_t>(size) * size, 0.0) {}
    double& operator()(int i, int j) { return values[static_cast<std::size_t>(i) * n + j]; }
    double operator()(int i, int j) const { return values[static_cast<std::size_t>(i) * n + j]; }
};

// Lower factor L of a positive definite matrix, in place (upper part zeroed).
void factorise(Square& m) {
    for (int j = 0; j < m.n; ++j) {
        for (int i = j; i < m.n; ++i) {
            double sum = m(i, j);
            for (int k = 0; k < j; ++k) sum -= m(i, k) * m(j, k);
            m(i, j) = i == j ? std::sqrt(sum) : sum / m(j, j);
        }
        for (int i = 0; i < j; ++i) m(i, j) = 0.0;
    }
}

// Inverse of a lower triangular matrix.
Square inverse_of_lower(const Square& lower) {
    Square out(lower.n);
    for (int j = 0; j < lower.n; ++j) {
        out(j, j) = 1.0 / lower(j, j);
        for (int i = j + 1; i < lower.n; ++i) {
            double sum = 0.0;
            for (int k = j; k < i; ++k) sum -= lower(i, k) * out(k, j);
            out(i, j) = sum / lower(i, i);
        }
    }
    return out;
}

// root' root.
Square gram(const Square& root) {
    Square out(root.n);
    for (int k = 0; k < root.n; ++k)
        for (int i = 0; i < root.n; ++i)
            if (const double x = root(k, i); x != 0.0)
                for (int j = 0; j < root.n; ++j) out(i, j) += x * root(k, j);
    return out;
}

class Sampler {
  public:
    Sampler(CopulaProblem problem, std::uint64_t seed)
        : p_(std::move(problem)),
          n_(p_.table.n_columns()),
          n_rows_(p_.table.n_rows),
          draws_(seed),
          precision_(n_),
          correlation_(n_),
          rows_of_level_(n_),
          mean_(n_rows_) {
        for (int j = 0; j < n_; ++j) {
            rows_of_level_[j].resize(p_.table.n_levels[j] + 1);  // the last list: missing
            for (int row = 0; row < n_rows_; ++row) {
                const int code = p_.table.column(j)[row];
                rows_of_level_[j][code < 0 ? p_.table.n_levels[j] : code].push_back(row);
            }
        }
        draw_covariance();
    }

    void sweep() {
        for (int j = 0; j < n_; ++j) draw_column(j);
        draw_covariance();
    }

    const Square& correlation() const { return correlation_; }

  private:
    double* column(int j) { return p_.latent.data() + static_cast<std::size_t>(j) * n_rows_; }

    void draw_column(int j) {
        const std::vector<int>& missing = rows_of_level_[j].back();
        if (p_.fixed[j] && missing.empty()) return;
        std::fill(mean_.begin(), mean_.end(), 0.0);
        for (int k = 0; k < n_; ++k) {
            if (k == j) continue;
            const double coefficient = -precision_(j, k) / precision_(j, j);
            const double* other = column(k);
            for (int row = 0; row < n_rows_; ++row) mean_[row] += coefficient * other[row];
        }
        const double sd = 1.0 / std::sqrt(precision_(j, j));
        double* z = column(j);
        if (!p_.fixed[j]) draw_levels(j, z, sd);
        for (const int row : missing) z[row] = mean_[row] + sd * draws_.normal();
    }

    // Levels from below; each lies between what the levels around it hold at the moment.
    void draw_levels(int j, double* z, double sd) {
        const int n_levels = p_.table.n_levels[j];
        double floor = -kInfinity;
        for (int level = 0; level < n_levels; ++level) {
            const std::vector<int>& rows = rows_of_level_[j][level];
            if (rows.empty()) continue;
            double ceiling = kInfinity;
            for (int next = level + 1; next < n_levels && ceiling == kInfinity; ++next)
                for (const int row : rows_of_level_[j][next]) ceiling = std::min(ceiling, z[row]);
            double highest = -kInfinity;
            for (const int row : rows) {
                const double m = mean_[row];
                z[row] = m + sd * draws_.truncated((floor - m) / sd, (ceiling - m) / sd);
                // Rounding must not carry a draw over its bounds.
                z[row] = std::clamp(z[row], floor, ceiling);
                highest = std::max(highest, z[row]);
            }
            floor = highest;
        }
    }

    // Precision from its Wishart distribution by Bartlett's decomposition: with M = L L' the matrix of sums of squares
    // and A lower triangular with chi and normal entries, the precision is L'^-1 A A' L^-1 and the covariance its
    // inverse L A'^-1 A^-1 L'.
    void draw_covariance() {
        Square sums(n_);
        for (int i = 0; i < n_; ++i)
            for (int j = 0; j <= i; ++j) {
                const double* a = column(i);
                const double* b = column(j);
                double sum = i == j ? p_.prior_scale : 0.0;
                for (int row = 0; row < n_rows_; ++row) sum += a[row] * b[row];
                sums(i, j) = sum;
            }
        factorise(sums);
        Square bartlett(n_);
        for (int i = 0; i < n_; ++i) {
            bartlett(i, i) = draws_.chi(p_.prior_rows + n_rows_ - i);
            for (int j = 0; j < i; ++j) bartlett(i, j) = draws_.normal();
        }
        const Square inverse_l = inverse_of_lower(sums);
        Square root(n_);  // A' L^-1
        for (int i = 0; i < n_; ++i)
            for (int k = i; k < n_; ++k)
                for (int j = 0; j <= k; ++j) root(i, j) += bartlett(k, i) * inverse_l(k, j);
        precision_ = gram(root);
        const Square inverse_a = inverse_of_lower(bartlett);
        Square covariance_root(n_);  // A^-1 L'
        for (int i = 0; i < n_; ++i)
            for (int k = 0; k <= i; ++k)
                for (int j = k; j < n_; ++j) covariance_root(i, j) += inverse_a(i, k) * sums(j, k);
        correlation_ = gram(covariance_root);
        std::vector<double> scale(n_);
        for (int i = 0; i < n_; ++i) scale[i] = 1.0 / std::sqrt(correlation_(i, i));
        for (int i = 0; i < n_; ++i)
            for (int j = 0; j < n_; ++j) correlation_(i, j) *= scale[i] * scale[j];
    }

    CopulaProblem p_;
    int n_, n_rows_;
    Draws draws_;
    Square precision_, correlation_;
    std::vector<std::vector<std::vector<int>>> rows_of_level_;
    std::vector<double> mean_;
};

}  // namespace

CopulaPosterior sample_copula(CopulaProblem problem, int n_draws, int n_burn_in, std::uint64_t seed,
                              Interruption& interruption) {
    const int n = problem.table.n_columns();
    const std::size_t size = static_cast<std::size_t>(n) * n;
    Sampler sampler(std::move(problem), seed);
    CopulaPosterior out{std::vector<double>(size, 0.0), std::vector<double>(size, 0.0)};
    int& kept = out.n_kept;
    for (int draw = 0; draw < n_draws && !interruption.requested(draw); ++draw) {
        sampler.sweep();
        if (draw < n_burn_in) continue;
        ++kept;  // running mean and sum of squared deviations (Welford)
        const auto& values = sampler.correlation().values;
        for (std::size_t k = 0; k < size; ++k) {
            const double step = values[k] - out.mean[k];
            out.mean[k] += step / kept;
            out.sd[k] += step * (values[k] - out.mean[k]);
        }
    }
    for (double& value : out.sd) value = kept > 1 ? std::sqrt(value / (kept - 1)) : 0.0;
    return out;
}

}  // namespace ordag
