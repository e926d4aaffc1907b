// SPDX-License-Identifier: MIT
#pragma once

#include <span>

#include "ordag/elimination.hpp"
#include "ordag/reals.hpp"
#include "ordag/row_integrals.hpp"

namespace ordag {

// A network as its precision at the entries of an elimination.
struct SparseNetwork {
    const Elimination& elimination;
    Reals precision;
    double log_determinant = 0.0;  // of the precision

    // From the weights of the edges and the residual variances.
    SparseNetwork(const Elimination& elimination, std::span<const Edge> edges, std::span<const double> weights,
                  std::span<const double> noise);
};

// The same as integrate_rows by expectation propagation, for rows of levels under a network: no coordinate is
// continuous. Of the moments only those at the entries of the elimination are formed: `second` is n_entries x n_rows,
// `moments` has n_entries. Factors of a row are refreshed all at once instead of one after the other, which has the
// same fixed points.
//
// Cost a row and sweep: 3 / 2 times the sum of squares of the columns of the elimination, against n³.
void integrate_network(const LatentBoxes& boxes, const SparseNetwork& network, const double* weights,
                       const PropagationOptions& options, int n_threads, double* shift, double* precision,
                       const RowIntegrals& wanted);

}  // namespace ordag
