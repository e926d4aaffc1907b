// SPDX-License-Identifier: MIT
// The extension module ordag._core: one bind_* call per header, each in its own file beside this one.
#include <nanobind/nanobind.h>

namespace nb = nanobind;

void bind_cholesky_gibbs(nb::module_& module);
void bind_dispatch(nb::module_& module);
void bind_graph(nb::module_& module);
void bind_graph_climb(nb::module_& module);
void bind_sampling(nb::module_& module);
void bind_scores(nb::module_& module);
void bind_pcart_score(nb::module_& module);       // after bind_scores, which holds its base class
void bind_cumulative_score(nb::module_& module);  // after bind_scores, which holds its base class
void bind_row_integrals(nb::module_& module);
void bind_truncated_gibbs(nb::module_& module);
void bind_independence(nb::module_& module);
void bind_pc(nb::module_& module);
void bind_normal(nb::module_& module);
void bind_polychoric(nb::module_& module);
void bind_copula(nb::module_& module);
void bind_search(nb::module_& module);
void bind_surrogate(nb::module_& module);
void bind_stepwise(nb::module_& module);
void bind_tails(nb::module_& module);
void bind_values(nb::module_& module);

NB_MODULE(_core, module) {
    nb::set_leak_warnings(false);  // an interruption ends the interpreter with objects alive
    module.doc() = "Compiled kernels of ordag; use them through ordag.kernels.";
    bind_dispatch(module);
    bind_graph(module);
    bind_graph_climb(module);
    bind_scores(module);
    bind_pcart_score(module);
    bind_cumulative_score(module);
    bind_row_integrals(module);
    bind_truncated_gibbs(module);
    bind_cholesky_gibbs(module);
    bind_independence(module);
    bind_pc(module);
    bind_normal(module);
    bind_polychoric(module);
    bind_copula(module);
    bind_search(module);
    bind_surrogate(module);
    bind_stepwise(module);
    bind_tails(module);
    bind_values(module);
    bind_sampling(module);
}
