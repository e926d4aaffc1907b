// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "ordag/contingency.hpp"
#include "ordag/interruption.hpp"

namespace ordag {

// Gibbs sampling of a Gaussian copula under the extended rank likelihood (Hoff 2007).
//
// Rows are latent normal vectors of which only the order within each column is known: an entry of a higher level lies
// above every entry of a lower one. A sweep redraws each column given the others and these bounds, then the covariance
// from its inverse Wishart distribution. Missing entries are free; columns in `fixed` keep their observed entries.
struct CopulaProblem {
    CodedColumns table;
    std::vector<double> latent;       // [column * n_rows + row]: starting values, in the order of the codes
    std::vector<std::uint8_t> fixed;  // one a column
    double prior_rows = 0.0;          // degrees of freedom of the inverse Wishart prior
    double prior_scale = 0.0;         // its scale matrix is this times the identity
};

struct CopulaPosterior {
    std::vector<double> mean;  // n x n, of the sampled correlations
    std::vector<double> sd;    // n x n
    int n_kept = 0;            // draws behind them; fewer than asked for after an interruption
};

// Mean and standard deviation of the correlations of `n_draws` sweeps without the first `n_burn_in`. Deterministic for
// a seed. Cost per sweep O(rows * n^2 + n^3) and one truncated normal draw an entry.
CopulaPosterior sample_copula(CopulaProblem problem, int n_draws, int n_burn_in, std::uint64_t seed,
                              Interruption& interruption);

}  // namespace ordag
