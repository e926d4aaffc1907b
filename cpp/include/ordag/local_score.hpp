// SPDX-License-Identifier: MIT
#pragma once

#include <span>

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
};

}  // namespace ordag
