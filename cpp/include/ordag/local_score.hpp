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
    // any number that is not positive will do, so that a score may spare itself the work. `parents` in any
    // order, no candidate among them. Scores that can share work between candidates, or between calls whose parents
    // begin alike, override this.
    virtual void gains(int node, std::span<const int> parents, std::span<const int> candidates,
                       std::span<double> gains);

    // Whether `gains` does spare itself work by that, so that what it says of losses is no score to be remembered.
    virtual bool spares_losses() const { return false; }

    // The same without that freedom: losses are exact too.
    virtual void changes(int node, std::span<const int> parents, std::span<const int> candidates,
                         std::span<double> changes);

    // Drops parents one by one, first the one whose loss raises the score most, as long as one does by more than
    // kTolerance; those of `kept`, ascending, stay. Returns by how much the score rose. `parents` in any order.
    virtual double eliminate(int node, std::vector<int>& parents, std::span<const int> kept);

    // The same score with its nodes renumbered: node k of the new one is node order[k] of this one. Null where the
    // class has nothing quicker than a translation call by call (relabelled_score.hpp).
    virtual std::unique_ptr<LocalScore> relabelled(std::span<const int> /*order*/) const { return nullptr; }
};

// Sum of the local scores of a row-major n x n graph, [i * n + j] != 0 for i -> j.
double total_score(LocalScore& score, std::span<const unsigned char> graph);

}  // namespace ordag
