// SPDX-License-Identifier: MIT
#include "ordag/relabelled_score.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace ordag {
namespace {

// Translates every call.
class RelabelledScore final : public LocalScore {
  public:
    RelabelledScore(std::shared_ptr<LocalScore> inner, std::span<const int> order)
        : inner_(std::move(inner)), order_(order.begin(), order.end()) {}

    int n_nodes() const override { return inner_->n_nodes(); }

    double local(int node, std::span<const int> parents) override {
        return inner_->local(order_[node], translate(parents));
    }

    void gains(int node, std::span<const int> parents, std::span<const int> candidates,
               std::span<double> gains) override {
        candidates_.clear();
        for (const int candidate : candidates) candidates_.push_back(order_[candidate]);
        inner_->gains(order_[node], translate(parents), candidates_, gains);
    }

    bool spares_losses() const override { return inner_->spares_losses(); }

    double eliminate(int node, std::vector<int>& parents, std::span<const int> kept) override {
        // Otherwise in the new numbering, by which equals are told apart.
        if (!inner_->spares_losses()) return LocalScore::eliminate(node, parents, kept);
        std::vector<int> theirs;
        theirs.reserve(parents.size());
        for (const int parent : parents) theirs.push_back(order_[parent]);
        const double risen = inner_->eliminate(order_[node], theirs, translate(kept));
        std::sort(parents.begin(), parents.end());
        std::erase_if(parents, [&](int parent) {
            return std::find(theirs.begin(), theirs.end(), order_[parent]) == theirs.end();
        });
        return risen;
    }

  private:
    std::span<const int> translate(std::span<const int> parents) {
        parents_.clear();
        for (const int parent : parents) parents_.push_back(order_[parent]);
        std::sort(parents_.begin(), parents_.end());
        return parents_;
    }

    std::shared_ptr<LocalScore> inner_;
    std::vector<int> order_;
    std::vector<int> parents_;
    std::vector<int> candidates_;
};

}  // namespace

std::shared_ptr<LocalScore> relabel(const std::shared_ptr<LocalScore>& score, std::span<const int> order) {
    if (std::shared_ptr<LocalScore> quick = score->relabelled(order)) return quick;
    return std::make_shared<RelabelledScore>(score, order);
}

std::vector<int> content_order(LocalScore& score) {
    const int n = score.n_nodes();
    std::vector<std::vector<double>> content(n);
    for (int node = 0; node < n; ++node) {
        auto& row = content[node];
        for (int other = 0; other < n; ++other) {
            if (other != node) row.push_back(score.local(node, std::span<const int>(&other, 1)));
        }
        std::sort(row.begin(), row.end(), std::greater<>());
        row.insert(row.begin(), score.local(node, {}));
    }
    std::vector<int> order(n);
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return content[a] > content[b]; });
    return order;
}

}  // namespace ordag
