// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <utility>

namespace ordag {

// Asked by long loops at every step: once requested() is true the loop returns the best it has. The question behind it
// (has the user pressed Ctrl-C?) is put at most twenty times a second, so asking costs a look at the clock. Whoever is
// asked learns how far the loop has come, in steps of its own kind (and of the loops before it), and may show it.
class Interruption {
  public:
    explicit Interruption(std::function<bool(std::int64_t)> question) : question_(std::move(question)) {}

    bool requested(std::int64_t n_done) {
        if (requested_) return true;
        n_done_ = n_done;
        const auto now = Clock::now();
        if (now >= next_) {
            requested_ = question_(n_before_ + n_done);
            next_ = now + std::chrono::milliseconds(50);
        }
        return requested_;
    }

    bool was_requested() const { return requested_; }

    // Another loop begins, which counts its steps from zero; they are added to those so far.
    void count_on() { n_before_ += std::exchange(n_done_, 0); }

  private:
    using Clock = std::chrono::steady_clock;

    std::function<bool(std::int64_t)> question_;
    Clock::time_point next_ = Clock::now() + std::chrono::milliseconds(50);
    std::int64_t n_done_ = 0, n_before_ = 0;
    bool requested_ = false;
};

}  // namespace ordag
