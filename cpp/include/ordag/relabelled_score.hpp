// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <span>

#include "ordag/local_score.hpp"

namespace ordag {

// The score with its nodes renumbered: node k of the result is node order[k] of `score`.
std::shared_ptr<LocalScore> relabel(const std::shared_ptr<LocalScore>& score, std::span<const int> order);

// An order of the nodes that depends on what the score says of them and not on how they are numbered, so that a search
// that prefers earlier nodes among equals answers alike however the columns are arranged. Nodes are sorted by their
// local score without parents and, among equals, by the sorted scores with each single parent; nodes that agree in all
// of these keep their positions. Cost n^2 local scores.
std::vector<int> content_order(LocalScore& score);

}  // namespace ordag
