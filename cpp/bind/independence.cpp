// SPDX-License-Identifier: MIT
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/vector.h>

#include "arrays.hpp"
#include "ordag/contingency_tests.hpp"
#include "ordag/fisher_z.hpp"
#include "ordag/symmetric_lrt.hpp"

namespace nb = nanobind;

namespace {

std::vector<double> copy_of(const MatrixIn& values) { return {values.data(), values.data() + values.size()}; }

ordag::CodedColumns columns_of(const WideCodesIn& codes, const std::vector<int>& n_levels) {
    return {static_cast<int>(codes.shape(1)), {codes.data(), codes.data() + codes.size()}, n_levels};
}

// A test written in Python: any object with n_nodes and p_value(x, y, conditioning).
class PythonTest final : public ordag::IndependenceTest {
  public:
    explicit PythonTest(nb::object test) : test_(std::move(test)), n_nodes_(nb::cast<int>(test_.attr("n_nodes"))) {}
    ~PythonTest() override {
        nb::gil_scoped_acquire acquire;
        test_.reset();
    }

    int n_nodes() const override { return n_nodes_; }

    double p_value(int x, int y, std::span<const int> given) override {
        nb::gil_scoped_acquire acquire;
        nb::list conditioning;
        for (const int node : given) conditioning.append(node);
        double value = 0.0;
        if (!nb::try_cast(test_.attr("p_value")(x, y, nb::tuple(conditioning)), value))
            throw nb::type_error("p_value of the test returned no number");
        return value;
    }

  private:
    nb::object test_;
    int n_nodes_;
};

}  // namespace

void bind_independence(nb::module_& module) {
    nb::class_<ordag::IndependenceTest>(module, "IndependenceTest")
        .def_prop_ro("n_nodes", &ordag::IndependenceTest::n_nodes)
        // With the interpreter lock, as all that asks one handle directly: it has scratch space.
        .def(
            "p_value",
            [](ordag::IndependenceTest& test, int x, int y, const std::vector<int>& given) {
                return test.p_value(x, y, given);
            },
            nb::arg("x"), nb::arg("y"), nb::arg("given"));
    nb::class_<PythonTest, ordag::IndependenceTest>(module, "PythonTest").def(nb::init<nb::object>(), nb::arg("test"));
    nb::class_<ordag::FisherZTest, ordag::IndependenceTest>(module, "FisherZTest")
        .def(
            "__init__",
            [](ordag::FisherZTest* self, const MatrixIn& correlation, const MatrixIn& sizes) {
                new (self)
                    ordag::FisherZTest(static_cast<int>(correlation.shape(0)), copy_of(correlation), copy_of(sizes));
            },
            nb::arg("correlation"), nb::arg("sizes"))
        .def(
            "partial_correlation",
            [](ordag::FisherZTest& test, int x, int y, const std::vector<int>& given) {
                return test.partial_correlation(x, y, given);
            },
            nb::arg("x"), nb::arg("y"), nb::arg("given"));
    nb::class_<ordag::GSquaredTest, ordag::IndependenceTest>(module, "GSquaredTest")
        .def(
            "__init__",
            [](ordag::GSquaredTest* self, const WideCodesIn& codes, const std::vector<int>& n_levels, bool adaptive,
               double min_rows_per_df) {
                new (self) ordag::GSquaredTest(columns_of(codes, n_levels), adaptive, min_rows_per_df);
            },
            nb::arg("codes"), nb::arg("n_levels"), nb::arg("adaptive"), nb::arg("min_rows_per_df"));
    nb::class_<ordag::JonckheereTerpstraTest, ordag::IndependenceTest>(module, "JonckheereTerpstraTest")
        .def(
            "__init__",
            [](ordag::JonckheereTerpstraTest* self, const WideCodesIn& codes, const std::vector<int>& n_levels) {
                new (self) ordag::JonckheereTerpstraTest(columns_of(codes, n_levels));
            },
            nb::arg("codes"), nb::arg("n_levels"))
        .def(
            "statistic",
            [](ordag::JonckheereTerpstraTest& test, int x, int y, const std::vector<int>& given) {
                return test.statistic(x, y, given);
            },
            nb::arg("x"), nb::arg("y"), nb::arg("given"));
    nb::class_<ordag::SymmetricTest, ordag::IndependenceTest>(module, "SymmetricTest")
        .def(
            "__init__",
            [](ordag::SymmetricTest* self, const WideCodesIn& codes, const std::vector<int>& n_levels,
               const MatrixIn& values) {
                new (self) ordag::SymmetricTest({columns_of(codes, n_levels), copy_of(values)});
            },
            nb::arg("codes"), nb::arg("n_levels"), nb::arg("values"))
        .def(
            "log_likelihood",
            [](ordag::SymmetricTest& test, int target, const std::vector<int>& predictors) {
                const std::vector<int> others{target};
                return test.fit(target, predictors, others).log_likelihood;
            },
            nb::arg("target"), nb::arg("predictors"));
    module.def(
        "kendall_matrix",
        [](const WideCodesIn& codes, const std::vector<int>& n_levels, const MatrixOut& tau,
           const MatrixOut& pair_rows) {
            const ordag::CodedColumns table = columns_of(codes, n_levels);
            nb::gil_scoped_release release;
            ordag::kendall_matrix(table, tau.data(), pair_rows.data());
        },
        nb::arg("codes"), nb::arg("n_levels"), nb::arg("tau").noconvert(), nb::arg("pair_rows").noconvert());
}
