# SPDX-License-Identifier: MIT
"""Probabilities of a few boxes of a Gaussian, as exactly as wanted.

Up to three coordinates are integrated by quadrature, to about 1e-12; cells so improbable that this says little of them
are left to the points of `rectangle`, which have relative errors however far out a cell lies. From four coordinates on
points are multiplied until their own error estimate is small enough. For the rows of a table, where a moderate number
of points must do, see `rectangle`.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ordag.expectation.boxes import BoxArrays
from ordag.expectation.rectangle import log_probabilities
from ordag.kernels import bivariate, normal

Bounds = npt.NDArray[np.float64]  # (n_cells, n)
Correlation = npt.NDArray[np.float64]  # (n, n)

MAX_QUADRATURE = 3  # coordinates
# Farther than this from its mode within an interval a normal variable has no mass, relative to what is kept.
_FAR = 9.0
# Gauss-Legendre panels of the outer integral; half a standard deviation resolves correlations up to 0.999.
_PANEL_WIDTH = 0.5
_NODES, _NODE_WEIGHTS = np.polynomial.legendre.leggauss(16)
# What quadrature rounds and cuts off, some 1e-16, may be more than a millionth of a cell less probable than this.
_FAINT = 1e-10
_POINTS_OF_FAINT = 1 << 12
_FEWEST_POINTS, _MOST_POINTS = 1 << 10, 1 << 16
_MOST_POINTS_IN_ALL = 1 << 24  # a few seconds with 20 coordinates


@dataclass(frozen=True)
class CellProbabilities:
    """Log-probability of each cell, and the standard error of each one's share among the cells."""

    log_probability: npt.NDArray[np.float64]
    error: npt.NDArray[np.float64]


def cell_probabilities(
    lower: Bounds, upper: Bounds, correlation: Correlation, *, tolerance: float = 1e-6
) -> CellProbabilities:
    """Log-probability of boxes under N(0, correlation), all boxes on the same few coordinates.

    Parameters
    ----------
    lower, upper
        (n_cells, n) ends of the boxes, infinite ones allowed.
    correlation
        (n, n) with unit diagonal.
    tolerance
        Wanted standard error of each cell's share of the summed probability. At most 65 536 points a cell are spent on
        it, fewer if there are thousands of cells.

    Examples
    --------
    >>> cells = cell_probabilities(np.zeros((1, 3)), np.full((1, 3), np.inf), np.full((3, 3), 0.5) + np.eye(3) / 2)
    >>> np.exp(cells.log_probability).round(9)  # exactly 1/4
    array([0.25])
    """
    lower, upper = np.asarray(lower, dtype=np.float64), np.asarray(upper, dtype=np.float64)
    if len(correlation) > MAX_QUADRATURE:
        return _by_points(lower, upper, correlation, tolerance)
    probability = _by_quadrature(lower, upper, correlation)
    faint = (probability < _FAINT) & (lower < upper).all(axis=1)
    with np.errstate(divide="ignore"):
        log_probability, error = np.log(probability), np.zeros(len(lower))
    if faint.any():
        boxes = _box_arrays(lower[faint], upper[faint])
        rows = log_probabilities(boxes, correlation, n_points=_POINTS_OF_FAINT)
        log_probability[faint] = rows.log_probability
        error[faint] = _error_of_shares(rows.error, log_probability[faint], log_probability)
    return CellProbabilities(log_probability, error)


def _error_of_shares(
    relative: npt.NDArray[np.float64], of: npt.NDArray[np.float64], among: npt.NDArray[np.float64]
) -> npt.NDArray[np.float64]:
    """Standard errors of the shares of some cells in the probability of all."""
    total = np.logaddexp.reduce(among)
    return relative * np.exp(of - total) if np.isfinite(total) else relative


