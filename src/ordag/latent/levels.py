# SPDX-License-Identifier: MIT
"""Columns with boxes cut into levels, for correlations of pairs.

A correlation of two columns is estimated from levels or from values. A column that has both, boxes where many rows
share a value and points elsewhere, is cut into levels: one for each box, and a few for the values between them, whose
order within a level says little more.
"""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import numpy.typing as npt

from ordag.data import OrdinalTable
from ordag.data.curves import Curve
from ordag.data.table import kind_of
from ordag.kernels import normal

Array = npt.NDArray[np.float64]

# Levels of a column without boxes: the cuts lie at these shares, without those within a box.
_SHARES = np.arange(1, 12) / 12


def cuts_outside(boxes: Array, cuts: Array) -> Array:
    """Some cuts, and the ends of some boxes in place of the cuts within them.

    Examples
    --------
    >>> cuts_outside(np.array([[-np.inf, -0.2]]), np.array([-0.5, 0.0, 0.5])).tolist()
    [-0.2, 0.0, 0.5]
    """
    within = ((boxes[:, :1] < cuts) & (cuts < boxes[:, 1:])).any(axis=0)
    return np.unique(np.concatenate([cuts[~within], boxes[np.isfinite(boxes)]]))


def in_levels(table: OrdinalTable) -> OrdinalTable:
    """The table with levels in place of columns that have boxes.

    Examples
    --------
    >>> from ordag.data import encode
    >>> from ordag.data.curves import curve_of
    >>> hours = np.r_[np.zeros(40), np.arange(1, 61)]
    >>> table = encode({"hours": hours, "sad": hours > 20}, kinds={"hours": "continuous", "sad": "binary"})
    >>> in_levels(replace(table, curves=(curve_of(hours, boxed=True),))).n_levels
    (9, 2)
    """
    curves = table.column_curves
    if not any(_has_boxes(curve) for curve in curves):
        return table
    codes, levels = table.codes.copy(order="F"), list(table.levels)
    values = iter(table.continuous.T)
    for column, (own, curve) in enumerate(zip(table.levels, curves, strict=True)):
        numbers = None if own else next(values)
        if numbers is not None and curve is not None and _has_boxes(curve):
            codes[:, column], levels[column] = _levels_of(numbers, curve)
    kept = [j for j, (old, new) in enumerate(zip(table.levels, levels, strict=True)) if not old and not new]
    return replace(
        table,
        kinds=tuple(kind_of(own, kind) for own, kind in zip(levels, table.kinds, strict=True)),
        levels=tuple(levels),
        codes=codes,
        continuous=_of_columns(table, kept),
        curves=tuple(curves[column] for column in kept),
    )


def _has_boxes(curve: Curve | None) -> bool:
    return curve is not None and len(curve.boxes) > 0


def _levels_of(values: Array, curve: Curve) -> tuple[npt.NDArray[np.int16], tuple[int, ...]]:
    """Codes of some values, −1 where missing, and the levels that they have."""
    seen = ~np.isnan(values)
    cuts = cuts_outside(curve.boxes, normal.quantile(_SHARES))
    used, codes = np.unique(np.searchsorted(cuts, curve.scores_of(values[seen])), return_inverse=True)
    found = np.full(len(values), -1, dtype=np.int16)
    found[seen] = codes
    return found, tuple(range(len(used)))


def _of_columns(table: OrdinalTable, columns: Sequence[int]) -> Array:
    numbers = [column for column, levels in enumerate(table.levels) if not levels]
    return table.continuous[:, np.isin(numbers, columns)]
