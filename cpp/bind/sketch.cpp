// SPDX-License-Identifier: MIT
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <algorithm>
#include <span>
#include <utility>
#include <vector>

#include "arrays.hpp"
#include "ordag/graph_climb.hpp"
#include "ordag/sketch_picture.hpp"
#include "ordag/sketch_search.hpp"

namespace nb = nanobind;

namespace {

ordag::GaussianSketch sketch_of(const MatrixIn& second, const VectorIn& noise, double n_rows) {
    return {second.data(), noise.data(), n_rows};
}

template <class Out>
void fill(const Out& out, std::span<const double> values) {
    std::copy(values.begin(), values.end(), out.data());
}

}  // namespace

void bind_sketch(nb::module_& module) {
    using ordag::SketchPicture;
    module.def("climb_sketch", [](MatrixIn second, VectorIn noise, double n_rows, GraphIn dag, double ridge,
                                  double tolerance, int max_passes, double hopeless, MatrixOut slopes) {
        const ordag::ClimbOptions options{ridge, tolerance, max_passes, hopeless, {}};
        const int n = static_cast<int>(second.shape(0));
        const nb::gil_scoped_release release;
        std::vector<ordag::Edge> edges;
        std::vector<double> by_edge;
        for (int i = 0; i < n; ++i)
            for (int j = 0; j < n; ++j) {
                const double slope = std::exchange(slopes(i, j), 0.0);
                if (!dag(i, j)) continue;
                edges.push_back({i, j});
                by_edge.push_back(slope);
            }
        const ordag::ClimbResult result =
            ordag::climb_sketch(n, sketch_of(second, noise, n_rows), edges, options, by_edge);
        for (std::size_t e = 0; e < edges.size(); ++e) slopes(edges[e].from, edges[e].to) = by_edge[e];
        return result.log_likelihood;
    });
    module.def("search_sketch", [](MatrixIn second, VectorIn noise, double n_rows, const ordag::SearchSpace& space,
                                   double price, double least_gain, int max_changes, int n_tries, double ridge,
                                   double tolerance, int max_passes, double criterion, GraphOut dag, MatrixOut slopes) {
        const ordag::SketchSearchOptions options{
            price, least_gain, max_changes, n_tries, {ridge, tolerance, max_passes, 0.0, {}}};
        const nb::gil_scoped_release release;
        return ordag::search_sketch(sketch_of(second, noise, n_rows), space, options, criterion,
                                    {dag.data(), dag.size()}, {slopes.data(), slopes.size()});
    });
    nb::class_<SketchPicture>(module, "SketchPicture")
        .def("__init__",
             [](SketchPicture* self, MatrixIn second, VectorIn noise, double n_rows, MatrixIn slopes, IndicesIn from,
                IndicesIn to, IndicesIn absent_from, IndicesIn absent_to, double ridge) {
                 const nb::gil_scoped_release release;
                 new (self) SketchPicture(static_cast<int>(slopes.shape(0)), sketch_of(second, noise, n_rows),
                                          {slopes.data(), slopes.size()}, edges_of(from, to),
                                          edges_of(absent_from, absent_to), ridge);
             })
        .def("parts",
             [](const SketchPicture& picture, VectorOut slopes, MatrixOut variance, MatrixOut moved, VectorOut score,
                VectorOut left, VectorOut own) {
                 fill(slopes, picture.slopes());
                 fill(variance, picture.variance());
                 fill(moved, picture.moved());
                 fill(score, picture.score());
                 fill(left, picture.left());
                 fill(own, picture.own_information());
             })
        .def("changes",
             [](const SketchPicture& picture, VectorOut dropping, VectorOut adding, MatrixOut replacing) {
                 for (int e = 0; e < picture.n_edges(); ++e) dropping(e) = picture.dropping(e);
                 for (int f = 0; f < picture.n_absent(); ++f) adding(f) = picture.adding(f);
                 for (int e = 0; e < picture.n_edges(); ++e)
                     for (int f = 0; f < picture.n_absent(); ++f) replacing(e, f) = picture.replacing(e, f);
             })
        .def("among", [](const SketchPicture& picture, IndicesIn absent, MatrixOut information) {
            fill(information, picture.among({absent.data(), absent.shape(0)}));
        });
}
