// SPDX-License-Identifier: MIT
#include <algorithm>
#include <utility>

#include "ordag/pc.hpp"

namespace ordag {

namespace {

// A graph with directed and undirected edges, and what the orientation rules ask of it.
class Mixed {
  public:
    Mixed(const Skeleton& skeleton, const std::vector<Triple>& triples, const SearchSpace& space)
        : n(skeleton.n_nodes),
          around(n),
          mark(skeleton.adjacent),
          open(skeleton.adjacent),
          locked(mark.size(), 0),
          ambiguous_(n) {
        for (int i = 0; i < n; ++i)
            for (int j = 0; j < n; ++j)
                if (skeleton.is_adjacent(i, j)) around[i].push_back(j);
        for (const Triple& t : triples)
            if (t.verdict == Verdict::ambiguous) ambiguous_[t.middle].emplace_back(t.first, t.last);
        for (int i = 0; i < n; ++i)
            for (const int j : around[i])
                if (space.is_required(i, j) || !space.is_allowed(j, i)) {
                    point(i, j);
                    locked[i * n + j] = locked[j * n + i] = 1;
                    informed = true;
                }
    }

    bool adjacent(int i, int j) const { return mark[i * n + j] || mark[j * n + i]; }
    bool directed(int i, int j) const { return mark[i * n + j] && !mark[j * n + i]; }
    bool undirected(int i, int j) const { return mark[i * n + j] && mark[j * n + i]; }

    // Makes the edge i -> j; false if it is fixed the other way.
    bool point(int i, int j) {
        if (locked[i * n + j]) return directed(i, j);
        mark[i * n + j] = 1;
        mark[j * n + i] = 0;
        open[i * n + j] = open[j * n + i] = 0;
        return true;
    }

    bool is_ambiguous(int first, int middle, int last) const {
        const std::pair<int, int> ends{std::min(first, last), std::max(first, last)};
        const auto& list = ambiguous_[middle];
        return std::find(list.begin(), list.end(), ends) != list.end();
    }

    // Whether a path of directed edges leads from one node to the other.
    bool path(int from, int to) const {
        std::vector<char> seen(n, 0);
        std::vector<int> stack{from};
        seen[from] = 1;
        while (!stack.empty()) {
            const int node = stack.back();
            stack.pop_back();
            for (const int next : around[node]) {
                if (seen[next] || !directed(node, next)) continue;
                if (next == to) return true;
                seen[next] = 1;
                stack.push_back(next);
            }
        }
        return false;
    }

    // Whether i -> j would meet another arrow k -> j from a node that is not adjacent to i. Undecided triples do not
    // count.
    bool new_collider(int i, int j) const {
        return std::any_of(around[j].begin(), around[j].end(), [&](int k) {
            return k != i && directed(k, j) && !adjacent(k, i) && !is_ambiguous(k, j, i);
        });
    }

    // Pairs (a, b) with `holds(a, b)`, ordered by b, then a.
    template <typename Predicate>
    std::vector<std::pair<int, int>> edges(Predicate holds) const {
        std::vector<std::pair<int, int>> out;
        for (int b = 0; b < n; ++b)
            for (const int a : around[b])
                if (holds(a, b)) out.emplace_back(a, b);
        return out;
    }

    int n;
    std::vector<std::vector<int>> around;
    std::vector<std::uint8_t> mark;    // mark[i, j] = 1: i -> j, or i - j if mark[j, i] too
    std::vector<std::uint8_t> open;    // symmetric; undirected and not settled as such
    std::vector<std::uint8_t> locked;  // symmetric; direction fixed by a constraint
    bool informed = false;             // some direction is fixed by a constraint

