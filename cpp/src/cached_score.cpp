// SPDX-License-Identifier: MIT
#include "ordag/cached_score.hpp"

#include <algorithm>
#include <random>
#include <utility>

namespace ordag {

CachedScore::CachedScore(std::shared_ptr<LocalScore> inner)
    : inner_(std::move(inner)), words_(inner_->n_nodes()), seen_(inner_->n_nodes()) {
    std::mt19937_64 random;  // fixed seed: only spread matters
    for (auto& word : words_) word = {random(), random()};
}

CachedScore::Key CachedScore::key_of(std::span<const int> parents) const {
    Key key{0, 0};
    for (const int parent : parents) {
        key[0] += words_[parent][0];
        key[1] += words_[parent][1];
    }
    return key;
}

double CachedScore::local(int node, std::span<const int> parents) {
    const Key key = key_of(parents);
    if (const auto hit = seen_[node].find(key); hit != seen_[node].end()) return hit->second;
    const double value = inner_->local(node, parents);
    seen_[node].emplace(key, value);
    return value;
}

double CachedScore::eliminate(int node, std::vector<int>& parents, std::span<const int> kept) {
    return inner_->spares_losses() ? inner_->eliminate(node, parents, kept)
                                   : LocalScore::eliminate(node, parents, kept);
}

void CachedScore::gains(int node, std::span<const int> parents, std::span<const int> candidates,
                        std::span<double> gains) {
    if (!inner_->spares_losses()) return LocalScore::gains(node, parents, candidates, gains);
    std::vector<int> sorted(parents.begin(), parents.end());
    std::sort(sorted.begin(), sorted.end());
    const double base = local(node, sorted);
    std::vector<int> unknown;
    std::vector<std::size_t> places;
    std::vector<Key> keys;
    const Key without = key_of(sorted);
    for (std::size_t k = 0; k < candidates.size(); ++k) {
        const Key& word = words_[candidates[k]];
        const Key key{without[0] + word[0], without[1] + word[1]};
        if (const auto hit = seen_[node].find(key); hit != seen_[node].end()) {
            gains[k] = hit->second - base;
        } else {
            unknown.push_back(candidates[k]);
            places.push_back(k);
            keys.push_back(key);
        }
    }
    if (unknown.empty()) return;
    std::vector<double> found(unknown.size());
    inner_->gains(node, sorted, unknown, found);
    for (std::size_t k = 0; k < unknown.size(); ++k) {
        gains[places[k]] = found[k];
        if (found[k] > 0.0) seen_[node].emplace(keys[k], base + found[k]);
    }
}

}  // namespace ordag
