# SPDX-License-Identifier: MIT
"""The M-step: a graph and statistics in, weights, noise and correlation out.

`regression` is the paper's parameter update, from expected second moments; `observed` climbs the observed-data
likelihood of one graph to its top.
"""

from ordag.maximization.regression import Parameters, maximize, maximize_best_subset, standardize

__all__ = ["Parameters", "maximize", "maximize_best_subset", "standardize"]
