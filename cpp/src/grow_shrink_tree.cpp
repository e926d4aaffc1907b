// SPDX-License-Identifier: MIT
#include "ordag/grow_shrink_tree.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "ordag/search_tolerance.hpp"

namespace ordag {
namespace {

constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();

}  // namespace

GrowShrinkTree::GrowShrinkTree(LocalScore& score, const SearchSpace& space, int node)
    : score_(score),
      node_(node),
      max_parents_(space.max_parents),
      n_words_(NodeSet::n_words(space.n_nodes)),
      sets_(n_sets * n_words_, 0) {
    for (int other = 0; other < space.n_nodes; ++other) {
        if (space.is_required(other, node)) {
            required_.push_back(other);
        } else if (space.is_allowed(other, node)) {
            eligible_.push_back(other);
        }
    }
    vertices_.push_back({-1, -1, -1, score_.local(node_, required_), kUnknown});
}

int GrowShrinkTree::walk(const NodeSet& predecessors) {
    int at = 0;
    while (true) {
        if (vertices_[at].first < 0) grow(at);
        if (!heeds_any(at, predecessors)) return at;
        int taken = vertices_[at].first;
        while (!predecessors.contains(branches_[taken].variable)) ++taken;
        if (branches_[taken].vertex < 0) branches_[taken].vertex = add_vertex(at, taken);
        at = branches_[taken].vertex;
    }
}

// Whether a branch leads on. Those that would have been added before are heeded as well, but none is a predecessor, or
// the walk would have gone another way.
bool GrowShrinkTree::heeds_any(int vertex, const NodeSet& predecessors) const {
    const std::uint64_t* const heeded_words = sets_.data() + word(vertex, heeded, 0);
    std::uint64_t both = 0;
    for (std::size_t w = 0; w < n_words_; ++w) both |= heeded_words[w] & predecessors.words()[w];
    return both != 0;
}

double GrowShrinkTree::score(int end) {
    if (std::isnan(vertices_[end].shrunk)) shrink(end);
    return vertices_[end].shrunk;
}

void GrowShrinkTree::parents(int end, std::vector<int>& parents) {
    if (std::isnan(vertices_[end].shrunk)) shrink(end);
    parents.clear();
    for (std::size_t w = 0; w < n_words_; ++w) {
        for (std::uint64_t left = sets_[word(end, kept, 0) + w]; left != 0; left &= left - 1) {
            parents.push_back(static_cast<int>(w) * 64 + std::countr_zero(left));
        }
    }
}

int GrowShrinkTree::add_vertex(int parent, int branch) {
    const int vertex = static_cast<int>(vertices_.size());
    const int variable = branches_[branch].variable;
    vertices_.push_back({parent, variable, -1, vertices_[parent].grown + branch_gains_[branch], kUnknown});
    sets_.resize(sets_.size() + n_sets * n_words_, 0);
    for (const Set set : {added, refused}) {
        std::copy_n(sets_.begin() + static_cast<std::ptrdiff_t>(word(parent, set, 0)), n_words_,
                    sets_.begin() + static_cast<std::ptrdiff_t>(word(vertex, set, 0)));
    }
    mark(vertex, added, variable);
    for (int k = vertices_[parent].first; k < branch; ++k) mark(vertex, refused, branches_[k].variable);
    return vertex;
}

void GrowShrinkTree::grow(int vertex) {
    collect(vertex, path_);
    ranked_.clear();
    if (static_cast<int>(path_.size()) < max_parents_) rank_additions(vertex);
    vertices_[vertex].first = static_cast<int>(branches_.size());
    std::copy_n(sets_.begin() + static_cast<std::ptrdiff_t>(word(vertex, refused, 0)), n_words_,
                sets_.begin() + static_cast<std::ptrdiff_t>(word(vertex, heeded, 0)));
    for (const auto& [gain, variable] : ranked_) {
        branches_.push_back({variable, -1});
        branch_gains_.push_back(gain);
        mark(vertex, heeded, variable);
    }
}

// Additions to the path that improve the score, best first. Which pass is a matter of chance, so that no loop has a
// branch to predict: each writes all and moves on only past those that pass.
void GrowShrinkTree::rank_additions(int vertex) {
    const std::uint64_t* const on_path = sets_.data() + word(vertex, added, 0);
    candidates_.resize(eligible_.size());
    std::size_t n_passed = 0;
    for (const int other : eligible_) {
        candidates_[n_passed] = other;
        n_passed += ~(on_path[static_cast<unsigned>(other) / 64] >> (other % 64)) & 1;
    }
    candidates_.resize(n_passed);
    gains_.resize(n_passed);
    score_.gains(node_, path_, candidates_, gains_);
    ranked_.resize(candidates_.size());
    n_passed = 0;
    for (std::size_t k = 0; k < candidates_.size(); ++k) {
        ranked_[n_passed] = {gains_[k], candidates_[k]};
        n_passed += gains_[k] > kTolerance;
    }
    ranked_.resize(n_passed);
    std::sort(ranked_.begin(), ranked_.end(), [](const Addition& a, const Addition& b) {
        return a.gain != b.gain ? a.gain > b.gain : a.variable < b.variable;
    });
}

void GrowShrinkTree::shrink(int vertex) {
    collect(vertex, path_);
    // What was added last improves the rest, so a single addition cannot be dropped.
    const double gain = path_.size() > required_.size() + 1 ? score_.eliminate(node_, path_, required_) : 0.0;
    for (const int parent : path_) mark(vertex, kept, parent);
    vertices_[vertex].shrunk = vertices_[vertex].grown + gain;
}

// In the order in which they were added: so a vertex and the one above it begin alike, which a score may exploit.
void GrowShrinkTree::collect(int vertex, std::vector<int>& parents) const {
    parents.assign(required_.begin(), required_.end());
    for (int at = vertex; vertices_[at].parent >= 0; at = vertices_[at].parent) {
        parents.push_back(vertices_[at].variable);
    }
    std::reverse(parents.begin() + static_cast<std::ptrdiff_t>(required_.size()), parents.end());
}

}  // namespace ordag
