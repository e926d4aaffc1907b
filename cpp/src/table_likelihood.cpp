// SPDX-License-Identifier: MIT
#include "table_likelihood.hpp"

#include <limits>

#include "angle_nodes.hpp"
#include "ordag/bivariate_normal.hpp"
#include "ordag/gauss_legendre.hpp"
#include "ordag/normal.hpp"

namespace ordag {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

// Occupied cells below this are recomputed without differences; above it 1e-16 of absolute error is harmless.
constexpr double tiny_cell = 1e-7;

void assign_with_ends(std::vector<double>& all, std::span<const double> cuts) {
    all.assign(1, -infinity);
    all.insert(all.end(), cuts.begin(), cuts.end());
    all.push_back(infinity);
}

void assign_cdf(std::vector<double>& below, const std::vector<double>& cuts) {
    below.resize(cuts.size());
    for (std::size_t i = 0; i < cuts.size(); ++i) below[i] = normal_cdf(cuts[i]);
}

// A cell below this adds nothing to a standard error that a double could show.
constexpr double invisible_cell = 1e-13;

// Mean of the latent variable within each level, times the level's probability: pdf(lower) - pdf(upper).
double score_sum(const std::vector<double>& cuts, int level) {
    return normal_pdf(cuts[level]) - normal_pdf(cuts[level + 1]);
}

}  // namespace

void TableLikelihood::prepare(std::span<const double> cuts_x, std::span<const double> cuts_y,
                              std::span<const double> counts) {
    n_x_ = static_cast<int>(cuts_x.size()) + 1;
    n_y_ = static_cast<int>(cuts_y.size()) + 1;
    assign_with_ends(cuts_x_, cuts_x);
    assign_with_ends(cuts_y_, cuts_y);
    assign_cdf(below_x_, cuts_x_);
    assign_cdf(below_y_, cuts_y_);
    counts_.assign(counts.begin(), counts.end());
    const std::size_t corners = static_cast<std::size_t>(n_x_ + 1) * (n_y_ + 1);
    cdf_.resize(corners);
    density_.assign(corners, 0.0);
    density_slope_.assign(corners, 0.0);
    for (int i = 0; i <= n_x_; ++i)
        for (int j = 0; j <= n_y_; ++j) cdf_[i * (n_y_ + 1) + j] = below_x_[i] * below_y_[j];
    rho_ = angle_ = 0.0;
    on_path_ = true;
}

double TableLikelihood::guess() const {
    double cross = 0.0, total = 0.0, spread_x = 0.0, spread_y = 0.0;
    for (int j = 0; j < n_y_; ++j) {
        const double sum = score_sum(cuts_y_, j);
        spread_y += sum * sum / (below_y_[j + 1] - below_y_[j]);
    }
    for (int i = 0; i < n_x_; ++i) {
        const double sum = score_sum(cuts_x_, i);
        const double score = sum / (below_x_[i + 1] - below_x_[i]);
        spread_x += sum * score;
        for (int j = 0; j < n_y_; ++j) {
            const double count = counts_[i * n_y_ + j];
            total += count;
            cross += count * score * score_sum(cuts_y_, j) / (below_y_[j + 1] - below_y_[j]);
        }
    }
    // The covariance of scores over both spreads is rho when the levels are many, and asin(rho) for two median splits,
    // whose spread is 2 / pi; in between, a mixture comes close.
    const double ratio = cross / (total * spread_x * spread_y);
    const double coarse = std::clamp((1.0 - std::sqrt(spread_x * spread_y)) / (1.0 - 2.0 / pi), 0.0, 1.0);
    return coarse * std::sin(std::clamp(ratio, -0.5 * pi, 0.5 * pi)) + (1.0 - coarse) * ratio;
}

void TableLikelihood::advance_grid(double from_angle, double to_angle) {
    const double half = 0.5 * (to_angle - from_angle);
    const double farthest = std::max(std::abs(from_angle), std::abs(to_angle));
    const GaussLegendre& rule = gauss_legendre(angle_nodes(2.0 * std::abs(half), farthest));
    double sine[gauss_legendre_max], inverse[gauss_legendre_max], weight[gauss_legendre_max];
    for (int m = 0; m < rule.size; ++m) {
        const double s = std::sin(from_angle + half * (1.0 + rule.nodes[m]));
        sine[m] = s;
        inverse[m] = 1.0 / (1.0 - s * s);
        weight[m] = rule.weights[m] * half / two_pi;
    }
    for (int i = 1; i < n_x_; ++i) {
        const double h = cuts_x_[i];
        for (int j = 1; j < n_y_; ++j) {
            const double k = cuts_y_[j];
            const double product = h * k;
            const double half_squares = 0.5 * (h * h + k * k);
            double sum = 0.0;
            for (int m = 0; m < rule.size; ++m)
                sum += weight[m] * std::exp((sine[m] * product - half_squares) * inverse[m]);
            cdf_[i * (n_y_ + 1) + j] += sum;
        }
    }
}

