// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace ordag {

// A set of nodes 0 ... n - 1, one bit each.
class NodeSet {
  public:
    explicit NodeSet(int n_nodes) : words_(n_words(n_nodes), 0) {}

    static std::size_t n_words(int n_nodes) { return static_cast<std::size_t>(n_nodes) / 64 + 1; }

    bool contains(int node) const { return words_[word(node)] >> (node % 64) & 1; }
    void insert(int node) { words_[word(node)] |= bit(node); }
    void erase(int node) { words_[word(node)] &= ~bit(node); }
    void clear() { std::fill(words_.begin(), words_.end(), std::uint64_t{0}); }

    const std::uint64_t* words() const { return words_.data(); }

  private:
    static std::size_t word(int node) { return static_cast<unsigned>(node) / 64; }
    static std::uint64_t bit(int node) { return std::uint64_t{1} << (node % 64); }

    std::vector<std::uint64_t> words_;
};

}  // namespace ordag
