// SPDX-License-Identifier: MIT
#include "ordag/cumulative_score.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/vector.h>

#include <utility>

#include "arrays.hpp"

namespace nb = nanobind;
using ordag::CumulativeFit;
using ordag::CumulativeScore;

using Nodes = std::vector<int>;
using Predictors = std::vector<std::vector<double>>;
using Responses = std::vector<std::vector<int>>;

void bind_cumulative_score(nb::module_& module) {
    nb::class_<CumulativeFit>(module, "CumulativeFit")
        .def_ro("thresholds", &CumulativeFit::thresholds)
        .def_ro("slopes", &CumulativeFit::slopes)
        .def_ro("log_likelihood", &CumulativeFit::log_likelihood)
        .def_ro("settled", &CumulativeFit::settled);
    nb::class_<CumulativeScore, ordag::LocalScore>(module, "CumulativeScore")
        .def(
            "__init__",
            [](CumulativeScore* self, const CodesIn& codes, const VectorIn& weights, Predictors predictors,
               Responses responses, const Nodes& n_levels, bool logit, double parameter_cost, double parent_cost) {
                const auto link = logit ? ordag::Link::logit : ordag::Link::probit;
                new (self) CumulativeScore({codes.data(), codes.size()}, {weights.data(), weights.size()},
                                           std::move(predictors), std::move(responses), n_levels, link, parameter_cost,
                                           parent_cost);
            },
            nb::arg("codes"), nb::arg("weights"), nb::arg("predictors"), nb::arg("responses"), nb::arg("n_levels"),
            nb::arg("logit"), nb::arg("parameter_cost"), nb::arg("parent_cost"))
        // With the interpreter lock, since the score has scratch space.
        .def(
            "fit", [](CumulativeScore& score, int node, const Nodes& parents) { return score.fit(node, parents); },
            nb::arg("node"), nb::arg("parents"));
}
