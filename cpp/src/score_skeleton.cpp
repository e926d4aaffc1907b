// SPDX-License-Identifier: MIT
#include "ordag/score_skeleton.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace ordag {

namespace {

// Steps to the next k-subset of 0, ..., n - 1 in lexicographic order; false after the last.
bool next_subset(std::vector<int>& subset, int n) {
    const int k = static_cast<int>(subset.size());
    int at = k - 1;
    while (at >= 0 && subset[at] == n - k + at) --at;
    if (at < 0) return false;
    ++subset[at];
    std::iota(subset.begin() + at + 1, subset.end(), subset[at] + 1);
    return true;
}

class ScoreSkeleton {
  public:
    ScoreSkeleton(LocalScore& score, std::span<const std::uint8_t> allowed)
        : score_(score), n_(score.n_nodes()), edges_(static_cast<std::size_t>(n_) * n_, 0) {
        for (int x = 0; x < n_; ++x)
            for (int y = 0; y < n_; ++y) edges_[at(x, y)] = allowed[at(x, y)] | allowed[at(y, x)];
    }

    // Removes the edges that a set of this size explains away; false when no node has neighbours enough, or when
    // interrupted.
    bool thin_out(int size, Interruption& interruption) {
        const std::vector<std::uint8_t> before = edges_;
        bool tested = false;
        for (int x = 0; x < n_; ++x) {
            std::vector<int> others;
            for (int y = 0; y < n_; ++y)
                if (before[at(x, y)]) others.push_back(y);
            if (static_cast<int>(others.size()) <= size) continue;
            tested = true;
            for (int y : others) {
                if (interruption.requested(x)) return false;
                if (edges_[at(x, y)] && is_separated(x, y, others, size)) edges_[at(x, y)] = edges_[at(y, x)] = 0;
            }
        }
        return tested;
    }

    std::vector<std::uint8_t> edges() && { return std::move(edges_); }

  private:
    std::size_t at(int x, int y) const { return static_cast<std::size_t>(x) * n_ + y; }

    bool is_separated(int x, int y, const std::vector<int>& neighbours, int size) {
        std::vector<int> pool = neighbours;
        pool.erase(std::find(pool.begin(), pool.end(), y));
        std::vector<int> subset(size);
        std::iota(subset.begin(), subset.end(), 0);
        std::vector<int> parents(size);
        double gain = 0.0;
        do {
            for (int k = 0; k < size; ++k) parents[k] = pool[subset[k]];
            score_.gains(x, parents, {&y, 1}, {&gain, 1});
            if (gain <= 0.0) return true;
        } while (next_subset(subset, static_cast<int>(pool.size())));
        return false;
    }

    LocalScore& score_;
    int n_;
    std::vector<std::uint8_t> edges_;
};

}  // namespace

std::vector<std::uint8_t> score_skeleton(LocalScore& score, std::span<const std::uint8_t> allowed, int max_conditioning,
                                         Interruption& interruption) {
    ScoreSkeleton skeleton(score, allowed);
    for (int size = 0; size <= max_conditioning; ++size)
        if (!skeleton.thin_out(size, interruption)) break;
    return std::move(skeleton).edges();
}

}  // namespace ordag
