// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <vector>

#include "simd/row_group.hpp"

namespace ordag {

// Second moments of whole rows from those of their boxes. Observed values are what they are, and missing entries follow
// the observed ones: with Q the inverse covariance, y_M given y_O has mean -Q_MM^-1 Q_MO y_O and covariance Q_MM^-1.
class WholeRows {
  public:
    // `precision` is the lower triangle of Q and must outlive this.
    WholeRows(int n, int lanes, const double* precision);

    // Where the moments of the boxes of the next row are to be written.
    const DrawnMoments& drawn() const { return drawn_; }

    // Adds the weighted moments, lower triangle, of the row in one lane of a group; `boxes` are its coordinates that
    // have one.
    void add(const RowGroup& group, int lane, std::span<const int> boxes, double weight, double* sums);

  private:
    double& entry(int i, int j) { return second_[static_cast<std::size_t>(i) * n_ + j]; }
    double precision(int i, int j) const;
    void set(int i, int j, double value) { entry(i, j) = entry(j, i) = value; }
    void fill_in_missing();

    int n_, lanes_;
    const double* precision_;
    std::vector<double> mean_, second_;  // n, n x n
    std::vector<double> of_boxes_;       // behind drawn_
    DrawnMoments drawn_;
    std::vector<int> seen_, missing_;
};

}  // namespace ordag
