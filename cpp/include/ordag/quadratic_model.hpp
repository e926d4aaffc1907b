// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <vector>

#include "ordag/graph_climb.hpp"
#include "ordag/reals.hpp"

namespace ordag {

// Score and expected information, under a surrogate, of the slopes of arrows, whether a network has them or not.
//
// The derivative of R, the correlation of the network, in the slope of an arrow is X + X' with X = a b' - diag(d) R and
// d = a o b, where a depends on the end of the arrow and b on its start. With P = (R + D)^-1, Q = P R and
// G = -N/2 (P - P T P),
//
//     dl/dslope = 2 a' G b - 2 d' diag(R G)        u = (P b) o (Q' a) + (P a) o (Q' b)
//     I_ef = N (b_e' P a_f  b_f' P a_e + b_e' P b_f  a_e' P a_f - u_e' d_f - d_e' u_f + d_e' (Q o Q' + P o R Q) d_f).
class SurrogateCurvature {
  public:
    // At the given slopes, row-major n x n with zeros where the network has no edge.
    SurrogateCurvature(int n, const GaussianSurrogate& surrogate, std::span<const double> slopes,
                       std::vector<Edge> arrows);

    std::span<const Edge> arrows() const { return arrows_; }
    std::span<const double> score() const { return score_; }
    std::span<const double> own_information() const { return own_; }

    // Of some arrows with others, row after row.
    std::vector<double> information(std::span<const int> rows, std::span<const int> columns) const;

  private:
    int n_;
    double n_rows_;
    std::vector<Edge> arrows_;
    Reals mixed_, starts_, ends_;  // b' P a, b' P b and a' P a of all starts and ends, n x n
    Reals both_, pulled_;          // n x arrows: d and u
    Reals shared_;                 // n x arrows: (Q o Q' + P o R Q) d
    Reals score_, own_;
};

// The log-likelihood of a surrogate to second order in the slopes of edges and of arrows that are not there.
//
// With I the expected information of all slopes, E the edges and V = I_EE^-1, a score g is left for the slope of an
// absent arrow f when those of the edges follow, and an information s_f:
//
//     u_f = V I_Ef        g_f = dl/dslope_f - u_f' dl/dslope_E        s_f = I_ff - I_fE' u_f
class QuadraticModel {
  public:
    // Of a network with the given slopes. The ridge is added to the information of every edge.
    QuadraticModel(int n, const GaussianSurrogate& surrogate, std::span<const double> slopes,
                   std::span<const Edge> edges, std::span<const Edge> absent, double ridge);

    int n_edges() const { return n_edges_; }
    int n_absent() const { return static_cast<int>(arrows().size()) - n_edges_; }
    std::span<const Edge> arrows() const { return curvature_.arrows(); }  // the edges first

    // What it adds to drop an edge e, to add an absent arrow f, and to replace one by the other.
    double dropping(int e) const { return -0.5 * slopes_[e] * slopes_[e] / variance_[e * n_edges_ + e]; }
    double adding(int f) const { return 0.5 * score_[f] * score_[f] * spread_[f]; }
    double replacing(int e, int f) const {
        const auto [lost, variance] = left_of(e, f);
        return adding(f) - 0.5 * lost * lost / variance;
    }
    // Whether that is positive together with what it saves, without a division.
    bool is_worth_replacing(int e, int f, double saved = 0.0) const {
        const auto [lost, variance] = left_of(e, f);
        return (adding(f) + saved) * variance > 0.5 * lost * lost;
    }

    std::span<const double> slopes() const { return slopes_; }      // of the edges at the top of the model
    std::span<const double> variance() const { return variance_; }  // V
    std::span<const double> moved() const { return moved_; }        // u_f by column, edges x absent
    std::span<const double> score() const { return score_; }        // g_f
    std::span<const double> left() const { return left_; }          // s_f, of which at least a thousandth is kept
    std::span<const double> own_information() const { return curvature_.own_information(); }

    // Information of some absent arrows with each other that is left when the edges follow.
    std::vector<double> among(std::span<const int> absent) const;

  private:
    // The slope of an edge when an arrow has come, and the inverse information of it.
    struct Slope {
        double value, variance;
    };
    Slope left_of(int e, int f) const {
        const double moved = moved_[e * n_absent() + f];
        return {slopes_[e] - moved * score_[f] * spread_[f], variance_[e * n_edges_ + e] + moved * moved * spread_[f]};
    }

    SurrogateCurvature curvature_;
    int n_edges_;
    Reals cross_;  // I_Ef by column, edges x absent
    Reals slopes_, variance_, moved_, score_, left_;
    Reals spread_;  // 1 / s_f
};

}  // namespace ordag
