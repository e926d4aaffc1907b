// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <deque>
#include <span>
#include <unordered_map>
#include <vector>

#include "ordag/interruption.hpp"
#include "ordag/local_score.hpp"
#include "ordag/search_space.hpp"

namespace ordag {

// Greedy search over DAGs by adding, removing or reversing an edge, or replacing a parent by another, with a tabu list
// of graphs. Gains are kept for every change of one node's parents; a step renews those of the nodes it touched, about
// n local scores for each of their parents unless these parents are remembered.
class HillClimb {
  public:
    // Both must outlive the search. The graph is that of the required edges.
    HillClimb(LocalScore& score, const SearchSpace& space);

    // Goes on from a DAG of the space, row-major n x n.
    void start(std::span<const std::uint8_t> graph);

    // Takes the best step as long as one improves the score. With a tabu list of `tabu_length` graphs it then takes the
    // best step that leads to none of them, be it a loss, and gives up after `patience` steps without a new best graph.
    // Ends in the best graph met; appends the score after every step to `trace`.
    void climb(int tabu_length, int patience, Interruption& interruption, std::vector<double>& trace);

    // Up to `n_moves` random changes of one edge.
    void perturb(int n_moves, std::uint64_t seed);

    std::span<const std::uint8_t> graph() const { return graph_; }
    double score() const;

  private:
    enum class Kind { none, add, remove, reverse, replace };
    struct Step {
        Kind kind = Kind::none;
        int from = -1, to = -1;  // the edge changed; a replacement drops it
        int other = -1;          // and adds other -> to
        double gain = 0.0;
    };

    // What changes of one node's parents gain; those that may not be, minus infinity.
    struct Gains {
        std::vector<int> parents;
        double base;  // local score
        std::vector<double> toggles;
        std::vector<Step> replacements;
    };
    static constexpr std::size_t kMostRemembered = 64;  // for a node: at most 64 n^2 numbers in all, and replacements

    std::size_t at(int from, int to) const { return static_cast<std::size_t>(from) * n_ + to; }
    bool has(int from, int to) const { return graph_[at(from, to)] != 0; }
    bool may_gain_parent(int node) const { return static_cast<int>(parents_[node].size()) < space_.max_parents; }
    bool possible(const Step& step);
    bool reaches(int from, int to);
    bool reaches_otherwise(int from, int to);
    void find_ancestors(int node);
    void gather_ancestors(int node);
    void consider(const Step& step, Step& best);
    Step best_step(bool any_gain);
    void apply(const Step& step);
    void toggle(int from, int to);
    void renew(int node);
    Gains gains_of(int node);
    std::uint64_t key_after(const Step& step) const;

    LocalScore& score_;
    const SearchSpace& space_;
    int n_;
    std::vector<std::uint8_t> graph_;
    std::vector<std::vector<int>> parents_;        // ascending
    std::vector<double> base_;                     // local score of each node
    std::vector<double> toggle_;                   // gain of adding or removing each edge, at(from, to)
    std::vector<std::vector<Step>> replacements_;  // improving ones, per node
    std::vector<std::uint8_t> known_;              // whether the gains of a node are those of its parents
    std::vector<std::unordered_map<std::uint64_t, Gains>> remembered_;  // of each node, by the words of its edges
    std::vector<std::uint64_t> words_;  // random word per edge; a graph's key is their sum
    std::uint64_t key_ = 0;
    std::deque<std::uint64_t> tabu_;
    std::size_t n_words_;
    std::vector<std::uint64_t> ancestors_;       // sets of nodes, n_words_ each
    std::vector<std::uint8_t> has_ancestors_;    // whether they are those of the graph
    std::vector<int> set_, candidates_, stack_;  // scratch
    std::vector<double> changes_;
};

}  // namespace ordag
