# SPDX-License-Identifier: MIT
"""Entries that stand for no answer, such as 99 or "don't know", taken out where they are named."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

import pandas as pd

from ordag.data.missing.named import asked_of, check_is_entry, spellings
from ordag.data.reading.loading import Loaded
from ordag.data.reading.numerals import is_decimal


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
        asked, value = asked_of(code, known, weights)
        held = {
            x: entries for x in names if x in asked and (entries := _held(frame[x], value, codebook.read_labels(x)))
        }
        if not held:
            check_is_entry(code, known, may_lack=variables is not None)
        for name, entries in held.items():
            frame[name] = _without(frame[name], entries)
    return frame


def _held(values: "pd.Series[Any]", code: object, texts: Mapping[Any, str]) -> list[Any]:
    """Entries or levels of a column that a code names, by what they are, by their label or by the value behind it."""
    named = spellings(code)
    if not isinstance(values.dtype, pd.CategoricalDtype):
        labelled = [value for value, text in texts.items() if text in named]
        return list(values[values.isin([*named, *_with_commas(values, named), *labelled])].unique())
    own = values.cat.categories
    return [entry for entry in own if entry in named] or [texts[k] for k in texts if k in named]


def _with_commas(values: "pd.Series[Any]", named: Collection[object]) -> list[str]:
    """Texts of a column that are a code written with a decimal comma."""
    if pd.api.types.is_numeric_dtype(values.dtype):
        return []
    texts = values[values.map(lambda value: isinstance(value, str) and is_decimal(value))].unique()
    return [text for text in texts if float(text.replace(",", ".")) in named]


def _without(values: "pd.Series[Any]", entries: Collection[Any]) -> "pd.Series[Any]":
    """A column without some entries, which are no levels either."""
    if isinstance(values.dtype, pd.CategoricalDtype):
        return values.cat.remove_categories(list(entries))
    return values.mask(values.isin(list(entries)))
