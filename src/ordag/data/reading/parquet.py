# SPDX-License-Identifier: MIT
"""Parquet files with the levels and kinds that the format itself does not hold.

Parquet keeps the order of text labels. That of numbers, and which columns are continuous, go into the attributes of
the frame, which pandas stores beside the columns and other programs pass over.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pandas as pd

# Of the attributes, what was written here.
_KEY = "ordag"
_LARGEST_EXACT = 2**53  # of whole floating-point numbers


def read_parquet(path: Path) -> tuple[pd.DataFrame, dict[str, str]]:
    """Frame of a Parquet file, and the kinds that were stored with it."""
    frame = pd.read_parquet(path).reset_index(drop=True)
    for name, values in _large_whole(path, frame).items():
        frame[name] = values
    stored = frame.attrs.pop(_KEY, {})
    for name, levels in stored.get("levels", {}).items():
        # Another program may since have changed the columns.
        if name in frame.columns and frame[name].dropna().isin(levels).all():
            frame[name] = pd.Categorical(frame[name], categories=levels, ordered=True)
    return frame, {name: kind for name, kind in stored.get("kinds", {}).items() if name in frame.columns}


def _large_whole(path: Path, frame: pd.DataFrame) -> dict[str, "pd.Series[Any]"]:
    """Columns of whole numbers that pandas, because of gaps, made floating-point ones, which do not hold them."""
    from pyarrow import parquet, types

    schema = parquet.read_schema(path)
    doubtful = [
        field.name
        for field in schema
        if types.is_integer(field.type) and field.name in frame and pd.api.types.is_float_dtype(frame[field.name].dtype)
        if (frame[field.name].abs() >= _LARGEST_EXACT).any()
    ]
    if not doubtful:
        return {}
    whole = parquet.read_table(path, columns=doubtful)
    return {name: pd.Series(pd.array(whole[name].to_pylist(), dtype="Int64")) for name in doubtful}


def write_parquet(frame: pd.DataFrame, path: Path, kinds: Mapping[str, str]) -> None:
    """Write a Parquet file, levels that are not text and kinds among its attributes."""
    levels = {str(name): labels for name in frame.columns if (labels := _lost_levels(frame[name])) is not None}
    stored = frame.copy(deep=False)
    stored.attrs = {
        **frame.attrs,
        _KEY: {"levels": levels, "kinds": {name: kind for name, kind in kinds.items() if kind == "continuous"}},
    }
    stored.to_parquet(path, index=False)


def _lost_levels(values: "pd.Series[Any]") -> Sequence[Any] | None:
    """Levels that Parquet would not keep."""
    if not isinstance(values.dtype, pd.CategoricalDtype) or not values.cat.ordered:
        return None
    levels = values.cat.categories.tolist()
    return levels if all(isinstance(level, int | float) for level in levels) else None
