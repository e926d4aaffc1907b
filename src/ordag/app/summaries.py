# SPDX-License-Identifier: MIT
"""What the page shows of the columns of some data: entries with counts, a histogram, the first rows.

Made once when a file is opened, so that later edits of the plan need no data.
"""

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

import numpy as np

from ordag.data import ColumnPlan
from ordag.data.columns.observed import Observed, observe
from ordag.data.reading.sources import Source
from ordag.data.table import Label

MOST_ENTRIES = 60  # distinct entries that are listed; columns with more show a histogram or the most frequent entries
N_BINS = 24
N_PREVIEWED = 8
MOST_PREVIEWED_COLUMNS = 400


@dataclass(frozen=True)
class SeenColumn:
    """Entries of a column as they are in the data, before anything is decided.

    Attributes
    ----------
    name
        Of the column.
    entries, counts
        Distinct entries, numbers in their order, and how many rows hold each; the most frequent if there are many.
    n_distinct, n_seen, n_rows
        Distinct entries, rows with an entry, all rows.
    histogram, low, high
        Counts of equally wide bins between two ends, where the entries are numbers and many.
    preview
        Entries of the first rows, as text.
    """

    name: str
    entries: tuple[Label, ...]
    counts: tuple[int, ...]
    n_distinct: int
    n_seen: int
    n_rows: int
    histogram: tuple[int, ...] = ()
    low: float | None = None
    high: float | None = None
    preview: tuple[str, ...] = ()

    @classmethod
    def of_plain(cls, plain: dict[str, Any]) -> "SeenColumn":
        """The summary that was stored; TypeError if it is none."""
        listed: dict[str, Any] = {
            key: tuple(value) if isinstance(value, list) else value for key, value in plain.items()
        }
        made = cls(**listed)
        of_texts = (made.name, *made.preview)
        of_numbers = (made.n_distinct, made.n_seen, made.n_rows, *made.counts, *made.histogram)
        if not (
            all(isinstance(text, str) for text in of_texts)
            and all(isinstance(number, int) for number in of_numbers)
            and all(isinstance(entry, str | int | float) for entry in made.entries)
            and all(isinstance(end, int | float | None) for end in (made.low, made.high))
        ):
            raise TypeError("no summary of a column")
        return made

    def listed(self, column: ColumnPlan) -> tuple[Label, ...]:
        """Every entry that the page names: those of the data, and what the plan names beside them."""
        return tuple(dict.fromkeys((*self.entries, *column.levels, *column.missing)))

    def among_planned(self, column: ColumnPlan) -> "SeenColumn":
        """The same without what rows hold: no first rows, and only those entries that the plan of the column names."""
        planned = {*column.levels, *column.missing}
        kept = [pair for pair in zip(self.entries, self.counts, strict=True) if pair[0] in planned]
        entries, counts = tuple(entry for entry, _ in kept), tuple(count for _, count in kept)
        return replace(self, entries=entries, counts=counts, preview=())

    def plain(self) -> dict[str, Any]:
        """For JSON."""
        return asdict(self)


def summaries_of(source: Source) -> tuple[SeenColumn, ...]:
    """Summaries of all columns of an opened source."""
    shown = source.names[:MOST_PREVIEWED_COLUMNS]
    return tuple(_summary(observe(source, name), is_shown=name in shown) for name in source.names)


def _summary(observed: Observed, *, is_shown: bool) -> SeenColumn:
    counts, numbers = observed.counts, observed.numbers
    seen = [k for k in range(len(observed.entries)) if counts[k] or observed.file_values]
    if numbers is not None:
        seen.sort(key=lambda k: numbers[k])
    kept = seen
    if len(seen) > MOST_ENTRIES:
        frequent = sorted(seen, key=lambda k: -counts[k])[:MOST_ENTRIES]
        kept = [k for k in seen if k in set(frequent)]
    entries = [observed.entries[k] for k in kept]
    histogram, low, high = _histogram(observed) if len(seen) > MOST_ENTRIES else ((), None, None)
    return SeenColumn(
        observed.name,
        tuple(_plain_label(entry) for entry in entries),
        tuple(int(counts[k]) for k in kept),
        len(observed.seen),
        observed.n_seen,
        observed.n_rows,
        histogram,
        low,
        high,
        tuple(_text(observed, row) for row in range(min(N_PREVIEWED, observed.n_rows))) if is_shown else (),
    )


def _histogram(observed: Observed) -> tuple[tuple[int, ...], float | None, float | None]:
    scores = observed.scores
    finite = np.array([]) if scores is None else scores[np.isfinite(scores)]
    if not len(finite):
        return (), None, None
    counts, edges = np.histogram(finite, bins=N_BINS)
    return tuple(counts.tolist()), float(edges[0]), float(edges[-1])


def _plain_label(entry: Any) -> Label:
    """An entry as JSON can hold it."""
    value = entry.item() if isinstance(entry, np.generic) else entry
    return value if isinstance(value, str | int | float | bool) else str(value)


def _text(observed: Observed, row: int) -> str:
    code = int(observed.codes[row])
    return "" if code < 0 else str(observed.entries[code])


def as_numbers(entries: Sequence[Label]) -> bool:
    """Whether all entries are numbers."""
    return bool(entries) and all(isinstance(entry, int | float) and not isinstance(entry, bool) for entry in entries)
