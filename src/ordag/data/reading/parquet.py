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


def read_parquet(path: Path) -> tuple[pd.DataFrame, dict[str, str]]:
    """Frame of a Parquet file, and the kinds that were stored with it."""
    frame = pd.read_parquet(path).reset_index(drop=True)
    stored = frame.attrs.pop(_KEY, {})
    for name, levels in stored.get("levels", {}).items():
        # Another program may since have changed the columns.
        if name in frame.columns and frame[name].dropna().isin(levels).all():
            frame[name] = pd.Categorical(frame[name], categories=levels, ordered=True)
    return frame, {name: kind for name, kind in stored.get("kinds", {}).items() if name in frame.columns}


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
