// SPDX-License-Identifier: MIT
#include "ordag/score_tables.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>

namespace ordag {

namespace {

double combine_pair(double a, double b, Rule rule) {
    const double high = std::max(a, b);
    if (rule == Rule::maximum) return high;
    const double gap = std::min(a, b) - high;  // NaN when both are -infinity: the comparison is then false
    return gap > -negligible_log_gap ? high + std::log1p(std::exp(gap)) : high;
}

// Replaces values[mask] by the rule over all submasks: the zeta transform, one core node after another.
void sum_over_subsets(std::span<double> values, Rule rule) {
    for (std::size_t bit = 1; bit < values.size(); bit <<= 1)
        for (std::size_t base = 0; base < values.size(); base += 2 * bit)
            for (std::size_t mask = base; mask < base + bit; ++mask)
                values[mask + bit] = combine_pair(values[mask], values[mask + bit], rule);
}

// The nodes that may stand in a parent set without being the extra one, ascending, with the bit that switches each on.
struct Member {
    int node;
    ParentMask bit;  // 0: required, always present
};

std::vector<Member> members_of(const NodeTable& table) {
    std::vector<Member> members;
    members.reserve(table.required.size() + table.core.size());
    for (int parent : table.required) members.push_back({parent, 0});
    for (std::size_t c = 0; c < table.core.size(); ++c) members.push_back({table.core[c], ParentMask{1} << c});
    std::sort(members.begin(), members.end(), [](const Member& a, const Member& b) { return a.node < b.node; });
    return members;
}

// Local scores of `parents` with each extra parent. Where only the best matters, an extra parent that does not raise
// the score is never needed, and the score may spare itself the work.
void score_extras(LocalScore& score, const NodeTable& table, const std::vector<int>& parents, double without, Rule rule,
                  std::vector<double>& with_extra) {
    if (rule == Rule::maximum && without > minus_infinity) {
        score.gains(table.node, parents, table.extras, with_extra);
        for (double& value : with_extra) value = value > 0.0 ? without + value : minus_infinity;
        return;
    }
    std::vector<int> family;
    for (std::size_t e = 0; e < table.extras.size(); ++e) {
        family = parents;
        family.insert(std::lower_bound(family.begin(), family.end(), table.extras[e]), table.extras[e]);
        with_extra[e] = score.local(table.node, family);
    }
}

Ranking rank_blocks(const NodeTable& table, Rule rule) {
    const double margin = rule == Rule::maximum ? 0.0 : negligible_log_gap;
    Ranking ranking;
    ranking.starts.push_back(0);
    for (std::size_t mask = 0; mask < table.block_size(); ++mask) {
        const double floor = table.below[mask] - margin;
        ranking.entries.push_back({table.below[mask], 0.0, 0, -1});
        for (std::size_t block = 1; block < table.n_blocks(); ++block)
            if (const double total = table.below_block(block)[mask]; total > floor)
                ranking.entries.push_back({total, 0.0, static_cast<int>(block), table.extras[block - 1]});
        const auto first = ranking.entries.begin() + static_cast<std::ptrdiff_t>(ranking.starts.back());
        std::stable_sort(first, ranking.entries.end(),
                         [](const Ranking::Entry& a, const Ranking::Entry& b) { return a.total > b.total; });
        const double top = first->total;
        if (rule == Rule::log_sum && top > minus_infinity)
            std::for_each(first, ranking.entries.end(), [&](Ranking::Entry& e) { e.weight = std::exp(e.total - top); });
        ranking.starts.push_back(ranking.entries.size());
    }
    return ranking;
}

}  // namespace

NodeTable tabulate(LocalScore& score, const SearchSpace& space, int node, std::span<const int> core, bool extra_parent,
                   Rule rule) {
    NodeTable table;
    table.node = node;
    std::vector<bool> in_core(space.n_nodes, false);
    for (int parent : core) in_core[parent] = true;
    for (int parent = 0; parent < space.n_nodes; ++parent) {
        if (space.is_required(parent, node))
            table.required.push_back(parent);
        else if (space.is_allowed(parent, node) && in_core[parent])
            table.core.push_back(parent);
        else if (space.is_allowed(parent, node) && extra_parent)
            table.extras.push_back(parent);
    }

    const std::vector<Member> members = members_of(table);
    const std::size_t size = table.block_size();
    const int free_parents = space.max_parents - static_cast<int>(table.required.size());
    table.local.assign(size * table.n_blocks(), minus_infinity);
    std::vector<int> parents;
    std::vector<double> with_extra(table.extras.size());
    for (ParentMask mask = 0; mask < size; ++mask) {
        const int n_chosen = std::popcount(mask);
        if (n_chosen > free_parents) continue;
        parents.clear();
        for (const Member& member : members)
            if (member.bit == 0 || (mask & member.bit) != 0) parents.push_back(member.node);
        table.local[mask] = score.local(node, parents);
        if (n_chosen == free_parents) continue;
        score_extras(score, table, parents, table.local[mask], rule, with_extra);
        for (std::size_t e = 0; e < table.extras.size(); ++e) table.local[(e + 1) * size + mask] = with_extra[e];
    }

    table.below = table.local;
    for (std::size_t block = 0; block < table.n_blocks(); ++block)
        sum_over_subsets(std::span(table.below).subspan(block * size, size), rule);
    return table;
}

ScoreTables::ScoreTables(LocalScore& score, SearchSpace space, Rule rule, bool extra_parent)
    : space_(std::move(space)),
      rule_(rule),
      extra_parent_(extra_parent),
      tables_(space_.n_nodes),
      rankings_(space_.n_nodes) {
    for (int node = 0; node < space_.n_nodes; ++node) set_core(score, node, {});
}

void ScoreTables::set_core(LocalScore& score, int node, std::span<const int> core) {
    tables_[node] = tabulate(score, space_, node, core, extra_parent_, rule_);
    rankings_[node] = rank_blocks(tables_[node], rule_);
    if (rule_ == Rule::maximum) tables_[node].below = {};
}

double ScoreTables::total_below(int node, std::span<const int> rank, int limit) const {
    const std::span<const Ranking::Entry> entries = rankings_[node].of(core_below(node, rank, limit));
    const auto fits = [&](const Ranking::Entry& entry) { return entry.extra < 0 || rank[entry.extra] < limit; };
    if (rule_ == Rule::maximum) return std::find_if(entries.begin(), entries.end(), fits)->total;
    double sum = 0.0;
    for (const Ranking::Entry& entry : entries)
        if (fits(entry)) sum += entry.weight;
    constexpr double smallest_accurate_sum = 1e-290;  // above the numbers that lose digits to underflow
    if (sum > smallest_accurate_sum) return entries.front().total + std::log(sum);

    // The first entries tower over those that fit: count again from the best of these.
    const double top = std::find_if(entries.begin(), entries.end(), fits)->total;
    if (top == minus_infinity) return top;
    sum = 0.0;
    for (const Ranking::Entry& entry : entries)
        if (fits(entry)) sum += std::exp(entry.total - top);
    return top + std::log(sum);
}

ParentMask ScoreTables::core_below(int node, std::span<const int> rank, int limit) const {
    const std::vector<int>& core = tables_[node].core;
    ParentMask mask = 0;
    for (std::size_t c = 0; c < core.size(); ++c) mask |= static_cast<ParentMask>(rank[core[c]] < limit) << c;
    return mask;
}

bool ScoreTables::required_below(int node, std::span<const int> rank, int limit) const {
    const std::vector<int>& required = tables_[node].required;
    return std::all_of(required.begin(), required.end(), [&](int parent) { return rank[parent] < limit; });
}

std::size_t choose(std::span<const double> values, Rule rule, ChainRandom& random) {
    if (rule == Rule::log_sum) return random.categorical(values);
    return static_cast<std::size_t>(std::max_element(values.begin(), values.end()) - values.begin());
}

void add_parents(const NodeTable& table, ParentChoice choice, int n_nodes, std::span<std::uint8_t> adjacency) {
    const auto add = [&](int parent) { adjacency[static_cast<std::size_t>(parent) * n_nodes + table.node] = 1; };
    for (int parent : table.required) add(parent);
    for (std::size_t c = 0; c < table.core.size(); ++c)
        if ((choice.mask >> c & 1) != 0) add(table.core[c]);
    if (choice.block > 0) add(table.extras[choice.block - 1]);
}

}  // namespace ordag
