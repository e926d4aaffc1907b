// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <span>
#include <vector>

namespace ordag {

// A decomposable score: the score of a graph is the sum of local(node, parents of node).
//
// Implementations may keep scratch space and caches, so one object belongs to one thread at a time.
class LocalScore {
  public:
    virtual ~LocalScore() = default;

    virtual int n_nodes() const = 0;

    // Score of `node` given `parents`, which are distinct, ascending and do not contain `node`.
    // Returns -infinity for a parent set that the model cannot have.
    virtual double local(int node, std::span<const int> parents) = 0;

    // gains[k] = local(node, parents + candidates[k]) - local(node, parents) where that is positive; where it is not,
    // any number that is not positive will do, so that a score may spare itself the work. `parents` as above, no
    // candidate among them. Scores that can share work between candidates override this.
    virtual void gains(int node, std::span<const int> parents, std::span<const int> candidates,
                       std::span<double> gains);

    // gains[k] = local(node, parents - parents[k]) - local(node, parents), with the same freedom.
    virtual void gains_of_removal(int node, std::span<const int> parents, std::span<double> gains);

    // The same score with its nodes renumbered: node k of the new one is node order[k] of this one. Null where the
    // class has nothing quicker than a translation call by call (relabelled_score.hpp).
    virtual std::unique_ptr<LocalScore> relabelled(std::span<const int> /*order*/) const { return nullptr; }
};

// Sum of the local scores of a row-major n x n graph, [i * n + j] != 0 for i -> j.
double total_score(LocalScore& score, std::span<const unsigned char> graph);

}  // namespace ordag
