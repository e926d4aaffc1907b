// SPDX-License-Identifier: MIT
#include "ordag/pc.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <tuple>
#include <vector>

#include "arrays.hpp"
#include "signals.hpp"

namespace nb = nanobind;

namespace {

ordag::SearchSpace unlimited_space(const GraphIn& allowed, const GraphIn& required) {
    return space_of(allowed, required, static_cast<int>(allowed.shape(0)) - 1);
}

ordag::Census census_of(int orientation) {
    if (orientation == 1) return ordag::Census::conservative;
    if (orientation == 2) return ordag::Census::majority;
    if (orientation == 4) return ordag::Census::any;
    return ordag::Census::separator;
}

constexpr int kRanked = 3;  // of the orientations that ordag/kernels/pc.py numbers

}  // namespace

void bind_pc(nb::module_& module) {
    nb::class_<ordag::Skeleton>(module, "Skeleton")
        .def(nb::init<>())
        .def_ro("n_tests", &ordag::Skeleton::n_tests)
        .def_rw("interrupted", &ordag::Skeleton::interrupted)
        .def_ro("separators", &ordag::Skeleton::separators)
        .def_ro("united", &ordag::Skeleton::united)
        .def(
            "separate",
            [](ordag::Skeleton& s, int first, int second, std::vector<int> given) { s.separate(first, second, given); },
            nb::arg("first"), nb::arg("second"), nb::arg("given"))
        .def(
            "copy_adjacent",
            [](const ordag::Skeleton& s, const GraphOut& out) {
                std::copy(s.adjacent.begin(), s.adjacent.end(), out.data());
            },
            nb::arg("out").noconvert())
        .def(
            "copy_separated",
            [](const ordag::Skeleton& s, const GraphOut& out) {
                std::copy(s.separated.begin(), s.separated.end(), out.data());
            },
            nb::arg("out").noconvert())
        .def(
            "copy_p_values",
            [](const ordag::Skeleton& s, const MatrixOut& out) {
                std::copy(s.p_values.begin(), s.p_values.end(), out.data());
            },
            nb::arg("out").noconvert());
    module.def(
        "find_skeleton",
        [](ordag::IndependenceTest& test, ordag::Skeleton& skeleton, const GraphIn& allowed, const GraphIn& required,
           double alpha, int max_conditioning, bool stable, bool every, nb::handle report) {
            const ordag::SearchSpace space = unlimited_space(allowed, required);
            ordag::Interruption interruption = keyboard_interruption(report);
            nb::gil_scoped_release release;
            ordag::find_skeleton(test, space, alpha, max_conditioning, stable, every, interruption, skeleton);
        },
        nb::arg("test"), nb::arg("skeleton"), nb::arg("allowed"), nb::arg("required"), nb::arg("alpha"),
        nb::arg("max_conditioning"), nb::arg("stable"), nb::arg("every"), nb::arg("report").none());
    module.def(
        "prune_skeleton",
        [](ordag::IndependenceTest& test, ordag::Skeleton& skeleton, const GraphIn& allowed, const GraphIn& required,
           const GraphIn& reached, const GraphIn& above, double alpha, int max_conditioning, nb::handle report) {
            const ordag::SearchSpace space = unlimited_space(allowed, required);
            const std::vector<std::uint8_t> near(reached.data(), reached.data() + reached.size());
            const std::vector<std::uint8_t> causes(above.data(), above.data() + above.size());
            ordag::Interruption interruption = keyboard_interruption(report);
            nb::gil_scoped_release release;
            ordag::prune_skeleton(test, space, near, causes, alpha, max_conditioning, interruption, skeleton);
        },
        nb::arg("test"), nb::arg("skeleton"), nb::arg("allowed"), nb::arg("required"), nb::arg("reached"),
        nb::arg("above"), nb::arg("alpha"), nb::arg("max_conditioning"), nb::arg("report").none());
    module.def(
        "judge_triples",
        [](ordag::IndependenceTest& test, ordag::Skeleton& skeleton, double alpha, int max_conditioning,
           int orientation) {
            ordag::Interruption interruption = keyboard_interruption();
            std::vector<std::tuple<int, int, int, int>> judged;
            nb::gil_scoped_release release;
            for (const ordag::Triple& t :
                 ordag::judge_triples(test, skeleton, alpha, max_conditioning, census_of(orientation), interruption))
                judged.emplace_back(t.first, t.middle, t.last, static_cast<int>(t.verdict));
            return judged;
        },
        nb::arg("test"), nb::arg("skeleton"), nb::arg("alpha"), nb::arg("max_conditioning"), nb::arg("orientation"));
    module.def(
        "orient_skeleton",
        [](ordag::IndependenceTest& test, ordag::Skeleton& skeleton, const GraphIn& allowed, const GraphIn& required,
           double alpha, int max_conditioning, int orientation, const GraphOut& out) {
            const ordag::SearchSpace space = unlimited_space(allowed, required);
            ordag::Interruption interruption = keyboard_interruption();
            nb::gil_scoped_release release;
            const auto triples =
                ordag::judge_triples(test, skeleton, alpha, max_conditioning, census_of(orientation), interruption);
            const auto graph = orientation == kRanked ? ordag::orient_ranked(skeleton, triples, space)
                                                      : ordag::orient_overwriting(skeleton, triples, space);
            std::copy(graph.begin(), graph.end(), out.data());
        },
        nb::arg("test"), nb::arg("skeleton"), nb::arg("allowed"), nb::arg("required"), nb::arg("alpha"),
        nb::arg("max_conditioning"), nb::arg("orientation"), nb::arg("out").noconvert());
}
