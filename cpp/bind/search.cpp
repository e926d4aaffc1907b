// SPDX-License-Identifier: MIT
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/vector.h>

#include <utility>

#include "arrays.hpp"
#include "ordag/boss_starts.hpp"
#include "ordag/exact_search.hpp"
#include "ordag/ges.hpp"
#include "ordag/hill_climb.hpp"
#include "signals.hpp"

namespace nb = nanobind;
using ordag::LocalScore;
using ordag::SearchSpace;

namespace {

using Nodes = std::vector<int>;

std::span<std::uint8_t> span_of(const GraphOut& graph) { return {graph.data(), graph.size()}; }

}  // namespace

void bind_search(nb::module_& module) {
    nb::class_<SearchSpace>(module, "SearchSpace")
        .def(
            "__init__",
            [](SearchSpace* self, const GraphIn& allowed, const GraphIn& required, int max_parents) {
                new (self) SearchSpace(space_of(allowed, required, max_parents));
            },
            nb::arg("allowed"), nb::arg("required"), nb::arg("max_parents"));
    using Starts = ordag::BossStarts;
    nb::class_<Starts>(module, "BossStarts")
        .def(nb::init<LocalScore&, const SearchSpace&, int, int>(), nb::arg("score"), nb::arg("space"),
             nb::arg("tabu_length"), nb::arg("patience"), nb::keep_alive<1, 2>(), nb::keep_alive<1, 3>(),
             nb::call_guard<nb::gil_scoped_release>())
        .def(
            "run",
            [](Starts& search, const std::vector<std::pair<Nodes, bool>>& given, int enough, nb::handle report) {
                auto interruption = keyboard_interruption(report);
                std::vector<Starts::Start> starts;
                for (const auto& [order, near_best] : given) starts.push_back({order, near_best});
                search.run(std::move(starts), enough, interruption);
                return interruption.was_requested();
            },
            nb::arg("starts"), nb::arg("enough"), nb::arg("report").none(), nb::call_guard<nb::gil_scoped_release>())
        .def("trace", &Starts::trace)
        .def("n_meetings", &Starts::n_meetings)
        .def("n_ends", [](const Starts& search) { return search.ends().size(); })
        .def(
            "ends",
            [](const Starts& search, const GraphsOut& graphs) {
                std::vector<double> scores;
                auto* out = graphs.data();
                for (const auto& end : search.ends()) {
                    out = std::copy(end.graph.begin(), end.graph.end(), out);
                    scores.push_back(end.score);
                }
                return scores;
            },
            nb::arg("graphs").noconvert());
    nb::class_<ordag::HillClimb>(module, "HillClimb")
        .def(nb::init<LocalScore&, const SearchSpace&>(), nb::arg("score"), nb::arg("space"), nb::keep_alive<1, 2>(),
             nb::keep_alive<1, 3>(), nb::call_guard<nb::gil_scoped_release>())
        .def(
            "start", [](ordag::HillClimb& search, const GraphIn& graph) { search.start({graph.data(), graph.size()}); },
            nb::arg("graph"), nb::call_guard<nb::gil_scoped_release>())
        .def(
            "climb",
            [](ordag::HillClimb& search, int tabu_length, int patience, nb::handle report) {
                auto interruption = keyboard_interruption(report);
                std::vector<double> trace;
                search.climb(tabu_length, patience, interruption, trace);
                return std::pair(trace, interruption.was_requested());
            },
            nb::arg("tabu_length"), nb::arg("patience"), nb::arg("report").none(),
            nb::call_guard<nb::gil_scoped_release>())
        .def("perturb", &ordag::HillClimb::perturb, nb::arg("n_moves"), nb::arg("seed"),
             nb::call_guard<nb::gil_scoped_release>())
        .def(
            "graph",
            [](const ordag::HillClimb& search, const GraphOut& adjacency) {
                std::copy(search.graph().begin(), search.graph().end(), adjacency.data());
                return search.score();
            },
            nb::arg("adjacency").noconvert());
    using Ges = ordag::GreedyEquivalenceSearch;
    nb::class_<Ges>(module, "GreedyEquivalenceSearch")
        .def(nb::init<LocalScore&, const SearchSpace&>(), nb::arg("score"), nb::arg("space"), nb::keep_alive<1, 2>(),
             nb::keep_alive<1, 3>(), nb::call_guard<nb::gil_scoped_release>())
        .def(
            "run",
            [](Ges& search, int phase, nb::handle report) {
                auto interruption = keyboard_interruption(report);
                std::vector<double> gains;
                search.run(static_cast<Ges::Phase>(phase), interruption, gains);
                return std::pair(gains, interruption.was_requested());
            },
            nb::arg("phase"), nb::arg("report").none(), nb::call_guard<nb::gil_scoped_release>())
        .def(
            "member",
            [](const Ges& search, const GraphOut& dag) {
                std::copy(search.member().begin(), search.member().end(), dag.data());
            },
            nb::arg("dag").noconvert());
    module.def(
        "exact_search",
        [](LocalScore& score, const SearchSpace& space, const GraphOut& adjacency, nb::handle report) {
            auto interruption = keyboard_interruption(report);
            return ordag::exact_search(score, space, span_of(adjacency), interruption);
        },
        nb::arg("score"), nb::arg("space"), nb::arg("adjacency").noconvert(), nb::arg("report").none(),
        nb::call_guard<nb::gil_scoped_release>());
    module.def("exact_search_bytes", &ordag::exact_search_bytes, nb::arg("n_nodes"));
    module.def("exact_search_steps", &ordag::exact_search_steps, nb::arg("n_nodes"));
}
