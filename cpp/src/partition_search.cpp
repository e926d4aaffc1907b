// SPDX-License-Identifier: MIT
#include "ordag/partition_search.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace ordag {

namespace {

// Calls visit(mask) for each submask of `lower` that meets `nearest`.
template <class Visit>
void for_each_meeting(ParentMask lower, ParentMask nearest, Visit visit) {
    for (ParentMask mask = lower; mask != 0; mask = (mask - 1) & lower)
        if ((mask & nearest) != 0) visit(mask);
}

// Sums of exponentials closer than this share leave, in their difference, fewer than nine of the tables' 15 digits.
constexpr double smallest_safe_share = 1e-6;

// log(exp(all) - exp(part)), or NaN where it would cancel. `all` is finite and not below `part`.
double log_difference(double all, double part) {
    const double share = -std::expm1(part - all);
    return share > smallest_safe_share ? all + std::log(share) : std::numeric_limits<double>::quiet_NaN();
}

// What the parents of a node must be, given the layers.
struct Reach {
    ParentMask lower = 0;    // core nodes in lower layers
    ParentMask nearest = 0;  // those of them in the layer just below
    bool is_free = false;    // a required parent stands in the layer just below, the others may be anywhere lower
};

Reach reach_of(const ScoreTables& tables, int node, std::span<const int> layer) {
    const int own = layer[node];
    Reach reach;
    reach.lower = tables.core_below(node, layer, own);
    reach.nearest = reach.lower & ~tables.core_below(node, layer, own - 1);
    reach.is_free = !tables.required_below(node, layer, own - 1);
    return reach;
}

// Log sum over the submasks of `lower` that meet `nearest`.
double log_sum_meeting(std::span<const double> local, std::span<const double> below, const Reach& reach) {
    if (reach.nearest == 0 || below[reach.lower] == minus_infinity) return minus_infinity;
    const double difference = log_difference(below[reach.lower], below[reach.lower & ~reach.nearest]);
    if (!std::isnan(difference)) return difference;
    double high = minus_infinity;
    for_each_meeting(reach.lower, reach.nearest, [&](ParentMask mask) { high = std::max(high, local[mask]); });
    if (high == minus_infinity) return high;
    double total = 0.0;
    for_each_meeting(reach.lower, reach.nearest, [&](ParentMask mask) { total += std::exp(local[mask] - high); });
    return high + std::log(total);
}

// Log weight of each block, -infinity where it has no fitting parent set.
std::vector<double> block_weights(const NodeTable& table, const Reach& reach, std::span<const int> layer) {
    const int own = layer[table.node];
    std::vector<double> weights(table.n_blocks(), minus_infinity);
    for (std::size_t block = 0; block < table.n_blocks(); ++block) {
        const int extra_layer = block == 0 ? -1 : layer[table.extras[block - 1]];
        if (extra_layer >= own) continue;
        const bool is_near = block > 0 && extra_layer == own - 1;
        weights[block] = reach.is_free || is_near
                             ? table.below_block(block)[reach.lower]
                             : log_sum_meeting(table.local_block(block), table.below_block(block), reach);
    }
    return weights;
}

double log_sum(std::span<const double> values) {
    const double high = *std::max_element(values.begin(), values.end());
    if (high == minus_infinity) return high;
    double total = 0.0;
    for (double value : values) total += std::exp(value - high);
    return high + std::log(total);
}

ParentChoice draw_parents(const ScoreTables& tables, int node, std::span<const int> layer, ChainRandom& random) {
    ParentChoice choice;
    if (layer[node] == 0) return choice;
    const NodeTable& table = tables.table(node);
    const Reach reach = reach_of(tables, node, layer);
    choice.block = random.categorical(block_weights(table, reach, layer));

    const bool extra_is_near = choice.block > 0 && layer[table.extras[choice.block - 1]] == layer[node] - 1;
    const std::span<const double> local = table.local_block(choice.block);
    std::vector<ParentMask> masks;
    std::vector<double> weights;
    const auto add = [&](ParentMask mask) {
        masks.push_back(mask);
        weights.push_back(local[mask]);
    };
    if (reach.is_free || extra_is_near) {
        add(0);
        for_each_meeting(reach.lower, reach.lower, add);
    } else {
        for_each_meeting(reach.lower, reach.nearest, add);
    }
    choice.mask = masks[random.categorical(weights)];
    return choice;
}

}  // namespace

