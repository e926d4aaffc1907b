# SPDX-License-Identifier: MIT
"""Labelled values that may stand for no answer, such as 9 = "no answer" beside 1 to 5, remarked on where none says so.

SPSS and Stata files can declare such values missing. Where they do not, "no answer" would count as more than "always".
"""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd

from ordag.data.reading.codebook import Codebook
from ordag.data.wordings.likert import known_order, strangers
from ordag.errors import warn
from ordag.remarks import DoubtfulCodes

# A scale has so many neighbouring values at least, and no more than so many others are codes.
_FEWEST_ANSWERS, _MOST_CODES = 3, 3
# Neighbours are not further apart than so many times the usual distance.
_WIDE = 1.5


def remark_on_codes(frame: pd.DataFrame, codebook: Codebook, declared: Collection[str]) -> None:
    """Warn of labelled values that lie apart from the others, but for columns of which more was declared."""
    found = [
        (f"{name} ({value:g} = {labels[value]!r})", f"{name}={value:g}")
        for name in codebook.labels
        if name in frame.columns and name not in declared
        for labels in [codebook.read_labels(name)]
        for value in _doubtful(frame[name], labels)
    ]
    if not found:
        return
    shown, codes = zip(*found, strict=True)
    warn(DoubtfulCodes(codes, shown))


def _doubtful(column: "pd.Series[Any]", texts: Mapping[Any, str]) -> list[float]:
    """Values with labels that were given as answers, but are not of the scale that the others make."""
    if pd.api.types.is_numeric_dtype(column.dtype):
        return _far(column, texts)
    if not isinstance(column.dtype, pd.CategoricalDtype):
        return []
    levels = {
        value: label
        for value, label in texts.items()
        if isinstance(value, int | float) and label in column.cat.categories
    }
    doubtful = values_apart(list(levels)) or _strange_ends(levels)
    given = set(column.dropna().unique())
    return [value for value in doubtful if levels[value] in given]


def _far(column: "pd.Series[Any]", labels: Mapping[float, str]) -> list[float]:
    """Labelled values that were given, far from all others of a measurement, or negative where none of these is."""
    given = set(column.dropna().unique())
    others = sorted(given - set(labels))
    if len(others) <= _FEWEST_ANSWERS:
        return []
    reach = _WIDE * max(np.diff(others))
    low, high = others[0], others[-1]
    return [x for x in labels if x in given and (x > high + reach or x < low - reach or x < 0 <= low)]


def _strange_ends(levels: Mapping[float, str]) -> list[float]:
    """The highest value, or the two highest, if the labels of the others are a known wording and theirs are not."""
    ordered = sorted(levels)
    labels = [levels[value] for value in ordered]
    strange = strangers(labels) if known_order(labels) is None else ()
    n_others = len(labels) - len(strange)
    is_end = n_others >= _FEWEST_ANSWERS and set(labels[n_others:]) == set(strange)
    return ordered[n_others:] if is_end else []


def values_apart(values: Sequence[float]) -> list[float]:
    """The few values outside the longest run of neighbours; none if the others are too few to be a scale.

    Examples
    --------
    >>> values_apart([1, 2, 3, 4, 5, 8, 9]), values_apart([-1, 1, 2, 3]), values_apart([0, 25, 50, 75, 100])
    ([8, 9], [-1], [])
    """
    if len(values) <= _FEWEST_ANSWERS:
        return []
    ordered = sorted(values)
    gaps = np.diff(ordered)
    runs = np.split(np.arange(len(ordered)), np.flatnonzero(gaps > _WIDE * np.median(gaps)) + 1)
    scale = max(runs, key=len)
    apart = [value for k, value in enumerate(ordered) if k not in scale]
    return apart if len(scale) >= _FEWEST_ANSWERS and len(apart) <= _MOST_CODES else []
