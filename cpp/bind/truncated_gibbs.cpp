// SPDX-License-Identifier: MIT
#include "ordag/truncated_gibbs.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>

#include <cstdint>
#include <optional>

#include "arrays.hpp"
#include "values.hpp"

namespace nb = nanobind;

namespace {

struct HeldConditionals {
    IndicesIn start, neighbour;
    VectorIn coefficient, sd;
};

void truncated_gibbs(const HeldBoxes& boxes, const HeldConditionals& conditionals, std::int64_t n_sweeps,
                     std::uint64_t seed, std::uint64_t first_sweep, int n_threads, const MatrixOut& latent,
                     const std::optional<MatrixOut>& moments) {
    const ordag::Conditionals given{conditionals.start.data(), conditionals.neighbour.data(),
                                    conditionals.coefficient.data(), conditionals.sd.data()};
    const nb::gil_scoped_release release;
    ordag::truncated_gibbs(boxes.boxes(), given, boxes.weights.data(), n_sweeps, seed, first_sweep, n_threads,
                           latent.data(), moments ? moments->data() : nullptr);
}

}  // namespace

void bind_truncated_gibbs(nb::module_& module) {
    nb::class_<HeldConditionals>(module, "Conditionals")
        .def(
            "__init__",
            [](HeldConditionals* self, const IndicesIn& start, const IndicesIn& neighbour, const VectorIn& coefficient,
               const VectorIn& sd) { new (self) HeldConditionals{start, neighbour, coefficient, sd}; },
            nb::arg("start"), nb::arg("neighbour"), nb::arg("coefficient"), nb::arg("sd"));
    module.def("truncated_gibbs", truncated_gibbs, nb::arg("boxes"), nb::arg("conditionals"), nb::arg("n_sweeps"),
               nb::arg("seed"), nb::arg("first_sweep"), nb::arg("n_threads"), nb::arg("latent").noconvert(),
               nb::arg("moments").none().noconvert());
}
