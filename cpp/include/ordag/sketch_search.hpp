// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>

#include "ordag/graph_climb.hpp"
#include "ordag/search_space.hpp"

namespace ordag {

struct SketchSearchOptions {
    double price = 0.0;       // of an edge
    double least_gain = 0.2;  // of a change that is made, in nats
    int max_changes = 10;
    int n_tries = 3;  // changes whose slopes are climbed for each that is made
    ClimbOptions climb;
};

// Hill climbing over DAGs by the log-likelihood that a sketch gives them, less a price for each edge. What dropping,
// adding or replacing an edge would gain is foreseen to second order for all of them at once; the slopes of the most
// promising graphs are climbed, and the best is taken, until none gains.
//
// `dag` and `slopes`, row-major n x n, are left at the graph reached, whose criterion is returned. The slopes given are
// at their top, where the graph has the given criterion.
//
// Cost of a change: O(edges^2 n^2) for the picture, and some climbs of O(n^3).
double search_sketch(const GaussianSketch& sketch, const SearchSpace& space, const SketchSearchOptions& options,
                     double criterion, std::span<std::uint8_t> dag, std::span<double> slopes);

}  // namespace ordag
