# SPDX-License-Identifier: MIT
"""Data in any shape a user may hold, read as named columns of plain values.

A column comes out as a pandas Categorical, as a pandas array of text, or as an array of integers, floats (NaN where
missing), booleans or objects (None or NaN where missing). Columns are produced one at a time, so that a wide frame is
never copied whole.
"""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from os import PathLike
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt
import pandas as pd

from ordag.data import checks, unusable
from ordag.data.declarations import DeclaredLevels
from ordag.data.reading.codebook import Codebook
from ordag.data.reading.loading import Layout, Loaded, load
from ordag.errors import InputTypeError
from ordag.messages import OptionName

Values: TypeAlias = "npt.NDArray[Any] | pd.Categorical[Any] | pd.api.extensions.ExtensionArray"

_PLAIN_NUMBERS = (np.int64, np.float64, np.bool_)


@dataclass(frozen=True)
class Source:
    """Named columns of some data.

    `named` is False when the names were made up here; `kinds` are those that a file declares for its columns, and the
    `codebook` is what else it says of them.
    """

    names: tuple[str, ...]
    n_rows: int
    native: Any
    named: bool = True
    kinds: Mapping[str, str] = field(default_factory=dict)
    codebook: Codebook = field(default_factory=Codebook)

    def column(self, position: int) -> Values:
        """Values of one column, infinite ones as missing."""
        values = self._as_it_is(position)
        infinite = _infinite(values)
        return values if infinite is None else np.where(infinite, np.nan, np.asarray(values))

    def n_infinite(self, position: int) -> int:
        """How many entries of a column are infinite."""
        infinite = _infinite(self._as_it_is(position))
        return 0 if infinite is None else int(infinite.sum())

    def _as_it_is(self, position: int) -> Values:
        if isinstance(self.native, np.ndarray):
            return _from_array(self.names[position], self.native[:, position])
        return _from_series(self.names[position], self.native[position])


def open_source(data: Any, levels: DeclaredLevels | None = None) -> Source:
    """Source over a data frame (pandas, polars, anything narwhals knows), an array, a list of rows, records, a file.

    The declared `levels` tell which marks of a missing entry in a file are answers.
    """
    if isinstance(data, str | PathLike):
        data = load(data, Layout(levels=levels))
    if isinstance(data, Loaded):
        return replace(_frame_source(data.frame), kinds=data.kinds, codebook=data.codebook)
    if isinstance(data, np.ndarray):
        return _array_source(data)
    if isinstance(data, Mapping):
        return _frame_source(pd.DataFrame(dict(checks.rectangular_columns(data))))
    if isinstance(data, list | tuple):
        return _list_source(data)
    return _frame_source(data)


def _infinite(values: Values) -> npt.NDArray[np.bool_] | None:
    """Which entries are infinite numbers; None if there are none."""
    if not isinstance(values, np.ndarray) or values.dtype.kind != "f":
        return None
    infinite = np.isinf(values)
    return infinite if infinite.any() else None


def _array_source(array: npt.NDArray[Any]) -> Source:
    checks.two_dimensional(array)
    if isinstance(array, np.ma.MaskedArray):
        array = np.where(np.ma.getmaskarray(array), np.nan, array.data.astype(object))
    array = np.asarray(array)  # columns of a matrix would have two dimensions
    names = checks.distinct_names(f"x{j}" for j in range(array.shape[1]))
    return Source(names, len(array), array, named=False)


def _list_source(rows: Sequence[Any]) -> Source:
    checks.enough_rows(len(rows), 1)
    if all(isinstance(row, Mapping) for row in rows):
        checks.rectangular_records(rows)
        return _frame_source(pd.DataFrame({key: [row[key] for row in rows] for key in rows[0]}))
    if all(isinstance(row, list | tuple | np.ndarray) for row in rows):
        checks.rectangular_rows(rows)
        columns = pd.DataFrame({f"x{j}": list(column) for j, column in enumerate(zip(*rows, strict=True))})
        source = _frame_source(columns)
        return Source(source.names, source.n_rows, source.native, named=False)
    odd = next(row for row in rows if not isinstance(row, Mapping | list | tuple | np.ndarray))
    raise InputTypeError(
        OptionName("the"),
        f"list holds a {type(odd).__name__}",
        "dictionaries (one per row) or lists of equal length are needed",
    )


