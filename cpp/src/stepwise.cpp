// SPDX-License-Identifier: MIT
#include "ordag/stepwise.hpp"

#include "ordag/search_tolerance.hpp"

namespace ordag {

StepwiseForm::StepwiseForm(std::span<const double> swept, std::span<const std::uint8_t> present,
                           std::span<const std::uint8_t> held, const StepwiseTerms& terms)
    : size_(static_cast<int>(present.size())),
      swept_(swept.begin(), swept.end()),
      present_(present.begin(), present.end()),
      held_(held.begin(), held.end()),
      terms_(terms) {}

bool StepwiseForm::toggle(int term) {
    if (!present_[term] && !may_come(term)) return false;
    change(term);
    held_[term] = 1;
    return true;
}

void StepwiseForm::improve() {
    // Each change adds to the value, so that no set is met twice; the bound is against rounding.
    for (int n_changes = 0; n_changes < 4 * size_; ++n_changes) {
        int best = -1;
        double most = kTolerance;
        for (int term = 0; term < size_; ++term) {
            if (held_[term] || (!present_[term] && !may_come(term))) continue;
            if (const double gain = gain_of(term); gain > most) {
                best = term;
                most = gain;
            }
        }
        if (best < 0) return;
        change(best);
    }
}

bool StepwiseForm::may_come(int term) {
    if (!(entry(term, term) > terms_.least[term])) return false;
    int count = 0;
    for (int other = 0; other < size_; ++other) count += present_[other] && terms_.group[other] == terms_.group[term];
    return count < terms_.limit;
}

double StepwiseForm::gain_of(int term) {
    const double linear = entry(term, size_), value = linear * linear / (2.0 * entry(term, term));
    return present_[term] ? value + terms_.term_cost : value - terms_.term_cost;
}

void StepwiseForm::change(int term) {
    gain_ += gain_of(term);
    const double pivot = entry(term, term), sign = present_[term] ? -1.0 : 1.0;
    const std::vector<double> row(&entry(term, 0), &entry(term, 0) + size_ + 1);
    for (int a = 0; a <= size_; ++a) {
        const double factor = row[a] / pivot;
        for (int b = 0; b <= size_; ++b) entry(a, b) -= factor * row[b];
    }
    for (int a = 0; a <= size_; ++a) entry(a, term) = entry(term, a) = sign * row[a] / pivot;
    entry(term, term) = -1.0 / pivot;
    present_[term] ^= 1;
}

}  // namespace ordag
