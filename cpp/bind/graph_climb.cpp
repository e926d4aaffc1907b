// SPDX-License-Identifier: MIT
#include "ordag/graph_climb.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/tuple.h>

#include <algorithm>
#include <cstdint>
#include <tuple>
#include <vector>

#include "arrays.hpp"

namespace nb = nanobind;

void bind_graph_climb(nb::module_& module) {
    module.def("climb_graph", [](CodesIn codes, MatrixIn lower, MatrixIn upper, FlagsIn continuous, MatrixIn latent,
                                 VectorIn weights, IndicesIn from, IndicesIn to, double ridge, double tolerance,
                                 int max_passes, double hopeless, double propagation_tolerance, int max_sweeps,
                                 MatrixIn points, int n_replicates, std::uint64_t seed, int n_threads, VectorOut slopes,
                                 MatrixOut shift, MatrixOut precision) {
        const ordag::LatentBoxes boxes = boxes_of(codes, lower, upper, continuous);
        const ordag::ClimbOptions options{ridge,
                                          tolerance,
                                          max_passes,
                                          hopeless,
                                          {max_sweeps, propagation_tolerance},
                                          {points.data(), static_cast<int>(points.shape(1)), n_replicates, seed}};
        const std::vector<ordag::Edge> edges = edges_of(from, to);
        const nb::gil_scoped_release release;
        const ordag::ClimbResult result =
            ordag::climb_graph(boxes, latent.data(), weights.data(), edges, options, n_threads,
                               {slopes.data(), slopes.shape(0)}, shift.data(), precision.data());
        return std::make_tuple(result.log_likelihood, result.expected_gain, result.n_passes);
    });
    module.def("regression_slopes", [](MatrixIn correlation, GraphIn dag, MatrixOut slopes) {
        ordag::regression_slopes(static_cast<int>(correlation.shape(0)), correlation.data(), {dag.data(), dag.size()},
                                 {slopes.data(), slopes.size()});
    });
    module.def("slope_covariance", [](CodesIn codes, MatrixIn lower, MatrixIn upper, FlagsIn continuous,
                                      MatrixIn latent, VectorIn weights, IndicesIn from, IndicesIn to, double ridge,
                                      double propagation_tolerance, int max_sweeps, int n_threads, VectorIn slopes,
                                      MatrixOut shift, MatrixOut precision, MatrixOut covariance) {
        const ordag::LatentBoxes boxes = boxes_of(codes, lower, upper, continuous);
        const ordag::ClimbOptions options{.ridge = ridge, .propagation = {max_sweeps, propagation_tolerance}};
        const std::vector<ordag::Edge> edges = edges_of(from, to);
        const nb::gil_scoped_release release;
        const std::vector<double> found =
            ordag::slope_covariance(boxes, latent.data(), weights.data(), edges, options, n_threads,
                                    {slopes.data(), slopes.shape(0)}, shift.data(), precision.data());
        std::copy(found.begin(), found.end(), covariance.data());
    });
}
