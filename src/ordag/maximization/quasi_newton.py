# SPDX-License-Identifier: MIT
"""A function of some parameters, climbed by quasi-Newton steps (BFGS) from a guess of its information.

The guess is a good one: that of a Gaussian sample (`ordag.maximization.correlations`), so that few steps are needed.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Matrix = npt.NDArray[np.float64]
Vector = npt.NDArray[np.float64]
# Parameters -> value and gradient, or None where the function is not defined.
Objective = Callable[[Vector], tuple[float, Vector] | None]

# Added to the information, relative to its diagonal: directions without any would make infinite steps.
_LEAST_INFORMATION = 1e-6
_SUFFICIENT, _SHORTEST_STEP, _LEAST_CURVATURE = 1e-4, 2.0**-12, 1e-12
_SHRINKING, _MOST_SHRUNK = 0.8, 100


@dataclass(frozen=True, eq=False)
class Summit:
    """Where a climb ended.

    Attributes
    ----------
    parameters : (n,)
    value : float
    expected_gain : float
        What a further step would add, to second order.
    """

    parameters: Vector
    value: float
    expected_gain: float


def climb_from(
    start: Vector, objective: Objective, inverse: Matrix, *, tolerance: float = 0.05, max_steps: int = 30
) -> Summit:
    """The top of a function, from parameters at which it is defined, and the inverse of its information there.

    Examples
    --------
    >>> def parabola(x):
    ...     return -float((x - 2) @ (x - 2)), -2 * (x - 2)
    >>> climb_from(np.zeros(1), parabola, np.eye(1), tolerance=1e-9).parameters.round(3)
    array([2.])
    """
    found = objective(start)
    assert found is not None
    parameters, (value, gradient) = start, found
    for _ in range(max_steps):
        step = inverse @ gradient
        gain = float(gradient @ step)
        if gain / 2 < tolerance:
            break
        reached = _step(parameters, step, objective, value, gain)
        if reached is None:
            break
        moved, value, after = reached
        inverse = _updated(inverse, moved - parameters, gradient - after)
        parameters, gradient = moved, after
    return Summit(parameters, value, float(gradient @ inverse @ gradient) / 2)


def shrunk_until(start: Vector, is_possible: Callable[[Vector], bool]) -> Vector:
    """Parameters, shrunk towards zero until they are possible."""
    for _ in range(_MOST_SHRUNK):
        if is_possible(start):
            return start
        start = _SHRINKING * start
    return np.zeros_like(start)


def inverse_information(matrix: Matrix) -> Matrix:
    """The inverse; what is known of nothing is held.

    Examples
    --------
    >>> inverse_information(np.array([[4.0, 0.0], [0.0, 2.0]])).round(3) + 0.0
    array([[0.25, 0.  ],
           [0.  , 0.5 ]])
    """
    if not len(matrix):
        return matrix
    scale = np.sqrt(np.maximum(np.diag(matrix), np.finfo(float).tiny))
    values, directions = np.linalg.eigh(matrix / np.outer(scale, scale) + _LEAST_INFORMATION * np.eye(len(matrix)))
    inverse = (directions / np.maximum(values, _LEAST_INFORMATION)) @ directions.T
    return np.asarray(inverse / np.outer(scale, scale))


def _step(
    parameters: Vector, step: Vector, objective: Objective, value: float, gain: float
) -> tuple[Vector, float, Vector] | None:
    """Where a step leads that gains enough, halved until it does; None where none does."""
    length = 1.0
    while length > _SHORTEST_STEP:
        found = objective(parameters + length * step)
        if found is not None and found[0] >= value + _SUFFICIENT * length * gain:
            return parameters + length * step, *found
        length /= 2
    return None


def _updated(inverse: Matrix, moved: Vector, lost: Vector) -> Matrix:
    """The BFGS update of an inverse information."""
    curvature = float(moved @ lost)
    if curvature <= _LEAST_CURVATURE * float(np.linalg.norm(moved) * np.linalg.norm(lost)):
        return inverse
    shift = np.eye(len(moved)) - np.outer(moved, lost) / curvature
    return np.asarray(shift @ inverse @ shift.T + np.outer(moved, moved) / curvature)
