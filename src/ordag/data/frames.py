# SPDX-License-Identifier: MIT
"""A table turned back into a pandas frame, and summed up column by column."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd

from ordag.data.table import Kind, Levels, OrdinalTable


def to_frame(table: OrdinalTable) -> pd.DataFrame:
    """Frame of a table: ordered categoricals with all declared levels, floats for continuous columns.

    Examples
    --------
    >>> table = OrdinalTable.from_codes([[0], [1], [-1]], names=["pain"], levels=[["low", "high"]])
    >>> to_frame(table)["pain"].tolist()
    ['low', 'high', nan]
    """
    values = iter(table.continuous.T)
    columns: dict[str, Any] = {}
    for name, levels, codes in zip(table.names, table.levels, table.codes.T, strict=True):
        labels: pd.Index[Any] = pd.Index(levels)
        columns[name] = pd.Categorical.from_codes(codes, labels, ordered=True) if levels else next(values)
    return pd.DataFrame(columns)


@dataclass(frozen=True)
class ColumnSummary:
    """What a column holds.

    `shares` are those of its levels among the observed entries, by weight; a continuous column has its `mean` and
    `deviation` instead.
    """

    name: str
    kind: Kind
    levels: Levels
    n_missing: int
    shares: tuple[float, ...] = ()
    mean: float = np.nan
    deviation: float = np.nan


def summarize(table: OrdinalTable) -> tuple[ColumnSummary, ...]:
    """Summary of every column.

    Examples
    --------
    >>> table = OrdinalTable.from_codes([[0], [1], [-1]], names=["pain"], levels=[["low", "high"]])
    >>> summarize(table)[0].shares
    (0.5, 0.5)
    """
    weights = table.row_weights
    values = iter(table.continuous.T)
    summaries = []
    for name, kind, levels, codes in zip(table.names, table.kinds, table.levels, table.codes.T, strict=True):
        seen = codes >= 0
        n_missing = int(np.sum(~seen))
        if levels:
            counts = np.bincount(codes[seen], weights[seen], minlength=len(levels))
            shares = tuple(float(count) for count in counts / max(counts.sum(), np.finfo(float).tiny))
            summaries.append(ColumnSummary(name, kind, levels, n_missing, shares))
        else:
            observed, weight = next(values)[seen], weights[seen]
            mean = float(np.average(observed, weights=weight))
            deviation = float(np.sqrt(np.average((observed - mean) ** 2, weights=weight)))
            summaries.append(ColumnSummary(name, kind, levels, n_missing, mean=mean, deviation=deviation))
    return tuple(summaries)
