# SPDX-License-Identifier: MIT
"""What is seen of one column before anything is decided: its distinct entries, how frequent each is, its codebook."""

import datetime
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd

from ordag.data.reading.numerals import parsed_numbers
from ordag.data.reading.sources import Source, Values
from ordag.data.table import Label
from ordag.data.unusable import UnusableColumnError

Array = npt.NDArray[np.float64]
_TEMPORAL = (datetime.date, datetime.time, datetime.timedelta, np.datetime64, pd.Timestamp)


@dataclass(frozen=True, eq=False)
class Observed:
    """One column as it was read.

    Attributes
    ----------
    name
        Of the column.
    values
        The entries; None if they are of a type that no column can have, such as dates.
    codes
        Position of each row among the `entries`, −1 where missing.
    entries
        Distinct entries; of a categorical all its categories, in their order.
    file_values
        The value in an SPSS or Stata file behind each label that stands in the column.
    file_labels
        Labels of single values of a column that stayed numbers.
    wording
        What was asked.
    measure
        Measure level that the file states.
    is_declared
        Whether somebody put the entries in order: an ordered categorical that comes from no labelled file.
    problem
        Why there are no values.
    """

    name: str
    values: "Values | None"
    codes: npt.NDArray[np.intp]
    entries: tuple[Label, ...]
    file_values: Mapping[str, Any] = field(default_factory=dict)
    file_labels: Mapping[float, str] = field(default_factory=dict)
    wording: str | None = None
    measure: str = "unknown"
    is_declared: bool = False
    problem: UnusableColumnError | None = None

    @property
    def n_rows(self) -> int:
        """Number of rows."""
        return len(self.codes)

    @cached_property
    def counts(self) -> npt.NDArray[np.intp]:
        """How many rows hold each entry."""
        return np.bincount(self.codes[self.codes >= 0], minlength=len(self.entries))

    @property
    def n_seen(self) -> int:
        """How many rows hold an entry."""
        return int(self.counts.sum())

    @cached_property
    def seen(self) -> tuple[Label, ...]:
        """Entries that some row holds."""
        return tuple(entry for entry, count in zip(self.entries, self.counts, strict=True) if count)

    @property
    def is_text(self) -> bool:
        """Whether all entries are text."""
        return bool(self.entries) and all(isinstance(entry, str) for entry in self.entries)

    @property
    def is_temporal(self) -> bool:
        """Whether the entries are dates or times."""
        kind = str(getattr(self.problem, "found", "")).lower()
        return (
            any(isinstance(x, _TEMPORAL) for x in self.entries)
            or "date" in kind
            or "time" in kind
            or "duration" in kind
        )

    @cached_property
    def numbers(self) -> Array | None:
        """Entries as numbers, those of a labelled column as the values in its file; None if some are none."""
        if not self.entries or any(isinstance(entry, bool) for entry in self.entries):
            return None
        if self.file_values:
            behind = [self.file_values.get(str(entry)) for entry in self.entries]
            return None if any(not isinstance(x, int | float) for x in behind) else np.array(behind, dtype=float)
        if all(isinstance(entry, int | float) for entry in self.entries):
            return np.array(self.entries, dtype=float)
        return parsed_numbers([str(entry).strip() for entry in self.entries])

    @cached_property
    def scores(self) -> Array | None:
        """Each row as a number, NaN where missing."""
        return None if self.numbers is None else np.append(self.numbers, np.nan)[self.codes]

    def without(self, entries: Collection[Label]) -> "Observed":
        """The same column with some entries missing."""
        if not entries:
            return self
        kept = [k for k, entry in enumerate(self.entries) if entry not in entries]
        lookup = np.full(len(self.entries) + 1, -1, dtype=np.intp)
        lookup[kept] = np.arange(len(kept))
        return Observed(
            self.name,
            None if self.values is None else without_entries(self.values, entries),
            lookup[self.codes],
            tuple(self.entries[k] for k in kept),
            self.file_values,
            {value: label for value, label in self.file_labels.items() if value not in entries},
            self.wording,
            self.measure,
            self.is_declared,
            self.problem,
        )


def observe(source: Source, name: str) -> Observed:
    """What is seen of a column of some data."""
    codebook = source.codebook
    wording, measure = codebook.wordings.get(name), codebook.measures.get(name, "unknown")
    try:
        values = source.column(source.names.index(name))
    except UnusableColumnError as error:
        return Observed(name, None, np.full(source.n_rows, -1, dtype=np.intp), (), wording=wording, problem=error)
    codes, entries = _distinct(values)
    if any(isinstance(entry, _TEMPORAL) for entry in entries):
        return Observed(name, None, codes, tuple(entries), wording=wording, measure=measure)
    texts = codebook.texts.get(name, {})
    labels = {} if texts else {x: label for x, label in codebook.answers(name).items() if isinstance(x, int | float)}
    is_file = bool(texts) and list(texts.values()) == entries
    is_ordered = isinstance(values, pd.Categorical) and bool(values.ordered) and len(entries) > 1
    return Observed(
        name,
        values,
        codes,
        tuple(entries),
        _values_behind(texts) if is_file or not is_ordered else {},
        labels,
        wording,
        measure,
        is_ordered and not is_file,
    )


def without_entries(values: Values, entries: Collection[Label]) -> Values:
    """Values with missing ones in place of some entries."""
    if isinstance(values, pd.Categorical):
        return values.remove_categories([entry for entry in entries if entry in values.categories])
    texts = {entry.strip() if isinstance(entry, str) else entry for entry in entries}
    if not isinstance(values, np.ndarray):
        plain = np.array([*values, None], dtype=object)[:-1]
        return np.array([*(None if pd.isna(x) or x.strip() in texts else x for x in plain), None], dtype=object)[:-1]
    if values.dtype.kind in "iuf":
        numbers = [entry for entry in entries if isinstance(entry, int | float)]
        return np.where(np.isin(values, numbers), np.nan, values.astype(float))
    kept = [None if (x.strip() if isinstance(x, str) else x) in texts else x for x in values.tolist()]
    return np.array([*kept, None], dtype=object)[:-1]


def _values_behind(texts: Mapping[Any, str]) -> dict[str, Any]:
    return {text: value for value, text in texts.items()}


def _distinct(values: Values) -> tuple[npt.NDArray[np.intp], list[Any]]:
    """Position of each row among the distinct entries, spaces around texts aside, and these."""
    if isinstance(values, pd.Categorical):
        return values.codes.astype(np.intp), values.categories.tolist()
    codes, distinct = pd.factorize(pd.Series(values))
    entries = distinct.tolist()
    if (
        isinstance(values, np.ndarray)
        and values.dtype.kind == "f"
        and all(x == int(x) for x in entries if abs(x) < 1e15)
    ):
        entries = [int(x) if abs(x) < np.inf else x for x in entries]
    bare = [x.strip() if isinstance(x, str) else x for x in entries]
    if bare == entries and "" not in entries:
        return codes, entries
    kept = list(dict.fromkeys(x for x in bare if x != ""))
    lookup = np.array([*(kept.index(x) if x != "" else -1 for x in bare), -1], dtype=np.intp)
    return lookup[codes], kept
