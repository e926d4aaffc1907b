// SPDX-License-Identifier: MIT
// Values that Python builds by name and hands to one kernel after the other. They keep their arrays alive; the plain
// structs that kernels take point into these.
#pragma once

#include <cstdint>
#include <optional>

#include "arrays.hpp"
#include "ordag/graph_climb.hpp"
#include "ordag/row_integrals.hpp"
#include "ordag/truncated_gibbs.hpp"

struct HeldBoxes {
    CodesIn codes;
    MatrixIn lower, upper;
    FlagsIn continuous;
    MatrixIn observed;
    VectorIn weights;

    ordag::LatentBoxes boxes() const {
        return {static_cast<int>(codes.shape(0)),
                static_cast<std::int64_t>(codes.shape(1)),
                codes.data(),
                lower.data(),
                upper.data(),
                static_cast<int>(lower.shape(1)),
                continuous.data()};
    }
};

struct HeldPoints {
    MatrixIn unit;
    int n_replicates;
    std::uint64_t seed;

    ordag::IntegrationPoints points() const {
        return {unit.data(), static_cast<int>(unit.shape(1)), n_replicates, seed};
    }
};

struct HeldClimb {
    ordag::ClimbOptions options;
    std::optional<HeldPoints> points;  // to which the options point
};

struct HeldSurrogate {
    MatrixIn second;
    VectorIn noise;
    double n_rows;

    int n() const { return static_cast<int>(second.shape(0)); }
    ordag::GaussianSurrogate surrogate() const { return {second.data(), noise.data(), n_rows}; }
};
