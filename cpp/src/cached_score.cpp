// SPDX-License-Identifier: MIT
#include "ordag/cached_score.hpp"

#include <random>
#include <utility>

namespace ordag {

CachedScore::CachedScore(std::shared_ptr<LocalScore> inner)
    : inner_(std::move(inner)), words_(inner_->n_nodes()), seen_(inner_->n_nodes()) {
    std::mt19937_64 random;  // fixed seed: only spread matters
    for (auto& word : words_) word = {random(), random()};
}

double CachedScore::local(int node, std::span<const int> parents) {
    Key key{0, 0};
    for (const int parent : parents) {
        key[0] += words_[parent][0];
        key[1] += words_[parent][1];
    }
    if (const auto hit = seen_[node].find(key); hit != seen_[node].end()) return hit->second;
    const double value = inner_->local(node, parents);
    seen_[node].emplace(key, value);
    return value;
}

}  // namespace ordag
