# SPDX-License-Identifier: MIT
"""Curves of columns of numbers: of counts, of censored columns, and of continuous ones far from a bell.

By its curve the values of a column are normal scores, and those that many rows share are boxes (`ordag.data.curves`).
"""

from collections.abc import Collection, Mapping
from dataclasses import replace

import numpy as np
import numpy.typing as npt

from ordag.data.columns.plan import ColumnPlan
from ordag.data.columns.shape import shape_of
from ordag.data.curves import Curve, curve_of
from ordag.data.table import NUMBER_KINDS, OrdinalTable
from ordag.errors import InputValueError, warn
from ordag.messages import Advise, Column
from ordag.remarks import NormalScores

Array = npt.NDArray[np.float64]

_FEWEST_VALUES = 2


def with_curves(table: OrdinalTable, planned: Mapping[str, ColumnPlan], declared: Collection[str] = ()) -> OrdinalTable:
    """A table with curves where the plan, or without a word of it the shape of the values, asks for them.

    Parameters
    ----------
    table
        The rows that are fitted.
    planned
        The plan of each column.
    declared
        Columns whose kind somebody declared: nothing was inferred of them, and the report says what they count as.
    """
    numbers = [name for name, kind in zip(table.names, table.kinds, strict=True) if kind in NUMBER_KINDS]
    of = dict(zip(numbers, table.continuous.T, strict=True))
    plans = {name: planned.get(name, ColumnPlan(name, "item", "continuous")) for name in numbers}
    curves = {name: _curve(values, table.weights, plans[name]) for name, values in of.items()}
    inferred = [name for name, curve in curves.items() if curve is not None and name not in declared]
    _remark_on_scores({name: of[name] for name in inferred if plans[name].kind in (None, "continuous")})
    return replace(table, curves=tuple(curves.values())) if any(curves.values()) else table


def _curve(values: Array, weights: Array | None, plan: ColumnPlan) -> Curve | None:
    """The curve of a column, None where its values count as they are."""
    if plan.values == "as they are" or len(np.unique(values[~np.isnan(values)])) < _FEWEST_VALUES:
        return None
    if plan.kind in ("count", "censored"):
        _check_limits(values, plan)
        return curve_of(values, weights, boxed=True, limits=(plan.floor, plan.ceiling))
    shape = shape_of(values)
    is_wanted = plan.values == "normal scores" or (shape is not None and shape.is_far_from_normal)
    return curve_of(values, weights, boxed=True) if is_wanted else None


def _check_limits(values: Array, plan: ColumnPlan) -> None:
    """Refuse limits at or beyond which all values lie."""
    if plan.floor is None and plan.ceiling is None:
        return
    within = np.clip(values, plan.floor, plan.ceiling)
    if np.nanmin(within) == np.nanmax(within):
        raise InputValueError(
            Column(plan.name),
            "holds no values that differ within its floor and ceiling",
            remedies=[Advise("set floor or ceiling in columns.toml")],
        )


def _remark_on_scores(inferred: Mapping[str, Array]) -> None:
    """One remark for all columns that count by normal scores."""
    shapes = {name: shape for name, values in inferred.items() if (shape := shape_of(values)) is not None}
    heaps = {name: (shape.commonest, shape.share) for name, shape in shapes.items() if shape.has_heap}
    if shapes:
        warn(NormalScores({name: shape.skewness for name, shape in shapes.items()}, heaps))
