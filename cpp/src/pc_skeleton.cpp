// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <limits>

#include "ordag/pc.hpp"

namespace ordag {

namespace {

std::vector<int> neighbours(const Skeleton& skeleton, int node, int except) {
    std::vector<int> out;
    for (int other = 0; other < skeleton.n_nodes; ++other)
        if (other != except && skeleton.is_adjacent(node, other)) out.push_back(other);
    return out;
}

// Calls `visit` with each subset of `size` members of `set` in lexicographic order until it returns true.
template <typename Visit>
bool any_subset(const std::vector<int>& set, int size, Visit visit) {
    const int n = static_cast<int>(set.size());
    if (size > n) return false;
    std::vector<int> index(size), subset(size);
    for (int k = 0; k < size; ++k) index[k] = k;
    while (true) {
        for (int k = 0; k < size; ++k) subset[k] = set[index[k]];
        if (visit(subset)) return true;
        int k = size - 1;
        while (k >= 0 && index[k] == n - size + k) --k;
        if (k < 0) return false;
        ++index[k];
        for (int l = k + 1; l < size; ++l) index[l] = index[l - 1] + 1;
    }
}

bool independent(double p, double alpha) { return std::isnan(p) || p >= alpha; }

void start(const SearchSpace& space, Skeleton& s) {
    const int n = space.n_nodes;
    s.n_nodes = n;
    s.adjacent.assign(static_cast<std::size_t>(n) * n, 0);
    s.separated.assign(static_cast<std::size_t>(n) * n, 0);
    s.separators.resize(static_cast<std::size_t>(n) * n);
    s.united.resize(static_cast<std::size_t>(n) * n);
    s.p_values.assign(static_cast<std::size_t>(n) * n, std::numeric_limits<double>::quiet_NaN());
    for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j)
            s.adjacent[i * n + j] = i != j && (space.is_allowed(i, j) || space.is_allowed(j, i));
}

// Whether a subset separates x and y; records what it met.
bool separates(IndependenceTest& test, Skeleton& s, int x, int y, const std::vector<int>& subset, double alpha) {
    const int n = s.n_nodes;
    const double p = test.p_value(x, y, subset);
    ++s.n_tests;
    double& largest = s.p_values[x * n + y];
    if (!(largest >= p)) largest = s.p_values[y * n + x] = p;
    if (!independent(p, alpha)) return false;
    if (!s.is_adjacent(x, y)) {
        s.separate_also(x, y, subset);
        return true;
    }
    s.separate(x, y, subset);
    s.p_values[x * n + y] = s.p_values[y * n + x] = p;
    return true;
}

// Looks for a set of `size` members of `candidates` that separates x and y and is not to be passed over, or `every`
// one.
template <typename Passes>
void separate(IndependenceTest& test, Skeleton& s, int x, int y, const std::vector<int>& candidates, int size,
              double alpha, bool every, Interruption& interruption, Passes passes) {
    any_subset(candidates, size, [&](const std::vector<int>& subset) {
        s.interrupted = interruption.requested(s.n_tests);
        if (s.interrupted) return true;
        return !passes(subset) && separates(test, s, x, y, subset, alpha) && !every;
    });
}

// How many separating subsets were met, and how many of them hold each node.
struct Votes {
    long total = 0;
    std::vector<long> with;
};

Votes take_votes(IndependenceTest& test, Skeleton& s, int a, int c, double alpha, int max_conditioning,
                 Interruption& interruption) {
    Votes votes{0, std::vector<long>(s.n_nodes, 0)};
    for (const int end : {a, c}) {
        const std::vector<int> around = neighbours(s, end, -1);
        const int most = std::min<int>(static_cast<int>(around.size()), max_conditioning);
        for (int size = 0; size <= most; ++size)
            any_subset(around, size, [&](const std::vector<int>& subset) {
                s.interrupted = interruption.requested(s.n_tests);
                if (s.interrupted) return true;
                ++s.n_tests;
                if (!independent(test.p_value(a, c, subset), alpha)) return false;
                ++votes.total;
                for (const int node : subset) ++votes.with[node];
                return false;
            });
    }
    return votes;
}

Verdict verdict_of(long with, long total, Census census) {
    if (total == 0) return Verdict::ambiguous;
    if (with == 0) return Verdict::collider;
    if (with == total) return Verdict::noncollider;
    if (census == Census::conservative || 2 * with == total) return Verdict::ambiguous;
    return 2 * with < total ? Verdict::collider : Verdict::noncollider;
}

}  // namespace

