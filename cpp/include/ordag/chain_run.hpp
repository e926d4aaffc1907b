// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "ordag/interruption.hpp"
#include "ordag/score_tables.hpp"

namespace ordag {

// What every chain on n nodes leaves behind.
template <std::size_t n_moves>
struct ChainRun {
    std::vector<int> last;           // state in which the chain ended, one number a node
    std::vector<double> dag_scores;  // of the DAGs drawn
    std::vector<std::uint8_t> dags;  // [draw * n * n + from * n + to]
    std::array<std::int64_t, n_moves> proposed{};
    std::array<std::int64_t, n_moves> accepted{};
    bool interrupted = false;

    // Room for one more DAG.
    std::span<std::uint8_t> next_dag() {
        dags.resize(dags.size() + last.size() * last.size());
        return std::span(dags).last(last.size() * last.size());
    }
};

// n_draws * thin steps of a chain, with record() called after each `thin`, also after an interruption, so that there is
// always something to return. A chain has pick_move(), an index, and step(move), true when the state changed.
template <class Chain, class Run, class Record>
void run_chain(Chain& chain, Run& run, int n_draws, int thin, Interruption& interruption, Record record) {
    constexpr int steps_between_questions = 64;  // a step may cost less than a look at the clock
    std::int64_t n_steps = 0;
    for (int draw = 0; draw < n_draws && !run.interrupted; ++draw) {
        for (int step = 0; step < thin && run.last.size() > 1; ++step) {
            if (++n_steps % steps_between_questions == 0 && interruption.requested(n_steps)) {
                run.interrupted = true;
                break;
            }
            const auto move = chain.pick_move();
            ++run.proposed[static_cast<std::size_t>(move)];
            run.accepted[static_cast<std::size_t>(move)] += chain.step(move);
        }
        record();
    }
}

// Gives every node the parents that choose_parents(node) returns. Writes the n x n adjacency, returns the DAG's score.
template <class ChooseParents>
double assemble_dag(const ScoreTables& tables, std::span<std::uint8_t> adjacency, ChooseParents choose_parents) {
    std::fill(adjacency.begin(), adjacency.end(), std::uint8_t{0});
    double score = 0.0;
    for (int node = 0; node < tables.n_nodes(); ++node) {
        const ParentChoice choice = choose_parents(node);
        add_parents(tables.table(node), choice, tables.n_nodes(), adjacency);
        score += tables.table(node).local_block(choice.block)[choice.mask];
    }
    return score;
}

}  // namespace ordag
