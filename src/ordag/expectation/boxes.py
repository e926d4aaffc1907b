# SPDX-License-Identifier: MIT
"""From codes and margins to the boxes that the kernels integrate over.

All rows share one small table of bounds per column, so that the boxes of an ordinal table cost no more memory than its
codes, which are not copied.
"""

import numpy as np
from numpy.typing import NDArray

from ordag.data import OrdinalTable
from ordag.kernels.latent import BoxArrays
from ordag.latent import Margins

Bounds = NDArray[np.float64]  # (n_columns, most levels + 1); position 0 of a column is the whole line


def latent_boxes(table: OrdinalTable, margins: Margins, *, distinct: bool = False) -> BoxArrays:
    """Box of the latent vector of every row: the interval of each level, the whole line where an entry is missing.

    Parameters
    ----------
    table
        The rows; their levels are those whose cuts `margins` holds.
    margins
        Cuts of the ordinal columns, mean and scale of the continuous ones.
    distinct
        Keep one box for rows that are equal, weighted by their number (or the sum of their weights), in the order of
        ``table.distinct()``.

    Examples
    --------
    >>> from ordag.latent import estimate_thresholds
    >>> table = OrdinalTable.from_codes([[0, 1], [1, 0], [0, 1], [1, -1]])
    >>> boxes = latent_boxes(table, estimate_thresholds(table), distinct=True)
    >>> boxes.codes
    array([[ 0,  1,  1],
           [ 1,  0, -1]], dtype=int16)
    >>> boxes.weights
    array([2., 1., 1.])
    >>> boxes.upper[0]
    array([inf,  0., inf])
    """
    weights = table.row_weights
    if distinct:
        groups = table.distinct()
        table, weights = table.rows(groups.index), groups.counts
    lower, upper = level_bounds(margins)
    return BoxArrays(
        codes=table.codes.T,
        lower=lower,
        upper=upper,
        continuous=margins.is_continuous.astype(np.uint8),
        observed=_observed(table, margins),
        weights=weights,
    )


def level_bounds(margins: Margins) -> tuple[Bounds, Bounds]:
    """Lower and upper ends of every level of every column, in the layout of `BoxArrays`."""
    shape = (margins.n_columns, 2 + max((cuts.size for cuts in margins.cuts), default=0))
    lower, upper = np.full(shape, -np.inf), np.full(shape, np.inf)
    for column, cuts in enumerate(margins.cuts):
        lower[column, 2 : 2 + cuts.size] = cuts
        upper[column, 1 : 1 + cuts.size] = cuts
    return lower, upper


def _observed(table: OrdinalTable, margins: Margins) -> NDArray[np.float64]:
    """Standardised values of continuous entries, zero elsewhere.

    Rows of ordinal columns are never touched, neither here nor by the kernels, so that the system gives them no memory.
    """
    observed = np.zeros((table.n_columns, table.n_rows))
    columns = np.flatnonzero(margins.is_continuous)
    if columns.size:
        observed[columns] = np.nan_to_num(margins.standardised(table).T, nan=0.0)
    return observed