void find_skeleton(IndependenceTest& test, const SearchSpace& space, double alpha, int max_conditioning, bool stable,
                   bool every, Interruption& interruption, Skeleton& s) {
    start(space, s);
    const int n = s.n_nodes;
    std::vector<std::vector<int>> around(n);
    for (int size = 0; size <= max_conditioning; ++size) {
        bool more = false;
        for (int x = 0; x < n; ++x) around[x] = neighbours(s, x, -1);
        for (int x = 0; x < n; ++x)
            for (const int y : std::vector<int>(around[x])) {
                // A pair of `around` that is not adjacent was separated at this size, from the other end.
                if (!(every || s.is_adjacent(x, y)) || space.is_required(x, y) || space.is_required(y, x)) continue;
                std::vector<int> candidates = stable ? around[x] : neighbours(s, x, -1);
                std::erase(candidates, y);
                more |= static_cast<int>(candidates.size()) > size;
                if (size == 0 && x > y) continue;  // the same test
                separate(test, s, x, y, candidates, size, alpha, every, interruption,
                         [](const auto&) { return false; });
                if (s.interrupted) return;
            }
        if (!more) break;
    }
}

void prune_skeleton(IndependenceTest& test, const SearchSpace& space, const std::vector<std::uint8_t>& reached,
                    const std::vector<std::uint8_t>& above, double alpha, int max_conditioning,
                    Interruption& interruption, Skeleton& s) {
    const int n = s.n_nodes;
    const auto at = [n](int i, int j) { return static_cast<std::size_t>(i) * n + j; };
    const Skeleton before = s;
    for (int x = 0; x < n; ++x)
        for (int y = 0; y < n; ++y) {
            if (!s.is_adjacent(x, y) || space.is_required(x, y) || space.is_required(y, x)) continue;
            std::vector<int> candidates;
            for (int z = 0; z < n; ++z)
                if (z != x && z != y && reached[at(x, z)] && (above[at(z, x)] || above[at(z, y)]))
                    candidates.push_back(z);
            const auto tested = [&](const std::vector<int>& subset) {
                const auto beside = [&](int end) {
                    return std::all_of(subset.begin(), subset.end(), [&](int z) { return before.is_adjacent(end, z); });
                };
                return beside(x) || beside(y);
            };
            if (tested(candidates)) continue;
            const int most = std::min<int>(static_cast<int>(candidates.size()), max_conditioning);
            for (int size = 1; size <= most && s.is_adjacent(x, y); ++size) {
                separate(test, s, x, y, candidates, size, alpha, false, interruption, tested);
                if (s.interrupted) return;
            }
        }
}

std::vector<Triple> judge_triples(IndependenceTest& test, Skeleton& s, double alpha, int max_conditioning,
                                  Census census, Interruption& interruption) {
    const int n = s.n_nodes;
    const bool by_sets_met = census == Census::separator || census == Census::any;
    std::vector<Triple> triples;
    for (int b = 0; b < n; ++b) {
        const std::vector<int> around = neighbours(s, b, -1);
        for (std::size_t i = 0; i < around.size(); ++i)
            for (std::size_t j = i + 1; j < around.size(); ++j) {
                const int a = around[i];
                const int c = around[j];
                if (s.is_adjacent(a, c)) continue;
                Verdict verdict = Verdict::ambiguous;
                if (s.separated[a * n + c] && by_sets_met) {
                    const auto& set = census == Census::any ? s.united[a * n + c] : s.separators[a * n + c];
                    const bool inside = std::find(set.begin(), set.end(), b) != set.end();
                    verdict = inside ? Verdict::noncollider : Verdict::collider;
                }
                triples.push_back({a, b, c, verdict, s.p_values[a * n + c]});
            }
    }
    if (by_sets_met) return triples;
    // Triples with the same ends share their votes.
    std::vector<Votes> votes(static_cast<std::size_t>(n) * n);
    for (Triple& t : triples) {
        if (s.interrupted) break;
        if (!s.separated[t.first * n + t.last]) continue;
        Votes& v = votes[static_cast<std::size_t>(t.first) * n + t.last];
        if (v.with.empty()) v = take_votes(test, s, t.first, t.last, alpha, max_conditioning, interruption);
        if (s.interrupted) break;
        t.verdict = verdict_of(v.with[t.middle], v.total, census);
    }
    return triples;
}

}  // namespace ordag
