// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <unordered_map>
#include <vector>

#include "ordag/local_score.hpp"

namespace ordag {

// Remembers every local score of another score. Worth it where a local score costs more than about 100 ns: one that
// counts data or calls back to Python.
//
// A parent set is known by the sum of 128 random bits per member, so a wrong hit needs two of the sets seen to agree in
// 128 random bits: for 10^9 sets a chance below 10^-20.
class CachedScore final : public LocalScore {
  public:
    explicit CachedScore(std::shared_ptr<LocalScore> inner);

    int n_nodes() const override { return inner_->n_nodes(); }
    double local(int node, std::span<const int> parents) override;
    void gains(int node, std::span<const int> parents, std::span<const int> candidates,
               std::span<double> gains) override;
    double eliminate(int node, std::vector<int>& parents, std::span<const int> kept) override;

  private:
    using Key = std::array<std::uint64_t, 2>;
    struct Hash {
        std::size_t operator()(const Key& key) const { return static_cast<std::size_t>(key[0]); }
    };

    Key key_of(std::span<const int> parents) const;

    std::shared_ptr<LocalScore> inner_;
    std::vector<Key> words_;                                   // of each node as a parent
    std::vector<std::unordered_map<Key, double, Hash>> seen_;  // per node
};

}  // namespace ordag
