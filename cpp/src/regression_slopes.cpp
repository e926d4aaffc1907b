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

void regression_slopes(int n, const double* correlation, std::span<const std::uint8_t> dag, std::span<double> slopes) {
    std::fill(slopes.begin(), slopes.end(), 0.0);
    std::vector<double> noise(n);
    std::vector<int> parents;
    for (int node = 0; node < n; ++node) {
        parents.clear();
        for (int from = 0; from < n; ++from)
            if (dag[from * n + node]) parents.push_back(from);
        const int size = static_cast<int>(parents.size());
        std::vector<double> among(static_cast<std::size_t>(size) * size);
        for (int a = 0; a < size; ++a)
            for (int b = 0; b <= a; ++b) among[a * size + b] = correlation[parents[a] * n + parents[b]];
        const Inverse inverse = invert(std::move(among), size);
        double left = correlation[node * n + node];
        for (int a = 0; a < size; ++a) {
            double weight = 0.0;
            for (int b = 0; b < size; ++b) weight += inverse.entries[a * size + b] * correlation[parents[b] * n + node];
            slopes[parents[a] * n + node] = weight;
            left -= weight * correlation[parents[a] * n + node];
        }
        noise[node] = std::max(left, least_noise);
    }
    for (int from = 0; from < n; ++from)
        for (int to = 0; to < n; ++to)
            if (dag[from * n + to]) slopes[from * n + to] *= std::sqrt(noise[from] / noise[to]);
}

}  // namespace ordag
