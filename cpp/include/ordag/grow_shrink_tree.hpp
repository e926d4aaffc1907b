// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "ordag/local_score.hpp"
#include "ordag/node_set.hpp"
#include "ordag/search_space.hpp"

namespace ordag {

// Best parents of one node among any set of predecessors, by greedy growing and then shrinking, with every step
// remembered: Andrews et al. (2023), "Fast scalable and accurate discovery of DAGs using the best order score search
// and grow-shrink trees".
//
// A vertex of the tree stands for the parents added on the way to it. Its branches are the additions that improve the
// score, best first, whatever the predecessors; a walk follows the first branch whose variable is a predecessor. So a
// repeated query costs a walk and no score, and none at all where the predecessors changed by a node that the walk did
// not heed. Required parents are in every set.
class GrowShrinkTree {
  public:
    GrowShrinkTree(LocalScore& score, const SearchSpace& space, int node);

    // The vertex that stands for the best parents among the predecessors.
    int walk(const NodeSet& predecessors);

    // Of a vertex where a walk ended: the local score with the best parents, and those parents, ascending.
    double score(int end);
    void parents(int end, std::vector<int>& parents);

    // Whether the walk that ended there would end elsewhere if `variable` were no longer, or newly, a predecessor.
    bool depends_on(int end, int variable) const { return sets_[word(end, added, variable)] >> (variable % 64) & 1; }
    bool is_open_to(int end, int variable) const { return sets_[word(end, heeded, variable)] >> (variable % 64) & 1; }

  private:
    struct Vertex {
        int parent;      // vertex above, -1 at the root
        int variable;    // added on the way from it
        int first = -1;  // of its branches; -1 until they are known
        double grown;    // score of all parents added so far
        double shrunk;   // score after shrinking; NaN until known
    };
    struct Branch {
        int variable;
        int vertex;  // -1 until visited
    };
    struct Addition {
        double gain;
        int variable;
    };

    // Sets of variables kept with every vertex: the parents added on the way to it; those that would have been added in
    // place of one of them; the latter and its own branches; once its score is known, the parents left by shrinking.
    enum Set { added, refused, heeded, kept, n_sets };

    std::size_t word(int vertex, Set set, int variable) const {
        return (static_cast<std::size_t>(vertex) * n_sets + set) * n_words_ + variable / 64;
    }
    void mark(int vertex, Set set, int variable) {
        sets_[word(vertex, set, variable)] |= std::uint64_t{1} << (variable % 64);
    }
    bool heeds_any(int vertex, const NodeSet& predecessors) const;
    int add_vertex(int parent, int branch);
    void grow(int vertex);
    void rank_additions(int vertex);
    void shrink(int vertex);
    void collect(int vertex, std::vector<int>& parents) const;

    LocalScore& score_;
    int node_;
    int max_parents_;
    std::vector<int> eligible_;  // allowed and not required
    std::vector<int> required_;
    std::vector<Vertex> vertices_;
    std::vector<Branch> branches_;
    std::vector<double> branch_gains_;
    std::size_t n_words_;
    std::vector<std::uint64_t> sets_;
    std::vector<int> path_, candidates_;  // scratch
    std::vector<double> gains_;
    std::vector<Addition> ranked_;
};

}  // namespace ordag
