// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <span>

namespace ordag {

// The random choices of a Markov chain. The standard fixes the engine's output but not that of its distributions, so
// the conversions are our own: one seed gives one chain on every platform.
class ChainRandom {
  public:
    explicit ChainRandom(std::uint64_t seed) : engine_(seed) {}

    // Uniform on [0, 1), on a grid of 2^-53.
    double uniform() { return static_cast<double>(engine_() >> 11) * 0x1.0p-53; }

    // Uniform on 0, ..., bound - 1; bounds here are numbers of nodes, far below the grid.
    int below(int bound) { return static_cast<int>(uniform() * bound); }

    // A fair coin.
    bool coin() { return (engine_() >> 63) != 0; }

    // Metropolis rule: true with probability min(1, exp(log_ratio)).
    bool accepts(double log_ratio) { return log_ratio >= 0.0 || uniform() < std::exp(log_ratio); }

    // Index drawn with probability proportional to exp(log_weights[index]); at least one weight is finite.
    std::size_t categorical(std::span<const double> log_weights) {
        double top = -std::numeric_limits<double>::infinity();
        for (double weight : log_weights) top = weight > top ? weight : top;
        double total = 0.0;
        for (double weight : log_weights) total += std::exp(weight - top);
        double left = uniform() * total;
        std::size_t last = 0;
        for (std::size_t i = 0; i < log_weights.size(); ++i) {
            const double share = std::exp(log_weights[i] - top);
            if (share <= 0.0) continue;
            last = i;
            left -= share;
            if (left < 0.0) break;
        }
        return last;  // rounding may leave a crumb of mass past the end: it belongs to the last index that can occur
    }

  private:
    std::mt19937_64 engine_;
};

}  // namespace ordag
