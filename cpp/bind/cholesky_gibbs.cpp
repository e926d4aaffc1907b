// SPDX-License-Identifier: MIT
#include "ordag/cholesky_gibbs.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <cstdint>

#include "arrays.hpp"

namespace nb = nanobind;

namespace {

void cholesky_gibbs(const MatrixIn& lower, const MatrixIn& upper, const MatrixIn& factor, std::int64_t n_sweeps,
                    std::uint64_t seed, std::uint64_t first_sweep, int n_threads, const MatrixOut& white) {
    const ordag::BoundedRows rows{static_cast<int>(lower.shape(0)), static_cast<std::int64_t>(lower.shape(1)),
                                  lower.data(), upper.data()};
    const nb::gil_scoped_release release;
    ordag::cholesky_gibbs(rows, factor.data(), n_sweeps, seed, first_sweep, n_threads, white.data());
}

}  // namespace

void bind_cholesky_gibbs(nb::module_& module) {
    module.def("cholesky_gibbs", cholesky_gibbs, nb::arg("lower"), nb::arg("upper"), nb::arg("factor"),
               nb::arg("n_sweeps"), nb::arg("seed"), nb::arg("first_sweep"), nb::arg("n_threads"),
               nb::arg("white").noconvert());
}