  private:
    std::vector<std::vector<std::pair<int, int>>> ambiguous_;
};

// Meek's rules as one pass each. The edges of a pass are listed at its start, in the order of columns, so that where
// rules contradict each other the same one wins as in pcalg.

// a -> b - c, a and c not adjacent: b -> c.
void rule_one(Mixed& g) {
    for (const auto& [a, b] : g.edges([&](int i, int j) { return g.directed(i, j); }))
        for (const int c : g.around[b])
            if (c != a && g.undirected(b, c) && !g.adjacent(a, c) && !g.is_ambiguous(a, b, c)) g.point(b, c);
}

// a -> c -> b and a - b: a -> b.
void rule_two(Mixed& g) {
    for (const auto& [a, b] : g.edges([&](int i, int j) { return g.undirected(i, j); }))
        for (const int c : g.around[a])
            if (g.directed(a, c) && g.directed(c, b)) g.point(a, b);
}

// a - b, a - c -> b, a - d -> b, c and d not adjacent: a -> b.
void rule_three(Mixed& g) {
    for (const auto& [a, b] : g.edges([&](int i, int j) { return g.undirected(i, j); })) {
        std::vector<int> between;
        for (const int c : g.around[a])
            if (c != b && g.undirected(a, c) && g.directed(c, b)) between.push_back(c);
        for (std::size_t i = 0; i < between.size(); ++i)
            for (std::size_t j = i + 1; j < between.size(); ++j)
                if (!g.adjacent(between[i], between[j]) && !g.is_ambiguous(between[i], a, between[j])) {
                    g.point(a, b);
                    i = between.size();
                    break;
                }
    }
}

// a - b, a - c -> d -> b, a adjacent to d, c and b not adjacent: a -> b. Needed with background knowledge only.
bool rule_four_holds(const Mixed& g, int a, int b) {
    for (const int d : g.around[b]) {
        if (d == a || !g.directed(d, b) || !g.adjacent(a, d)) continue;
        for (const int c : g.around[d])
            if (c != a && c != b && g.directed(c, d) && g.undirected(a, c) && !g.adjacent(c, b) &&
                !g.is_ambiguous(c, a, b))
                return true;
    }
    return false;
}

void rule_four(Mixed& g) {
    for (const auto& [a, b] : g.edges([&](int i, int j) { return g.undirected(i, j); }))
        if (g.undirected(a, b) && rule_four_holds(g, a, b)) g.point(a, b);
}

// Open edges only: an edge settled as undirected is left alone.
bool is_open(const Mixed& g, int i, int j) { return g.open[i * g.n + j] != 0; }

void settle(Mixed& g, int i, int j) { g.open[i * g.n + j] = g.open[j * g.n + i] = 0; }

// Whether the ranked rules see a parent at j: an arrow into it, or an edge settled as undirected.
bool has_parent(const Mixed& g, int j) {
    return std::any_of(g.around[j].begin(), g.around[j].end(),
                       [&](int i) { return g.mark[i * g.n + j] && !is_open(g, i, j); });
}

// An edge between two nodes with two parents each makes new colliders either way, unless parents are shared or
// adjacent. It is left undirected then too, as bnlearn does.
void settle_between_colliders(Mixed& g) {
    std::vector<int> parents(g.n, 0);
    for (const auto& [i, j] : g.edges([&](int a, int b) { return g.directed(a, b); })) ++parents[j];
    for (const auto& [i, j] : g.edges([&](int a, int b) { return is_open(g, a, b); }))
        if (parents[i] > 1 && parents[j] > 1) settle(g, i, j);
}

bool ranked_cycles(Mixed& g) {
    bool changed = false;
    for (const auto& [i, j] : g.edges([&](int a, int b) { return is_open(g, a, b); })) {
        if (!is_open(g, i, j) || !g.path(i, j)) continue;
        if (g.new_collider(i, j))
            settle(g, i, j);
        else
            g.point(i, j);
        changed = true;
    }
    return changed;
}

// One open edge i - j whose end j has a parent: j -> i where i -> j would make a new collider. True if settled.
bool ranked_away(Mixed& g, int i, int j, bool parent_of_i) {
    if (!g.new_collider(i, j)) return false;
    if ((parent_of_i && g.new_collider(j, i)) || g.path(i, j))
        settle(g, i, j);
    else
        g.point(j, i);
    return true;
}

bool ranked_colliders(Mixed& g) {
    std::vector<char> parent(g.n), neighbour(g.n);
    for (int j = 0; j < g.n; ++j) {
        parent[j] = has_parent(g, j);
        neighbour[j] = std::any_of(g.around[j].begin(), g.around[j].end(), [&](int i) { return is_open(g, i, j); });
    }
    bool changed = false;
    for (int j = 0; j < g.n; ++j) {
        if (!parent[j] || !neighbour[j]) continue;
        for (const int i : g.around[j])
            if (is_open(g, i, j)) changed |= ranked_away(g, i, j, parent[i] != 0);
    }
    return changed;
}

bool ranked_rule_three_holds(const Mixed& g, int i, int j) {
    std::vector<int> between;
    for (const int k : g.around[i])
        if (k != j && is_open(g, i, k) && g.directed(k, j)) between.push_back(k);
    for (std::size_t a = 0; a < between.size(); ++a)
        for (std::size_t b = a + 1; b < between.size(); ++b)
            if (!g.adjacent(between[a], between[b]) && !g.is_ambiguous(between[a], i, between[b])) return true;
    return false;
}

// Points the first open edge of each node for which `holds`.
template <typename Rule>
bool ranked_rule(Mixed& g, Rule holds) {
    bool changed = false;
    for (int i = 0; i < g.n; ++i)
        for (const int j : g.around[i])
            if (is_open(g, i, j) && holds(g, i, j)) {
                g.point(i, j);
                changed = true;
                break;
            }
    return changed;
}

}  // namespace

std::vector<std::uint8_t> orient_overwriting(const Skeleton& skeleton, const std::vector<Triple>& triples,
                                             const SearchSpace& space) {
    Mixed g(skeleton, triples, space);
    for (const Triple& t : triples) {
        if (t.verdict != Verdict::collider) continue;
        const auto against = [&](int end) { return g.locked[end * g.n + t.middle] && g.directed(t.middle, end); };
        if (against(t.first) || against(t.last)) continue;
        g.point(t.first, t.middle);
        g.point(t.last, t.middle);
    }
    while (true) {
        const std::vector<std::uint8_t> before = g.mark;
        rule_one(g);
        rule_two(g);
        rule_three(g);
        if (g.informed) rule_four(g);
        if (g.mark == before) return g.mark;
    }
}

std::vector<std::uint8_t> orient_ranked(const Skeleton& skeleton, const std::vector<Triple>& triples,
                                        const SearchSpace& space) {
    Mixed g(skeleton, triples, space);
    std::vector<Triple> ranked;
    for (const Triple& t : triples)
        if (t.verdict == Verdict::collider) ranked.push_back(t);
    std::stable_sort(ranked.begin(), ranked.end(),
                     [](const Triple& a, const Triple& b) { return a.p_value < b.p_value; });
    for (const Triple& t : ranked) {
        if (g.directed(t.middle, t.first) || g.directed(t.middle, t.last)) continue;
        if (g.path(t.middle, t.first) || g.path(t.middle, t.last)) continue;
        g.point(t.first, t.middle);
        g.point(t.last, t.middle);
    }
    settle_between_colliders(g);
    bool changed = true;
    while (changed) {
        changed = ranked_cycles(g);
        changed |= ranked_colliders(g);
        changed |= ranked_rule(g, ranked_rule_three_holds);
        changed |= ranked_rule(g, rule_four_holds);
    }
    return g.mark;
}

}  // namespace ordag
