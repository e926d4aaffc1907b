// SPDX-License-Identifier: MIT
#include "ordag/pcart_score.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <numeric>
#include <stdexcept>

namespace ordag {

namespace {

constexpr int max_levels = 31;

// Terms this far below the largest are lost in the rounding of the sum.
constexpr double negligible_gap = -40.0;

double log_sum(const double* terms, int n) {
    const double* const largest = std::max_element(terms, terms + n);
    double others = 0.0;
    for (const double* term = terms; term != terms + n; ++term) {
        const double gap = *term - *largest;
        if (term != largest && gap > negligible_gap) others += std::exp(gap);
    }
    return others == 0.0 ? *largest : *largest + std::log(1.0 + others);
}

double binomial(int n, int k) {
    double value = 1.0;
    for (int i = 1; i <= k; ++i) value = value * (n - k + i) / i;
    return value;
}

}  // namespace

PcartScore::PcartScore(std::vector<std::uint8_t> codes, int n_rows, std::vector<int> n_levels, PcartOptions options)
    : codes_(std::move(codes)), n_rows_(n_rows), n_levels_(std::move(n_levels)), options_(options) {
    const int most = n_levels_.empty() ? 0 : *std::max_element(n_levels_.begin(), n_levels_.end());
    const std::size_t width = table_width();
    log_rising_.assign((most + 1) * width, 0.0);
    for (int m = 1; m <= most; ++m) {
        const double start = std::lgamma(m * options_.alpha);
        for (std::size_t c = 0; c < width; ++c)
            log_rising_[m * width + c] = std::lgamma(m * options_.alpha + static_cast<double>(c)) - start;
    }
    log_factorial_.resize(width);
    for (std::size_t c = 0; c < width; ++c) log_factorial_[c] = std::lgamma(static_cast<double>(c) + 1.0);
    log_segment_ = log_rising_;
    for (int m = 1; m <= most; ++m)
        for (std::size_t c = 0; c < width; ++c)
            log_segment_[m * width + c] += std::log(options_.kappa) - static_cast<double>(c) * std::log(m);
}

double PcartScore::local(int node, std::span<const int> parents) {
    return solve(node, parents) - log_normaliser(levels_of(parents));
}

PcartTree PcartScore::tree(int node, std::span<const int> parents) {
    solve(node, parents);
    const std::vector<int> level_counts = levels_of(parents);
    const double log_penalty = log_leaf_penalty(level_counts);
    std::vector<int> states;
    states.reserve(sets_.size());
    for (const LevelSets* sets : sets_) states.push_back(static_cast<int>(sets->masks.size()) - 1);
    PcartTree tree;
    collect_leaves(best_.size() - 1, states, log_penalty, tree);
    for (const PcartLeaf& found : tree.leaves) tree.data_score += leaf(found.counts);
    tree.structure_score = static_cast<double>(tree.leaves.size()) * log_penalty - log_normaliser(level_counts);
    return tree;
}

double PcartScore::leaf(std::span<const int> counts) const {
    const int total = std::accumulate(counts.begin(), counts.end(), 0);
    if (total == 0) return 0.0;
    return options_.ordinal_response ? ordinal_leaf(counts, total, options_.count_arrangements)
                                     : categorical_leaf(counts, total);
}

std::vector<double> PcartScore::log_predictive(std::span<const int> counts) const {
    const int total = std::accumulate(counts.begin(), counts.end(), 1);
    std::vector<int> with_next(counts.begin(), counts.end());
    std::vector<double> log_probability;
    for (int& count : with_next) {
        ++count;
        log_probability.push_back(options_.ordinal_response ? ordinal_leaf(with_next, total, false)
                                                            : categorical_leaf(with_next, total));
        --count;
    }
    const double log_total = log_sum(log_probability.data(), static_cast<int>(log_probability.size()));
    for (double& value : log_probability) value -= log_total;
    return log_probability;
}

// A leaf's marginal likelihood is at most 1, or for an ordinal response the sum of the weights of all segmentations.
double PcartScore::split_bound(double log_penalty) const {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    if (options_.ordinal_response && options_.count_arrangements) return infinity;
    const double log_weights = std::log(options_.kappa) + (n_response_ - 1) * std::log1p(options_.kappa);
    const double leaf_bound = (options_.ordinal_response ? std::max(0.0, log_weights) : 0.0) + log_penalty;
    return leaf_bound < 0.0 ? 2.0 * leaf_bound : infinity;
}

double PcartScore::categorical_leaf(std::span<const int> counts, int total) const {
    const std::size_t width = table_width();
    const double* level = &log_rising_[width];
    double sum = -log_rising_[counts.size() * width + total];
    for (int count : counts) sum += level[count];
    return sum;
}

// sums[j] is the log of the sum over the segmentations of the first j levels of the product of the segments' terms. A
// segment of m levels has Dirichlet weight m alpha, so the total weight, and with it the denominator, is common to all.
double PcartScore::ordinal_leaf(std::span<const int> counts, int total, bool count_arrangements) const {
    const std::size_t width = table_width();
    const int n = static_cast<int>(counts.size());
    double sums[max_levels + 1];
    double terms[max_levels];
    sums[0] = 0.0;
    for (int end = 1; end <= n; ++end) {
        int in_segment = 0;
        double log_arrangements = 0.0;
        for (int start = end - 1; start >= 0; --start) {
            const int length = end - start;
            in_segment += counts[start];
            double term = sums[start] + log_segment_[length * width + in_segment];
            if (count_arrangements) {
                log_arrangements -= log_factorial_[counts[start]];
                if (length > 1) term += log_factorial_[in_segment] + log_arrangements;
            }
            terms[start] = term;
        }
        sums[end] = log_sum(terms, end);
    }
    return sums[n] - log_rising_[n * width + total];
}

double PcartScore::log_normaliser(std::vector<int> level_counts) {
    if (level_counts.empty()) return 0.0;
    std::sort(level_counts.begin(), level_counts.end());
    if (const auto known = log_normalisers_.find(level_counts); known != log_normalisers_.end()) return known->second;

    const std::size_t n = level_counts.size();
    std::vector<std::size_t> stride(n, 1);
    for (std::size_t v = n - 1; v > 0; --v) stride[v - 1] = stride[v] * level_counts[v];
    const std::size_t size = stride[0] * level_counts[0];
    std::vector<double> sums(size);
    const double penalty = std::exp(log_leaf_penalty(level_counts));
    for (std::size_t at = 0; at < size; ++at) {
        double sum = penalty;
        for (std::size_t v = 0; v < n; ++v) {
            const int remaining = static_cast<int>(at / stride[v] % level_counts[v]) + 1;
            for (int part = 1; part < remaining; ++part) {
                const double ways = options_.ordinal_predictors ? 1.0 : binomial(remaining - 1, part);
                sum += ways * sums[at - part * stride[v]] * sums[at - (remaining - part) * stride[v]];
            }
        }
        sums[at] = sum;
    }
    return log_normalisers_[level_counts] = std::log(sums.back());
}

double PcartScore::log_leaf_penalty(std::span<const int> level_counts) const {
    if (level_counts.empty()) return 0.0;
    double root_splits = 0.0;
    for (int k : level_counts) root_splits += options_.ordinal_predictors ? k - 1.0 : std::exp2(k - 1.0) - 1.0;
    return -std::log(4.0 * root_splits);
}

std::vector<int> PcartScore::levels_of(std::span<const int> nodes) const {
    std::vector<int> level_counts;
    for (int node : nodes) level_counts.push_back(n_levels_[node]);
    return level_counts;
}

double PcartScore::n_boxes(std::span<const int> parents) const {
    double boxes = 1.0;
    for (int parent : parents) {
        const double k = n_levels_[parent];
        boxes *= options_.ordinal_predictors ? k * (k + 1.0) / 2.0 : std::exp2(k) - 1.0;
    }
    return boxes;
}

// Every non-empty set of levels, as the mask itself less one; all divisions in two.
void PcartScore::LevelSets::fill_subsets(int n_levels) {
    for (std::uint32_t mask = 1; mask < (1u << n_levels); ++mask) {
        masks.push_back(mask);
        first_split.push_back(static_cast<int>(splits.size()));
        // the highest level stays on the right, so that no division comes twice
        const std::uint32_t rest = mask & ~std::bit_floor(mask);
        for (std::uint32_t left = rest; left != 0; left = (left - 1) & rest)
            splits.push_back({static_cast<int>(left) - 1, static_cast<int>(mask & ~left) - 1});
    }
}

// Every run of neighbouring levels, short runs first; divisions that keep the order.
void PcartScore::LevelSets::fill_runs(int n_levels) {
    const auto position = [n_levels](int start, int length) {
        return (length - 1) * n_levels - (length - 1) * (length - 2) / 2 + start;
    };
    for (int length = 1; length <= n_levels; ++length) {
        for (int start = 0; start + length <= n_levels; ++start) {
            masks.push_back(((1u << length) - 1) << start);
            first_split.push_back(static_cast<int>(splits.size()));
            for (int left = 1; left < length; ++left)
                splits.push_back({position(start, left), position(start + left, length - left)});
        }
    }
}

const PcartScore::LevelSets& PcartScore::level_sets(int n_levels) {
    LevelSets& sets = level_sets_[n_levels];
    if (!sets.masks.empty()) return sets;
    if (options_.ordinal_predictors)
        sets.fill_runs(n_levels);
    else
        sets.fill_subsets(n_levels);
    sets.first_split.push_back(static_cast<int>(sets.splits.size()));
    return sets;
}

double PcartScore::solve(int node, std::span<const int> parents) {
    const double boxes = n_boxes(parents);
    if (boxes > max_boxes)
        throw std::length_error(
            "the parents have too many levels for the best of all decision trees; split them by order, merge levels "
            "or allow fewer parents");
    const std::size_t n = parents.size();
    sets_.clear();
    for (int parent : parents) sets_.push_back(&level_sets(n_levels_[parent]));
    stride_.assign(n, 1);
    for (std::size_t v = n; v-- > 1;) stride_[v - 1] = stride_[v] * sets_[v]->masks.size();
    n_response_ = n_levels_[node];
    best_.resize(static_cast<std::size_t>(boxes));
    counts_.assign(best_.size() * n_response_, 0);
    count_cells(node, parents);

    const double log_penalty = log_leaf_penalty(levels_of(parents));
    split_bound_ = split_bound(log_penalty);
    std::vector<int> states(n, 0);
    for (std::size_t box = 0; box < best_.size(); ++box) {
        solve_box(box, states, log_penalty);
        for (std::size_t v = n; v-- > 0;) {
            if (++states[v] < static_cast<int>(sets_[v]->masks.size())) break;
            states[v] = 0;
        }
    }
    return best_.back();
}

// Counts of the boxes that hold a single level of each parent.
void PcartScore::count_cells(int node, std::span<const int> parents) {
    std::vector<std::vector<std::size_t>> offset(parents.size());
    for (std::size_t v = 0; v < parents.size(); ++v) {
        offset[v].resize(n_levels_[parents[v]]);
        for (std::size_t s = 0; s < sets_[v]->masks.size(); ++s) {
            const std::uint32_t mask = sets_[v]->masks[s];
            if (std::has_single_bit(mask)) offset[v][std::countr_zero(mask)] = s * stride_[v];
        }
    }
    const std::uint8_t* response = &codes_[static_cast<std::size_t>(node) * n_rows_];
    for (int row = 0; row < n_rows_; ++row) {
        std::size_t box = 0;
        for (std::size_t v = 0; v < parents.size(); ++v)
            box += offset[v][codes_[static_cast<std::size_t>(parents[v]) * n_rows_ + row]];
        ++counts_[box * n_response_ + response[row]];
    }
}

void PcartScore::solve_box(std::size_t box, std::span<const int> states, double log_penalty) {
    int* counts = &counts_[box * n_response_];
    for (std::size_t v = 0; v < states.size(); ++v) {
        const int split = sets_[v]->first_split[states[v]];
        if (split == sets_[v]->first_split[states[v] + 1]) continue;
        const auto [left, right] = sets_[v]->splits[split];
        const int* in_left = &counts_[(box - (states[v] - left) * stride_[v]) * n_response_];
        const int* in_right = &counts_[(box - (states[v] - right) * stride_[v]) * n_response_];
        for (int level = 0; level < n_response_; ++level) counts[level] = in_left[level] + in_right[level];
        break;
    }
    const std::span<const int> all(counts, static_cast<std::size_t>(n_response_));
    double best = leaf(all) + log_penalty;
    if (best < split_bound_) {
        for (std::size_t v = 0; v < states.size(); ++v) {
            const double* base = &best_[box - states[v] * stride_[v]];
            const int end = sets_[v]->first_split[states[v] + 1];
            for (int s = sets_[v]->first_split[states[v]]; s < end; ++s) {
                const auto [left, right] = sets_[v]->splits[s];
                best = std::max(best, base[left * stride_[v]] + base[right * stride_[v]]);
            }
        }
    }
    best_[box] = best;
}

// Walks the best tree of a solved family; the choice at a box is found again by comparing with its stored value.
void PcartScore::collect_leaves(std::size_t box, std::vector<int> states, double log_penalty, PcartTree& tree) const {
    const std::span<const int> counts(&counts_[box * n_response_], static_cast<std::size_t>(n_response_));
    if (leaf(counts) + log_penalty < best_[box]) {
        for (std::size_t v = 0; v < states.size(); ++v) {
            const std::size_t base = box - states[v] * stride_[v];
            const int end = sets_[v]->first_split[states[v] + 1];
            for (int s = sets_[v]->first_split[states[v]]; s < end; ++s) {
                const auto [left, right] = sets_[v]->splits[s];
                if (best_[base + left * stride_[v]] + best_[base + right * stride_[v]] < best_[box]) continue;
                for (int part : {left, right}) {
                    std::vector<int> part_states = states;
                    part_states[v] = part;
                    collect_leaves(base + part * stride_[v], std::move(part_states), log_penalty, tree);
                }
                return;
            }
        }
    }
    PcartLeaf found;
    for (std::size_t v = 0; v < states.size(); ++v) found.levels.push_back(sets_[v]->masks[states[v]]);
    found.counts.assign(counts.begin(), counts.end());
    tree.leaves.push_back(std::move(found));
}

}  // namespace ordag
