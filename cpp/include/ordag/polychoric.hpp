// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

namespace ordag {

// Every estimate by maximum likelihood is kept within these bounds: a table with empty cells may have its maximum at
// +-1.
inline constexpr double correlation_limit = 0.999;

// Pseudo-counts put into each pairwise table before the correlation is estimated.
enum class CellSmoothing {
    none = 0,
    add_one = 1,       // one in every cell
    independence = 2,  // one row in all, spread as under independence
};

// Columns of the data; those with cuts are ordinal, the others continuous. Pointers are borrowed.
struct MixedColumns {
    int n_rows = 0;
    int n_columns = 0;
    const std::int16_t* codes = nullptr;    // [column * n_rows + row], -1: missing; unused for continuous columns
    const double* values = nullptr;         // [k * n_rows + row] for the k-th continuous column, NaN: missing
    const double* weights = nullptr;        // frequency of each row; null: all one
    std::vector<std::vector<double>> cuts;  // per column, inner cuts, ascending; empty: continuous
    std::vector<int> continuous;            // per column, its k among the continuous ones or -1
};

// Row-major n x n matrices, symmetric.
struct PairwiseCorrelations {
    std::vector<double> correlation;
    std::vector<double> standard_error;  // NaN on the diagonal, at the bounds, and unless asked for
    std::vector<double> n_pairs;         // sum of weights of the rows that have both entries; NaN on the diagonal
};

// Latent correlations of all pairs of columns given their margins, from the rows that have both entries: polychoric for
// two ordinal columns, polyserial for an ordinal and a continuous one (both by maximum likelihood given the margins,
// the second step of Olsson 1979; Olsson, Drasgow and Dorans 1982), Pearson for two continuous ones. A pair never seen
// together gets NaN. Standard errors allow for the estimated margins.
//
// Cost: about 3 microseconds a pair with 4 levels, and the counting of its table. Up to 128 cells and without weights
// that is 4 ps a row and cell, from sets of rows in bits (n_rows / 8 bytes per column and level, while it runs); else
// 1.2 ns a row. Pairs are shared out among threads and do not depend on each other, so neither does the result on the
// number of threads.
PairwiseCorrelations pairwise_correlations(const MixedColumns& columns, CellSmoothing smoothing, bool standard_errors,
                                           int n_threads);

}  // namespace ordag
