# SPDX-License-Identifier: MIT
"""The shifts of each cluster in all columns, each shrunk towards what the other columns and clusters predict.

What the rows of a cluster share seldom concerns a single column. With B the covariance of shifts between columns, y_c
the shifts as estimated from the rows of a cluster and Π_c their precisions,

    shifts of cluster c = V_c Π_c y_c        V_c = (I + B Π_c)⁻¹ B        B ← mean over clusters of shifts shiftsᵀ + V_c

so that a small cluster is shifted in all columns by what they say together. Precisions are those of columns that are
independent within clusters. If they are not, B holds a little of that dependence, and a little of what lies within
clusters is removed with the shifts: no more than if a mean had been estimated for each cluster.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
import numpy.typing as npt
import pandas as pd

from ordag.clusters.intercepts import Intercepts, estimate_intercepts
from ordag.data import OrdinalTable
from ordag.latent import Margins, estimate_thresholds
from ordag.model.display import Shown, counted

Array = npt.NDArray[np.float64]

_MOST_ROUNDS = 100
_TOLERANCE = 1e-4
# Most entries of the covariance matrices of all clusters together.
_ENTRIES_AT_A_TIME = 10_000_000


@dataclass(frozen=True, eq=False, repr=False)
class ClusterShifts(Shown):
    """How far the answers of each cluster are shifted, in each column, on the latent scale within clusters.

    Attributes
    ----------
    names
        Of the columns.
    n_rows
        (n_clusters,) rows of each cluster, by weight.
    margins
        Of the columns at a shift of zero, with variance one within clusters.
    variances
        (n_columns,) of the shifts of each column.
    shifts
        (n_clusters, n_columns) latent standard deviations within clusters, shrunk.
    between
        (n_columns, n_columns) covariance of shifts between columns.
    """

    names: tuple[str, ...]
    n_rows: Array
    margins: Margins
    variances: Array
    shifts: Array
    between: Array

    @property
    def n_clusters(self) -> int:
        """Number of clusters."""
        return int(np.count_nonzero(self.n_rows))

    @cached_property
    def intraclass_correlations(self) -> pd.Series:
        """By column, the share of the latent variance that lies between clusters."""
        shares = self.variances / (1 + self.variances)
        return pd.Series(shares, index=list(self.names), name="intraclass_correlation")

    def _shown(self) -> tuple[str, pd.DataFrame]:
        heading = f"ClusterShifts({counted(self.n_clusters, 'cluster')}, {counted(len(self.names), 'column')})"
        return heading, self.intraclass_correlations.sort_values(ascending=False).to_frame()


def estimate_shifts(table: OrdinalTable, pooled: Margins) -> ClusterShifts:
    """The shifts of the clusters of a table.

    Parameters
    ----------
    table
        Rows with their clusters; every level occurs.
    pooled
        Margins of all rows together (`ordag.strategies.estimate_margins`).

    Examples
    --------
    >>> codes = np.repeat([[0, 1], [1, 1], [1, 0], [0, 0]], [90, 10, 10, 90], axis=0)
    >>> table = OrdinalTable.from_codes(codes).with_clusters(np.repeat([0, 1], 100))
    >>> from ordag.latent import estimate_thresholds
    >>> found = estimate_shifts(table, estimate_thresholds(table))
    >>> found.intraclass_correlations.round(1).tolist()
    [0.0, 0.9]
    """
    assert table.clusters is not None, "the rows belong to clusters"
    seen = estimate_thresholds(table)
    intercepts = estimate_intercepts(table, seen, table.clusters)
    between, shifts = shrunk_together(intercepts)
    n_rows = np.bincount(table.clusters, table.row_weights).astype(np.float64)
    variances = np.array([column.variance for column in intercepts])
    return ClusterShifts(table.names, n_rows, _within(intercepts, seen, pooled), variances, shifts, between)


def _within(intercepts: Sequence[Intercepts], seen: Margins, pooled: Margins) -> Margins:
    """Margins at a shift of zero, moved as far as missing entries move those of all rows (`pooled`, not `seen`)."""
    cuts, means, scales = [], pooled.means.copy(), pooled.scales.copy()
    for column, one in enumerate(intercepts):
        cuts.append(one.cuts + np.sqrt(1 + one.variance) * (pooled.cuts[column] - seen.cuts[column]))
        if not one.cuts.size:
            means[column] += one.mean - seen.means[column]
            scales[column] *= one.scale / seen.scales[column]
    return replace(pooled, cuts=tuple(cuts), means=means, scales=scales)


def shrunk_together(intercepts: Sequence[Intercepts]) -> tuple[Array, Array]:
    """Covariance of shifts between columns, and the shifts (n_clusters, n_columns), by the EM algorithm."""
    estimates = np.column_stack([column.estimates for column in intercepts])
    precisions = np.column_stack([column.precisions for column in intercepts])
    between = np.diag([column.variance for column in intercepts])
    shifts = np.zeros_like(estimates)
    for _ in range(_MOST_ROUNDS):
        moments, shifts = _second_moments(between, estimates, precisions)
        moved, between = float(np.abs(moments - between).max()), moments
        if moved < _TOLERANCE:
            break
    return between, shifts


def _second_moments(between: Array, estimates: Array, precisions: Array) -> tuple[Array, Array]:
    """Mean second moments of the shifts given what the rows say, and the shifts."""
    n_clusters, n = estimates.shape
    total, shifts = np.zeros((n, n)), np.empty_like(estimates)
    at_a_time = max(1, _ENTRIES_AT_A_TIME // n**2)
    for first in range(0, n_clusters, at_a_time):
        part = slice(first, first + at_a_time)
        known = np.eye(n) + between * precisions[part, None, :]
        covariance = np.linalg.solve(known, between[None])  # numpy before 2.0 takes a matrix for a stack of vectors
        shifts[part] = np.einsum("cjk,ck->cj", covariance, precisions[part] * estimates[part])
        total += covariance.sum(axis=0)
    moments = (shifts.T @ shifts + total) / n_clusters
    return (moments + moments.T) / 2, shifts
