# SPDX-License-Identifier: MIT
"""From codes and margins to the boxes that the kernels integrate over.

All rows share one small table of bounds per column, so that the boxes of an ordinal table cost no more memory than its
codes, which are not copied.
"""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from ordag.data import OrdinalTable
from ordag.kernels import latent as kernels
from ordag.latent import Margins

Bounds = NDArray[np.float64]  # (n_columns, most levels + 1); position 0 of a column is the whole line
Reals = NDArray[np.float64]


@dataclass(frozen=True)
class BoxArrays:
    """Boxes of all rows, coordinate-major: all rows of a coordinate lie side by side.

    Attributes
    ----------
    codes : (n_columns, n_rows) int16
        Level of each entry, -1 where missing; of a continuous column 0 where the value is known, and from 1 on where
        only a box of it is.
    lower, upper : (n_columns, stride)
        Bounds of the box of level c at position c + 1; position 0 (missing) is the whole line.
    continuous : (n_columns,) uint8
    observed : (n_columns, n_rows)
        Standardised values of continuous entries that are known; any number elsewhere.
    weights : (n_rows,)
    """

    codes: NDArray[np.int16]
    lower: Bounds
    upper: Bounds
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

    @property
    def total_weight(self) -> float:
        """Sum of the row weights, the number of rows that the likelihood counts."""
        return float(self.weights.sum())

    @property
    def exact(self) -> NDArray[np.bool_]:
        """(n_columns, n_rows) entries whose latent value is known."""
        return np.asarray((self.continuous[:, None] == 1) & (self.codes == 0))

    def rows(self, chosen: slice | NDArray[np.bool_]) -> "BoxArrays":
        """The boxes of some rows."""
        return replace(
            self, codes=self.codes[:, chosen], observed=self.observed[:, chosen], weights=self.weights[chosen]
        )

    def native(self) -> kernels.LatentBoxes:
        """As the kernels take them; nothing is copied."""
        return kernels.latent_boxes(self.codes, self.lower, self.upper, self.continuous, self.observed, self.weights)


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
        codes=_codes(table, margins),
        lower=lower,
        upper=upper,
        continuous=margins.is_continuous.astype(np.uint8),
        observed=_observed(table, margins),
        weights=weights,
    )


def repeated_box(bounds: Reals, n_rows: int = 1) -> BoxArrays:
    """The same box, with lower and upper ends in the rows of ``(n, 2)`` bounds, for each of some rows.

    Examples
    --------
    >>> repeated_box(np.array([[0.0, np.inf]]), 3).n_rows
    3
    """
    n = len(bounds)
    return BoxArrays(
        codes=np.zeros((n, n_rows), dtype=np.int16),
        lower=np.column_stack([np.full(n, -np.inf), bounds[:, 0]]),
        upper=np.column_stack([np.full(n, np.inf), bounds[:, 1]]),
        continuous=np.zeros(n, dtype=np.uint8),
        observed=np.zeros((n, n_rows)),
        weights=np.ones(n_rows),
    )


def level_bounds(margins: Margins) -> tuple[Bounds, Bounds]:
    """Lower and upper ends of every level of every column, in the layout of `BoxArrays`."""
    ends = [margins.box_ends(column) for column in range(margins.n_columns)]
    sizes = [cuts.size + len(own) for cuts, own in zip(margins.cuts, ends, strict=True)]
    shape = (margins.n_columns, 2 + max(sizes, default=0))
    lower, upper = np.full(shape, -np.inf), np.full(shape, np.inf)
    for column, (cuts, own) in enumerate(zip(margins.cuts, ends, strict=True)):
        lower[column, 2 : 2 + cuts.size] = cuts
        upper[column, 1 : 1 + cuts.size] = cuts
        lower[column, 2 : 2 + len(own)], upper[column, 2 : 2 + len(own)] = own.T
    return lower, upper


def _codes(table: OrdinalTable, margins: Margins) -> NDArray[np.int16]:
    """Codes of the table, and of the boxes that values of continuous columns stand for."""
    continuous = zip(np.flatnonzero(margins.is_continuous).tolist(), table.continuous.T, strict=True)
    boxed = [(column, values) for column, values in continuous if len(margins.box_ends(column))]
    if not boxed:
        return table.codes.T
    codes = table.codes.T.copy()
    for column, values in boxed:
        seen = codes[column] >= 0
        codes[column, seen] = margins.boxes_of(column, values[seen])
    return codes


def _observed(table: OrdinalTable, margins: Margins) -> NDArray[np.float64]:
    """Standardised values of continuous entries, zero elsewhere.

    Rows of ordinal columns are never touched, neither here nor by the kernels, so that the system gives them no memory.
    """
    observed = np.zeros((table.n_columns, table.n_rows))
    columns = np.flatnonzero(margins.is_continuous)
    if columns.size:
        observed[columns] = np.nan_to_num(margins.standardised(table).T, nan=0.0)
    return observed
