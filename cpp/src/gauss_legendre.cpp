// SPDX-License-Identifier: MIT
#include "ordag/gauss_legendre.hpp"

#include <array>
#include <cmath>

#include "ordag/normal.hpp"

namespace ordag {

namespace {

// Newton's method on the Legendre polynomial from the usual cosine start; extended precision so that the stored
// doubles are right to the last place.
GaussLegendre solve(int size) {
    GaussLegendre rule;
    rule.size = size;
    for (int i = 0; i < size; ++i) {
        long double x = -std::cos(static_cast<long double>(pi) * (i + 0.75L) / (size + 0.5L));
        long double slope = 1.0L;
        for (int round = 0; round < 10; ++round) {
            long double previous = 1.0L;
            long double value = x;
            for (int k = 2; k <= size; ++k) {
                const long double next = ((2 * k - 1) * x * value - (k - 1) * previous) / k;
                previous = value;
                value = next;
            }
            slope = size * (x * value - previous) / (x * x - 1.0L);
            x -= value / slope;
        }
        rule.nodes[i] = static_cast<double>(x);
        rule.weights[i] = static_cast<double>(2.0L / ((1.0L - x * x) * slope * slope));
    }
    return rule;
}

std::array<GaussLegendre, gauss_legendre_max + 1> solve_all() {
    std::array<GaussLegendre, gauss_legendre_max + 1> rules;
    for (int size = 1; size <= gauss_legendre_max; ++size) rules[size] = solve(size);
    return rules;
}

}  // namespace

const GaussLegendre& gauss_legendre(int size) {
    static const std::array<GaussLegendre, gauss_legendre_max + 1> rules = solve_all();
    return rules[size];
}

}  // namespace ordag
