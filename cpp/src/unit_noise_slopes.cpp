// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "ordag/graph_climb.hpp"
#include "positive_definite.hpp"

namespace ordag {

namespace {

constexpr double least_noise = 1e-12;

}  // namespace

void unit_noise_slopes(int n, const double* correlation, std::span<const Edge> edges, std::span<double> slopes) {
    std::vector<std::vector<int>> edges_into(n);
    for (int e = 0; e < static_cast<int>(edges.size()); ++e) edges_into[edges[e].to].push_back(e);
    std::vector<double> noise(n);
    for (int node = 0; node < n; ++node) {
        const std::vector<int>& into = edges_into[node];
        const int size = static_cast<int>(into.size());
        std::vector<double> among(static_cast<std::size_t>(size) * size);
        for (int a = 0; a < size; ++a)
            for (int b = 0; b <= a; ++b)
                among[a * size + b] = correlation[edges[into[a]].from * n + edges[into[b]].from];
        const Inverse inverse = invert(std::move(among), size);
        double left = correlation[node * n + node];
        for (int a = 0; a < size; ++a) {
            double weight = 0.0;
            for (int b = 0; b < size; ++b)
                weight += inverse.entries[a * size + b] * correlation[edges[into[b]].from * n + node];
            slopes[into[a]] = weight;
            left -= weight * correlation[edges[into[a]].from * n + node];
        }
        noise[node] = std::max(left, least_noise);
    }
    for (std::size_t e = 0; e < edges.size(); ++e) slopes[e] *= std::sqrt(noise[edges[e].from] / noise[edges[e].to]);
}

}  // namespace ordag
