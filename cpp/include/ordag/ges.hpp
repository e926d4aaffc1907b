// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "ordag/interruption.hpp"
#include "ordag/local_score.hpp"
#include "ordag/search_space.hpp"

namespace ordag {

// Greedy equivalence search: Chickering (2002), "Optimal structure identification with greedy search", for the forward
// and backward steps, and Hauser and Bühlmann (2012), "Characterization and greedy learning of interventional Markov
// equivalence classes of directed acyclic graphs", for the turning step. The score must give equivalent DAGs the same
// value. A class belongs to the space if one of its members, found by orienting as the space demands, does.
class GreedyEquivalenceSearch {
  public:
    enum class Phase { forward = 0, backward = 1, turning = 2 };

    // Both must outlive the search. Begins with the class of the required edges.
    GreedyEquivalenceSearch(LocalScore& score, const SearchSpace& space);

    // Takes the best step of a kind as long as one improves the score; appends each gain. Returns the number of steps.
    int run(Phase phase, Interruption& interruption, std::vector<double>& gains);

    // A member of the class that belongs to the space; row-major n x n.
    std::span<const std::uint8_t> member() const { return member_; }

  private:
    using Graph = std::vector<std::uint8_t>;
    using Nodes = std::vector<int>;
    struct Operator {
        double gain;
        int x, y;      // the edge x -> y is inserted, deleted or made from y -> x
        Nodes clique;  // neighbours of y that become its parents
    };

    std::size_t at(int i, int j) const { return static_cast<std::size_t>(i) * n_ + j; }
    bool adjacent(int i, int j) const { return cpdag_[at(i, j)] || cpdag_[at(j, i)]; }
    bool undirected(int i, int j) const { return cpdag_[at(i, j)] && cpdag_[at(j, i)]; }
    bool directed(int i, int j) const { return cpdag_[at(i, j)] && !cpdag_[at(j, i)]; }
    Nodes neighbours(int y) const;
    Nodes parents(int y) const;

    template <typename Visit>
    void each_clique(const Nodes& fixed, const Nodes& optional, Visit visit) const;
    void find_operators(Phase phase, int y);
    void find_insertions(int y);
    void find_deletions(int y);
    void find_turns(int y);
    void find_turns_of_arrow(int x, int y);
    void find_turns_of_line(int x, int y);
    double local(int node, const Nodes& first, const Nodes& second, int third);
    void keep(Operator candidate);

    bool step(Phase phase, std::vector<double>& gains);
    bool reachable(int from, int to, const Nodes& blocked, bool skip_edge) const;
    bool separated(const Nodes& inside, const Nodes& from, const Nodes& to, const Nodes& cut) const;
    bool result(Phase phase, const Operator& chosen, Graph& dag) const;
    bool insert(const Operator& chosen, Graph& dag) const;
    bool remove(const Operator& chosen, Graph& dag) const;
    bool turn(const Operator& chosen, Graph& dag) const;
    bool admit(const Graph& cpdag, Graph& dag) const;
    std::vector<std::uint8_t> move_to(Graph cpdag, Graph member, int x, int y);

    LocalScore& score_;
    const SearchSpace& space_;
    int n_;
    bool restricted_;
    Graph cpdag_, member_;
    double value_;                                  // score of the member
    std::vector<std::vector<Operator>> operators_;  // per y
    Nodes family_;                                  // scratch
};

}  // namespace ordag
