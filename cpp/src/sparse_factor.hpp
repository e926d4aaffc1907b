// SPDX-License-Identifier: MIT
#pragma once

#include "ordag/elimination.hpp"
#include "ordag/reals.hpp"

namespace ordag {

// The factor L D L' of a positive definite matrix that is zero but at the entries of an elimination.
class SparseFactor {
  public:
    SparseFactor(const Elimination& elimination, Reals matrix);

    double log_determinant() const { return log_determinant_; }

    // The inverse at the entries; c² multiplications for a column of c entries.
    Reals inverse() const;

    // Solves for all columns of a matrix, n x columns with its rows by step.
    void solve(Reals& matrix, int columns) const;

  private:
    const Elimination& elimination_;
    Reals entries_;  // L, and 1 / D on the diagonal
    double log_determinant_ = 0.0;
};

}  // namespace ordag
