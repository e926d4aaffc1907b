// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "ordag/boss.hpp"
#include "ordag/hill_climb.hpp"
#include "ordag/interruption.hpp"
#include "ordag/local_score.hpp"
#include "ordag/search_space.hpp"

namespace ordag {

// Best order score search from several starts. Each ends with a short tabu search over single edges, which repairs what
// no order of greedily chosen parents can say.
class BossStarts {
  public:
    // A permutation of the nodes, or of the places of the best order so far (0, 1, ... before the first start).
    struct Start {
        std::vector<int> order;
        bool near_best;
    };
    struct End {
        double order_score;
        std::vector<std::uint8_t> graph;  // row-major n x n
        double score;
    };

    // Score and space must outlive the search; the other two as HillClimb::climb takes them.
    BossStarts(LocalScore& score, const SearchSpace& space, int tabu_length, int patience);

    // One start after the other, until so many have met at the best graph. Moves of variables are counted.
    void run(std::vector<Start> starts, int enough, Interruption& interruption);

    // The score of the graph that each start so far has ended in.
    const std::vector<double>& trace() const { return trace_; }

    // Starts that have ended at the best graph, those from near the best order aside.
    int n_meetings() const { return n_meetings_; }

    // Where starts ended; those whose orders score alike, for they stand for one class of graphs, are listed once.
    const std::vector<End>& ends() const { return ends_; }

    // Orders and graphs whose scores differ by less are taken for the same.
    static constexpr double kSameScore = 1e-6;

  private:
    double reach(std::vector<int> order, bool near_best, Interruption& interruption);
    End end_of(const std::vector<int>& order, double order_score, Interruption& interruption);

    BossSearch boss_;
    HillClimb climb_;
    int n_, tabu_length_, patience_;
    std::vector<End> ends_;
    std::vector<double> trace_;
    std::vector<int> best_order_;
    double best_;
    int n_meetings_ = 0;
};

}  // namespace ordag
