// SPDX-License-Identifier: MIT
#include "ordag/elimination.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>

namespace ordag {

namespace {

// Neighbours in the moral graph: nodes that share a family.
class MoralGraph {
  public:
    MoralGraph(int n_nodes, std::span<const Edge> edges)
        : n_(n_nodes), adjacent_(static_cast<std::size_t>(n_nodes) * n_nodes, 0), degree_(n_nodes, 0) {
        std::vector<std::vector<int>> families(n_nodes);
        for (const Edge& edge : edges) families[edge.to].push_back(edge.from);
        for (int node = 0; node < n_nodes; ++node) {
            families[node].push_back(node);
            connect(families[node]);
        }
    }

    void connect(std::span<const int> nodes) {
        for (const int a : nodes)
            for (const int b : nodes) {
                if (a == b || adjacent(a, b)) continue;
                adjacent_[static_cast<std::size_t>(a) * n_ + b] = 1;
                ++degree_[a];
            }
    }

    // The neighbours of a node, which is taken out and leaves them connected.
    std::vector<int> eliminate(int node) {
        std::vector<int> neighbours;
        for (int other = 0; other < n_; ++other) {
            if (!adjacent(node, other)) continue;
            neighbours.push_back(other);
            adjacent_[static_cast<std::size_t>(other) * n_ + node] = 0;
            --degree_[other];
        }
        connect(neighbours);
        return neighbours;
    }

    int degree(int node) const { return degree_[node]; }

  private:
    bool adjacent(int a, int b) const { return adjacent_[static_cast<std::size_t>(a) * n_ + b] != 0; }

    int n_;
    std::vector<std::uint8_t> adjacent_;
    std::vector<int> degree_;
};

}  // namespace

Elimination::Elimination(int n_nodes, std::span<const Edge> edges)
    : n(n_nodes),
      step(n_nodes, -1),
      start{n_nodes},
      row(n_nodes),
      pair_start{0},
      entry(static_cast<std::size_t>(n_nodes) * n_nodes, -1) {
    std::iota(row.begin(), row.end(), 0);
    MoralGraph graph(n, edges);
    std::vector<std::vector<int>> columns;
    for (int k = 0; k < n; ++k) {
        int next = -1;
        for (int node = 0; node < n; ++node)
            if (step[node] < 0 && (next < 0 || graph.degree(node) < graph.degree(next))) next = node;
        step[next] = k;
        order.push_back(next);
        columns.push_back(graph.eliminate(next));
    }
    const auto number = [this](int node, int other, int at) {
        entry[static_cast<std::size_t>(node) * n + other] = at;
        entry[static_cast<std::size_t>(other) * n + node] = at;
    };
    for (int k = 0; k < n; ++k) {
        std::vector<int>& column = columns[k];
        std::sort(column.begin(), column.end(), [this](int a, int b) { return step[a] < step[b]; });
        number(order[k], order[k], k);
        for (const int node : column) {
            number(order[k], node, static_cast<int>(row.size()));
            row.push_back(step[node]);
        }
        start.push_back(static_cast<int>(row.size()));
    }
    for (const std::vector<int>& column : columns) {
        for (const int a : column)
            for (const int b : column) pair.push_back(entry_of(a, b));
        pair_start.push_back(static_cast<int>(pair.size()));
    }
}

}  // namespace ordag
