// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "ordag/interruption.hpp"
#include "ordag/local_score.hpp"

namespace ordag {

// Edges that no small set explains away: the skeleton phase of PC (its order-independent form, Colombo and Maathuis
// 2014) with the score as its test. Nodes x and y count as separated by S when y joins the parents S of x, or x those
// of y, without raising the local score. S is drawn from the neighbours and has at most `max_conditioning` members.
// `allowed` is row-major n x n, as in SearchSpace; pairs that it allows in no direction are left out. Returns the
// symmetric matrix of the same shape; after an interruption, what was left by then.
std::vector<std::uint8_t> score_skeleton(LocalScore& score, std::span<const std::uint8_t> allowed, int max_conditioning,
                                         Interruption& interruption);

}  // namespace ordag
