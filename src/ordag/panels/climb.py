# SPDX-License-Identifier: MIT
"""A network of waves at the top of a likelihood."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from ordag.maximization.correlations import Likelihood, information_of
from ordag.maximization.quasi_newton import climb_from, inverse_information, shrunk_until
from ordag.maximization.surrogate import SurrogateMoments
from ordag.panels.transitions import WaveCorrelation, WaveLayout

Matrix = npt.NDArray[np.float64]
Vector = npt.NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class PanelFit:
    """A network of waves with its weights.

    Attributes
    ----------
    layout : WaveLayout
    parameters : (n_parameters,)
    log_likelihood : float
    expected_gain : float
        What a further step of the climb would add, to second order.
    """

    layout: WaveLayout
    parameters: Vector
    log_likelihood: float = -np.inf
    expected_gain: float = np.inf

    @cached_property
    def at(self) -> WaveCorrelation:
        """The correlation that the parameters give."""
        correlation = self.layout.correlation(self.parameters)
        assert correlation is not None  # no climb ends at parameters of no process
        return correlation


def climb(
    start: PanelFit, likelihood: Likelihood, moments: SurrogateMoments, *, tolerance: float = 0.05, max_steps: int = 30
) -> PanelFit:
    """A network at the top of a likelihood whose information is about that of a surrogate."""
    layout = start.layout
    parameters = shrunk_until(start.parameters, lambda given: layout.correlation(given) is not None)

    def objective(given: Vector) -> tuple[float, Vector] | None:
        at = layout.correlation(given)
        if at is None:
            return None
        value, by_correlation = likelihood(at.correlation)
        return value, layout.gradient(given, at, by_correlation)

    inverse = inverse_information(information(PanelFit(layout, parameters), moments))
    top = climb_from(parameters, objective, inverse, tolerance=tolerance, max_steps=max_steps)
    return PanelFit(layout, top.parameters, top.value, top.expected_gain)


def information(fit: PanelFit, moments: SurrogateMoments) -> Matrix:
    """Information of a surrogate about the parameters."""
    moved = fit.layout.derivatives(fit.parameters, fit.at)
    return information_of(moved, fit.at.correlation, moments.noise, moments.n_rows)
