// SPDX-License-Identifier: MIT
#include "values.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

namespace nb = nanobind;

void bind_values(nb::module_& module) {
    nb::class_<HeldBoxes>(module, "LatentBoxes")
        .def(
            "__init__",
            [](HeldBoxes* self, const CodesIn& codes, const MatrixIn& lower, const MatrixIn& upper,
               const FlagsIn& continuous, const MatrixIn& observed,
               const VectorIn& weights) { new (self) HeldBoxes{codes, lower, upper, continuous, observed, weights}; },
            nb::arg("codes"), nb::arg("lower"), nb::arg("upper"), nb::arg("continuous"), nb::arg("observed"),
            nb::arg("weights"));
    nb::class_<HeldPoints>(module, "CubePoints")
        .def(
            "__init__",
            [](HeldPoints* self, const MatrixIn& unit, int n_replicates, std::uint64_t seed) {
                new (self) HeldPoints{unit, n_replicates, seed};
            },
            nb::arg("unit"), nb::arg("n_replicates"), nb::arg("seed"));
    nb::class_<ordag::PropagationOptions>(module, "PropagationOptions")
        .def(
            "__init__",
            [](ordag::PropagationOptions* self, double tolerance, int max_sweeps) {
                new (self) ordag::PropagationOptions{.max_sweeps = max_sweeps, .tolerance = tolerance};
            },
            nb::arg("tolerance"), nb::arg("max_sweeps"));
    nb::class_<HeldClimb>(module, "ClimbOptions")
        .def(
            "__init__",
            [](HeldClimb* self, double ridge, double tolerance, int max_passes, double cutoff,
               const ordag::PropagationOptions& propagation, const HeldPoints* points) {
                const ordag::ClimbOptions options{.ridge = ridge,
                                                  .tolerance = tolerance,
                                                  .max_passes = max_passes,
                                                  .cutoff = cutoff,
                                                  .propagation = propagation,
                                                  .points = points ? points->points() : ordag::IntegrationPoints{}};
                new (self) HeldClimb{options, points ? std::optional(*points) : std::nullopt};
            },
            nb::arg("ridge"), nb::arg("tolerance"), nb::arg("max_passes"), nb::arg("cutoff"), nb::arg("propagation"),
            nb::arg("points").none());
    nb::class_<HeldSurrogate>(module, "GaussianSurrogate")
        .def(
            "__init__",
            [](HeldSurrogate* self, const MatrixIn& second, const VectorIn& noise, double n_rows) {
                new (self) HeldSurrogate{second, noise, n_rows};
            },
            nb::arg("second"), nb::arg("noise"), nb::arg("n_rows"));
}
