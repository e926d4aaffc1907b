// SPDX-License-Identifier: MIT
#include "ordag/graph_climb.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <algorithm>
#include <vector>

#include "arrays.hpp"
#include "values.hpp"

namespace nb = nanobind;

namespace {

ordag::ClimbResult climb_graph(const HeldBoxes& boxes, const EdgesIn& edges, const HeldClimb& climb, int n_threads,
                               const VectorIn& hidden, const VectorOut& slopes, const MatrixOut& shift,
                               const MatrixOut& precision) {
    const std::vector<ordag::Edge> arrows = edges_of(edges);
    const nb::gil_scoped_release release;
    return ordag::climb_graph(boxes.boxes(), boxes.observed.data(), boxes.weights.data(), arrows, climb.options,
                              n_threads, {hidden.data(), hidden.shape(0)}, {slopes.data(), slopes.shape(0)},
                              shift.data(), precision.data());
}

void slope_covariance(const HeldBoxes& boxes, const EdgesIn& edges, const HeldClimb& climb, int n_threads,
                      const VectorIn& slopes, const MatrixOut& shift, const MatrixOut& precision,
                      const MatrixOut& covariance, const MatrixOut& row_scores) {
    const std::vector<ordag::Edge> arrows = edges_of(edges);
    const nb::gil_scoped_release release;
    const std::vector<double> found =
        ordag::slope_covariance(boxes.boxes(), boxes.observed.data(), boxes.weights.data(), arrows, climb.options,
                                n_threads, {slopes.data(), slopes.shape(0)}, shift.data(), precision.data(),
                                row_scores.shape(1) > 0 ? row_scores.data() : nullptr);
    std::copy(found.begin(), found.end(), covariance.data());
}

}  // namespace

void bind_graph_climb(nb::module_& module) {
    nb::class_<ordag::ClimbResult>(module, "ClimbResult")
        .def_ro("log_likelihood", &ordag::ClimbResult::log_likelihood)
        .def_ro("expected_gain", &ordag::ClimbResult::expected_gain)
        .def_ro("n_passes", &ordag::ClimbResult::n_passes);
    module.def("climb_graph", climb_graph, nb::arg("boxes"), nb::arg("edges"), nb::arg("climb"), nb::arg("n_threads"),
               nb::arg("hidden"), nb::arg("slopes").noconvert(), nb::arg("shift").noconvert(),
               nb::arg("precision").noconvert());
    module.def("slope_covariance", slope_covariance, nb::arg("boxes"), nb::arg("edges"), nb::arg("climb"),
               nb::arg("n_threads"), nb::arg("slopes"), nb::arg("shift").noconvert(), nb::arg("precision").noconvert(),
               nb::arg("covariance").noconvert(), nb::arg("row_scores").noconvert());
    module.def(
        "regression_slopes",
        [](const MatrixIn& correlation, const GraphIn& dag, const MatrixOut& slopes) {
            ordag::regression_slopes(static_cast<int>(correlation.shape(0)), correlation.data(),
                                     {dag.data(), dag.size()}, {slopes.data(), slopes.size()});
        },
        nb::arg("correlation"), nb::arg("dag"), nb::arg("slopes").noconvert());
}
