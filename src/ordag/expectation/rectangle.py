# SPDX-License-Identifier: MIT
"""Observed-data log-probabilities: the mass of the latent Gaussian in the box of every row.

Sequential conditioning (Geweke, Hajivassiliou, Keane) on the points of a digital net. Each coordinate is drawn from its
box looking ahead to the coordinates still to come through the factors of expectation propagation, so that a few dozen
points give what plain sequential conditioning needs thousands for. Missing entries are left out, observed continuous
entries are conditioned on; both are exact. Rows with two or three boxes left take a lattice instead, with a change of
variable that makes the integrand vanish at the ends (Sidi 1993).
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ordag.errors import OptionError
from ordag.expectation.boxes import BoxArrays
from ordag.expectation.integrals import Points, integrate_rows
from ordag.expectation.nets import digital_net
from ordag.expectation.propagation import Factors, start_factors
from ordag.messages import Advise

# The points are cut into parts with shifts of their own (twice as many for a lattice); their spread is the error.
_N_REPLICATES = 4
_SMALLEST = 16 * _N_REPLICATES


@dataclass(frozen=True)
class RowProbabilities:
    """Log-probability of each row, with its standard error; `total` and `total_error` sum over rows by weight.

    Equal rows have equal errors, so that `total_error` is right for rows that differ; repeated ones go into weights.

    The error of a single row comes from eight parts (two or three boxes, from 256 points on) or four: intervals of 95 %
    take 2.4 or 3.2 of it, and were measured to cover 93 to 95 % from 256 points on, 90 to 95 % below.
    """

    log_probability: NDArray[np.float64]
    error: NDArray[np.float64]
    total: float
    total_error: float


def log_probabilities(
    boxes: BoxArrays,
    correlation: NDArray[np.float64],
    *,
    n_points: int = 256,
    seed: int = 0,
    factors: Factors | None = None,
    n_threads: int = 1,
) -> RowProbabilities:
    """Log of the probability of every row's box under the latent Gaussian N(0, correlation).

    Parameters
    ----------
    n_points : int
        Integration points per row, a power of two from 64 on.
    factors : Factors, optional
        A start for expectation propagation, from an earlier call on the same boxes.

    Examples
    --------
    >>> boxes = BoxArrays(np.ones((2, 1)), [[-np.inf, -np.inf, 0]] * 2, [[np.inf, 0, np.inf]] * 2, [0, 0],
    ...                   np.zeros((2, 1)), np.ones(1))
    >>> rows = log_probabilities(boxes, np.array([[1, 0.5], [0.5, 1]]))
    >>> round(float(np.exp(rows.total)), 3)  # exactly 1/3
    0.333
    """
    if n_points < _SMALLEST or n_points & (n_points - 1):
        raise OptionError(
            "n_points",
            n_points,
            f"a power of two, at least {_SMALLEST}",
            remedies=[Advise(f"try {max(_SMALLEST, 1 << n_points.bit_length())}")],
        )
    start = start_factors(boxes) if factors is None else factors
    points = scattered_points(boxes.n_columns, n_points, seed)
    rows = integrate_rows(boxes, correlation, start.copies(), points, summed=False, n_threads=n_threads)
    total = float(boxes.weights @ rows.log_probability)
    total_error = float(np.sqrt(boxes.weights**2 @ rows.error**2))
    return RowProbabilities(rows.log_probability, rows.error, total, total_error)


def scattered_points(n_columns: int, n_points: int, seed: int = 0) -> Points:
    """A digital net, the same for each replicate; replicates and rows differ by their random shift."""
    net = digital_net(n_columns, n_points // _N_REPLICATES, np.random.default_rng(seed))
    return Points(np.tile(net, _N_REPLICATES), _N_REPLICATES, seed)
