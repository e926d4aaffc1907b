// SPDX-License-Identifier: MIT
#include "ordag/polychoric.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/vector.h>

#include <algorithm>

#include "arrays.hpp"

namespace nb = nanobind;

namespace {

// Arrays come with one row per column of the data; an empty weights array means that all rows count once.
void pairwise_correlations(const CodesIn& codes, const MatrixIn& values, const VectorIn& weights,
                           const std::vector<std::vector<double>>& cuts, int smoothing, bool standard_errors,
                           int n_threads, const MatrixOut& correlation, const MatrixOut& standard_error,
                           const MatrixOut& n_pairs) {
    const nb::gil_scoped_release release;
    ordag::MixedColumns columns;
    columns.n_columns = static_cast<int>(codes.shape(0));
    columns.n_rows = static_cast<int>(codes.shape(1));
    columns.codes = codes.data();
    columns.values = values.data();
    columns.weights = weights.size() == 0 ? nullptr : weights.data();
    columns.cuts = cuts;
    int n_continuous = 0;
    for (const auto& own : cuts) columns.continuous.push_back(own.empty() ? n_continuous++ : -1);
    const ordag::PairwiseCorrelations found =
        ordag::pairwise_correlations(columns, static_cast<ordag::CellSmoothing>(smoothing), standard_errors, n_threads);
    std::copy(found.correlation.begin(), found.correlation.end(), correlation.data());
    std::copy(found.standard_error.begin(), found.standard_error.end(), standard_error.data());
    std::copy(found.n_pairs.begin(), found.n_pairs.end(), n_pairs.data());
}

}  // namespace

void bind_polychoric(nb::module_& module) {
    module.attr("CORRELATION_LIMIT") = ordag::correlation_limit;
    module.def("pairwise_correlations", pairwise_correlations, nb::arg("codes"), nb::arg("values"), nb::arg("weights"),
               nb::arg("cuts"), nb::arg("smoothing"), nb::arg("standard_errors"), nb::arg("n_threads"),
               nb::arg("correlation").noconvert(), nb::arg("standard_error").noconvert(),
               nb::arg("n_pairs").noconvert());
}
