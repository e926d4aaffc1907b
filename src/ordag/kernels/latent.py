# SPDX-License-Identifier: MIT
"""Kernels on boxes of latent Gaussians: the truncated Gibbs sampler, expectation propagation, rectangle probabilities.

Arrays are coordinate-major, ``(n_columns, n_rows)``: all rows of a coordinate lie side by side.
"""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from ordag import _core
from ordag.kernels.arrays import as_bytes, ends_of

Reals = NDArray[np.float64]

_MOST_MOMENTS = 1 << 23  # numbers held at a time, 64 MiB


@dataclass(frozen=True)
class BoxArrays:
    """Boxes as the kernels read them; see ``cpp/include/ordag/truncated_gibbs.hpp``.

    Attributes
    ----------
    codes : (n_columns, n_rows) int16
        Level of each entry, -1 where missing; 0 where a continuous entry is observed.
    lower, upper : (n_columns, stride)
        Bounds of the box of level c at position c + 1; position 0 (missing) is the whole line.
    continuous : (n_columns,) uint8
    observed : (n_columns, n_rows)
        Standardised values of continuous entries; zero elsewhere.
    weights : (n_rows,)
    """

    codes: NDArray[np.int16]
    lower: Reals
    upper: Reals
    continuous: NDArray[np.uint8]
    observed: Reals
    weights: Reals

    def __post_init__(self) -> None:
        fixed = {
            "codes": np.int16,
            "lower": np.float64,
            "upper": np.float64,
            "continuous": np.uint8,
            "observed": np.float64,
            "weights": np.float64,
        }
        for name, dtype in fixed.items():
            object.__setattr__(self, name, np.ascontiguousarray(getattr(self, name), dtype=dtype))

    @property
    def n_columns(self) -> int:
        """Number of coordinates."""
        return int(self.codes.shape[0])

    @property
    def n_rows(self) -> int:
        """Number of rows."""
        return int(self.codes.shape[1])

    def rows(self, chosen: slice | NDArray[np.bool_]) -> "BoxArrays":
        """The boxes of some rows."""
        return replace(
            self, codes=self.codes[:, chosen], observed=self.observed[:, chosen], weights=self.weights[chosen]
        )


@dataclass(frozen=True)
class Points:
    """Points of the unit cube, ``(n_columns, n_points)``, in `n_replicates` parts with random shifts of their own."""

    unit: Reals
    n_replicates: int
    seed: int

    @classmethod
    def none(cls, n_columns: int) -> "Points":
        """No points: what is integrated with them is left to expectation propagation."""
        return cls(np.zeros((n_columns, 0)), 1, 0)


@dataclass(frozen=True)
class Settling:
    """When expectation propagation stops: the largest change of a factor, and the most sweeps."""

    tolerance: float = 1e-6
    max_sweeps: int = 20


@dataclass(frozen=True)
class RowIntegrals:
    """What `integrate_rows` gives; entries that were not wanted are None."""

    log_probability: Reals
    error: Reals
    moments: Reals | None
    mean: Reals | None
    second: Reals | None
    n_sweeps: int


_SETTLING = Settling()


def truncated_gibbs(
    boxes: BoxArrays,
    precision: Reals,
    latent: Reals,
    n_sweeps: int,
    seed: int,
    first_sweep: int,
    n_threads: int,
    moments: Reals | None = None,
) -> Reals:
    """State of the chains after `n_sweeps` more sweeps.

    `precision` is the inverse covariance of the latent Gaussian; its zeros cost nothing. The weighted sum over rows and
    sweeps of second moments is added to `moments`, n² a row and sweep.
    """
    scale = np.diag(precision)
    off = (precision != 0) & ~np.eye(len(precision), dtype=bool)
    rows, neighbour = np.nonzero(off)
    start = np.concatenate([[0], np.cumsum(off.sum(axis=1))]).astype(np.int32)
    coefficient = -precision[rows, neighbour] / scale[rows]
    latent = np.array(latent, dtype=np.float64, order="C")
    _core.truncated_gibbs(
        boxes.codes,
        boxes.lower,
        boxes.upper,
        boxes.continuous,
        start,
        neighbour.astype(np.int32),
        coefficient,
        1 / np.sqrt(scale),
        boxes.weights,
        n_sweeps,
        seed,
        first_sweep,
        n_threads,
        latent,
        moments,
    )
    return latent


