# SPDX-License-Identifier: MIT
"""How much groups differ in the margins of each column: thresholds of levels, mean and spread of numbers.

A column's statistic compares the shares of its levels (of numbers or their normal scores, the first two moments) of the
groups with those of all rows, in the metric of their covariance: Q = Σ_g N_g ‖V^(−1/2) (m_g − m)‖². Nothing in it
depends on other columns.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ordag.data import OrdinalTable
from ordag.data.curves import Curve
from ordag.groups.split import GroupedRows
from ordag.kernels import normal
from ordag.latent import Margins, estimate_thresholds

Array = npt.NDArray[np.float64]

# Directions in which shares vary less than this part of the largest variance are rounding error.
_LEAST_SPREAD = 1e-10


@dataclass(frozen=True, eq=False)
class WhitenedColumn:
    """What a column's entries say of its margins, one row each, uncorrelated and of variance one over all rows."""

    values: Array
    seen: npt.NDArray[np.bool_]

    @property
    def degrees(self) -> int:
        """Degrees of freedom, for two groups."""
        return int(self.values.shape[1])


def whitened_columns(table: OrdinalTable) -> list[WhitenedColumn]:
    """Every column of a table."""
    weights, numbers = table.row_weights, iter(table.continuous.T)
    return [
        _whitened(_indicators(codes, len(levels)) if levels else _moments(next(numbers), curve), codes >= 0, weights)
        for codes, levels, curve in zip(table.codes.T, table.levels, table.column_curves, strict=True)
    ]


def margin_statistics(columns: list[WhitenedColumn], rows: GroupedRows) -> Array:
    """Q of each column."""
    weights = rows.table.row_weights
    statistics = np.zeros(len(columns))
    for k, column in enumerate(columns):
        for group in range(rows.n_groups):
            chosen = np.where((rows.members == group) & column.seen, weights, 0.0)
            if (total := chosen.sum()) > 0:
                statistics[k] += ((chosen @ column.values) ** 2).sum() / total
    return statistics


def shifts(rows: GroupedRows) -> Array:
    """(n_groups, n_columns) how far the answers of each group lie above those of all rows, in latent deviations.

    The mean of the differences of a column's thresholds, weighted by the density of answers at each.
    """
    whole = estimate_thresholds(rows.table)
    return np.stack([_shift(estimate_thresholds(table, smoothing=0.5), whole) for table in rows.tables()])


def _shift(own: Margins, whole: Margins) -> Array:
    moved = (own.means - whole.means) / whole.scales
    for column, (cuts, of_all) in enumerate(zip(own.cuts, whole.cuts, strict=True)):
        if cuts.size:
            density = normal.pdf(of_all)
            moved[column] = -float(density @ (cuts - of_all)) / float(density.sum())
    return np.asarray(moved)


def _indicators(codes: npt.NDArray[np.int16], n_levels: int) -> Array:
    return np.asarray(codes[:, None] == np.arange(n_levels - 1), dtype=np.float64)


def _moments(values: Array, curve: Curve | None) -> Array:
    scores = values if curve is None else curve.scores_of(values)
    return np.column_stack([scores, scores**2])


def _whitened(raw: Array, seen: npt.NDArray[np.bool_], weights: Array) -> WhitenedColumn:
    shares = np.where(seen, weights, 0.0) / weights[seen].sum()
    centred = np.where(seen[:, None], raw, 0.0)
    centred = np.where(seen[:, None], centred - shares @ centred, 0.0)
    centred = centred / np.sqrt(np.maximum(shares @ centred**2, np.finfo(float).tiny))
    variances, directions = np.linalg.eigh(centred.T @ (shares[:, None] * centred))
    kept = variances > _LEAST_SPREAD * variances.max()
    return WhitenedColumn(centred @ (directions[:, kept] / np.sqrt(variances[kept])), seen)
