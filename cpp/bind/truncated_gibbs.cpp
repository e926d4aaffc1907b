// SPDX-License-Identifier: MIT
#include "ordag/truncated_gibbs.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>

#include <optional>

#include "arrays.hpp"

namespace nb = nanobind;

void bind_truncated_gibbs(nb::module_& module) {
    module.def(
        "truncated_gibbs",
        [](CodesIn codes, MatrixIn lower, MatrixIn upper, FlagsIn continuous, IndicesIn start, IndicesIn neighbour,
           VectorIn coefficient, VectorIn sd, VectorIn weights, std::int64_t n_sweeps, std::uint64_t seed,
           std::uint64_t first_sweep, int n_threads, MatrixOut latent, std::optional<MatrixOut> moments) {
            const ordag::LatentBoxes boxes = boxes_of(codes, lower, upper, continuous);
            const ordag::Conditionals given{start.data(), neighbour.data(), coefficient.data(), sd.data()};
            const nb::gil_scoped_release release;
            ordag::truncated_gibbs(boxes, given, weights.data(), n_sweeps, seed, first_sweep, n_threads, latent.data(),
                                   moments ? moments->data() : nullptr);
        },
        nb::arg("codes"), nb::arg("lower"), nb::arg("upper"), nb::arg("continuous"), nb::arg("start"),
        nb::arg("neighbour"), nb::arg("coefficient"), nb::arg("sd"), nb::arg("weights"), nb::arg("n_sweeps"),
        nb::arg("seed"), nb::arg("first_sweep"), nb::arg("n_threads"), nb::arg("latent"), nb::arg("moments").none());
}
