// SPDX-License-Identifier: MIT
#include "polyserial.hpp"

#include <limits>
#include <vector>

#include "ordag/normal.hpp"

namespace ordag {

namespace {

// One end of a level's interval given the continuous value z: u = (cut - rho z) / scale, the normal density there, and
// what the log-likelihood needs of it. All zero at infinite cuts.
struct End {
    double u, density, slope, bend;  // slope, bend: first and second derivative of u in rho
};

End end_of(double cut, double z, double rho, double scale) {
    if (std::isinf(cut)) return {cut, 0.0, 0.0, 0.0};
    const double cube = scale * scale * scale;
    const double u = (cut - rho * z) / scale;
    const double slope = (cut * rho - z) / cube;
    return {u, normal_pdf(u), slope, cut / cube + 3.0 * rho * slope / (scale * scale)};
}

double residual_scale(double rho) { return std::sqrt((1.0 - rho) * (1.0 + rho)); }

double interval(const End& lower, const End& upper) {
    return std::max(normal_interval(lower.u, upper.u), std::numeric_limits<double>::min());
}

double first(const End& end) { return end.density * end.slope; }

// Derivative of first() in rho.
double second(const End& end) {
    return end.density == 0.0 ? 0.0 : end.density * (end.bend - end.u * end.slope * end.slope);
}

// Derivative of first() in z.
double mixed(const End& end, double rho, double scale) {
    if (end.density == 0.0) return 0.0;
    return end.density * (end.u * end.slope * rho / scale - 1.0 / (scale * scale * scale));
}

}  // namespace

double polyserial_guess(const PolyserialRows& rows) {
    const std::size_t n_levels = rows.cuts.size() - 1;
    std::vector<double> score(n_levels);
    double spread = 0.0;
    for (std::size_t level = 0; level < n_levels; ++level) {
        const double share = normal_interval(rows.cuts[level], rows.cuts[level + 1]);
        score[level] = (normal_pdf(rows.cuts[level]) - normal_pdf(rows.cuts[level + 1])) / share;
        spread += share * score[level] * score[level];
    }
    double cross = 0.0, total = 0.0;
    for (std::size_t i = 0; i < rows.levels.size(); ++i) {
        cross += rows.weights[i] * score[rows.levels[i]] * rows.values[i];
        total += rows.weights[i];
    }
    return cross / (total * spread);
}

Slopes polyserial_slopes(const PolyserialRows& rows, double rho) {
    const double scale = residual_scale(rho);
    Slopes sum{0.0, 0.0, 0.0};
    for (std::size_t i = 0; i < rows.levels.size(); ++i) {
        const End lower = end_of(rows.cuts[rows.levels[i]], rows.values[i], rho, scale);
        const End upper = end_of(rows.cuts[rows.levels[i] + 1], rows.values[i], rho, scale);
        const double probability = interval(lower, upper);
        const double score = (first(upper) - first(lower)) / probability;
        sum.gradient += rows.weights[i] * score;
        sum.information += rows.weights[i] * score * score;
        sum.curvature += rows.weights[i] * ((second(upper) - second(lower)) / probability - score * score);
    }
    return sum;
}

// As for two ordinal variables, the estimating equation contains the estimated margins; expectations are taken over the
// rows. A row moves the mean by z and the scale by (z^2 - 1) / 2, in units of the scale.
double polyserial_standard_error(const PolyserialRows& rows, double rho) {
    const double scale = residual_scale(rho);
    const std::size_t n = rows.levels.size();
    std::vector<double> score(n), cross(rows.cuts.size(), 0.0);
    double total = 0.0, information = 0.0, by_mean = 0.0, by_scale = 0.0;
    for (std::size_t i = 0; i < n; ++i) {
        const double z = rows.values[i], weight = rows.weights[i];
        const End lower = end_of(rows.cuts[rows.levels[i]], z, rho, scale);
        const End upper = end_of(rows.cuts[rows.levels[i] + 1], z, rho, scale);
        const double probability = interval(lower, upper);
        score[i] = (first(upper) - first(lower)) / probability;
        const double by_value = (mixed(upper, rho, scale) - mixed(lower, rho, scale)) / probability +
                                score[i] * (upper.density - lower.density) * rho / (scale * probability);
        total += weight;
        information += weight * score[i] * score[i];
        by_mean -= weight * by_value;
        by_scale -= weight * by_value * z;
        cross[rows.levels[i]] -= weight * score[i] * lower.density / (scale * probability);
        cross[rows.levels[i] + 1] += weight * score[i] * upper.density / (scale * probability);
    }
    std::vector<double> taken(rows.cuts.size() - 1, 0.0);
    for (std::size_t cut = 1; cut + 1 < rows.cuts.size(); ++cut)
        for (std::size_t level = 0; level < taken.size(); ++level)
            taken[level] += cross[cut] / total * ((level < cut ? 1.0 : 0.0) - normal_cdf(rows.cuts[cut])) /
                            normal_pdf(rows.cuts[cut]);
    double variance = 0.0;
    for (std::size_t i = 0; i < n; ++i) {
        const double z = rows.values[i];
        const double move = score[i] + (by_mean * z + by_scale * 0.5 * (z * z - 1.0)) / total - taken[rows.levels[i]];
        variance += rows.weights[i] * move * move;
    }
    return std::sqrt(variance) / information;
}

}  // namespace ordag
