# SPDX-License-Identifier: MIT
"""The likelihood of a repeated network, climbed to its top.

The observed-data likelihood comes from expectation propagation: with the expected moments M of the rows under the
correlation Σ its derivative is N/2 Σ⁻¹ (M − Σ) Σ⁻¹. Around such a fit a surrogate stands for it
(`ordag.maximization.surrogate`), which needs no pass over the rows. Both are climbed by quasi-Newton steps (BFGS) from
the information of the surrogate,

    I_ab = N/2 tr (Σ + D)⁻¹ ∂_aΣ (Σ + D)⁻¹ ∂_bΣ,

D being the variances of errors that hide as much as the levels and the missing entries do.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
import numpy.typing as npt

from ordag.expectation import BoxArrays, Factors, Settling, propagate
from ordag.maximization.surrogate import SurrogateMoments
from ordag.panels.transitions import WaveCorrelation, WaveLayout

Matrix = npt.NDArray[np.float64]
Vector = npt.NDArray[np.float64]
# A correlation -> its log-likelihood, and the symmetric derivative of that.
Likelihood = Callable[[Matrix], tuple[float, Matrix]]

_SETTLING = Settling(tolerance=1e-3)
# Weight of the Wishart prior that keeps correlations clear of singular ones, in rows of independent data.
_RIDGE = 1.0
# Added to the information, relative to its diagonal: directions without any would make infinite steps.
_LEAST_INFORMATION = 1e-6
_SUFFICIENT, _SHORTEST_STEP = 1e-4, 2.0**-12
_SHRINKING = 0.8


@dataclass(frozen=True, eq=False)
class PanelFit:
    """A repeated network at the top of a likelihood.

    Attributes
    ----------
    layout : WaveLayout
    parameters : (n_parameters,)
    log_likelihood : float
    expected_gain : float
        What a further step would add, to second order.
    """

    layout: WaveLayout
    parameters: Vector
    log_likelihood: float
    expected_gain: float

    @cached_property
    def at(self) -> WaveCorrelation:
        """The correlation that the parameters give."""
        correlation = self.layout.correlation(self.parameters)
        assert correlation is not None  # no climb ends at parameters of no process
        return correlation


class ObservedLikelihood:
    """The observed-data likelihood of rows; the factors of one call are the start of the next."""

    def __init__(self, boxes: BoxArrays, factors: Factors, *, n_threads: int = 1) -> None:
        self.boxes, self.factors, self.n_threads = boxes, factors, n_threads

    def __call__(self, correlation: Matrix) -> tuple[float, Matrix]:
        """Log-likelihood with the weak prior, and its derivative."""
        value, second = self.moments(correlation)
        n_rows, inverse = float(self.boxes.weights.sum()), np.linalg.inv(correlation)
        inverse = (inverse + inverse.T) / 2
        prior = -_RIDGE / 2 * (np.linalg.slogdet(correlation)[1] + np.trace(inverse))
        pulled = n_rows * (second - correlation) + _RIDGE * (np.eye(len(correlation)) - correlation)
        return value + float(prior), inverse @ pulled @ inverse / 2

    def moments(self, correlation: Matrix) -> tuple[float, Matrix]:
        """Log-likelihood, and the expected second moments."""
        self.factors, found = propagate(
            self.factors, self.boxes, correlation, settling=_SETTLING, n_threads=self.n_threads
        )
        assert found.log_likelihood is not None
        return found.log_likelihood, found.second


def likelihood_of_surrogate(moments: SurrogateMoments) -> Likelihood:
    """The likelihood of a Gaussian sample whose columns were observed with errors."""

    def likelihood(correlation: Matrix) -> tuple[float, Matrix]:
        covariance = correlation + np.diag(moments.noise)
        inverse = np.linalg.inv(covariance)
        value = np.linalg.slogdet(covariance)[1] + np.sum(inverse * moments.second)
        slope = inverse @ (moments.second - covariance) @ inverse
        return -moments.n_rows / 2 * float(value), moments.n_rows / 4 * (slope + slope.T)

    return likelihood


def information(layout: WaveLayout, parameters: Vector, at: WaveCorrelation, moments: SurrogateMoments) -> Matrix:
    """Information about the parameters in the surrogate."""
    inverse = np.linalg.inv(at.correlation + np.diag(moments.noise))
    moved = layout.derivatives(parameters, at)
    left = np.matmul(inverse, moved).reshape(len(moved), -1)
    right = np.matmul(moved, inverse).reshape(len(moved), -1)
    return np.asarray(moments.n_rows / 2 * (left @ right.T))


def climb(
    layout: WaveLayout,
    start: Vector,
    likelihood: Likelihood,
    moments: SurrogateMoments,
    *,
    tolerance: float = 0.05,
    max_steps: int = 30,
) -> PanelFit:
    """A network at the top of a likelihood, climbed from parameters that may have to be shrunk to be those of one."""
    parameters, at = _possible(layout, start)
    value, by_correlation = likelihood(at.correlation)
    gradient = layout.gradient(parameters, at, by_correlation)
    inverse = inverse_information(information(layout, parameters, at, moments))
    for _ in range(max_steps):
        step = inverse @ gradient
        gain = float(gradient @ step)
        if gain / 2 < tolerance:
            break
        reached = _step(layout, parameters, step, likelihood, value + 0.0, gain)
        if reached is None:
            break
        moved, value, by_correlation, at = reached
        after = layout.gradient(moved, at, by_correlation)
        inverse = _updated(inverse, moved - parameters, gradient - after)
        parameters, gradient = moved, after
    return PanelFit(layout, parameters, value, float(gradient @ inverse @ gradient) / 2)


def inverse_information(matrix: Matrix) -> Matrix:
    """The inverse; what is known of nothing is held."""
    if not len(matrix):
        return matrix
    scale = np.sqrt(np.maximum(np.diag(matrix), np.finfo(float).tiny))
    scaled = matrix / np.outer(scale, scale) + _LEAST_INFORMATION * np.eye(len(matrix))
    values, directions = np.linalg.eigh(scaled)
    inverse = (directions / np.maximum(values, _LEAST_INFORMATION)) @ directions.T
    return np.asarray(inverse / np.outer(scale, scale))


def _possible(layout: WaveLayout, start: Vector) -> tuple[Vector, WaveCorrelation]:
    """The parameters, shrunk until they are those of a process."""
    parameters = start
    while (at := layout.correlation(parameters)) is None:
        parameters = _SHRINKING * parameters
    return parameters, at


def _step(
    layout: WaveLayout, parameters: Vector, step: Vector, likelihood: Likelihood, value: float, gain: float
) -> tuple[Vector, float, Matrix, WaveCorrelation] | None:
    """Where a step leads that gains enough, halved until it does; None where none does."""
    length = 1.0
    while length > _SHORTEST_STEP:
        moved = parameters + length * step
        at = layout.correlation(moved)
        if at is not None:
            reached, by_correlation = likelihood(at.correlation)
            if reached >= value + _SUFFICIENT * length * gain:
                return moved, reached, by_correlation, at
        length /= 2
    return None


def _updated(inverse: Matrix, moved: Vector, lost: Vector) -> Matrix:
    """The BFGS update of an inverse information."""
    curvature = float(moved @ lost)
    if curvature <= 1e-12 * float(np.linalg.norm(moved) * np.linalg.norm(lost)):
        return inverse
    shift = np.eye(len(moved)) - np.outer(moved, lost) / curvature
    return np.asarray(shift @ inverse @ shift.T + np.outer(moved, moved) / curvature)


def unpenalised(fit: PanelFit, likelihood: ObservedLikelihood) -> PanelFit:
    """A fit with the log-likelihood of its rows alone."""
    return replace(fit, log_likelihood=likelihood.moments(fit.at.correlation)[0])
