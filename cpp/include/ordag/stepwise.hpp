// SPDX-License-Identifier: MIT
// Which terms of a quadratic form to keep, found one change at a time.
//
// The value of a set S of terms is max over x_S of h'x - x'Ix/2 = h_S' I_SS^-1 h_S / 2, less a cost for each term.
// Swept on S, the matrix [I h; h' 0] shows what every single change adds: with p the diagonal entry of a term and c its
// entry in the last column, c^2 / 2p if it comes, and -c^2 / 2|p| if it goes.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace ordag {

struct StepwiseTerms {
    double term_cost;
    std::span<const double> least;  // a term whose diagonal entry is not above this is as good as known from the others
    std::span<const int> group;     // at most `limit` terms of a group
    int limit;
};

class StepwiseForm {
  public:
    // `swept` is square, of one more than the number of terms, swept on those that are present; terms that are held
    // stay as they are. What `terms` points to must outlive the form.
    StepwiseForm(std::span<const double> swept, std::span<const std::uint8_t> present,
                 std::span<const std::uint8_t> held, const StepwiseTerms& terms);

    // Puts a term in or takes it out, for good. False if it may not come.
    bool toggle(int term);

    // The best single changes, one after the other, while they add to the value.
    void improve();

    double gain() const { return gain_; }
    std::span<const std::uint8_t> present() const { return present_; }

  private:
    double& entry(int a, int b) { return swept_[static_cast<std::size_t>(a) * (size_ + 1) + b]; }
    bool may_come(int term);
    double gain_of(int term);
    void change(int term);

    int size_;
    std::vector<double> swept_;
    std::vector<std::uint8_t> present_, held_;
    StepwiseTerms terms_;
    double gain_ = 0.0;
};

}  // namespace ordag
