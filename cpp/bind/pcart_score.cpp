// SPDX-License-Identifier: MIT
#include "ordag/pcart_score.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/vector.h>

#include <utility>
#include <vector>

namespace nb = nanobind;
using ordag::PcartLeaf;
using ordag::PcartOptions;
using ordag::PcartScore;
using ordag::PcartTree;

namespace {

using Codes = nb::ndarray<const std::uint8_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;  // node x row

void make(PcartScore* self, const Codes& codes, std::vector<int> n_levels, double alpha, double kappa,
          bool ordinal_response, bool ordinal_predictors, bool count_arrangements) {
    const PcartOptions options{alpha, kappa, ordinal_response, ordinal_predictors, count_arrangements};
    std::vector<std::uint8_t> columns(codes.data(), codes.data() + codes.size());
    new (self) PcartScore(std::move(columns), static_cast<int>(codes.shape(1)), std::move(n_levels), options);
}

}  // namespace

void bind_pcart_score(nb::module_& module) {
    module.attr("PCART_MAX_BOXES") = PcartScore::max_boxes;

    nb::class_<PcartLeaf>(module, "PcartLeaf")
        .def_ro("levels", &PcartLeaf::levels)
        .def_ro("counts", &PcartLeaf::counts);

    nb::class_<PcartTree>(module, "PcartTree")
        .def_ro("data_score", &PcartTree::data_score)
        .def_ro("structure_score", &PcartTree::structure_score)
        .def_ro("leaves", &PcartTree::leaves);

    nb::class_<PcartScore, ordag::LocalScore>(module, "PcartScore")
        .def("__init__", &make, nb::arg("codes"), nb::arg("n_levels"), nb::arg("alpha"), nb::arg("kappa"),
             nb::arg("ordinal_response"), nb::arg("ordinal_predictors"), nb::arg("count_arrangements"))
        // With the interpreter lock, since the score has scratch space.
        .def(
            "tree",
            [](PcartScore& score, int node, const std::vector<int>& parents) { return score.tree(node, parents); },
            nb::arg("node"), nb::arg("parents"))
        .def(
            "log_predictive",
            [](const PcartScore& score, const std::vector<int>& counts) { return score.log_predictive(counts); },
            nb::arg("counts"));
}