def _by_quadrature(lower: Bounds, upper: Bounds, correlation: Correlation) -> npt.NDArray[np.float64]:
    n = len(correlation)
    if n == 0:
        return np.ones(len(lower))
    if n == 1:
        return interval_probability(lower[:, 0], upper[:, 0])
    if n == 2:
        return bivariate.rectangle(lower, upper, correlation[0, 1])
    # The outer variable is the one least correlated with the others: the inner probability changes slowest along it.
    outer = int(np.argmin(np.abs(correlation).max(axis=0, where=~np.eye(n, dtype=bool), initial=0.0)))
    order = [outer, *(k for k in range(n) if k != outer)]
    cells = zip(lower[:, order], upper[:, order], strict=True)
    return np.array([_trivariate(low, high, correlation[np.ix_(order, order)]) for low, high in cells])


def interval_probability(lower: npt.ArrayLike, upper: npt.ArrayLike) -> npt.NDArray[np.float64]:
    """P(lower < Z ≤ upper) of a standard normal variable, taken in the nearer tail so that no digits are lost."""
    low, high = np.asarray(lower, dtype=np.float64), np.asarray(upper, dtype=np.float64)
    flip = low > 0
    return np.maximum(normal.cdf(np.where(flip, -low, high)) - normal.cdf(np.where(flip, -high, low)), 0.0)


def _trivariate(lower: npt.NDArray[np.float64], upper: npt.NDArray[np.float64], correlation: Correlation) -> float:
    """∫ φ(z) P(the other two in their intervals | z) dz over the first interval, panel by panel."""
    mode = min(max(lower[0], 0.0), upper[0])
    start, end = max(lower[0], mode - _FAR), min(upper[0], mode + _FAR)
    edges = np.linspace(start, end, 1 + max(1, int(np.ceil((end - start) / _PANEL_WIDTH))))
    half = np.diff(edges)[:, None] / 2
    z = (edges[:-1, None] + half * (1 + _NODES)).ravel()
    slope = correlation[0, 1:]
    deviation = np.sqrt(1 - slope**2)
    rho = (correlation[1, 2] - slope[0] * slope[1]) / (deviation[0] * deviation[1])
    shift = z[:, None] * slope
    inner = bivariate.rectangle((lower[1:] - shift) / deviation, (upper[1:] - shift) / deviation, np.clip(rho, -1, 1))
    return float((half * _NODE_WEIGHTS).ravel() @ (normal.pdf(z) * inner))


def _by_points(lower: Bounds, upper: Bounds, correlation: Correlation, tolerance: float) -> CellProbabilities:
    boxes = _box_arrays(lower, upper)
    most_points = min(_MOST_POINTS, _MOST_POINTS_IN_ALL // max(len(lower), 1))
    n_points = _FEWEST_POINTS
    while True:
        rows = log_probabilities(boxes, correlation, n_points=n_points)
        error = _error_of_shares(rows.error, rows.log_probability, rows.log_probability)
        if error.max(initial=0.0) <= tolerance or 4 * n_points > most_points:
            return CellProbabilities(rows.log_probability, error)
        n_points *= 4


def _box_arrays(lower: Bounds, upper: Bounds) -> BoxArrays:
    """The boxes in the layout of the kernels: a table of intervals per coordinate, and which of them each cell has."""
    n_cells, n = lower.shape
    ends = [np.unique(np.stack([lower[:, k], upper[:, k]]), axis=1, return_inverse=True) for k in range(n)]
    shape = (n, 1 + max(intervals.shape[1] for intervals, _ in ends))
    low, high = np.full(shape, -np.inf), np.full(shape, np.inf)
    for k, (intervals, _) in enumerate(ends):
        low[k, 1 : 1 + intervals.shape[1]], high[k, 1 : 1 + intervals.shape[1]] = intervals
    codes = np.stack([which.reshape(-1) for _, which in ends]).astype(np.int16)
    return BoxArrays(codes, low, high, np.zeros(n, dtype=np.uint8), np.zeros((n, n_cells)), np.ones(n_cells))
