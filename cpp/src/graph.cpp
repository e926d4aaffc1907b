// SPDX-License-Identifier: MIT
#include "ordag/graph.hpp"

#include <algorithm>
#include <functional>
#include <queue>
#include <utility>

namespace ordag {
namespace {

using Lists = std::vector<std::vector<int>>;

class View {
  public:
    View(int n, std::span<const std::uint8_t> graph) : n_(n), graph_(graph) {}

    bool entry(int i, int j) const { return graph_[static_cast<std::size_t>(i) * n_ + j] != 0; }
    bool adjacent(int i, int j) const { return entry(i, j) || entry(j, i); }
    bool directed(int i, int j) const { return entry(i, j) && !entry(j, i); }
    bool undirected(int i, int j) const { return entry(i, j) && entry(j, i); }

  private:
    int n_;
    std::span<const std::uint8_t> graph_;
};

// For every node the nodes j with an entry [i, j], ascending.
Lists rows_of(int n, std::span<const std::uint8_t> graph) {
    Lists rows(n);
    for (int i = 0; i < n; ++i) {
        const auto row = graph.subspan(static_cast<std::size_t>(i) * n, n);
        for (auto hit = std::find_if(row.begin(), row.end(), std::identity()); hit != row.end();
             hit = std::find_if(hit + 1, row.end(), std::identity())) {
            rows[i].push_back(static_cast<int>(hit - row.begin()));
        }
    }
    return rows;
}

// For every node its neighbours of any kind, each once.
Lists neighbours_of(int n, std::span<const std::uint8_t> graph) {
    const View view(n, graph);
    Lists neighbours(n);
    const Lists rows = rows_of(n, graph);
    for (int i = 0; i < n; ++i) {
        for (const int j : rows[i]) {
            neighbours[i].push_back(j);
            if (!view.entry(j, i)) neighbours[j].push_back(i);
        }
    }
    return neighbours;
}

std::vector<int> order_of(int n, const Lists& children) {
    std::vector<int> n_open_parents(n, 0);
    for (const auto& row : children) {
        for (const int child : row) ++n_open_parents[child];
    }
    std::priority_queue<int, std::vector<int>, std::greater<>> free;
    for (int i = 0; i < n; ++i) {
        if (n_open_parents[i] == 0) free.push(i);
    }
    std::vector<int> order;
    order.reserve(n);
    while (!free.empty()) {
        const int node = free.top();
        free.pop();
        order.push_back(node);
        for (const int child : children[node]) {
            if (--n_open_parents[child] == 0) free.push(child);
        }
    }
    return order;
}

// Labels the edges of a DAG as compelled or reversible, node by node in topological order.
class EdgeLabels {
  public:
    EdgeLabels(int n, std::span<const std::uint8_t> dag)
        : n_(n), view_(n, dag), parents_(n), compelled_parents_(n), label_(dag.size(), kUnknown) {
        const Lists children = rows_of(n, dag);
        order_ = order_of(n, children);
        // Filling by the order of the parents leaves each list in topological order.
        for (const int node : order_) {
            for (const int child : children[node]) parents_[child].push_back(node);
        }
        for (const int node : order_) label_parents(node);
    }

    void write(std::span<std::uint8_t> cpdag) const {
        std::fill(cpdag.begin(), cpdag.end(), std::uint8_t{0});
        for (int child = 0; child < n_; ++child) {
            for (const int parent : parents_[child]) {
                cpdag[at(parent, child)] = 1;
                cpdag[at(child, parent)] = label_[at(parent, child)] == kReversible;
            }
        }
    }

  private:
    enum Label : std::uint8_t { kUnknown, kCompelled, kReversible };

    std::size_t at(int from, int to) const { return static_cast<std::size_t>(from) * n_ + to; }

    void compel(int from, int to) {
        auto& label = label_[at(from, to)];
        if (label == kUnknown) {
            label = kCompelled;
            compelled_parents_[to].push_back(from);
        }
    }

    void label_parents(int node) {
        const auto& parents = parents_[node];
        for (auto nearest = parents.rbegin(); nearest != parents.rend(); ++nearest) {
            const int parent = *nearest;
            if (label_[at(parent, node)] != kUnknown) continue;
            // A compelled edge into the parent, from a node that is no parent here, compels all that is left.
            bool all_compelled = false;
            for (const int grandparent : compelled_parents_[parent]) {
                if (!view_.entry(grandparent, node)) {
                    all_compelled = true;
                    break;
                }
                compel(grandparent, node);
            }
            if (!all_compelled) {
                all_compelled = std::any_of(parents.begin(), parents.end(),
                                            [&](int other) { return other != parent && !view_.entry(other, parent); });
            }
            for (const int other : parents) {
                if (all_compelled) {
                    compel(other, node);
                } else if (label_[at(other, node)] == kUnknown) {
                    label_[at(other, node)] = kReversible;
                }
            }
        }
    }

    int n_;
    View view_;
    std::vector<int> order_;
    Lists parents_;
    Lists compelled_parents_;
    std::vector<Label> label_;
};

// Meek's rules, driven by a stack of directed edges whose consequences are still to be drawn.
class MeekRules {
  public:
    MeekRules(int n, std::span<std::uint8_t> pdag)
        : n_(n), pdag_(pdag), view_(n, pdag), neighbours_(neighbours_of(n, pdag)) {
        for (int i = 0; i < n; ++i) {
            for (const int j : neighbours_[i]) {
                if (view_.directed(i, j)) open_.emplace_back(i, j);
            }
        }
    }