double partition_node_score(const ScoreTables& tables, int node, std::span<const int> layer) {
    const int own = layer[node];
    if (!tables.required_below(node, layer, own)) return minus_infinity;
    if (own == 0) return tables.table(node).local[0];
    const double all = tables.total_below(node, layer, own);
    if (all == minus_infinity || !tables.required_below(node, layer, own - 1)) return all;
    const double difference = log_difference(all, tables.total_below(node, layer, own - 1));
    if (!std::isnan(difference)) return difference;
    return log_sum(block_weights(tables.table(node), reach_of(tables, node, layer), layer));
}

double draw_dag(const ScoreTables& tables, std::span<const int> layer, ChainRandom& random,
                std::span<std::uint8_t> adjacency) {
    return assemble_dag(tables, adjacency, [&](int node) { return draw_parents(tables, node, layer, random); });
}

namespace {

class PartitionChain {
  public:
    PartitionChain(const ScoreTables& tables, std::span<const int> start, std::uint64_t seed)
        : tables_(tables),
          random_(seed),
          n_(tables.n_nodes()),
          layer_(start.begin(), start.end()),
          proposal_(n_),
          node_scores_(n_),
          fresh_(n_) {
        sizes_.assign(*std::max_element(layer_.begin(), layer_.end()) + 1, 0);
        for (int node = 0; node < n_; ++node) {
            ++sizes_[layer_[node]];
            node_scores_[node] = partition_node_score(tables_, node, layer_);
        }
    }

    const std::vector<int>& layer() const { return layer_; }
    ChainRandom& random() { return random_; }

    PartitionMove pick_move() { return static_cast<PartitionMove>(random_.below(static_cast<int>(n_partition_moves))); }

    // True when the partition changed.
    bool step(PartitionMove move) {
        switch (move) {
            case PartitionMove::split_or_join:
                return split_or_join();
            case PartitionMove::adjacent_swap:
                return swap_neighbours();
            case PartitionMove::global_swap:
                return swap_any();
            default:
                return relocate(random_.below(n_));
        }
    }

  private:
    int n_layers() const { return static_cast<int>(sizes_.size()); }

    // Ways to cut a layer of this size in two, each part taking the lower place once.
    static double n_splits(int size) { return std::exp2(size) - 2.0; }
    static double n_splits_and_joins(const std::vector<int>& sizes) {
        double count = static_cast<double>(sizes.size()) - 1.0;
        for (int size : sizes) count += n_splits(size);
        return count;
    }

    // One of all splits and joins, each as likely: the ratio of their numbers before and after enters the acceptance.
    bool split_or_join() {
        const double count = n_splits_and_joins(sizes_);
        double left = random_.uniform() * count;
        proposal_ = layer_;
        std::vector<int> sizes = sizes_;
        int low = 0;
        if (left < n_layers() - 1) {
            low = static_cast<int>(left);
            sizes[low] += sizes[low + 1];
            sizes.erase(sizes.begin() + low + 1);
            for (int& layer : proposal_) layer -= layer > low;
        } else {
            left -= n_layers() - 1;
            while (low < n_layers() - 1 && left >= n_splits(sizes_[low])) left -= n_splits(sizes_[low++]);
            const int moved = split(low);
            sizes[low] -= moved;
            sizes.insert(sizes.begin() + low + 1, moved);
        }
        // layers low - 1 and before are as they were; low + 2 sees a new layer below it
        return decide(sizes, low, low + 2, std::log(count) - std::log(n_splits_and_joins(sizes)));
    }

    // Sends a random part of a layer, neither empty nor all of it, one layer up, and all higher layers with it.
    int split(int low) {
        int moved = 0;
        while (moved == 0 || moved == sizes_[low]) {
            moved = 0;
            for (int node = 0; node < n_; ++node) {
                if (layer_[node] != low) continue;
                proposal_[node] = low + random_.coin();
                moved += proposal_[node] - low;
            }
        }
        for (int node = 0; node < n_; ++node) proposal_[node] += layer_[node] > low;
        return moved;
    }

