# SPDX-License-Identifier: MIT
"""Columns that are not variables of their own: repetitions of others, and numbers that only identify rows."""

import re
from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from ordag.data import OrdinalTable

# With fewer rows that answer both, columns may agree by chance.
FEWEST_SHARED = 10
# Rows that rule out most pairs before all rows are compared.
N_SCREENED = 1000
# Correlation of continuous columns beyond which only rounding tells them apart.
SAME_MEASURE = 1 - 1e-9
# Measurements of fewer rows may all differ by chance.
FEWEST_DISTINCT = 50
_NAMED_ID = re.compile(r"id|id[_. -].*|.*[_. -]id|row[_. -]?(number|name|names)|unnamed: 0", re.IGNORECASE)


def find_repeats(table: OrdinalTable) -> tuple[tuple[str, str], ...]:
    """Columns that an earlier one determines, with that column: equal, reversed, or with other labels.

    Examples
    --------
    >>> codes = [[k % 3, 2 - k % 3, k % 2] for k in range(12)]
    >>> find_repeats(OrdinalTable.from_codes(codes, names=["mood", "gloom", "sex"]))
    (('gloom', 'mood'),)
    """
    # Spread over all rows: an item may have been asked in the last wave only.
    screened = table.rows(np.linspace(0, table.n_rows - 1, min(table.n_rows, N_SCREENED)).astype(int))
    repeats: dict[str, str] = {}
    for first, second in _candidates(screened):
        names = table.names[first], table.names[second]
        if names[1] not in repeats and _same(screened, first, second) and _same(table, first, second):
            repeats[names[1]] = names[0]
    return tuple(repeats.items())


def find_identifiers(table: OrdinalTable) -> tuple[str, ...]:
    """Columns with another whole number in every row, or called an identifier.

    Examples
    --------
    >>> from ordag.data import encode
    >>> find_identifiers(encode({"case": range(60)}, kinds={"case": "continuous"}))
    ('case',)
    """
    values = iter(table.continuous.T)
    distinct = [not levels and _tells_rows(next(values)) for levels in table.levels]
    return tuple(
        name for name, tells in zip(table.names, distinct, strict=True) if tells or _NAMED_ID.fullmatch(name.strip())
    )


def _candidates(table: OrdinalTable) -> Iterator[tuple[int, int]]:
    """Pairs of columns of the same sort, the earlier first, that change from row to row at the same places.

    This needs no table of counts for a pair, so that it is quick also with hundreds of columns.
    """
    values = table.codes.astype(np.float64)
    has_levels = np.array([bool(levels) for levels in table.levels])
    values[:, ~has_levels] = table.continuous
    stays = values[1:] == values[:-1]
    seen = (table.codes[1:] >= 0) & (table.codes[:-1] >= 0)
    for second in range(1, table.n_columns):
        both = seen[:, :second] & seen[:, [second]]
        differ = ((stays[:, :second] != stays[:, [second]]) & both).any(axis=0)
        for first in np.flatnonzero(~differ & (has_levels[:second] == has_levels[second])).tolist():
            yield first, second


def _same(table: OrdinalTable, first: int, second: int) -> bool:
    """Whether each value of one column goes with one value of the other, wherever both are there."""
    seen = (table.codes[:, first] >= 0) & (table.codes[:, second] >= 0)
    if seen.sum() < FEWEST_SHARED:
        return False
    if not table.levels[first]:
        return _same_measure(*(_values(table, column)[seen] for column in (first, second)))
    counts = np.zeros((len(table.levels[first]), len(table.levels[second])), dtype=bool)
    counts[table.codes[seen, first], table.codes[seen, second]] = True
    return bool(counts.sum() > 1 and (counts.sum(axis=0) <= 1).all() and (counts.sum(axis=1) <= 1).all())


def _same_measure(first: npt.NDArray[np.float64], second: npt.NDArray[np.float64]) -> bool:
    if first.std() == 0 or second.std() == 0:
        return False
    return bool(abs(np.corrcoef(first, second)[0, 1]) > SAME_MEASURE)


def _values(table: OrdinalTable, column: int) -> npt.NDArray[np.float64]:
    position = sum(not levels for levels in table.levels[:column])
    return np.asarray(table.continuous[:, position])


def _tells_rows(values: npt.NDArray[np.float64]) -> bool:
    """Whether a column holds another whole number in every row."""
    whole = bool((np.floor(values) == values).all())
    return whole and len(values) >= FEWEST_DISTINCT and len(np.unique(values)) == len(values)
