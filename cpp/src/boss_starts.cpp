// SPDX-License-Identifier: MIT
#include "ordag/boss_starts.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "ordag/graph.hpp"

namespace ordag {

BossStarts::BossStarts(LocalScore& score, const SearchSpace& space, int tabu_length, int patience)
    : boss_(score, space),
      climb_(score, space),
      n_(space.n_nodes),
      tabu_length_(tabu_length),
      patience_(patience),
      best_order_(n_),
      best_(-std::numeric_limits<double>::infinity()) {
    std::iota(best_order_.begin(), best_order_.end(), 0);
}

void BossStarts::run(std::vector<Start> starts, int enough, Interruption& interruption) {
    for (Start& start : starts) {
        if (n_meetings_ >= enough || interruption.was_requested()) return;
        interruption.count_on();
        trace_.push_back(reach(std::move(start.order), start.near_best, interruption));
    }
}

double BossStarts::reach(std::vector<int> order, bool near_best, Interruption& interruption) {
    if (near_best) {
        for (int& place : order) place = best_order_[place];
    }
    const double order_score = boss_.improve(order, interruption);
    auto met = std::find_if(ends_.begin(), ends_.end(), [&](const End& end) {
        return end.order_score == order_score || std::abs(end.order_score - order_score) < kSameScore;
    });
    if (met == ends_.end()) {
        ends_.push_back(end_of(order, order_score, interruption));
        met = ends_.end() - 1;
    }
    if (met->score > best_ + kSameScore) {
        best_ = met->score;
        best_order_ = topological_order(n_, met->graph);
        n_meetings_ = 0;
    }
    if (!near_best && met->score > best_ - kSameScore) ++n_meetings_;
    return met->score;
}

BossStarts::End BossStarts::end_of(const std::vector<int>& order, double order_score, Interruption& interruption) {
    End end{order_score, std::vector<std::uint8_t>(static_cast<std::size_t>(n_) * n_), 0.0};
    boss_.graph(order, end.graph);
    climb_.start(end.graph);
    if (!interruption.was_requested()) {
        std::vector<double> trace;
        interruption.count_on();
        climb_.climb(tabu_length_, patience_, interruption, trace);
    }
    end.graph.assign(climb_.graph().begin(), climb_.graph().end());
    end.score = climb_.score();
    return end;
}

}  // namespace ordag
