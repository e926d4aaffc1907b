// SPDX-License-Identifier: MIT
#include "ordag/surrogate_search.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "ordag/quadratic_model.hpp"

namespace ordag {

namespace {

// Changes that are looked at for each that is tried; many would close a cycle.
constexpr int looked_at = 8;
constexpr Edge nothing{-1, -1};

// An edge that goes and an arrow that comes, or one of them, and what that promises.
struct Change {
    double gain;
    Edge gone, come;
};

struct Graph {
    double criterion;  // log-likelihood less the cost of the arrows
    std::vector<std::uint8_t> dag;
    std::vector<double> slopes;
};

// What the arrows of a graph cost, and what a change of one or two saves.
class Prices {
  public:
    Prices(const ArrowCosts& costs, const std::vector<std::uint8_t>& dag, int n)
        : costs_(costs), n_(n), n_columns_(static_cast<int>(costs.bare.size()) - 1), n_causes_(n, 0) {
        for (int i = 0; i < n; ++i)
            for (int j = 0; j < n; ++j)
                if (dag[i * n + j]) {
                    total_ += costs.edge + surcharge_of({i, j});
                    n_causes_[j] += is_loading({i, j});
                }
        for (int j = 0; j < n_columns_; ++j) n_bare_ += n_causes_[j] == 0;
        if (n_columns_ >= 0) total_ += costs.bare[n_bare_];
    }

    double total() const { return total_; }

    double saved_by(Edge gone, Edge come) const {
        double saved = 0.0;
        int n_bare = n_bare_;
        if (gone.to >= 0) saved += costs_.edge + surcharge_of(gone);
        if (come.to >= 0) saved -= costs_.edge + surcharge_of(come);
        const bool leaves = gone.to >= 0 && is_loading(gone), joins = come.to >= 0 && is_loading(come);
        if (leaves && n_causes_[gone.to] == 1) ++n_bare;
        if (joins && n_causes_[come.to] - (leaves && gone.to == come.to) == 0) --n_bare;
        return n_bare == n_bare_ ? saved : saved + costs_.bare[n_bare_] - costs_.bare[n_bare];
    }

  private:
    double surcharge_of(Edge edge) const { return costs_.surcharge[edge.from * n_ + edge.to]; }

    bool is_loading(Edge edge) const { return n_columns_ >= 0 && edge.from >= n_columns_ && edge.to < n_columns_; }

    const ArrowCosts& costs_;
    int n_, n_columns_, n_bare_ = 0;
    std::vector<int> n_causes_;
    double total_ = 0.0;
};

class SurrogateSearch {
  public:
    SurrogateSearch(const GaussianSurrogate& surrogate, const SearchSpace& space, const SurrogateSearchOptions& options,
                    const ArrowCosts& costs)
        : surrogate_(surrogate), space_(space), options_(options), costs_(costs), n_(space.n_nodes) {}

    // Climbs from a graph whose slopes are at their top.
    void climb(Graph& graph) const {
        for (int made = 0; made < options_.max_changes; ++made) {
            Graph best{graph.criterion + options_.least_gain, {}, {}};
            int n_tried = 0;
            for (const Change& change : promising(graph)) {
                if (closes_a_cycle(graph, change)) continue;
                Graph tried = changed(graph, change);
                if (tried.criterion > best.criterion) best = std::move(tried);
                if (++n_tried == options_.n_tries) break;
            }
            if (best.dag.empty()) return;
            graph = std::move(best);
        }
    }