def _frame_source(frame: Any) -> Source:
    if isinstance(frame, pd.DataFrame):
        columns = tuple(frame.iloc[:, place] for place in range(frame.shape[1]))
        return Source(checks.distinct_names(frame.columns), len(frame), columns, codebook=Codebook.kept_with(frame))
    return _foreign_source(frame)


def _foreign_source(frame: Any) -> Source:
    """Source over a frame that narwhals knows."""
    import narwhals as nw

    opened = nw.from_native(frame, pass_through=True)
    if isinstance(opened, nw.LazyFrame):
        opened = opened.collect()
    if not isinstance(opened, nw.DataFrame):
        raise InputTypeError(
            f"data of type {type(frame).__name__}",
            "cannot be read",
            "a data frame (pandas, polars, pyarrow), a two-dimensional array, a list of dictionaries, the path of a "
            "file or an OrdinalTable is needed",
        )
    return Source(checks.distinct_names(opened.columns), len(opened), tuple(opened.iter_columns()))


def _from_series(name: str, series: Any) -> Values:
    """Plain values of a series of pandas, or of another library as narwhals shows it."""
    if isinstance(series, pd.Series):
        if isinstance(series.dtype, pd.CategoricalDtype):
            return pd.Categorical(series)
        if isinstance(series.dtype, pd.StringDtype):
            return series.array
        if series.dtype in _PLAIN_NUMBERS:
            return series.to_numpy()
    return _by_narwhals(name, series)


def _by_narwhals(name: str, given: Any) -> Values:
    """The same by way of narwhals, which knows all types; it is loaded only for those that are rare in pandas."""
    import narwhals as nw

    series = nw.from_native(given, series_only=True, pass_through=True)
    native, dtype = series.to_native(), series.dtype
    if dtype == nw.Enum:
        return pd.Categorical(list(series.to_list()), categories=list(dtype.categories), ordered=True)
    if dtype == nw.Categorical or dtype == nw.String:
        return np.array(series.to_list(), dtype=object)
    if dtype == nw.Object:
        return _from_array(name, np.array([*native, None], dtype=object)[:-1])
    if dtype == nw.Unknown:
        raise unusable.unusable_type(name, native.dtype)
    if not (dtype.is_numeric() or dtype == nw.Boolean):
        raise unusable.unusable_type(name, dtype)
    return _numbers(series.cast(nw.Float64) if dtype.is_decimal() else series)


def _numbers(series: Any) -> npt.NDArray[Any]:
    """Numbers or booleans of a narwhals series; with missing entries as floats or objects."""
    import narwhals as nw

    if not series.is_null().any():
        return np.asarray(series.to_numpy())
    if series.dtype == nw.Boolean:
        return np.array(series.to_list(), dtype=object)
    return np.asarray(series.cast(nw.Float64).to_numpy())


def _from_array(name: str, values: npt.NDArray[Any]) -> Values:
    """Plain values of one array column: objects that are all numbers or all booleans become arrays of those."""
    if values.dtype.kind in "US":
        return values.astype(object)
    if values.dtype.kind == "f":
        return values.astype(np.float64, copy=False)
    if values.dtype.kind in "iub":
        return values
    if values.dtype.kind != "O":
        raise unusable.unusable_type(name, values.dtype)
    missing = pd.isna(values)
    present = values[~missing]
    if all(isinstance(value, bool | np.bool_) for value in present):
        return values if missing.any() else values.astype(bool)
    if all(isinstance(value, int | float | np.number | Decimal) and not isinstance(value, bool) for value in present):
        try:
            return np.where(missing, np.nan, values).astype(np.float64)
        except OverflowError:
            raise unusable.unusable_type(name, "of whole numbers with more than 300 digits") from None
    odd = next((value for value in present if not isinstance(value, Hashable)), None)
    if odd is not None:
        raise unusable.unusable_type(name, type(odd).__name__)
    return values
