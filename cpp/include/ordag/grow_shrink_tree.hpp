// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <vector>

#include "ordag/local_score.hpp"
#include "ordag/search_space.hpp"

namespace ordag {

// Best parents of one node among any set of predecessors, by greedy growing and then shrinking, with every step
// remembered: Andrews et al. (2023), "Fast scalable and accurate discovery of DAGs using the best order score search
// and grow-shrink trees".
//
// A vertex of the tree stands for the parents added on the way to it. Its branches are the additions that improve the
// score, best first, whatever the predecessors; a query follows the first branch whose variable is a predecessor. So a
// repeated query costs a walk and no score. Required parents are in every set.
class GrowShrinkTree {
  public:
    GrowShrinkTree(LocalScore& score, const SearchSpace& space, int node);

    // Local score with the best parents among the nodes c with position[c] < before.
    double score(std::span<const int> position, int before);

    // The same, and those parents, ascending.
    double parents(std::span<const int> position, int before, std::vector<int>& parents);

  private:
    struct Vertex {
        int parent;      // vertex above, -1 at the root
        int variable;    // added on the way from it
        int first = -1;  // of its branches; -1 until they are known
        int n_branches = 0;
        double grown;   // score of all parents added so far
        double shrunk;  // score after shrinking; NaN until known
    };
    struct Branch {
        double gain;
        int variable;
        int vertex;  // -1 until visited
    };

    int walk(std::span<const int> position, int before);
    void grow(int vertex);
    void shrink(int vertex, std::vector<int>& parents);
    void collect(int vertex, std::vector<int>& parents) const;

    LocalScore& score_;
    int node_;
    int max_parents_;
    std::vector<int> eligible_;  // allowed and not required
    std::vector<int> required_;
    std::vector<Vertex> vertices_;
    std::vector<Branch> branches_;
    std::vector<int> path_, candidates_;  // scratch
    std::vector<double> gains_;
};

}  // namespace ordag
