// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace ordag {

// Graphs are row-major n x n arrays of 0 and 1 with an empty diagonal: [i * n + j] is 1 for i -> j, and an undirected
// edge has both entries. m counts edges, d is the largest degree; every function also reads the matrix once, n^2.
// All are pure and safe to call from several threads.

// Nodes with every parent before its children, the smallest free index first. Shorter than n if there is a directed
// cycle; an undirected edge is one. Cost m + n log n.
std::vector<int> topological_order(int n, std::span<const std::uint8_t> graph);

// The completed partially directed graph of the equivalence class of `dag`, which must be acyclic.
// Chickering (1995), "A transformational characterization of equivalent Bayesian network structures". Cost m d.
void dag_to_cpdag(int n, std::span<const std::uint8_t> dag, std::span<std::uint8_t> cpdag);

// A DAG with the skeleton, the directed edges and the v-structures of `pdag`; false if there is none, and `dag` then
// holds nothing of use. Among undirected edges smaller indices tend to become parents of larger ones.
// Dor and Tarsi (1992). Cost m d^2.
bool pdag_to_dag(int n, std::span<const std::uint8_t> pdag, std::span<std::uint8_t> dag);

// Orients in place every undirected edge whose direction follows from the directed ones by rules 1 to 4 of Meek (1995),
// "Causal inference and causal explanation with background knowledge". Cost m d^2.
void meek_closure(int n, std::span<std::uint8_t> pdag);

// Keeps the direction of edges that belong to a v-structure (two directed edges into one node from nodes that are not
// adjacent) and makes all others undirected. Cost m d.
void to_pattern(int n, std::span<const std::uint8_t> pdag, std::span<std::uint8_t> pattern);

}  // namespace ordag
