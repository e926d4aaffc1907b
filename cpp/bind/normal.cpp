// SPDX-License-Identifier: MIT
#include "ordag/normal.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include "arrays.hpp"
#include "ordag/bivariate_normal.hpp"

namespace nb = nanobind;

namespace {

template <typename Function>
void bind_elementwise(nb::module_& module, const char* name, Function function) {
    module.def(
        name,
        [function](const VectorIn& x, const VectorOut& out) {
            const nb::gil_scoped_release release;
            const double* from = x.data();
            double* to = out.data();
            for (std::size_t i = 0; i < out.size(); ++i) to[i] = function(from[i]);
        },
        nb::arg("x"), nb::arg("out").noconvert());
}

}  // namespace

void bind_normal(nb::module_& module) {
    bind_elementwise(module, "normal_pdf", ordag::normal_pdf);
    bind_elementwise(module, "normal_cdf", ordag::normal_cdf);
    bind_elementwise(module, "normal_log_cdf", ordag::normal_log_cdf);
    bind_elementwise(module, "normal_quantile", ordag::normal_quantile);
    module.def(
        "bivariate_rectangle",
        [](const VectorIn& lower_x, const VectorIn& upper_x, const VectorIn& lower_y, const VectorIn& upper_y,
           const VectorIn& rho, const VectorOut& out) {
            const nb::gil_scoped_release release;
            const double *a = lower_x.data(), *b = upper_x.data(), *c = lower_y.data(), *d = upper_y.data();
            const double* r = rho.data();
            double* to = out.data();
            for (std::size_t i = 0; i < out.size(); ++i)
                to[i] = ordag::bivariate_rectangle({a[i], b[i], c[i], d[i]}, r[i]);
        },
        nb::arg("lower_x"), nb::arg("upper_x"), nb::arg("lower_y"), nb::arg("upper_y"), nb::arg("rho"),
        nb::arg("out").noconvert());
    module.def(
        "bivariate_cdf",
        [](const VectorIn& h, const VectorIn& k, const VectorIn& rho, const VectorOut& out) {
            const nb::gil_scoped_release release;
            const double *x = h.data(), *y = k.data(), *r = rho.data();
            double* to = out.data();
            for (std::size_t i = 0; i < out.size(); ++i) to[i] = ordag::bivariate_cdf(x[i], y[i], r[i]);
        },
        nb::arg("h"), nb::arg("k"), nb::arg("rho"), nb::arg("out").noconvert());
}
