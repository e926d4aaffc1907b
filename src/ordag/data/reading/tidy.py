# SPDX-License-Identifier: MIT
"""Tables as programs export them: names on the first line or none, row names, blank lines and columns.

What is left out is said in a warning; nothing with an answer in it is.
"""

import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd

from ordag.data import checks
from ordag.data.missing.marks import MARKS
from ordag.errors import InputValueError, warn
from ordag.messages import File, If, SetOption
from ordag.messages.lists import listed
from ordag.remarks import BlankLines, DescribingLines, EmptyColumns, RowNames, RowsWithoutAnswers

_NO_HEADER = If("the first line holds data (columns are then called V1, V2 and so on)", SetOption("header", False))
FURTHER_DOWN = If("the names stand further down, below one line or more", SetOption("skip", 1))
# Two answers may well be 0 and 1.
FEWEST_COUNTED = 3
_KEY = re.compile(r"""\{\s*["']ImportId["']""")


def with_names(names: Sequence[str], body: pd.DataFrame, path: Path, header: bool | None) -> pd.DataFrame:
    """The lines below the first with their names; `header` is None if nobody said that the first line holds names."""
    body = _without_last_blanks(body).reset_index(drop=True).set_axis(range(len(names)), axis=1).infer_objects()
    if header is None and _looks_like_data(names, body):
        raise InputValueError(
            ("the first line of ", File(path)),
            f"looks like data ({listed(names)})",
            "are column names missing?",
            remedies=[_NO_HEADER, If("these are names", SetOption("header", True))],
        )
    kept = _named(names, body)
    body = body if len(kept) == len(names) else body[kept]  # to take all copies all
    return body.set_axis(_distinct([names[k] for k in kept], header), axis=1)


def bare_names(cells: Iterable[Any]) -> list[str]:
    """Names in the cells of a line, without spaces around them."""
    return ["" if pd.isna(cell) else str(cell).strip() for cell in cells]


def n_describing(lines: Sequence[Iterable[object]]) -> int:
    """How many of two lines below the names describe columns: Qualtrics writes questions, then keys of its own."""
    for n_lines, line in enumerate(lines, 1):
        cells = [str(cell) for cell in line]
        if cells and all(map(_KEY.match, cells)):
            warn(DescribingLines(n_lines))
            return n_lines
    return 0


def made_up_names(n_columns: int) -> list[str]:
    """Names of columns that have none."""
    return [f"V{k}" for k in range(1, n_columns + 1)]


def without_blank_rows(frame: pd.DataFrame, weights: str | None = None) -> pd.DataFrame:
    """Rows with at least one answer; a weight is none."""
    blank = _blank_rows(frame, weights)
    n_blank = int(blank.sum())
    if n_blank in (0, len(frame)):
        return frame
    warn(RowsWithoutAnswers(n_blank))
    return frame[~blank]


def _blank_rows(frame: pd.DataFrame, weights: str | None = None) -> npt.NDArray[np.bool_]:
    """Which rows hold no answer; most often a few columns tell that there are none such."""
    blank = np.ones(len(frame), dtype=bool)
    for name, column in frame.items():
        if not blank.any():
            break
        if name != weights:
            blank &= column.isna().to_numpy()
    return blank


def _without_last_blanks(body: pd.DataFrame) -> pd.DataFrame:
    """Rows up to the last that holds anything; programs export empty lines below the table."""
    filled = np.flatnonzero(~_blank_rows(body))
    n_kept = int(filled[-1]) + 1 if len(filled) else len(body)
    n_blank = len(body) - n_kept
    if n_blank:
        warn(BlankLines(n_blank))
    return body.iloc[:n_kept]


def _looks_like_data(names: Sequence[str], body: pd.DataFrame) -> bool:
    """Whether each name is a number or an entry of its own column; some may be missing, but not above row names."""
    given = {k: name for k, name in enumerate(names) if name not in MARKS}
    if not given or _counts_columns(names) or (0 not in given and _tells_rows(body[0])):
        return False
    return all(_is_number(name) or _holds(body[k], name) for k, name in given.items())


def _holds(column: "pd.Series[Any]", name: str) -> bool:
    """Whether some entry is a text, spaces around it aside."""
    return any(isinstance(entry, str) and entry.strip() == name for entry in column.unique())


def _counts_columns(names: Sequence[str]) -> bool:
    """Whether the names are 0, 1, 2 and so on, which pandas gives to columns without any."""
    return len(names) >= FEWEST_COUNTED and list(names) == [str(k) for k in range(len(names))]


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True


def _named(names: Sequence[str], body: pd.DataFrame) -> list[int]:
    """Positions of the columns to keep: unnamed ones go if they hold row names or nothing."""
    unnamed = [k for k, name in enumerate(names) if not name]
    empty = [k for k in unnamed if body[k].isna().all()]
    row_names = [k for k in unnamed[:1] if k == 0 and k not in empty and _tells_rows(body[k])]
    if row_names:
        warn(RowNames())
    if empty:
        warn(EmptyColumns(len(empty)))
    return [k for k in range(len(names)) if k not in {*empty, *row_names}]


def _distinct(names: Sequence[str], header: bool | None) -> list[str]:
    """The names if all are different; if not they may be data, unless somebody said that they are names."""
    try:
        return list(checks.distinct_names(names))
    except checks.ColumnNamesError as error:
        further = FURTHER_DOWN if "" in names else _NO_HEADER if header is None and names else None
        if further is None:
            raise
        raise error.advised(further) from None


def _tells_rows(column: "pd.Series[Any]") -> bool:
    return bool(column.notna().all() and column.is_unique)
