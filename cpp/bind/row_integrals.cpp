// SPDX-License-Identifier: MIT
#include "ordag/row_integrals.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>

#include <optional>

#include "arrays.hpp"

namespace nb = nanobind;

namespace {

double* data_of(const std::optional<MatrixOut>& array) { return array ? array->data() : nullptr; }
double* data_of(const std::optional<VectorOut>& array) { return array ? array->data() : nullptr; }

}  // namespace

void bind_row_integrals(nb::module_& module) {
    module.def(
        "integrate_rows",
        [](CodesIn codes, MatrixIn lower, MatrixIn upper, FlagsIn continuous, MatrixIn covariance, MatrixIn latent,
           VectorIn weights, int max_sweeps, double tolerance, MatrixIn points, int n_replicates, std::uint64_t seed,
           int n_threads, MatrixOut shift, MatrixOut precision, std::optional<VectorOut> log_probability,
           std::optional<VectorOut> error, std::optional<MatrixOut> mean, std::optional<MatrixOut> second,
           std::optional<MatrixOut> moments) {
            const ordag::LatentBoxes boxes = boxes_of(codes, lower, upper, continuous);
            std::int64_t n_sweeps = 0;
            const ordag::RowIntegrals wanted{data_of(log_probability), data_of(error),   data_of(mean),
                                             data_of(second),          data_of(moments), &n_sweeps};
            const ordag::IntegrationPoints where{points.data(), static_cast<int>(points.shape(1)), n_replicates, seed};
            {
                const nb::gil_scoped_release release;
                ordag::integrate_rows(boxes, covariance.data(), latent.data(), weights.data(), {max_sweeps, tolerance},
                                      where, n_threads, shift.data(), precision.data(), wanted);
            }
            return n_sweeps;
        },
        nb::arg("codes"), nb::arg("lower"), nb::arg("upper"), nb::arg("continuous"), nb::arg("covariance"),
        nb::arg("latent"), nb::arg("weights"), nb::arg("max_sweeps"), nb::arg("tolerance"), nb::arg("points"),
        nb::arg("n_replicates"), nb::arg("seed"), nb::arg("n_threads"), nb::arg("shift"), nb::arg("precision"),
        nb::arg("log_probability").none(), nb::arg("error").none(), nb::arg("mean").none(), nb::arg("second").none(),
        nb::arg("moments").none());
}
