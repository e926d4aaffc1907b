// SPDX-License-Identifier: MIT
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/vector.h>

#include "arrays.hpp"
#include "ordag/order_search.hpp"
#include "ordag/partition_search.hpp"
#include "ordag/score_skeleton.hpp"
#include "signals.hpp"

namespace nb = nanobind;
using ordag::LocalScore;
using ordag::Rule;

namespace {

using Nodes = std::vector<int>;

constexpr auto own = nb::rv_policy::automatic;  // of a property whose arrays do not point into the object

template <class Value>
nb::ndarray<nb::numpy, Value> to_numpy(std::vector<Value> values, std::initializer_list<std::size_t> shape) {
    auto* owned = new std::vector<Value>(std::move(values));
    const nb::capsule owner(owned, [](void* pointer) noexcept { delete static_cast<std::vector<Value>*>(pointer); });
    return {owned->data(), shape, owner};
}

template <class Value>
nb::ndarray<nb::numpy, Value> to_numpy(const std::vector<Value>& values) {
    return to_numpy(values, {values.size()});
}

// The attributes that both kinds of run share.
template <class Run>
nb::class_<Run> bind_run(nb::module_& module, const char* name) {
    return nb::class_<Run>(module, name)
        .def_ro("proposed", &Run::proposed)
        .def_ro("accepted", &Run::accepted)
        .def_ro("interrupted", &Run::interrupted)
        .def_prop_ro(
            "dag_scores", [](const Run& run) { return to_numpy(run.dag_scores); }, own)
        .def_prop_ro(
            "dags",
            [](const Run& run) {
                const std::size_t n_draws = run.dag_scores.size();
                const std::size_t n = run.last.size();
                return to_numpy(run.dags, {n_draws, n, n});
            },
            own);
}

template <auto run_chain>
auto run_with(const ordag::ScoreTables& tables, const Nodes& start, int n_draws, int thin, std::uint64_t seed,
              nb::handle report) {
    ordag::Interruption interruption = keyboard_interruption(report);
    nb::gil_scoped_release release;
    return run_chain(tables, start, n_draws, thin, seed, interruption);
}

}  // namespace

void bind_sampling(nb::module_& module) {
    bind_run<ordag::OrderRun>(module, "OrderRun")
        .def_ro("best_order", &ordag::OrderRun::best_order)
        .def_ro("best_score", &ordag::OrderRun::best_score)
        .def_prop_ro("order_scores", [](const ordag::OrderRun& run) { return to_numpy(run.order_scores); }, own);
    bind_run<ordag::PartitionRun>(module, "PartitionRun");
    nb::class_<ordag::ScoreTables>(module, "ScoreTables")
        .def(
            "__init__",
            [](ordag::ScoreTables* self, LocalScore& score, const GraphIn& allowed, const GraphIn& required,
               int max_parents, bool maximise, bool extra_parent) {
                const ordag::SearchSpace space = space_of(allowed, required, max_parents);
                nb::gil_scoped_release release;
                new (self) ordag::ScoreTables(score, space, maximise ? Rule::maximum : Rule::log_sum, extra_parent);
            },
            nb::arg("score"), nb::arg("allowed"), nb::arg("required"), nb::arg("max_parents"), nb::arg("maximise"),
            nb::arg("extra_parent"))
        .def(
            "set_core",
            [](ordag::ScoreTables& tables, LocalScore& score, int node, const Nodes& core) {
                nb::gil_scoped_release release;
                tables.set_core(score, node, core);
            },
            nb::arg("score"), nb::arg("node"), nb::arg("core"))
        .def("run_orders", &run_with<&ordag::run_order_chain>, nb::arg("start"), nb::arg("n_draws"), nb::arg("thin"),
             nb::arg("seed"), nb::arg("report").none() = nb::none())
        .def("run_partitions", &run_with<&ordag::run_partition_chain>, nb::arg("start"), nb::arg("n_draws"),
             nb::arg("thin"), nb::arg("seed"), nb::arg("report").none() = nb::none())
        .def(
            "best_dag",
            [](const ordag::ScoreTables& tables, const Nodes& order) {
                const std::size_t n = order.size();
                std::vector<int> position(n);
                for (std::size_t place = 0; place < n; ++place) position[order[place]] = static_cast<int>(place);
                std::vector<std::uint8_t> dag(n * n);
                ordag::ChainRandom unused(0);  // under Rule::maximum nothing is drawn
                const double score = ordag::choose_dag(tables, position, unused, dag);
                return std::pair(to_numpy(std::move(dag), {n, n}), score);
            },
            nb::arg("order"));

    module.def(
        "score_skeleton",
        [](LocalScore& score, const GraphIn& allowed, int max_conditioning) {
            const std::size_t n = allowed.shape(0);
            ordag::Interruption interruption = keyboard_interruption();
            std::vector<std::uint8_t> edges;
            {
                nb::gil_scoped_release release;
                edges = ordag::score_skeleton(score, {allowed.data(), allowed.size()}, max_conditioning, interruption);
            }
            return std::pair(to_numpy(std::move(edges), {n, n}), interruption.was_requested());
        },
        nb::arg("score"), nb::arg("allowed"), nb::arg("max_conditioning"));
}
