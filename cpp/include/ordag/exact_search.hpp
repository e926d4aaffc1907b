// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>

#include "ordag/interruption.hpp"
#include "ordag/local_score.hpp"
#include "ordag/search_space.hpp"

namespace ordag {

// The best graph of the space, by dynamic programming over subsets: Silander and Myllymäki (2006), "A simple approach
// for finding the globally optimal Bayesian network structure". Fills `adjacency` (row-major n x n) and returns true,
// or false if interrupted; with the required edges where no graph has a finite score. Reports exact_search_steps(n)
// steps.
//
// Cost: n 2^(n-1) local scores and n^2 2^n steps; memory exact_search_bytes(n). At most 24 nodes.
bool exact_search(LocalScore& score, const SearchSpace& space, std::span<std::uint8_t> adjacency,
                  Interruption& interruption);

double exact_search_bytes(int n_nodes);
std::int64_t exact_search_steps(int n_nodes);

}  // namespace ordag
