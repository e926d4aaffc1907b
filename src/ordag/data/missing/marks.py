# SPDX-License-Identifier: MIT
"""What stands for a missing entry in text and Excel files, and when it is an answer after all.

A declared level is an answer, whatever it is called. Without declared levels ``None`` is one where it makes a known
wording with the other labels of its column (None, Mild, Severe), and a missing entry elsewhere.
"""

from collections.abc import Collection, Mapping, Sequence
from string import ascii_lowercase
from typing import Any

import pandas as pd

from ordag.data.declarations import declared_for
from ordag.data.table import Label
from ordag.data.wordings.likert import known_order

# fmt: off
MARKS = frozenset((
    "", "?", ".", "-", "NA", "na", "n.a.", "N/A", "n/a", "NULL", "Null", "null", "NaN", "nan", "-NaN", "-nan", "<NA>",
    "#N/A", "#N/A N/A", "#NA", "#NULL!", "1.#IND", "-1.#IND", "1.#QNAN", "-1.#QNAN",
    *(f".{letter}" for letter in ascii_lowercase),  # as Stata writes its lettered ones
))
# fmt: on
# What Python writes for no entry, but people for no symptoms.
DOUBTFUL = "None"

_ALL_MARKS = sorted(MARKS)
_TRUTHS = {"true": True, "false": False}


def marks_beside(levels: Collection[object]) -> list[str]:
    """Marks of a missing entry in a column with these declared levels, or with none."""
    if not levels:
        return _ALL_MARKS
    answers = _plain(levels)
    return [mark for mark in _ALL_MARKS if mark.casefold() not in answers]


def without_marks(
    names: Sequence[str],
    body: pd.DataFrame,
    levels: Mapping[str, Collection[Label]],
    variables: Collection[str] | None = None,
) -> pd.DataFrame:
    """Columns of a file with missing entries in place of their marks, spaces around these aside.

    Columns that are not among the `variables` keep their marks.
    """
    columns = [column for _, column in body.items()]
    settled = [
        _settled(column, declared_for(name, levels)) if variables is None or name in variables else column
        for name, column in zip(names, columns, strict=True)
    ]
    if all(after is before for after, before in zip(settled, columns, strict=True)):
        return body  # to put a wide frame together again takes as long as to read it
    return pd.DataFrame(dict(enumerate(settled)), index=body.index)


def _settled(column: "pd.Series[Any]", levels: Collection[object]) -> "pd.Series[Any]":
    """A column without marks, as numbers or booleans if these were all that stood in the way."""
    if pd.api.types.is_numeric_dtype(column.dtype):
        return column
    labels = [entry for entry in column.unique() if isinstance(entry, str)]
    marks = set(marks_beside(levels))
    if not _is_answer(DOUBTFUL, labels, levels):
        marks.add(DOUBTFUL)
    marked = {label for label in labels if label.strip() in marks}
    if not marked:
        return column
    return _as_values(column.mask(column.isin(marked)))


def _is_answer(doubtful: str, labels: Sequence[str], levels: Collection[object]) -> bool:
    """Whether a mark is a declared level, or one by its company if none are declared."""
    if levels:
        return doubtful.casefold() in _plain(levels)
    return doubtful in map(str.strip, labels) and known_order(sorted(_plain(labels) - _plain(MARKS))) is not None


def _as_values(column: "pd.Series[Any]") -> "pd.Series[Any]":
    """Numbers or truth values if all its different entries are texts of such, else the column as it is."""
    entries = column.dropna().unique().tolist()
    texts = [entry for entry in entries if isinstance(entry, str)]
    if len(texts) < len(entries):
        return column.infer_objects()
    if all(text.lower() in _TRUTHS for text in texts):
        return column.map({text: _TRUTHS[text.lower()] for text in texts}).astype(object)
    if pd.to_numeric(pd.Series(texts, dtype=object), errors="coerce").notna().all():
        return pd.to_numeric(column)
    return column


def _plain(labels: Collection[object]) -> set[str]:
    return {str(label).strip().casefold() for label in labels}
