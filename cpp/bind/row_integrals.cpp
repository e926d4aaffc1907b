// SPDX-License-Identifier: MIT
#include "ordag/row_integrals.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>

#include <cstdint>
#include <optional>

#include "arrays.hpp"
#include "values.hpp"

namespace nb = nanobind;

namespace {

// Arrays that results are written to; what is left out is not computed.
struct RowTargets {
    std::optional<VectorOut> log_probability, error;
    std::optional<MatrixOut> mean, second, moments;
};

template <class Array>
double* data_of(const std::optional<Array>& array) {
    return array ? array->data() : nullptr;
}

// The number of sweeps used.
std::int64_t integrate_rows(const HeldBoxes& boxes, const MatrixIn& covariance, const MatrixOut& shift,
                            const MatrixOut& precision, const RowTargets& out,
                            const ordag::PropagationOptions& propagation, const HeldPoints* points, int n_threads) {
    std::int64_t n_sweeps = 0;
    const ordag::RowIntegrals wanted{data_of(out.log_probability), data_of(out.error),   data_of(out.mean),
                                     data_of(out.second),          data_of(out.moments), &n_sweeps};
    const nb::gil_scoped_release release;
    ordag::integrate_rows(boxes.boxes(), covariance.data(), boxes.observed.data(), boxes.weights.data(), propagation,
                          points ? points->points() : ordag::IntegrationPoints{}, n_threads, shift.data(),
                          precision.data(), wanted);
    return n_sweeps;
}

}  // namespace

void bind_row_integrals(nb::module_& module) {
    nb::class_<RowTargets>(module, "RowTargets")
        .def(
            "__init__",
            [](RowTargets* self, const std::optional<VectorOut>& log_probability, const std::optional<VectorOut>& error,
               const std::optional<MatrixOut>& mean, const std::optional<MatrixOut>& second,
               const std::optional<MatrixOut>& moments) {
                new (self) RowTargets{log_probability, error, mean, second, moments};
            },
            nb::arg("log_probability").none().noconvert(), nb::arg("error").none().noconvert(),
            nb::arg("mean").none().noconvert(), nb::arg("second").none().noconvert(),
            nb::arg("moments").none().noconvert());
    module.def("integrate_rows", integrate_rows, nb::arg("boxes"), nb::arg("covariance"), nb::arg("shift").noconvert(),
               nb::arg("precision").noconvert(), nb::arg("out"), nb::arg("propagation"), nb::arg("points").none(),
               nb::arg("n_threads"));
}
