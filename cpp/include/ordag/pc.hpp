// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "ordag/independence_test.hpp"
#include "ordag/interruption.hpp"
#include "ordag/search_space.hpp"

namespace ordag {

// The PC algorithm (Spirtes, Glymour, Scheines 2000) in its order-independent form (Colombo, Maathuis 2014).
// Matrices are row-major n x n.

struct Skeleton {
    int n_nodes = 0;
    std::vector<std::uint8_t> adjacent;        // symmetric
    std::vector<std::uint8_t> separated;       // symmetric; 1 where a test removed the edge, not a constraint
    std::vector<std::vector<int>> separators;  // of pairs i < j at [i * n + j]: the set that separated them
    std::vector<std::vector<int>> united;      // the same for the nodes of all sets that were met and separate them
    std::vector<double> p_values;              // symmetric; the largest p-value met, NaN where nothing was tested
    long n_tests = 0;
    bool interrupted = false;

    bool is_adjacent(int i, int j) const { return adjacent[static_cast<std::size_t>(i) * n_nodes + j] != 0; }

    // Takes an edge away, with the set that separates its ends.
    void separate(int i, int j, const std::vector<int>& given) {
        const std::size_t above = static_cast<std::size_t>(std::min(i, j)) * n_nodes + std::max(i, j);
        const std::size_t below = static_cast<std::size_t>(std::max(i, j)) * n_nodes + std::min(i, j);
        adjacent[above] = adjacent[below] = 0;
        separated[above] = separated[below] = 1;
        separators[above] = united[above] = given;
    }

    // Adds a further set that separates the ends of an edge that is gone.
    void separate_also(int i, int j, const std::vector<int>& given) {
        std::vector<int>& nodes = united[static_cast<std::size_t>(std::min(i, j)) * n_nodes + std::max(i, j)];
        for (const int node : given)
            if (std::find(nodes.begin(), nodes.end(), node) == nodes.end()) nodes.push_back(node);
    }
};

// Removes edges whose ends are independent (p-value at least alpha, or NaN) given a subset, of at most
// `max_conditioning` nodes, of the neighbours of one of them. `stable`: neighbours are those at the start of a level,
// so the order of nodes does not matter; otherwise removals count at once. Edges that the space allows in neither
// direction are left out untested, required ones stay untested. An interruption leaves the edges not yet removed.
// `every`, with `stable`: the search goes on among sets as large as the first that separates a pair, so that `united`
// has the nodes of all of them. What was found so far stands in `skeleton` also when the test throws.
void find_skeleton(IndependenceTest& test, const SearchSpace& space, double alpha, int max_conditioning, bool stable,
                   bool every, Interruption& interruption, Skeleton& skeleton);

// Goes on with a skeleton: removes edges x - y whose ends are independent given a subset of the nodes z with
// `reached`[x, z] that may be causes of x or of y, `above`[z, x] or `above`[z, y] (row-major n x n), smaller subsets
// first, as FCI does with nodes that may separate though they are no neighbours. Subsets of the neighbours of either
// end are passed over: `find_skeleton` has tested them.
void prune_skeleton(IndependenceTest& test, const SearchSpace& space, const std::vector<std::uint8_t>& reached,
                    const std::vector<std::uint8_t>& above, double alpha, int max_conditioning,
                    Interruption& interruption, Skeleton& skeleton);

enum class Verdict : std::uint8_t { collider, noncollider, ambiguous };

// A path first - middle - last whose ends are not adjacent, first < last.
struct Triple {
    int first, middle, last;
    Verdict verdict;
    double p_value;  // of the test that separated the ends
};

enum class Census { separator, conservative, majority, any };

// Judges every unshielded triple, ordered by middle, first, last. `separator`: a collider unless the middle is in the
// set that separated the ends; `any`: in any of those that `united` has. `conservative` and `majority` (Ramsey, Zhang,
// Spirtes 2006; Colombo, Maathuis 2014): all subsets of the neighbours of either end that separate the ends have a say;
// the middle must be in all or in none, or in less or more than half of them. Ambiguous where no subset separates, or
// where no test was made, as after an interruption. Adds to n_tests.
std::vector<Triple> judge_triples(IndependenceTest& test, Skeleton& skeleton, double alpha, int max_conditioning,
                                  Census census, Interruption& interruption);

// Orients colliders, later ones overwriting earlier ones, then applies Meek's rules until nothing changes, as pcalg
// does with its "relaxed" rule. Edges that the space allows in one direction only are oriented first and stay.
std::vector<std::uint8_t> orient_overwriting(const Skeleton& skeleton, const std::vector<Triple>& triples,
                                             const SearchSpace& space);

// Orients colliders in the order of their p-values, smallest first, and drops those that contradict an earlier one or
// close a cycle; then applies Meek's rules. Edges stay undirected for good between two nodes that are colliders by
// then, and where one direction would make a new collider and the other a cycle or another new collider, as in bnlearn.
std::vector<std::uint8_t> orient_ranked(const Skeleton& skeleton, const std::vector<Triple>& triples,
                                        const SearchSpace& space);

}  // namespace ordag
