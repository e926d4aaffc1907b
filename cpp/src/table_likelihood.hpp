// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <vector>

#include "correlation_search.hpp"

namespace ordag {

// A two-way table of counts, seen as a discretised bivariate normal with known cuts. Rows of the table belong to the
// first variable. Reusable: prepare() starts a new table and keeps the memory.
class TableLikelihood {
  public:
    // Cuts are finite and strictly ascending; counts are row-major, (cuts_x.size() + 1) x (cuts_y.size() + 1).
    void prepare(std::span<const double> cuts_x, std::span<const double> cuts_y, std::span<const double> counts);

    // A first guess, from the correlation of normal scores.
    double guess() const;

    Slopes slopes(double rho);

    // Standard error of the maximiser rho for n_rows rows, with cuts estimated from the margins.
    double standard_error(double rho, double n_rows);

  private:
    void move_to(double rho);
    void advance_grid(double from_angle, double to_angle);
    double cell(int i, int j) const;
    double across(const std::vector<double>& corners, int i, int j) const;  // sum with signs over a cell's corners
    std::vector<double> moves(const std::vector<double>& cuts, const std::vector<double>& below,
                              const std::vector<double>& other_cuts, const double* score, int stride,
                              int other_stride) const;

    int n_x_ = 0, n_y_ = 0;                // numbers of levels
    std::vector<double> cuts_x_, cuts_y_;  // with both infinite ends
    std::vector<double> below_x_, below_y_;
    std::vector<double> counts_;
    // Distribution function, density and its derivative in rho at the corners, (n_x + 1) x (n_y + 1); the outermost
    // rows and columns, at infinite cuts, never change.
    std::vector<double> cdf_, density_, density_slope_;
    double rho_ = 0.0, angle_ = 0.0;
    bool on_path_ = true;  // whether cdf_ may be advanced from angle_
};

}  // namespace ordag
