// SPDX-License-Identifier: MIT
#pragma once

#include <span>

namespace ordag {

// A test of conditional independence.
//
// Implementations may keep scratch space and caches, so one object belongs to one thread at a time.
class IndependenceTest {
  public:
    virtual ~IndependenceTest() = default;

    virtual int n_nodes() const = 0;

    // p-value of "x and y are independent given the nodes in `given`", which are distinct and hold neither x nor y.
    // 1 where the data cannot speak against independence.
    virtual double p_value(int x, int y, std::span<const int> given) = 0;
};

}  // namespace ordag
