// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>

#include "ordag/graph_climb.hpp"
#include "ordag/search_space.hpp"

namespace ordag {

struct SurrogateSearchOptions {
    double least_gain;  // of a change that is made, in nats
    int max_changes;
    int n_tries;         // changes whose slopes are climbed for each that is made
    ClimbOptions climb;  // of slopes; the cutoff follows from the graph that is changed
};

// What the arrows of a graph cost, in nats.
struct ArrowCosts {
    double edge;                        // of each
    std::span<const double> surcharge;  // row-major n x n: what each arrow costs beyond that
    // What the graph costs beyond its arrows if b of the first nodes, the columns, have no parent among the others, the
    // hidden causes, at [b]; there are as many columns as entries but one. Empty: nothing, whatever the graph.
    std::span<const double> bare;
};

// Hill climbing over DAGs by the log-likelihood that a surrogate gives them, less the cost of their arrows. What
// dropping, adding or replacing an edge would gain is predicted to second order for all of them at once; the slopes of
// the most promising graphs are climbed, and the best is taken, until none of them gains enough. A climb that seems to
// stay below the cutoff is cut short, so that now and then a change is passed over; climbing all to their tops was no
// better, as a surrogate is less and less to be trusted further away from its centre
// (docs/decisions/structure-update.md).
//
// `dag` and `slopes`, row-major n x n, are left at the graph reached, whose criterion is returned. The slopes given are
// at their top, where the graph has the given criterion, and zero where there is no edge.
//
// Cost of a change: O(edges n^2 (edges + n)) for the quadratic model, and some climbs of O(n^3).
double surrogate_search(const GaussianSurrogate& surrogate, const SearchSpace& space,
                        const SurrogateSearchOptions& options, const ArrowCosts& costs, double criterion,
                        std::span<std::uint8_t> dag, std::span<double> slopes);

}  // namespace ordag
