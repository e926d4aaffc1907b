// SPDX-License-Identifier: MIT
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <cmath>

#include "arrays.hpp"
#include "ordag/tail_probability.hpp"

namespace nb = nanobind;

void bind_tails(nb::module_& module) {
    module.def(
        "chi_squared_tail",
        [](const VectorIn& x, const VectorIn& df, const VectorOut& out) {
            const nb::gil_scoped_release release;
            const double *value = x.data(), *degrees = df.data();
            double* to = out.data();
            for (std::size_t i = 0; i < out.size(); ++i) to[i] = ordag::chi_squared_tail(value[i], degrees[i]);
        },
        nb::arg("x"), nb::arg("df"), nb::arg("out").noconvert());
    module.def("f_tail", ordag::f_tail, nb::arg("x"), nb::arg("df1"), nb::arg("df2"));
    module.def(
        "log_gamma",
        [](const VectorIn& x, const VectorOut& out) {
            const nb::gil_scoped_release release;
            const double* value = x.data();
            double* to = out.data();
            for (std::size_t i = 0; i < out.size(); ++i) to[i] = std::lgamma(value[i]);
        },
        nb::arg("x"), nb::arg("out").noconvert());
}
