// SPDX-License-Identifier: MIT
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/vector.h>

#include <cmath>

#include "arrays.hpp"
#include "ordag/bde_score.hpp"
#include "ordag/bge_score.hpp"
#include "ordag/block_gaussian_score.hpp"
#include "ordag/cached_score.hpp"
#include "ordag/gaussian_score.hpp"
#include "ordag/relabelled_score.hpp"

namespace nb = nanobind;
using ordag::LocalScore;

namespace {

using Nodes = std::vector<int>;
using LocalFunction = nb::typed<nb::callable, double(int, nb::typed<nb::tuple, int, nb::ellipsis>)>;

std::span<const double> span_of(const MatrixIn& array) { return {array.data(), array.size()}; }

// A score written in Python: every local score is a call back with the interpreter lock held.
class PythonScore final : public LocalScore {
  public:
    PythonScore(int n_nodes, LocalFunction function) : n_(n_nodes), function_(std::move(function)) {}
    ~PythonScore() override {
        nb::gil_scoped_acquire acquire;
        function_.reset();
    }

    int n_nodes() const override { return n_; }

    double local(int node, std::span<const int> parents) override {
        nb::gil_scoped_acquire acquire;
        nb::list list;
        for (const int parent : parents) list.append(parent);
        double value = 0.0;
        if (!nb::try_cast(function_(node, nb::tuple(list)), value)) throw nb::type_error("a local score is no number");
        if (std::isnan(value)) throw nb::value_error("a local score is NaN; return -inf for an impossible parent set");
        return value;
    }

  private:
    int n_;
    LocalFunction function_;
};

}  // namespace

void bind_scores(nb::module_& module) {
    nb::class_<LocalScore>(module, "LocalScore")
        .def_prop_ro("n_nodes", &LocalScore::n_nodes)
        .def(
            "local", [](LocalScore& score, int node, const Nodes& parents) { return score.local(node, parents); },
            nb::arg("node"), nb::arg("parents"))
        .def(
            "gains",
            [](LocalScore& score, int node, const Nodes& parents, const Nodes& candidates) {
                std::vector<double> gains(candidates.size());
                score.gains(node, parents, candidates, gains);
                return gains;
            },
            nb::arg("node"), nb::arg("parents"), nb::arg("candidates"))
        .def(
            "total",
            [](LocalScore& score, const GraphIn& graph) {
                return ordag::total_score(score, {graph.data(), graph.size()});
            },
            nb::arg("graph"));
    nb::class_<PythonScore, LocalScore>(module, "PythonScore")
        .def(nb::init<int, LocalFunction>(), nb::arg("n_nodes"), nb::arg("local"));
    nb::class_<ordag::CachedScore, LocalScore>(module, "CachedScore")
        .def(nb::init<std::shared_ptr<LocalScore>>(), nb::arg("inner"));
    nb::class_<ordag::GaussianScore, LocalScore>(module, "GaussianScore")
        .def(
            "__init__",
            [](ordag::GaussianScore* self, const MatrixIn& covariance, double n_rows, const MatrixIn& penalties) {
                const int n = static_cast<int>(covariance.shape(0));
                new (self) ordag::GaussianScore(n, span_of(covariance), n_rows, span_of(penalties));
            },
            nb::arg("covariance"), nb::arg("n_rows"), nb::arg("penalties"));
    nb::class_<ordag::BlockGaussianScore, LocalScore>(module, "BlockGaussianScore")
        .def(
            "__init__",
            [](ordag::BlockGaussianScore* self, const MatrixIn& covariance, const Nodes& sizes, double n_rows,
               const MatrixIn& penalties) {
                new (self) ordag::BlockGaussianScore(span_of(covariance), sizes, n_rows, span_of(penalties));
            },
            nb::arg("covariance"), nb::arg("sizes"), nb::arg("n_rows"), nb::arg("penalties"));
    nb::class_<ordag::BgeScore, LocalScore>(module, "BgeScore")
        .def(
            "__init__",
            [](ordag::BgeScore* self, const MatrixIn& scale, const std::vector<double>& constants,
               const std::vector<double>& exponents, const MatrixIn& penalties) {
                const int n = static_cast<int>(scale.shape(0));
                new (self) ordag::BgeScore(n, span_of(scale), constants, exponents, span_of(penalties));
            },
            nb::arg("scale"), nb::arg("constants"), nb::arg("exponents"), nb::arg("penalties"));
    nb::class_<ordag::BdeScore, LocalScore>(module, "BdeScore")
        .def(
            "__init__",
            [](ordag::BdeScore* self, const CodesIn& codes, const VectorIn& weights, const Nodes& n_levels,
               double sample_size, double edge_penalty) {
                new (self) ordag::BdeScore({codes.data(), codes.size()}, {weights.data(), weights.size()}, n_levels,
                                           sample_size, edge_penalty);
            },
            nb::arg("codes"), nb::arg("weights"), nb::arg("n_levels"), nb::arg("sample_size"), nb::arg("edge_penalty"));
    module.def(
        "relabel",
        [](const std::shared_ptr<LocalScore>& score, const Nodes& order) { return ordag::relabel(score, order); },
        nb::arg("score"), nb::arg("order"));
    module.def("content_order", [](LocalScore& score) { return ordag::content_order(score); }, nb::arg("score"));
}
