# SPDX-License-Identifier: MIT
"""The graph that is kept: its likelihood is climbed to the top and integrated."""

from dataclasses import replace

from ordag.expectation import BoxArrays, Factors, log_probabilities
from ordag.maximization.observed import Climb, fit_graph, unit_noise_slopes
from ordag.strategies.contract import FEW, Fit, Settings
from ordag.strategies.integration import integrated_climb, n_points_for
from ordag.structural_em import State

# By propagation, with up to `FEW` columns and with more.
LAST_CLIMB = Climb(tolerance=1e-3, max_passes=40)
_LAST_CLIMB_OF_MANY = Climb(max_passes=10)


def final_climb(boxes: BoxArrays) -> Climb:
    """The climb of a graph that is kept: of the integrated likelihood where rows repeat, else by propagation."""
    return integrated_climb(boxes) or (LAST_CLIMB if boxes.n_columns <= FEW else _LAST_CLIMB_OF_MANY)


def climbed_fit(boxes: BoxArrays, state: State, factors: Factors, penalty: float, settings: Settings) -> Fit:
    """The graph of a state at the top of its observed likelihood."""
    slopes = unit_noise_slopes(state.parameters)
    fit = fit_graph(boxes, state.dag, slopes, factors, final_climb(boxes), n_threads=settings.n_threads)
    return integrated_fit(boxes, replace(state, parameters=fit.parameters), fit.factors, penalty, settings)


def integrated_fit(boxes: BoxArrays, state: State, factors: Factors, penalty: float, settings: Settings) -> Fit:
    """The graph and parameters of a state with their integrated observed log-likelihood."""
    rows = log_probabilities(
        boxes, state.parameters.correlation, n_points=n_points_for(boxes), factors=factors, n_threads=settings.n_threads
    )
    return Fit(state.dag, state.parameters, penalty, state.trace[-1].score, rows.total, state.trace)