    void close() {
        while (!open_.empty()) {
            const auto [from, to] = open_.back();
            open_.pop_back();
            away_from_collider(from, to);
            away_from_cycle(from, to);
            double_triangle(from, to);
            chain_of_two(from, to);
        }
    }

  private:
    void orient(int from, int to) {
        if (!view_.undirected(from, to)) return;
        pdag_[static_cast<std::size_t>(to) * n_ + from] = 0;
        open_.emplace_back(from, to);
    }

    // Rule 1: a -> b - c with a, c apart gives b -> c.
    void away_from_collider(int a, int b) {
        for (const int c : neighbours_[b]) {
            if (c != a && view_.undirected(b, c) && !view_.adjacent(a, c)) orient(b, c);
        }
    }

    // Rule 2: a -> b -> c and a - c give a -> c; the new edge is the first or the second of the two.
    void away_from_cycle(int from, int to) {
        for (const int c : neighbours_[to]) {
            if (view_.directed(to, c) && view_.undirected(from, c)) orient(from, c);
        }
        for (const int a : neighbours_[from]) {
            if (view_.directed(a, from) && view_.undirected(a, to)) orient(a, to);
        }
    }

    // Rule 3: c -> b <- d with c, d apart, a - b, a - c and a - d give a -> b.
    void double_triangle(int c, int b) {
        for (const int a : neighbours_[b]) {
            if (!view_.undirected(a, b) || !view_.undirected(a, c)) continue;
            for (const int d : neighbours_[b]) {
                if (d != c && view_.directed(d, b) && view_.undirected(a, d) && !view_.adjacent(c, d)) {
                    orient(a, b);
                    break;
                }
            }
        }
    }

    // Rule 4: d -> c -> b with b, d apart, a - b and a adjacent to c and d give a -> b. (Where a - d is already
    // directed the other rules say the same, so any adjacency will do.)
    void chain_of_two(int from, int to) {
        for (const int b : neighbours_[to]) {
            if (view_.directed(to, b)) orient_across(from, to, b);
        }
        for (const int d : neighbours_[from]) {
            if (view_.directed(d, from)) orient_across(d, from, to);
        }
    }

    void orient_across(int d, int c, int b) {
        if (b == d || view_.adjacent(b, d)) return;
        for (const int a : neighbours_[b]) {
            if (view_.undirected(a, b) && view_.adjacent(a, c) && view_.adjacent(a, d)) orient(a, b);
        }
    }

    int n_;
    std::span<std::uint8_t> pdag_;
    View view_;
    Lists neighbours_;
    std::vector<std::pair<int, int>> open_;
};

// Dor and Tarsi: a node may come last among those that remain if no edge leaves it and each of its undirected
// neighbours is adjacent to all its other neighbours.
bool may_come_last(const View& view, const std::vector<int>& neighbours, const std::vector<std::uint8_t>& gone,
                   int node) {
    for (const int y : neighbours) {
        if (gone[y]) continue;
        if (view.directed(node, y)) return false;
        if (!view.undirected(node, y)) continue;
        for (const int z : neighbours) {
            if (z != y && !gone[z] && !view.adjacent(y, z)) return false;
        }
    }
    return true;
}

}  // namespace

std::vector<int> topological_order(int n, std::span<const std::uint8_t> graph) {
    return order_of(n, rows_of(n, graph));
}

void dag_to_cpdag(int n, std::span<const std::uint8_t> dag, std::span<std::uint8_t> cpdag) {
    EdgeLabels(n, dag).write(cpdag);
}

bool pdag_to_dag(int n, std::span<const std::uint8_t> pdag, std::span<std::uint8_t> dag) {
    const View view(n, pdag);
    const Lists neighbours = neighbours_of(n, pdag);
    std::vector<std::uint8_t> gone(n, 0);
    std::fill(dag.begin(), dag.end(), std::uint8_t{0});
    // A node that fails the test can only pass it after a neighbour has gone, which puts it back here.
    std::priority_queue<int> candidates;
    for (int i = 0; i < n; ++i) candidates.push(i);
    int n_gone = 0;
    while (!candidates.empty()) {
        const int node = candidates.top();
        candidates.pop();
        if (gone[node] || !may_come_last(view, neighbours[node], gone, node)) continue;
        gone[node] = 1;
        ++n_gone;
        for (const int other : neighbours[node]) {
            if (gone[other]) continue;
            dag[static_cast<std::size_t>(other) * n + node] = 1;
            candidates.push(other);
        }
    }
    return n_gone == n;
}

void meek_closure(int n, std::span<std::uint8_t> pdag) { MeekRules(n, pdag).close(); }

void to_pattern(int n, std::span<const std::uint8_t> pdag, std::span<std::uint8_t> pattern) {
    const View view(n, pdag);
    const Lists neighbours = neighbours_of(n, pdag);
    std::fill(pattern.begin(), pattern.end(), std::uint8_t{0});
    for (int node = 0; node < n; ++node) {
        for (const int parent : neighbours[node]) {
            pattern[static_cast<std::size_t>(parent) * n + node] = 1;
        }
    }
    for (int node = 0; node < n; ++node) {
        const auto& around = neighbours[node];
        for (const int parent : around) {
            const bool collides = view.directed(parent, node) && std::any_of(around.begin(), around.end(), [&](int z) {
                                      return z != parent && view.directed(z, node) && !view.adjacent(parent, z);
                                  });
            if (collides) pattern[static_cast<std::size_t>(node) * n + parent] = 0;
        }
    }
}

}  // namespace ordag
