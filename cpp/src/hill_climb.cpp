// SPDX-License-Identifier: MIT
#include "ordag/hill_climb.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <random>

#include "ordag/node_set.hpp"
#include "ordag/search_tolerance.hpp"

namespace ordag {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

}  // namespace

HillClimb::HillClimb(LocalScore& score, const SearchSpace& space)
    : score_(score),
      space_(space),
      n_(space.n_nodes),
      parents_(n_),
      base_(n_),
      toggle_(static_cast<std::size_t>(n_) * n_),
      replacements_(n_),
      known_(n_, 0),
      remembered_(n_),
      words_(toggle_.size()),
      n_words_(NodeSet::n_words(n_)),
      ancestors_(n_ * n_words_),
      has_ancestors_(n_) {
    std::mt19937_64 random;  // fixed seed: only spread matters
    for (auto& word : words_) word = random();
    start(space.required);
}

void HillClimb::start(std::span<const std::uint8_t> graph) {
    graph_.assign(graph.begin(), graph.end());
    std::fill(has_ancestors_.begin(), has_ancestors_.end(), std::uint8_t{0});
    key_ = 0;
    for (int node = 0; node < n_; ++node) {
        set_.clear();
        for (int from = 0; from < n_; ++from) {
            if (!has(from, node)) continue;
            set_.push_back(from);
            key_ += words_[at(from, node)];
        }
        if (known_[node] && set_ == parents_[node]) continue;
        parents_[node] = set_;
        renew(node);
    }
    tabu_.clear();
}

void HillClimb::climb(int tabu_length, int patience, Interruption& interruption, std::vector<double>& trace) {
    double best_score = score();
    std::vector<std::uint8_t> best_graph = graph_;
    int n_idle = 0;
    while (!interruption.requested(static_cast<std::int64_t>(trace.size()))) {
        if (tabu_length > 0) {
            tabu_.push_back(key_);
            if (static_cast<int>(tabu_.size()) > tabu_length) tabu_.pop_front();
        }
        const Step step = best_step(tabu_length > 0);
        if (step.kind == Kind::none) break;
        apply(step);
        const double now = score();
        trace.push_back(now);
        if (now > best_score + kTolerance) {
            best_score = now;
            best_graph = graph_;
            n_idle = 0;
        } else if (++n_idle >= patience) {
            break;
        }
    }
    if (best_graph != graph_) start(best_graph);
}

void HillClimb::perturb(int n_moves, std::uint64_t seed) {
    std::mt19937_64 random(seed);
    const auto draw = [&](int bound) { return static_cast<int>(random() % static_cast<std::uint64_t>(bound)); };
    if (n_ < 2) return;
    // Most draws are possible; the bound only ends the loop in spaces that leave nothing to change.
    for (int tries = 0; n_moves > 0 && tries < 100 * n_; ++tries) {
        Step step;
        step.from = draw(n_);
        step.to = draw(n_);
        if (step.from == step.to || has(step.to, step.from)) continue;
        step.kind = !has(step.from, step.to) ? Kind::add : draw(2) == 0 ? Kind::remove : Kind::reverse;
        if (!possible(step)) continue;
        apply(step);
        --n_moves;
    }
    tabu_.clear();
}

double HillClimb::score() const { return std::accumulate(base_.begin(), base_.end(), 0.0); }

// Whether there is a path from -> ... -> to.
bool HillClimb::reaches(int from, int to) {
    if (!has_ancestors_[to]) find_ancestors(to);
    return ancestors_[to * n_words_ + from / 64] >> (from % 64) & 1;
}

// The same without the edge from -> to.
bool HillClimb::reaches_otherwise(int from, int to) {
    return std::any_of(parents_[to].begin(), parents_[to].end(),
                       [&](int parent) { return parent != from && reaches(from, parent); });
}

void HillClimb::find_ancestors(int node) {
    stack_.assign(1, node);
    while (!stack_.empty()) {
        const auto& parents = parents_[stack_.back()];
        const auto open =
            std::find_if(parents.begin(), parents.end(), [&](int parent) { return !has_ancestors_[parent]; });
        if (open != parents.end()) {
            stack_.push_back(*open);
        } else {
            gather_ancestors(stack_.back());
            stack_.pop_back();
        }
    }
}

// From the ancestors of the parents.
void HillClimb::gather_ancestors(int node) {
    std::uint64_t* const own = ancestors_.data() + node * n_words_;
    std::fill_n(own, n_words_, std::uint64_t{0});
    for (const int parent : parents_[node]) {
        const std::uint64_t* const theirs = ancestors_.data() + parent * n_words_;
        for (std::size_t w = 0; w < n_words_; ++w) own[w] |= theirs[w];
        own[parent / 64] |= std::uint64_t{1} << (parent % 64);
    }
    has_ancestors_[node] = 1;
}

