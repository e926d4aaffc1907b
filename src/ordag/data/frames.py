# SPDX-License-Identifier: MIT
"""A table turned back into a pandas frame, and summed up column by column."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd

from ordag.data.table import Kind, Levels, OrdinalTable


def to_frame(table: OrdinalTable) -> pd.DataFrame:
    """Frame of a table: categoricals with all declared levels, ordered unless nominal; floats for continuous columns.

    Examples
    --------
    >>> table = OrdinalTable.from_codes([[0], [1], [-1]], names=["pain"], levels=[["low", "high"]])
    >>> to_frame(table)["pain"].tolist()
    ['low', 'high', nan]
    """
    values = iter(table.continuous.T)
    columns: dict[str, Any] = {}
    for name, kind, levels, codes in zip(table.names, table.kinds, table.levels, table.codes.T, strict=True):
        labels: pd.Index[Any] = pd.Index(levels)
        has_order = kind != "nominal"
        columns[name] = pd.Categorical.from_codes(codes, labels, ordered=has_order) if levels else next(values)
    return pd.DataFrame(columns)


def like_given(frame: pd.DataFrame, given: Any) -> Any:
    """A pandas frame as the kind of frame that was given: polars, pyarrow or another that narwhals knows, else pandas.

    Ordered categoricals become enumerations in polars, dictionaries in pyarrow.

    Examples
    --------
    >>> import polars
    >>> type(like_given(pd.DataFrame({"sleep": [1, 2]}), polars.DataFrame({"mood": [0]}))).__name__
    'DataFrame'
    """
    if isinstance(given, pd.DataFrame):
        return frame
    import narwhals as nw

    opened = nw.from_native(given, pass_through=True)
    if not isinstance(opened, nw.DataFrame | nw.LazyFrame):
        return frame
    columns = {str(name): _plain_column(values) for name, values in frame.items()}
    is_arrow = opened.implementation.is_pyarrow()
    types = {name: nw.Categorical() if is_arrow and dtype == nw.Enum else dtype for name, (_, dtype) in columns.items()}
    eager = nw.from_dict(
        {name: entries for name, (entries, _) in columns.items()}, nw.Schema(types), backend=opened.implementation
    )
    return (eager.lazy() if isinstance(opened, nw.LazyFrame) else eager).to_native()


def _plain_column(values: "pd.Series[Any]") -> tuple[list[Any], Any]:
    """Entries of a column, None where missing, and its type for narwhals; labels of several types become text."""
    import narwhals as nw

    entries = [None if pd.isna(entry) else entry for entry in values.tolist()]
    labels = values.cat.categories.tolist() if isinstance(values.dtype, pd.CategoricalDtype) else values.tolist()
    for of_one, dtype in ((bool, nw.Boolean()), (int, nw.Int64()), (int | float, nw.Float64())):
        if all(isinstance(label, of_one) and isinstance(label, bool) == (of_one is bool) for label in labels):
            return entries, dtype
    return [None if entry is None else str(entry) for entry in entries], nw.Enum([str(label) for label in labels])


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
