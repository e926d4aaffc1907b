// SPDX-License-Identifier: MIT
#include "ordag/grow_shrink_tree.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "ordag/search_tolerance.hpp"

namespace ordag {
namespace {

constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();

}  // namespace

GrowShrinkTree::GrowShrinkTree(LocalScore& score, const SearchSpace& space, int node)
    : score_(score), node_(node), max_parents_(space.max_parents) {
    for (int other = 0; other < space.n_nodes; ++other) {
        if (space.is_required(other, node)) {
            required_.push_back(other);
        } else if (space.is_allowed(other, node)) {
            eligible_.push_back(other);
        }
    }
    vertices_.push_back({-1, -1, -1, 0, score_.local(node_, required_), kUnknown});
}

double GrowShrinkTree::score(std::span<const int> position, int before) {
    const int leaf = walk(position, before);
    if (std::isnan(vertices_[leaf].shrunk)) shrink(leaf, path_);
    return vertices_[leaf].shrunk;
}

double GrowShrinkTree::parents(std::span<const int> position, int before, std::vector<int>& parents) {
    const int leaf = walk(position, before);
    shrink(leaf, parents);
    return vertices_[leaf].shrunk;
}

int GrowShrinkTree::walk(std::span<const int> position, int before) {
    int at = 0;
    while (true) {
        if (vertices_[at].first < 0) grow(at);
        const int first = vertices_[at].first;
        const int last = first + vertices_[at].n_branches;
        int taken = first;
        while (taken < last && position[branches_[taken].variable] >= before) ++taken;
        if (taken == last) return at;
        if (branches_[taken].vertex < 0) {
            branches_[taken].vertex = static_cast<int>(vertices_.size());
            const double grown = vertices_[at].grown + branches_[taken].gain;
            vertices_.push_back({at, branches_[taken].variable, -1, 0, grown, kUnknown});
        }
        at = branches_[taken].vertex;
    }
}

void GrowShrinkTree::grow(int vertex) {
    const auto first = static_cast<std::ptrdiff_t>(branches_.size());
    collect(vertex, path_);
    if (static_cast<int>(path_.size()) < max_parents_) {
        candidates_.clear();
        std::set_difference(eligible_.begin(), eligible_.end(), path_.begin(), path_.end(),
                            std::back_inserter(candidates_));
        gains_.resize(candidates_.size());
        score_.gains(node_, path_, candidates_, gains_);
        for (std::size_t k = 0; k < candidates_.size(); ++k) {
            if (gains_[k] > kTolerance) branches_.push_back({gains_[k], candidates_[k], -1});
        }
        std::sort(branches_.begin() + first, branches_.end(), [](const Branch& a, const Branch& b) {
            return a.gain != b.gain ? a.gain > b.gain : a.variable < b.variable;
        });
    }
    vertices_[vertex].first = static_cast<int>(first);
    vertices_[vertex].n_branches = static_cast<int>(branches_.size() - first);
}

void GrowShrinkTree::shrink(int vertex, std::vector<int>& parents) {
    collect(vertex, parents);
    double best = vertices_[vertex].grown;
    // What was added last improves the rest, so a single addition cannot be dropped.
    while (parents.size() > required_.size() + 1) {
        gains_.resize(parents.size());
        score_.gains_of_removal(node_, parents, gains_);
        int removed = -1;
        double gain = kTolerance;
        for (std::size_t k = 0; k < parents.size(); ++k) {
            if (gains_[k] > gain && !std::binary_search(required_.begin(), required_.end(), parents[k])) {
                gain = gains_[k];
                removed = static_cast<int>(k);
            }
        }
        if (removed < 0) break;
        best += gain;
        parents.erase(parents.begin() + removed);
    }
    vertices_[vertex].shrunk = best;
}

void GrowShrinkTree::collect(int vertex, std::vector<int>& parents) const {
    parents.assign(required_.begin(), required_.end());
    for (int at = vertex; vertices_[at].parent >= 0; at = vertices_[at].parent) {
        parents.push_back(vertices_[at].variable);
    }
    std::sort(parents.begin(), parents.end());
}

}  // namespace ordag