void TableLikelihood::move_to(double rho) {
    const double angle = std::asin(rho);
    if (std::abs(rho) > strong_correlation) {
        for (int i = 1; i < n_x_; ++i)
            for (int j = 1; j < n_y_; ++j) cdf_[i * (n_y_ + 1) + j] = bivariate_cdf(cuts_x_[i], cuts_y_[j], rho);
        on_path_ = false;
    } else {
        // From the last place or from independence, whichever is nearer.
        if (!on_path_ || std::abs(angle) < std::abs(angle - angle_)) {
            for (int i = 1; i < n_x_; ++i)
                for (int j = 1; j < n_y_; ++j) cdf_[i * (n_y_ + 1) + j] = below_x_[i] * below_y_[j];
            angle_ = 0.0;
        }
        advance_grid(angle_, angle);
        on_path_ = true;
    }
    angle_ = angle;
    rho_ = rho;

    const double variance = (1.0 - rho) * (1.0 + rho);
    for (int i = 1; i < n_x_; ++i)
        for (int j = 1; j < n_y_; ++j) {
            const double h = cuts_x_[i], k = cuts_y_[j];
            const double density = bivariate_pdf(h, k, rho);
            density_[i * (n_y_ + 1) + j] = density;
            density_slope_[i * (n_y_ + 1) + j] = density * (rho + (h - rho * k) * (k - rho * h) / variance) / variance;
        }
}

double TableLikelihood::across(const std::vector<double>& corners, int i, int j) const {
    const double* corner = corners.data() + static_cast<std::size_t>(i) * (n_y_ + 1) + j;
    return (corner[n_y_ + 2] - corner[n_y_ + 1]) - (corner[1] - corner[0]);
}

double TableLikelihood::cell(int i, int j) const {
    const double difference = across(cdf_, i, j);
    if (difference > tiny_cell) return difference;
    return bivariate_rectangle_in_tail({cuts_x_[i], cuts_x_[i + 1], cuts_y_[j], cuts_y_[j + 1]}, rho_);
}

Slopes TableLikelihood::slopes(double rho) {
    move_to(rho);
    Slopes sum{0.0, 0.0, 0.0};
    for (int i = 0; i < n_x_; ++i)
        for (int j = 0; j < n_y_; ++j) {
            const double count = counts_[i * n_y_ + j];
            if (count == 0.0) continue;
            const double probability = std::max(cell(i, j), std::numeric_limits<double>::min());
            const double score = across(density_, i, j) / probability;
            sum.gradient += count * score;
            sum.information += count * score * score;
            sum.curvature += count * (across(density_slope_, i, j) / probability - score * score);
        }
    return sum;
}

// The estimating equation of rho contains the estimated cuts, so that a row in cell (i, j) moves rho by
//   [score(i, j) - sum over cuts of E(score of rho x score of cut) x (move of the cut)] / information,
// where a row moves a cut by (1{level below the cut} - share below) / pdf(cut). The pdf cancels against that in the
// score of the cut. The variance of these moves is the variance of the two-step estimate (Olsson 1979).
double TableLikelihood::standard_error(double rho, double n_rows) {
    move_to(rho);
    std::vector<double> probability(counts_.size()), score(counts_.size());
    double information = 0.0;
    for (int i = 0; i < n_x_; ++i)
        for (int j = 0; j < n_y_; ++j) {
            const int at = i * n_y_ + j;
            probability[at] = across(cdf_, i, j);
            if (probability[at] < invisible_cell)
                probability[at] = 0.0;
            else
                score[at] = across(density_, i, j) / probability[at];
            information += probability[at] * score[at] * score[at];
        }
    const std::vector<double> move_x = moves(cuts_x_, below_x_, cuts_y_, score.data(), n_y_, 1);
    const std::vector<double> move_y = moves(cuts_y_, below_y_, cuts_x_, score.data(), 1, n_y_);
    double variance = 0.0;
    for (int i = 0; i < n_x_; ++i)
        for (int j = 0; j < n_y_; ++j) {
            const double move = score[i * n_y_ + j] - move_x[i] - move_y[j];
            variance += probability[i * n_y_ + j] * move * move;
        }
    return std::sqrt(variance / n_rows) / information;
}

// Per level of one variable, what the estimated cuts of that variable take from the score of a row at that level.
// score[level * stride + other * other_stride] is the score of a cell.
std::vector<double> TableLikelihood::moves(const std::vector<double>& cuts, const std::vector<double>& below,
                                           const std::vector<double>& other_cuts, const double* score, int stride,
                                           int other_stride) const {
    const int n_levels = static_cast<int>(cuts.size()) - 1;
    const int n_others = static_cast<int>(other_cuts.size()) - 1;
    const double scale = std::sqrt((1.0 - rho_) * (1.0 + rho_));
    std::vector<double> taken(n_levels, 0.0);
    for (int cut = 1; cut < n_levels; ++cut) {
        double cross = 0.0;
        for (int other = 0; other < n_others; ++other) {
            const double share = normal_interval((other_cuts[other] - rho_ * cuts[cut]) / scale,
                                                 (other_cuts[other + 1] - rho_ * cuts[cut]) / scale);
            const double* at = score + static_cast<std::ptrdiff_t>(cut - 1) * stride +
                               static_cast<std::ptrdiff_t>(other) * other_stride;
            cross += share * (at[0] - at[stride]);
        }
        for (int level = 0; level < n_levels; ++level) taken[level] += cross * ((level < cut ? 1.0 : 0.0) - below[cut]);
    }
    return taken;
}

}  // namespace ordag
