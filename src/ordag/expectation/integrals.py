# SPDX-License-Identifier: MIT
"""Moments and log-probabilities of the boxes of rows: by expectation propagation, or integrated with points.

`propagation` and `rectangle` say what each of the two is good for.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ordag.expectation.boxes import BoxArrays
from ordag.kernels import latent as kernels

Reals = NDArray[np.float64]

_MOST_MOMENTS = 1 << 23  # numbers held at a time, 64 MiB


@dataclass(frozen=True)
class Points:
    """Points of the unit cube, ``(n_columns, n_points)``, in `n_replicates` parts with random shifts of their own."""

    unit: Reals
    n_replicates: int
    seed: int

    def native(self) -> kernels.CubePoints:
        """As the kernels take them."""
        return kernels.cube_points(self.unit, self.n_replicates, self.seed)


@dataclass(frozen=True)
class Settling:
    """When expectation propagation stops: the largest change of a factor, and the most sweeps."""

    tolerance: float = 1e-6
    max_sweeps: int = 20

    def native(self) -> kernels.PropagationOptions:
        """As the kernels take it."""
        return kernels.PropagationOptions(tolerance=self.tolerance, max_sweeps=self.max_sweeps)


@dataclass(frozen=True)
class RowIntegrals:
    """What `integrate_rows` gives; entries that were not wanted are None.

    Attributes
    ----------
    log_probability, error : (n_rows,)
        Of each row, with its standard error; the latter is zero without points.
    moments : (n, n), optional
        Weighted sum over rows of E[YYᵀ | x].
    mean : (n, n_rows), optional
        E[Y | x] of each row.
    second : (n (n + 1) / 2, n_rows), optional
        E[YYᵀ | x] of each row, the lower triangle one row after the other.
    n_sweeps : int
        Sweeps used, over all groups of rows.
    """

    log_probability: Reals
    error: Reals
    moments: Reals | None
    mean: Reals | None
    second: Reals | None
    n_sweeps: int


_SETTLING = Settling()


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
    n_sweeps = kernels.integrate_rows(
        boxes.native(),
        covariance,
        factors,
        kernels.RowTargets(log_probability=log_probability, error=error, mean=mean, second=second, moments=moments),
        propagation=settling.native(),
        points=points.native() if points else None,
        n_threads=n_threads,
    )
    return RowIntegrals(log_probability, error, moments, mean, second, n_sweeps)
