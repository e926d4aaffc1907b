// SPDX-License-Identifier: MIT
// The array types that cross the boundary; ordag.kernels guarantees dtype and C order.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <cstdint>
#include <vector>

#include "ordag/graph_climb.hpp"
#include "ordag/search_space.hpp"

using CodesIn = nanobind::ndarray<const std::int16_t, nanobind::ndim<2>, nanobind::c_contig, nanobind::device::cpu>;
using WideCodesIn = nanobind::ndarray<const std::int32_t, nanobind::ndim<2>, nanobind::c_contig, nanobind::device::cpu>;
using MatrixIn = nanobind::ndarray<const double, nanobind::ndim<2>, nanobind::c_contig, nanobind::device::cpu>;
using VectorIn = nanobind::ndarray<const double, nanobind::ndim<1>, nanobind::c_contig, nanobind::device::cpu>;
using IndicesIn = nanobind::ndarray<const int, nanobind::ndim<1>, nanobind::c_contig, nanobind::device::cpu>;
// Start and end of every edge.
using EdgesIn = nanobind::ndarray<const int, nanobind::shape<-1, 2>, nanobind::c_contig, nanobind::device::cpu>;
using FlagsIn = nanobind::ndarray<const std::uint8_t, nanobind::ndim<1>, nanobind::c_contig, nanobind::device::cpu>;
using GraphIn = nanobind::ndarray<const std::uint8_t, nanobind::ndim<2>, nanobind::c_contig, nanobind::device::cpu>;
using GraphOut = nanobind::ndarray<std::uint8_t, nanobind::ndim<2>, nanobind::c_contig, nanobind::device::cpu>;
using GraphsOut = nanobind::ndarray<std::uint8_t, nanobind::ndim<3>, nanobind::c_contig, nanobind::device::cpu>;
using MatrixOut = nanobind::ndarray<double, nanobind::ndim<2>, nanobind::c_contig, nanobind::device::cpu>;
using VectorOut = nanobind::ndarray<double, nanobind::ndim<1>, nanobind::c_contig, nanobind::device::cpu>;

inline ordag::SearchSpace space_of(const GraphIn& allowed, const GraphIn& required, int max_parents) {
    return {static_cast<int>(allowed.shape(0)),
            {allowed.data(), allowed.data() + allowed.size()},
            {required.data(), required.data() + required.size()},
            max_parents};
}

inline std::vector<ordag::Edge> edges_of(const EdgesIn& ends) {
    std::vector<ordag::Edge> edges;
    edges.reserve(ends.shape(0));
    for (std::size_t e = 0; e < ends.shape(0); ++e) edges.push_back({ends(e, 0), ends(e, 1)});
    return edges;
}