    bool swap_neighbours() {
        if (n_layers() < 2) return false;
        // each pair of nodes in neighbouring layers is as likely
        double n_pairs = 0.0;
        for (int k = 0; k + 1 < n_layers(); ++k) n_pairs += static_cast<double>(sizes_[k]) * sizes_[k + 1];
        double left = random_.uniform() * n_pairs;
        int low = 0;
        while (low + 2 < n_layers() && left >= static_cast<double>(sizes_[low]) * sizes_[low + 1]) {
            left -= static_cast<double>(sizes_[low]) * sizes_[low + 1];
            ++low;
        }
        return swap(member_of(low), member_of(low + 1));
    }

    bool swap_any() {
        if (n_layers() < 2) return false;
        int first = 0;
        int second = 0;
        while (layer_[first] == layer_[second]) {
            first = random_.below(n_);
            second = random_.below(n_);
        }
        return swap(first, second);
    }

    int member_of(int layer) {
        int rank = random_.below(sizes_[layer]);
        for (int node = 0; node < n_; ++node)
            if (layer_[node] == layer && rank-- == 0) return node;
        return -1;  // not reached: sizes_ counts the members
    }

    // Layer sizes stay, so that both swaps are as likely backwards.
    bool swap(int first, int second) {
        proposal_ = layer_;
        std::swap(proposal_[first], proposal_[second]);
        const auto [low, high] = std::minmax(layer_[first], layer_[second]);
        return decide(sizes_, low, high + 1, 0.0);
    }

    // With `node` taken out, m layers are left and 2 m + 1 places (m layers, m + 1 gaps), one of which is where it was.
    // Any of them is as likely from any other.
    bool relocate(int node) {
        const int home = layer_[node];
        proposal_ = layer_;
        std::vector<int> sizes = sizes_;
        if (--sizes[home] == 0) {
            sizes.erase(sizes.begin() + home);
            for (int& layer : proposal_) layer -= layer > home;
        }
        const int place = random_.below(2 * static_cast<int>(sizes.size()) + 1);
        const int target = place / 2;
        if (place % 2 == 1) {
            ++sizes[target];
        } else {
            sizes.insert(sizes.begin() + target, 1);
            for (int& layer : proposal_) layer += layer >= target;
        }
        proposal_[node] = target;
        if (proposal_ == layer_) return false;
        // removal and insertion shift the layers between by one at most
        return decide(sizes, std::min(home, target), std::max(home, target) + 2, 0.0);
    }

    // Metropolis-Hastings step to proposal_; only nodes of its layers low to high can have another score.
    bool decide(const std::vector<int>& sizes, int low, int high, double log_proposal_ratio) {
        double change = log_proposal_ratio;
        for (int node = 0; node < n_; ++node) {
            if (proposal_[node] < low || proposal_[node] > high) continue;
            fresh_[node] = partition_node_score(tables_, node, proposal_);
            change += fresh_[node] - node_scores_[node];
            if (change == minus_infinity) return false;
        }
        if (!random_.accepts(change)) return false;
        for (int node = 0; node < n_; ++node)
            if (proposal_[node] >= low && proposal_[node] <= high) node_scores_[node] = fresh_[node];
        layer_ = proposal_;
        sizes_ = sizes;
        return true;
    }

    const ScoreTables& tables_;
    ChainRandom random_;
    int n_;
    std::vector<int> layer_, proposal_;        // by node
    std::vector<double> node_scores_, fresh_;  // by node
    std::vector<int> sizes_;                   // by layer
};

}  // namespace

PartitionRun run_partition_chain(const ScoreTables& tables, std::span<const int> start, int n_draws, int thin,
                                 std::uint64_t seed, Interruption& interruption) {
    PartitionChain chain(tables, start, seed);
    PartitionRun run;
    run.last.assign(start.begin(), start.end());
    run_chain(chain, run, n_draws, thin, interruption,
              [&] { run.dag_scores.push_back(draw_dag(tables, chain.layer(), chain.random(), run.next_dag())); });
    run.last = chain.layer();
    return run;
}

}  // namespace ordag
