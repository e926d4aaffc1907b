# SPDX-License-Identifier: MIT
"""Entries that stand for no answer, such as 99 or "don't know", taken out where they are named."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

import pandas as pd

from ordag.data.missing.marks import DOUBTFUL, MARKS
from ordag.data.reading.loading import Loaded
from ordag.data.reading.numerals import is_decimal
from ordag.errors import InputValueError, unknown_option
from ordag.messages import Advise, OptionName


def without_answers(
    loaded: Loaded,
    codes: Sequence[object],
    weights: str | None = None,
    variables: Collection[str] | None = None,
) -> pd.DataFrame:
    """Frame of a file without the entries and levels that stand for no answer; weights are no answers.

    A code that no entry is may be a typing error, and is refused. It is none if it is a mark of a missing entry, which
    the file was read without, or if these are new rows of known `variables`: few rows need not hold every code.
    """
    frame = loaded.frame.copy(deep=False) if codes else loaded.frame
    names, codebook = [str(name) for name in frame.columns], loaded.codebook
    known = [*names, *(name for name in variables or () if name not in names)]
    for code in codes:
        column, value = _column_and_code(code, known)
        if column is not None and column == weights:
            raise InputValueError(
                OptionName("missing"), f"holds {code!r}, but the column {column!r} holds weights, not answers"
            )
        asked = [name for name in names if (name == column if column else name != weights)]
        held = {x: entries for x in asked if (entries := _held(frame[x], value, codebook.read_labels(x)))}
        if not held:
            if column is None and "=" in str(code):
                raise unknown_option(("column in ", OptionName("missing")), str(code).partition("=")[0], known)
            if variables is None and str(value) not in {*MARKS, DOUBTFUL}:
                raise InputValueError(
                    OptionName("missing"),
                    f"holds {code!r}, which no entry of the data is",
                    remedies=[Advise("check how it is written")],
                )
        for name, entries in held.items():
            frame[name] = _without(frame[name], entries)
    return frame


def _column_and_code(code: object, names: Sequence[str]) -> tuple[str | None, object]:
    """The parts of ``"age=99"`` where there is a column of that name; else no column, and the code itself."""
    text = str(code)
    column = max((name for name in names if text.startswith(f"{name}=")), key=len, default=None)
    return (None, code) if column is None else (column, text.removeprefix(f"{column}="))


def _held(values: "pd.Series[Any]", code: object, texts: Mapping[Any, str]) -> list[Any]:
    """Entries or levels of a column that a code names, by what they are, by their label or by the value behind it."""
    spellings = _spellings(code)
    if not isinstance(values.dtype, pd.CategoricalDtype):
        labelled = [value for value, text in texts.items() if text in spellings]
        return list(values[values.isin([*spellings, *_with_commas(values, spellings), *labelled])].unique())
    own = values.cat.categories
    return [entry for entry in own if entry in spellings] or [texts[k] for k in texts if k in spellings]


def _with_commas(values: "pd.Series[Any]", spellings: Collection[object]) -> list[str]:
    """Texts of a column that are a code written with a decimal comma."""
    if pd.api.types.is_numeric_dtype(values.dtype):
        return []
    texts = values[values.map(lambda value: isinstance(value, str) and is_decimal(value))].unique()
    return [text for text in texts if float(text.replace(",", ".")) in spellings]


def _without(values: "pd.Series[Any]", entries: Collection[Any]) -> "pd.Series[Any]":
    """A column without some entries, which are no levels either."""
    if isinstance(values.dtype, pd.CategoricalDtype):
        return values.cat.remove_categories(list(entries))
    return values.mask(values.isin(list(entries)))


def _spellings(code: object) -> list[object]:
    """A code as text and, if it is one, as a number and the plainest text of it."""
    try:
        number = float(str(code))
    except ValueError:
        return [str(code)]
    return [str(code), number, f"{number:g}"]
