// SPDX-License-Identifier: MIT
#include "ordag/ges.hpp"

#include <algorithm>
#include <utility>

#include "ordag/graph.hpp"
#include "ordag/search_tolerance.hpp"

namespace ordag {
namespace {

using Nodes = std::vector<int>;

bool contains(const Nodes& nodes, int node) { return std::find(nodes.begin(), nodes.end(), node) != nodes.end(); }

// The nodes for which the predicate holds, then those for which it does not.
template <typename Predicate>
std::pair<Nodes, Nodes> divide(const Nodes& nodes, Predicate predicate) {
    std::pair<Nodes, Nodes> parts;
    for (const int node : nodes) (predicate(node) ? parts.first : parts.second).push_back(node);
    return parts;
}

}  // namespace

GreedyEquivalenceSearch::GreedyEquivalenceSearch(LocalScore& score, const SearchSpace& space)
    : score_(score),
      space_(space),
      n_(space.n_nodes),
      restricted_(space.max_parents < n_ - 1),
      cpdag_(space.required.size()),
      member_(space.required),
      operators_(n_) {
    for (int i = 0; i < n_; ++i) {
        for (int j = 0; j < n_; ++j) {
            restricted_ = restricted_ || (i != j && (!space.is_allowed(i, j) || space.is_required(i, j)));
        }
    }
    dag_to_cpdag(n_, member_, cpdag_);
    value_ = total_score(score_, member_);
}

int GreedyEquivalenceSearch::run(Phase phase, Interruption& interruption, std::vector<double>& gains) {
    int n_steps = 0;
    for (int y = 0; y < n_; ++y) {
        if (interruption.requested(n_steps)) return n_steps;
        find_operators(phase, y);
    }
    while (!interruption.requested(n_steps) && step(phase, gains)) ++n_steps;
    return n_steps;
}

GreedyEquivalenceSearch::Nodes GreedyEquivalenceSearch::neighbours(int y) const {
    Nodes found;
    for (int i = 0; i < n_; ++i) {
        if (undirected(i, y)) found.push_back(i);
    }
    return found;
}

GreedyEquivalenceSearch::Nodes GreedyEquivalenceSearch::parents(int y) const {
    Nodes found;
    for (int i = 0; i < n_; ++i) {
        if (directed(i, y)) found.push_back(i);
    }
    return found;
}

// Visits fixed + S for every subset S of `optional` that makes it a clique. No superset of a set that is none is one,
// so the walk turns back there.
template <typename Visit>
void GreedyEquivalenceSearch::each_clique(const Nodes& fixed, const Nodes& optional, Visit visit) const {
    for (std::size_t i = 0; i < fixed.size(); ++i) {
        for (std::size_t j = 0; j < i; ++j) {
            if (!adjacent(fixed[i], fixed[j])) return;
        }
    }
    Nodes clique = fixed;
    const auto extend = [&](const auto& self, std::size_t next) -> void {
        visit(static_cast<const Nodes&>(clique));
        for (std::size_t k = next; k < optional.size(); ++k) {
            const int node = optional[k];
            if (!std::all_of(clique.begin(), clique.end(), [&](int other) { return adjacent(node, other); })) continue;
            clique.push_back(node);
            self(self, k + 1);
            clique.pop_back();
        }
    };
    extend(extend, 0);
}

// Local score with the union of two disjoint sets and one more node (-1: none).
double GreedyEquivalenceSearch::local(int node, const Nodes& first, const Nodes& second, int third) {
    family_.assign(first.begin(), first.end());
    family_.insert(family_.end(), second.begin(), second.end());
    if (third >= 0) family_.push_back(third);
    std::sort(family_.begin(), family_.end());
    return score_.local(node, family_);
}

void GreedyEquivalenceSearch::keep(Operator candidate) {
    if (candidate.gain > kTolerance) operators_[candidate.y].push_back(std::move(candidate));
}

void GreedyEquivalenceSearch::find_operators(Phase phase, int y) {
    operators_[y].clear();
    if (phase == Phase::forward) find_insertions(y);
    if (phase == Phase::backward) find_deletions(y);
    if (phase == Phase::turning) find_turns(y);
}

void GreedyEquivalenceSearch::find_insertions(int y) {
    const Nodes around = neighbours(y), above = parents(y);
    for (int x = 0; x < n_; ++x) {
        if (x == y || adjacent(x, y) || (!space_.is_allowed(x, y) && !space_.is_allowed(y, x))) continue;
        const auto [shared, others] = divide(around, [&](int node) { return adjacent(node, x); });
        each_clique(shared, others, [&](const Nodes& clique) {
            keep({local(y, above, clique, x) - local(y, above, clique, -1), x, y, clique});
        });
    }
}

void GreedyEquivalenceSearch::find_deletions(int y) {
    const Nodes around = neighbours(y), above = parents(y);
    for (int x = 0; x < n_; ++x) {
        if (!cpdag_[at(x, y)] || space_.is_required(x, y) || space_.is_required(y, x)) continue;
        const Nodes rest = divide(above, [&](int node) { return node != x; }).first;
        const Nodes shared = divide(around, [&](int node) { return node != x && adjacent(node, x); }).first;
        each_clique({}, shared, [&](const Nodes& clique) {
            keep({local(y, rest, clique, -1) - local(y, rest, clique, x), x, y, clique});
        });
    }
}

void GreedyEquivalenceSearch::find_turns(int y) {
    for (int x = 0; x < n_; ++x) {
        if (x == y || !cpdag_[at(y, x)]) continue;
        if (directed(y, x)) {
            find_turns_of_arrow(x, y);
        } else {
            find_turns_of_line(x, y);
        }
    }
}

void GreedyEquivalenceSearch::find_turns_of_arrow(int x, int y) {
    const Nodes above = parents(y), above_x = parents(x);
    const Nodes rest_x = divide(above_x, [&](int node) { return node != y; }).first;
    const auto [shared, others] = divide(neighbours(y), [&](int node) { return adjacent(node, x); });
    const double loss = local(x, rest_x, {}, -1) - local(x, above_x, {}, -1);
    each_clique(shared, others, [&](const Nodes& clique) {
        keep({local(y, above, clique, x) - local(y, above, clique, -1) + loss, x, y, clique});
    });
}

void GreedyEquivalenceSearch::find_turns_of_line(int x, int y) {
    const Nodes above = parents(y), above_x = parents(x);
    const Nodes around = divide(neighbours(y), [&](int node) { return node != x; }).first;
    const Nodes shared = divide(around, [&](int node) { return adjacent(node, x); }).first;
    each_clique({}, around, [&](const Nodes& clique) {
        const auto [inner, outer] = divide(clique, [&](int node) { return contains(shared, node); });
        const Nodes left = divide(shared, [&](int node) { return !contains(clique, node); }).first;
        if (outer.empty() || !separated(around, outer, left, inner)) return;
        const double gain_y = local(y, above, clique, x) - local(y, above, clique, -1);
        const double gain_x = local(x, above_x, inner, -1) - local(x, above_x, inner, y);
        keep({gain_y + gain_x, x, y, clique});
    });
}

// No undirected or directed path inside `inside` leads from one set to another without the cut.
bool GreedyEquivalenceSearch::separated(const Nodes& inside, const Nodes& from, const Nodes& to,
                                        const Nodes& cut) const {
    Nodes stack = from, seen = from;
    while (!stack.empty()) {
        const int node = stack.back();
        stack.pop_back();
        if (contains(to, node)) return false;
        for (const int next : inside) {
            if (!adjacent(node, next) || contains(cut, next) || contains(seen, next)) continue;
            seen.push_back(next);
            stack.push_back(next);
        }
    }
    return true;
}

// Whether a path of undirected and forward edges leads from one node to another past the blocked ones.
bool GreedyEquivalenceSearch::reachable(int from, int to, const Nodes& blocked, bool skip_edge) const {
    std::vector<std::uint8_t> seen(n_, 0);
    for (const int node : blocked) seen[node] = 1;
    seen[from] = 1;
    Nodes stack{from};
    while (!stack.empty()) {
        const int node = stack.back();
        stack.pop_back();
        for (int next = 0; next < n_; ++next) {
            if (!cpdag_[at(node, next)] || seen[next]) continue;
            if (next == to && node == from && skip_edge) continue;
            if (next == to) return true;
            seen[next] = 1;
            stack.push_back(next);
        }
    }
    return false;
}

bool GreedyEquivalenceSearch::step(Phase phase, std::vector<double>& gains) {
    std::vector<const Operator*> ranked;
    for (const auto& list : operators_) {
        for (const Operator& candidate : list) ranked.push_back(&candidate);
    }
    std::stable_sort(ranked.begin(), ranked.end(),
                     [](const Operator* a, const Operator* b) { return a->gain > b->gain; });
    Graph dag(cpdag_.size()), next(cpdag_.size());
    for (const Operator* chosen : ranked) {
        if (!result(phase, *chosen, dag)) continue;
        dag_to_cpdag(n_, dag, next);
        if (restricted_ && !admit(next, dag)) continue;
        // Where equivalent DAGs score differently a promised gain may not come true; without this the search could turn
        // the same edge for ever.
        const double value = total_score(score_, dag);
        if (value <= value_ + kTolerance) continue;
        gains.push_back(value - value_);
        value_ = value;
        const auto touched = move_to(next, dag, chosen->x, chosen->y);
        for (int y = 0; y < n_; ++y) {
            if (touched[y] || phase == Phase::turning) find_operators(phase, y);
        }
        return true;
    }
    return false;
}

// Takes the new class. Marks the nodes whose insertions or deletions may have changed: those with other parents or
// neighbours, and those beside an end of the edge that came or went.
std::vector<std::uint8_t> GreedyEquivalenceSearch::move_to(Graph cpdag, Graph member, int x, int y) {
    std::vector<std::uint8_t> touched(n_, 0);
    cpdag_.swap(cpdag);  // cpdag is now the old one
    member_.swap(member);
    for (int i = 0; i < n_; ++i) {
        for (int j = 0; j < n_; ++j) {
            if (cpdag_[at(i, j)] != cpdag[at(i, j)]) touched[i] = touched[j] = 1;
        }
    }
    for (int i = 0; i < n_; ++i) {
        if (adjacent(i, x) || adjacent(i, y)) touched[i] = 1;
    }
    touched[x] = touched[y] = 1;
    return touched;
}

bool GreedyEquivalenceSearch::result(Phase phase, const Operator& chosen, Graph& dag) const {
    switch (phase) {
        case Phase::forward:
            return insert(chosen, dag);
        case Phase::backward:
            return remove(chosen, dag);
        default:
            return turn(chosen, dag);
    }
}

bool GreedyEquivalenceSearch::insert(const Operator& chosen, Graph& dag) const {
    const auto& [gain, x, y, clique] = chosen;
    if (reachable(y, x, clique, false)) return false;
    Graph pdag = cpdag_;
    pdag[at(x, y)] = 1;
    for (const int node : clique) {
        if (!adjacent(node, x)) pdag[at(y, node)] = 0;
    }
    return pdag_to_dag(n_, pdag, dag);
}

bool GreedyEquivalenceSearch::remove(const Operator& chosen, Graph& dag) const {
    const auto& [gain, x, y, clique] = chosen;
    Graph pdag = cpdag_;
    pdag[at(x, y)] = pdag[at(y, x)] = 0;
    for (const int node : neighbours(y)) {
        if (node == x || !adjacent(node, x) || contains(clique, node)) continue;
        pdag[at(node, y)] = 0;
        if (undirected(node, x)) pdag[at(node, x)] = 0;
    }
    return pdag_to_dag(n_, pdag, dag);
}

// Directs the class so that y has exactly the clique above it and x as few neighbours as it may, then turns the edge.
bool GreedyEquivalenceSearch::turn(const Operator& chosen, Graph& dag) const {
    const auto& [gain, x, y, clique] = chosen;
    Graph pdag = cpdag_;
    const bool line = undirected(x, y);
    const auto orient = [&](int from, int to) { pdag[at(to, from)] = 0; };
    if (!line) {
        Nodes blocked = clique;
        const Nodes beside = neighbours(x);
        blocked.insert(blocked.end(), beside.begin(), beside.end());
        if (reachable(y, x, blocked, true)) return false;
    }
    for (const int node : neighbours(y)) {
        if (contains(clique, node)) {
            orient(node, y);
        } else {
            orient(y, node);
        }
    }
    for (const int node : neighbours(x)) {
        if (node == y) continue;
        if (line && contains(clique, node)) {
            orient(node, x);
        } else {
            orient(x, node);
        }
    }
    meek_closure(n_, pdag);
    if (!pdag_to_dag(n_, pdag, dag)) return false;
    dag[at(y, x)] = 0;
    dag[at(x, y)] = 1;
    return static_cast<int>(topological_order(n_, dag).size()) == n_;
}

// A member of the class that the space admits, if directing its edges as the space demands leads to one.
bool GreedyEquivalenceSearch::admit(const Graph& cpdag, Graph& dag) const {
    Graph pdag = cpdag;
    for (int i = 0; i < n_; ++i) {
        for (int j = 0; j < n_; ++j) {
            if (i == j) continue;
            if (space_.is_required(i, j) && !cpdag[at(i, j)]) return false;
            if (!cpdag[at(i, j)] || !cpdag[at(j, i)]) continue;
            if (!space_.is_allowed(i, j) || space_.is_required(j, i)) pdag[at(i, j)] = 0;
        }
    }
    meek_closure(n_, pdag);
    if (!pdag_to_dag(n_, pdag, dag)) return false;
    Graph again(cpdag.size());
    dag_to_cpdag(n_, dag, again);
    if (again != cpdag) return false;
    for (int j = 0; j < n_; ++j) {
        int n_parents = 0;
        for (int i = 0; i < n_; ++i) {
            n_parents += dag[at(i, j)];
            if ((dag[at(i, j)] && !space_.is_allowed(i, j)) || (space_.is_required(i, j) && !dag[at(i, j)])) {
                return false;
            }
        }
        if (n_parents > space_.max_parents) return false;
    }
    return true;
}

}  // namespace ordag
