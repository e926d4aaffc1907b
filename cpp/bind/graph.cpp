// SPDX-License-Identifier: MIT
#include "ordag/graph.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/vector.h>

#include "arrays.hpp"

namespace nb = nanobind;

namespace {

int n_of(const GraphIn& graph) { return static_cast<int>(graph.shape(0)); }
std::span<const std::uint8_t> span_of(const GraphIn& graph) { return {graph.data(), graph.size()}; }
std::span<std::uint8_t> span_of(const GraphOut& graph) { return {graph.data(), graph.size()}; }

}  // namespace

void bind_graph(nb::module_& module) {
    module.def(
        "topological_order",
        [](const GraphIn& graph) {
            nb::gil_scoped_release release;
            return ordag::topological_order(n_of(graph), span_of(graph));
        },
        nb::arg("graph"));
    module.def(
        "dag_to_cpdag",
        [](const GraphIn& dag, const GraphOut& cpdag) {
            nb::gil_scoped_release release;
            ordag::dag_to_cpdag(n_of(dag), span_of(dag), span_of(cpdag));
        },
        nb::arg("dag"), nb::arg("cpdag").noconvert());
    module.def(
        "pdag_to_dag",
        [](const GraphIn& pdag, const GraphOut& dag) {
            nb::gil_scoped_release release;
            return ordag::pdag_to_dag(n_of(pdag), span_of(pdag), span_of(dag));
        },
        nb::arg("pdag"), nb::arg("dag").noconvert());
    module.def(
        "meek_closure",
        [](const GraphOut& pdag) {
            nb::gil_scoped_release release;
            ordag::meek_closure(static_cast<int>(pdag.shape(0)), span_of(pdag));
        },
        nb::arg("pdag").noconvert());
    module.def(
        "to_pattern",
        [](const GraphIn& pdag, const GraphOut& pattern) {
            nb::gil_scoped_release release;
            ordag::to_pattern(n_of(pdag), span_of(pdag), span_of(pattern));
        },
        nb::arg("pdag"), nb::arg("pattern").noconvert());
}
