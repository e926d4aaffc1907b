// SPDX-License-Identifier: MIT
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/vector.h>

#include <algorithm>

#include "arrays.hpp"
#include "ordag/copula_gibbs.hpp"
#include "signals.hpp"

namespace nb = nanobind;

void bind_copula(nb::module_& module) {
    module.def(
        "sample_copula",
        [](const WideCodesIn& codes, const std::vector<int>& n_levels, const MatrixIn& latent,
           const std::vector<std::uint8_t>& fixed, double prior_rows, double prior_scale, int n_draws, int n_burn_in,
           std::uint64_t seed, const MatrixOut& mean, const MatrixOut& sd) {
            ordag::CopulaProblem problem{
                {static_cast<int>(codes.shape(1)), {codes.data(), codes.data() + codes.size()}, n_levels},
                {latent.data(), latent.data() + latent.size()},
                fixed,
                prior_rows,
                prior_scale};
            ordag::Interruption interruption = keyboard_interruption();
            nb::gil_scoped_release release;
            const auto posterior = ordag::sample_copula(std::move(problem), n_draws, n_burn_in, seed, interruption);
            std::copy(posterior.mean.begin(), posterior.mean.end(), mean.data());
            std::copy(posterior.sd.begin(), posterior.sd.end(), sd.data());
            return posterior.n_kept;
        },
        nb::arg("codes"), nb::arg("n_levels"), nb::arg("latent"), nb::arg("fixed"), nb::arg("prior_rows"),
        nb::arg("prior_scale"), nb::arg("n_draws"), nb::arg("n_burn_in"), nb::arg("seed"), nb::arg("mean").noconvert(),
        nb::arg("sd").noconvert());
}