  private:
    // The changes that promise most, best first, without regard to cycles.
    std::vector<Change> promising(const Graph& graph) const {
        std::vector<Edge> edges, absent;
        std::vector<int> n_parents(n_, 0);
        for (int i = 0; i < n_; ++i)
            for (int j = 0; j < n_; ++j) {
                n_parents[j] += graph.dag[i * n_ + j];
                if (graph.dag[i * n_ + j])
                    edges.push_back({i, j});
                else if (space_.is_allowed(i, j))
                    absent.push_back({i, j});
            }
        const QuadraticModel model(n_, surrogate_, graph.slopes, edges, absent, options_.climb.ridge);
        const Prices prices(costs_, graph.dag, n_);
        std::vector<Change> changes;
        const auto consider = [&](double gain, Edge gone, Edge come) {
            const bool has_room = come.to < 0 || come.to == gone.to || n_parents[come.to] < space_.max_parents;
            if (gain > 0.0 && has_room) changes.push_back({gain, gone, come});
        };
        for (int f = 0; f < model.n_absent(); ++f)
            consider(model.adding(f) + prices.saved_by(nothing, absent[f]), nothing, absent[f]);
        for (int e = 0; e < model.n_edges(); ++e) {
            if (space_.is_required(edges[e].from, edges[e].to)) continue;
            consider(model.dropping(e) + prices.saved_by(edges[e], nothing), edges[e], nothing);
            for (int f = 0; f < model.n_absent(); ++f) {
                const double saved = prices.saved_by(edges[e], absent[f]);
                if (model.is_worth_replacing(e, f, saved)) consider(model.replacing(e, f) + saved, edges[e], absent[f]);
            }
        }
        const std::size_t wanted = std::min(changes.size(), static_cast<std::size_t>(looked_at) * options_.n_tries);
        std::partial_sort(changes.begin(), changes.begin() + static_cast<std::ptrdiff_t>(wanted), changes.end(),
                          [](const Change& a, const Change& b) { return a.gain > b.gain; });
        changes.resize(wanted);
        return changes;
    }

    bool closes_a_cycle(const Graph& graph, const Change& change) const {
        const auto [gain, gone, come] = change;
        if (come.to < 0) return false;
        std::vector<bool> reached(n_, false);
        std::vector<int> waiting{come.to};
        while (!waiting.empty()) {
            const int node = waiting.back();
            waiting.pop_back();
            if (node == come.from) return true;
            if (reached[node]) continue;
            reached[node] = true;
            for (int j = 0; j < n_; ++j)
                if (graph.dag[node * n_ + j] && !(node == gone.from && j == gone.to)) waiting.push_back(j);
        }
        return false;
    }

    // The graph after a change, with its slopes climbed unless that seems to stay below a cutoff.
    Graph changed(const Graph& graph, const Change& change) const {
        Graph next{0.0, graph.dag, std::vector<double>(graph.slopes.size(), 0.0)};
        if (change.gone.to >= 0) next.dag[change.gone.from * n_ + change.gone.to] = 0;
        if (change.come.to >= 0) next.dag[change.come.from * n_ + change.come.to] = 1;
        std::vector<Edge> edges;
        std::vector<double> by_edge;
        for (int i = 0; i < n_; ++i)
            for (int j = 0; j < n_; ++j)
                if (next.dag[i * n_ + j]) {
                    edges.push_back({i, j});
                    by_edge.push_back(graph.slopes[i * n_ + j]);
                }
        const double cost = Prices(costs_, next.dag, n_).total();
        ClimbOptions climb = options_.climb;
        climb.cutoff = graph.criterion + cost;
        next.criterion = surrogate_climb(n_, surrogate_, edges, climb, by_edge).log_likelihood - cost;
        for (std::size_t e = 0; e < edges.size(); ++e) next.slopes[edges[e].from * n_ + edges[e].to] = by_edge[e];
        return next;
    }

    const GaussianSurrogate& surrogate_;
    const SearchSpace& space_;
    const SurrogateSearchOptions& options_;
    const ArrowCosts& costs_;
    int n_;
};

}  // namespace

double surrogate_search(const GaussianSurrogate& surrogate, const SearchSpace& space,
                        const SurrogateSearchOptions& options, const ArrowCosts& costs, double criterion,
                        std::span<std::uint8_t> dag, std::span<double> slopes) {
    Graph graph{criterion, {dag.begin(), dag.end()}, {slopes.begin(), slopes.end()}};
    SurrogateSearch(surrogate, space, options, costs).climb(graph);
    std::copy(graph.dag.begin(), graph.dag.end(), dag.begin());
    std::copy(graph.slopes.begin(), graph.slopes.end(), slopes.begin());
    return graph.criterion;
}

}  // namespace ordag