def rows_at_a_time(n_columns: int) -> int:
    """Of how many rows `integrate_rows` may be asked for the moments of each: n (n + 1) / 2 numbers, 64 MiB in all.

    Examples
    --------
    >>> rows_at_a_time(20), rows_at_a_time(10_000)
    (39945, 1)
    """
    return max(_MOST_MOMENTS // (n_columns * (n_columns + 1) // 2), 1)


def integrate_rows(
    boxes: BoxArrays,
    covariance: Reals,
    factors: tuple[Reals, Reals],
    points: Points | None = None,
    *,
    summed: bool = True,
    by_row: bool = False,
    settling: Settling = _SETTLING,
    n_threads: int = 1,
) -> RowIntegrals:
    """Moments and log-probabilities of the boxes under N(0, covariance).

    The two arrays of `factors` (shift, precision) are changed in place. Without `points` all is that of expectation
    propagation; with them log-probabilities and the moments summed over rows (if `summed`) are integrated. With
    `by_row` the moments of every row, by propagation, are returned too.
    """
    n, n_rows = boxes.codes.shape
    log_probability, error = np.zeros(n_rows), np.zeros(n_rows)
    moments = np.zeros((n, n)) if summed else None
    mean = np.zeros((n, n_rows)) if by_row else None
    second = np.zeros((n * (n + 1) // 2, n_rows)) if by_row else None
    points = points or Points.none(n)
    n_sweeps = _core.integrate_rows(
        boxes.codes,
        boxes.lower,
        boxes.upper,
        boxes.continuous,
        np.ascontiguousarray(covariance, dtype=np.float64),
        boxes.observed,
        boxes.weights,
        settling.max_sweeps,
        settling.tolerance,
        np.ascontiguousarray(points.unit, dtype=np.float64),
        points.n_replicates,
        points.seed,
        n_threads,
        *factors,
        log_probability,
        error,
        mean,
        second,
        moments,
    )
    return RowIntegrals(log_probability, error, moments, mean, second, n_sweeps)


@dataclass(frozen=True)
class Climb:
    """How far the observed-data likelihood of a graph is climbed.

    Attributes
    ----------
    ridge : float
        Weight of the Wishart prior, in rows of independent data: keeps near-singular correlations away.
    tolerance : float
        Stop when the next step promises less than this, in nats.
    max_passes : int
        Passes over the rows.
    hopeless : float
        Stop when the log-likelihood with twice the gain that the next step promises stays below.
    settling : Settling
        Of expectation propagation in every pass.
    points : Points, optional
        With them the integrated likelihood is climbed, without them that of expectation propagation.
    """

    ridge: float = 1.0
    tolerance: float = 0.05
    max_passes: int = 15
    hopeless: float = -np.inf
    settling: Settling = Settling(tolerance=1e-3)
    points: Points | None = None


def climb_graph(
    boxes: BoxArrays,
    edges: NDArray[np.intp],
    slopes: Reals,
    factors: tuple[Reals, Reals],
    climb: Climb,
    *,
    n_threads: int = 1,
) -> tuple[float, float, int]:
    """Log-likelihood reached, gain promised by one more step, passes used.

    `edges` is ``(n_edges, 2)``; `slopes` (one per edge) and the arrays of `factors` are changed in place.
    """
    points = climb.points or Points.none(boxes.n_columns)
    return _core.climb_graph(
        *_rows_and_edges(boxes, edges),
        climb.ridge,
        climb.tolerance,
        climb.max_passes,
        climb.hopeless,
        climb.settling.tolerance,
        climb.settling.max_sweeps,
        np.ascontiguousarray(points.unit, dtype=np.float64),
        points.n_replicates,
        points.seed,
        n_threads,
        slopes,
        *factors,
    )


def regression_slopes(correlation: Reals, dag: NDArray[np.int8]) -> Reals:
    """Slopes with unit noise, ``(n, n)``, of the regressions of every node on its parents."""
    assert dag.shape == correlation.shape
    slopes = np.empty(dag.shape)
    _core.regression_slopes(np.ascontiguousarray(correlation, dtype=np.float64), as_bytes(dag), slopes)
    return slopes


def slope_covariance(
    boxes: BoxArrays,
    edges: NDArray[np.intp],
    slopes: Reals,
    factors: tuple[Reals, Reals],
    climb: Climb,
    *,
    n_threads: int = 1,
) -> Reals:
    """Inverse information of the slopes, ``(n_edges, n_edges)``; the arrays of `factors` are changed in place."""
    covariance = np.zeros((len(edges), len(edges)))
    _core.slope_covariance(
        *_rows_and_edges(boxes, edges),
        climb.ridge,
        climb.settling.tolerance,
        climb.settling.max_sweeps,
        n_threads,
        np.ascontiguousarray(slopes, dtype=np.float64),
        *factors,
        covariance,
    )
    return covariance


def _rows_and_edges(
    boxes: BoxArrays, edges: NDArray[np.intp]
) -> tuple[NDArray[np.int16], Reals, Reals, NDArray[np.uint8], Reals, Reals, NDArray[np.int32], NDArray[np.int32]]:
    """What the kernels of one graph take first: the rows, and the two ends of every edge."""
    return boxes.codes, boxes.lower, boxes.upper, boxes.continuous, boxes.observed, boxes.weights, *ends_of(edges)
