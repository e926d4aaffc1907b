# SPDX-License-Identifier: MIT
"""Continuous columns far from a bell get a curve by which their values are normal scores (`ordag.data.curves`)."""

from collections.abc import Collection, Mapping
from dataclasses import replace

import numpy as np

from ordag.data.columns.shape import shape_of
from ordag.data.curves import Curve, curve_of
from ordag.data.table import OrdinalTable
from ordag.errors import warn
from ordag.remarks import NormalScores


def with_curves(table: OrdinalTable, planned: Mapping[str, str | None], declared: Collection[str] = ()) -> OrdinalTable:
    """A table with curves where the plan, or without a word of it the shape of the values, asks for them.

    Parameters
    ----------
    table
        The rows that are fitted.
    planned
        What the values of each continuous column count as, by its plan.
    declared
        Columns that somebody declared continuous: nothing was inferred of them, and the report says what they count as.
    """
    names = [name for name, kind in zip(table.names, table.kinds, strict=True) if kind == "continuous"]
    curves: list[Curve | None] = []
    skewness, heaps = {}, {}
    for name, values in zip(names, table.continuous.T, strict=True):
        shape, wanted = shape_of(values), planned.get(name)
        if wanted is None:
            wanted = "normal scores" if shape is not None and shape.is_far_from_normal else "as they are"
        has_curve = wanted == "normal scores" and len(np.unique(values[~np.isnan(values)])) > 1
        curves.append(curve_of(values, table.weights) if has_curve else None)
        if curves[-1] is not None and shape is not None and name not in declared:
            skewness[name] = shape.skewness
            if shape.has_heap:
                heaps[name] = (shape.commonest, shape.share)
    if skewness:
        warn(NormalScores(skewness, heaps))
    return replace(table, curves=tuple(curves)) if any(curves) else table