bool HillClimb::possible(const Step& step) {
    const auto [kind, from, to, other, gain] = step;
    switch (kind) {
        case Kind::add:
            return space_.is_allowed(from, to) && may_gain_parent(to) && !reaches(to, from);
        case Kind::remove:
            return !space_.is_required(from, to);
        case Kind::reverse:
            return !space_.is_required(from, to) && space_.is_allowed(to, from) && may_gain_parent(from) &&
                   !reaches_otherwise(from, to);
        case Kind::replace:
            return !space_.is_required(from, to) && space_.is_allowed(other, to) && !has(to, other) &&
                   !reaches(to, other);
        default:
            return false;
    }
}

std::uint64_t HillClimb::key_after(const Step& step) const {
    const std::uint64_t word = words_[at(step.from, step.to)];
    switch (step.kind) {
        case Kind::add:
            return key_ + word;
        case Kind::reverse:
            return key_ - word + words_[at(step.to, step.from)];
        case Kind::replace:
            return key_ - word + words_[at(step.other, step.to)];
        default:
            return key_ - word;
    }
}

// The checks go from cheap to costly; most steps end at the first.
void HillClimb::consider(const Step& step, Step& best) {
    if (!(step.gain > best.gain + kTolerance)) return;
    if (std::find(tabu_.begin(), tabu_.end(), key_after(step)) != tabu_.end()) return;
    if (possible(step)) best = step;
}

HillClimb::Step HillClimb::best_step(bool any_gain) {
    Step best;
    best.gain = any_gain ? -kInfinity : 0.0;
    for (int to = 0; to < n_; ++to) {
        for (int from = 0; from < n_; ++from) {
            const double gain = toggle_[at(from, to)];
            if (has(from, to)) {
                consider({Kind::remove, from, to, -1, gain}, best);
                consider({Kind::reverse, from, to, -1, gain + toggle_[at(to, from)]}, best);
            } else if (gain > best.gain + kTolerance && from != to && !has(to, from)) {
                consider({Kind::add, from, to, -1, gain}, best);
            }
        }
        for (const Step& step : replacements_[to]) consider(step, best);
    }
    return best;
}

void HillClimb::toggle(int from, int to) {
    auto& parents = parents_[to];
    const auto place = std::lower_bound(parents.begin(), parents.end(), from);
    auto& entry = graph_[at(from, to)];
    if (entry) {
        parents.erase(place);
        key_ -= words_[at(from, to)];
    } else {
        parents.insert(place, from);
        key_ += words_[at(from, to)];
    }
    entry = !entry;
    std::fill(has_ancestors_.begin(), has_ancestors_.end(), std::uint8_t{0});
}

void HillClimb::apply(const Step& step) {
    toggle(step.from, step.to);
    if (step.kind == Kind::reverse) {
        toggle(step.to, step.from);
        renew(step.from);
    }
    if (step.kind == Kind::replace) toggle(step.other, step.to);
    renew(step.to);
}

// Climbs from one start after another come by the same parents again.
void HillClimb::renew(int node) {
    auto& remembered = remembered_[node];
    std::uint64_t key = 0;
    for (const int parent : parents_[node]) key += words_[at(parent, node)];
    auto found = remembered.find(key);
    if (found == remembered.end() || found->second.parents != parents_[node]) {
        if (remembered.size() == kMostRemembered) remembered.clear();
        found = remembered.insert_or_assign(key, gains_of(node)).first;
    }
    const Gains& gains = found->second;
    base_[node] = gains.base;
    for (int other = 0; other < n_; ++other) toggle_[at(other, node)] = gains.toggles[other];
    replacements_[node] = gains.replacements;
    known_[node] = 1;
}

HillClimb::Gains HillClimb::gains_of(int node) {
    const auto& parents = parents_[node];
    Gains gains{parents, score_.local(node, parents), std::vector<double>(n_, -kInfinity), {}};
    candidates_.clear();
    for (int other = 0; other < n_; ++other) {
        if (other != node && space_.is_allowed(other, node) && !has(other, node)) candidates_.push_back(other);
    }
    changes_.resize(candidates_.size());
    score_.changes(node, parents, candidates_, changes_);
    for (std::size_t k = 0; k < candidates_.size(); ++k) gains.toggles[candidates_[k]] = changes_[k];
    for (const int parent : parents) {
        set_.assign(parents.begin(), parents.end());
        set_.erase(std::lower_bound(set_.begin(), set_.end(), parent));
        gains.toggles[parent] = score_.local(node, set_) - gains.base;
        if (candidates_.empty() || space_.is_required(parent, node)) continue;
        score_.gains(node, set_, candidates_, changes_);
        for (std::size_t k = 0; k < candidates_.size(); ++k) {
            const double gain = gains.toggles[parent] + changes_[k];
            if (gain > kTolerance) gains.replacements.push_back({Kind::replace, parent, node, candidates_[k], gain});
        }
    }
    return gains;
}

}  // namespace ordag
