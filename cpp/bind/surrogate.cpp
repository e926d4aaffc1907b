// SPDX-License-Identifier: MIT
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <algorithm>
#include <initializer_list>
#include <span>
#include <utility>
#include <vector>

#include "arrays.hpp"
#include "ordag/graph_climb.hpp"
#include "ordag/quadratic_model.hpp"
#include "ordag/surrogate_search.hpp"
#include "values.hpp"

namespace nb = nanobind;

namespace {

using ordag::QuadraticModel;
using View = nb::ndarray<nb::numpy, const double>;  // of memory that the model owns

double surrogate_climb(const HeldSurrogate& surrogate, const GraphIn& dag, const HeldClimb& climb, double cutoff,
                       const MatrixOut& slopes) {
    const int n = surrogate.n();
    ordag::ClimbOptions options = climb.options;
    options.cutoff = cutoff;
    const nb::gil_scoped_release release;
    std::vector<ordag::Edge> edges;
    std::vector<double> by_edge;
    for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j) {
            const double slope = std::exchange(slopes(i, j), 0.0);
            if (!dag(i, j)) continue;
            edges.push_back({i, j});
            by_edge.push_back(slope);
        }
    const ordag::ClimbResult result = ordag::surrogate_climb(n, surrogate.surrogate(), edges, options, by_edge);
    for (std::size_t e = 0; e < edges.size(); ++e) slopes(edges[e].from, edges[e].to) = by_edge[e];
    return result.log_likelihood;
}

double surrogate_search(const HeldSurrogate& surrogate, const ordag::SearchSpace& space,
                        const ordag::SurrogateSearchOptions& options, double edge_cost, double criterion,
                        const MatrixIn& surcharge, const VectorIn& bare, const GraphOut& dag, const MatrixOut& slopes) {
    const nb::gil_scoped_release release;
    const ordag::ArrowCosts costs{edge_cost, {surcharge.data(), surcharge.size()}, {bare.data(), bare.size()}};
    return ordag::surrogate_search(surrogate.surrogate(), space, options, costs, criterion, {dag.data(), dag.size()},
                                   {slopes.data(), slopes.size()});
}

void make_model(QuadraticModel* self, const HeldSurrogate& surrogate, const MatrixIn& slopes, const EdgesIn& present,
                const EdgesIn& absent, double ridge) {
    const nb::gil_scoped_release release;
    new (self) QuadraticModel(surrogate.n(), surrogate.surrogate(), {slopes.data(), slopes.size()}, edges_of(present),
                              edges_of(absent), ridge);
}

void fill_changes(const QuadraticModel& model, const VectorOut& dropping, const VectorOut& adding,
                  const MatrixOut& replacing) {
    for (int e = 0; e < model.n_edges(); ++e) dropping(e) = model.dropping(e);
    for (int f = 0; f < model.n_absent(); ++f) adding(f) = model.adding(f);
    for (int e = 0; e < model.n_edges(); ++e)
        for (int f = 0; f < model.n_absent(); ++f) replacing(e, f) = model.replacing(e, f);
}

View view_of(std::span<const double> values, std::initializer_list<int> shape) {
    const std::vector<std::size_t> sizes(shape.begin(), shape.end());
    return View(values.data(), sizes.size(), sizes.data());
}

void bind_model(nb::module_& module) {
    using Model = QuadraticModel;
    constexpr auto internal = nb::rv_policy::reference_internal;
    nb::class_<Model>(module, "QuadraticModel")
        .def("__init__", make_model, nb::arg("surrogate"), nb::arg("slopes"), nb::arg("present"), nb::arg("absent"),
             nb::arg("ridge"))
        .def_prop_ro("n_edges", &Model::n_edges)
        .def_prop_ro("n_absent", &Model::n_absent)
        .def_prop_ro(
            "slopes", [](const Model& m) { return view_of(m.slopes(), {m.n_edges()}); }, internal)
        .def_prop_ro(
            "variance", [](const Model& m) { return view_of(m.variance(), {m.n_edges(), m.n_edges()}); }, internal)
        .def_prop_ro(
            "moved", [](const Model& m) { return view_of(m.moved(), {m.n_edges(), m.n_absent()}); }, internal)
        .def_prop_ro(
            "score", [](const Model& m) { return view_of(m.score(), {m.n_absent()}); }, internal)
        .def_prop_ro(
            "left", [](const Model& m) { return view_of(m.left(), {m.n_absent()}); }, internal)
        .def_prop_ro(
            "own_information",
            [](const Model& m) { return view_of(m.own_information(), {m.n_edges() + m.n_absent()}); }, internal)
        .def("changes", fill_changes, nb::arg("dropping").noconvert(), nb::arg("adding").noconvert(),
             nb::arg("replacing").noconvert())
        .def(
            "among",
            [](const Model& model, const IndicesIn& absent, const MatrixOut& information) {
                const std::vector<double> found = model.among({absent.data(), absent.shape(0)});
                std::copy(found.begin(), found.end(), information.data());
            },
            nb::arg("absent"), nb::arg("information").noconvert());
}

}  // namespace

void bind_surrogate(nb::module_& module) {
    nb::class_<ordag::SurrogateSearchOptions>(module, "SurrogateSearchOptions")
        .def(
            "__init__",
            [](ordag::SurrogateSearchOptions* self, double least_gain, int max_changes, int n_tries,
               const HeldClimb& climb) {
                new (self) ordag::SurrogateSearchOptions{least_gain, max_changes, n_tries, climb.options};
            },
            nb::arg("least_gain"), nb::arg("max_changes"), nb::arg("n_tries"), nb::arg("climb"));
    module.def("surrogate_climb", surrogate_climb, nb::arg("surrogate"), nb::arg("dag"), nb::arg("climb"),
               nb::arg("cutoff"), nb::arg("slopes").noconvert());
    module.def("surrogate_search", surrogate_search, nb::arg("surrogate"), nb::arg("space"), nb::arg("options"),
               nb::arg("edge_cost"), nb::arg("criterion"), nb::arg("surcharge"), nb::arg("bare"),
               nb::arg("dag").noconvert(), nb::arg("slopes").noconvert());
    bind_model(module);
}
