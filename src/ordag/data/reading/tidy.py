# SPDX-License-Identifier: MIT
"""Tables as programs export them: names on the first line or none, row names, blank lines and columns.

What is left out is said in a warning; nothing with an answer in it is.
"""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd

from ordag.data import checks
from ordag.data.missing.marks import MARKS
from ordag.data.reading.headings import Heading
from ordag.data.reading.remarks import NamelessColumns, NamesNumbered
from ordag.errors import InputValueError, warn
from ordag.messages import File, If, SetOption
from ordag.remarks import BlankLines, EmptyColumns, RowNames, RowsWithoutAnswers

_NO_HEADER = If("the first line holds data (columns are then called V1, V2 and so on)", SetOption("header", False))
FURTHER_DOWN = If("the names stand further down, below one line or more", SetOption("skip", 1))
# Two answers may well be 0 and 1.
FEWEST_COUNTED = 3
_ADDRESS = re.compile(r"[^@\s]+@[^@\s]+\.\w+|\d{1,3}(?:\.\d{1,3}){3}")


def with_names(
    heading: Heading, body: pd.DataFrame, path: Path, header: bool | None, *, row_names: bool = False
) -> tuple[pd.DataFrame, dict[str, str]]:
    """The lines below the heading with their names, and what was asked, by column.

    `header` is None if nobody said that the first line holds names. With `row_names`, these are kept as a first column
    whose name is empty.
    """
    names = heading.names
    body = _without_last_blanks(body).reset_index(drop=True).set_axis(range(len(names)), axis=1).infer_objects()
    if header is None and _looks_like_data(names, body):
        raise InputValueError(
            ("the first line of ", File(path)),
            "looks like data",
            "are column names missing?",
            remedies=[_NO_HEADER, If("these are names", SetOption("header", True))],
        )
    kept, found = _named(names, body)
    called = _distinct([names[k] for k in kept], body[kept], header)
    if found and row_names:
        kept, called = [*found, *kept], ["", *called]
    elif found:
        warn(RowNames())
    body = body if len(kept) == len(names) else body[kept]  # to take all copies all
    asked = {name: heading.wording_of[k] for name, k in zip(called, kept, strict=True)}
    return body.set_axis(called, axis=1), {name: text for name, text in asked.items() if text and text != name}


def bare_names(cells: Iterable[Any]) -> list[str]:
    """Names in the cells of a line, without spaces around them."""
    return ["" if pd.isna(cell) else str(cell).strip() for cell in cells]


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
    """Whether the cells of the first line are entries rather than names; some may be missing, but not above row names.

    They are if one is an address, or each is a number or an entry of its own column; also if most are such entries and
    none is a text above numbers, as a name would be.
    """
    given = {k: name for k, name in enumerate(names) if name not in MARKS}
    if not given or _counts_columns(names) or (0 not in given and _tells_rows(body[0])):
        return False
    if any(_ADDRESS.fullmatch(name) for name in given.values()):
        return True
    if all(_is_number(name) or _holds(body[k], name) for k, name in given.items()):
        return True
    numbers = [float(name) for name in given.values() if _is_number(name)]
    if len(numbers) > 1 and all(low < high for low, high in pairwise(numbers)):  # years, or numbers of questions
        return False
    found = [_is_entry(body[k], name) for k, name in given.items()]
    return False not in found and 2 * found.count(True) >= len(found)


def _is_entry(column: "pd.Series[Any]", name: str) -> bool | None:
    """Whether a cell above a column is one of its entries or can be none; None if nothing tells."""
    if column.isna().all():
        return None
    if pd.api.types.is_numeric_dtype(column):
        return _is_number(name) and column.min() <= float(name) <= column.max()
    if _is_number(name):
        return None
    return True if column.nunique() > 1 and _holds(column, name) else None


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


def _named(names: Sequence[str], body: pd.DataFrame) -> tuple[list[int], list[int]]:
    """Positions of the columns to keep, and of row names: unnamed ones go if they hold such or nothing."""
    unnamed = [k for k, name in enumerate(names) if not name]
    empty = [k for k in unnamed if body[k].isna().all()]
    row_names = [k for k in unnamed[:1] if k == 0 and k not in empty and _tells_rows(body[k])]
    if empty:
        warn(EmptyColumns(len(empty)))
    return [k for k in range(len(names)) if k not in {*empty, *row_names}], row_names


def _distinct(names: Sequence[str], body: pd.DataFrame, header: bool | None) -> list[str]:
    """Different names: those that repeat are numbered, a few empty ones told by their place.

    Names that are entries of their own columns may be data, and where most are empty the names stand further down.
    """
    nameless = [k for k, name in enumerate(names) if not name]
    repeated = [name for name, count in Counter(filter(None, names)).items() if count > 1]
    own = [k for k, name in enumerate(names) if name in repeated and _holds(body.iloc[:, k], name)]
    if not names or 2 * len(nameless) > len(names) or (own and header is None):
        try:
            return list(checks.distinct_names(names))
        except checks.ColumnNamesError as error:
            raise error.advised(FURTHER_DOWN if nameless else _NO_HEADER) from None
    called = _numbered([name or f"V{k + 1}" for k, name in enumerate(names)])
    if nameless:
        warn(NamelessColumns([called[k] for k in nameless]))
    if repeated:
        warn(NamesNumbered(repeated))
    return called


def _numbered(names: Sequence[str]) -> list[str]:
    """Names of which each that was there before has a number behind it."""
    called: list[str] = []
    for name in names:
        own, n = name, 2
        while own in called:
            own, n = f"{name} ({n})", n + 1
        called.append(own)
    return called


def _tells_rows(column: "pd.Series[Any]") -> bool:
    return bool(column.notna().all() and column.is_unique)
