# SPDX-License-Identifier: MIT
"""A random sample of rows where a table is longer than the E-step can pass over.

The sample is fitted as it is: likelihood and penalty are those of the sampled rows, never scaled up to all, because the
noise of the sample would be scaled up with them. What it costs in edges: docs/decisions/many-rows.md.
"""

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from ordag.data import OrdinalTable
from ordag.errors import warn
from ordag.expectation import BoxArrays
from ordag.remarks import LearnedFromSample
from ordag.strategies.contract import FEW, MANY, Settings

# Rows times cubed columns that one pass of expectation propagation may cost: about a second on one core. A fit takes
# fewer than a hundred passes at a given penalty, and about a thousand when it refits graph after graph.
_WORK = 5e9
_WORK_OF_SEARCH = 1e9
# Rows times squared columns that one sweep of the chains may cost: about two seconds, and a fit takes two hundred.
_WORK_SAMPLED = 5e9
_FITS_OF_CROSS_VALIDATION = 40
# Never fewer, whatever the number of columns.
_FEWEST_ROWS = 1000
# Of more than `_MANY_TO_SEARCH` rows so many are searched first, and all of them only around what that finds.
_FIRST_SEARCHED, _MANY_TO_SEARCH = 5_000, 15_000


def rows_to_fit(
    table: OrdinalTable, max_rows: int | str | None, settings: Settings, rng: np.random.Generator
) -> OrdinalTable:
    """The table, or a random sample of its rows if more than `max_rows` of them differ; a warning says so.

    `max_rows` is a number, None for no limit, or ``"auto"`` for that of `most_rows`. Equal rows of the sample count
    once towards it, except where cross-validation keeps them apart, and rows of weight 0 neither count nor are drawn.
    Of a row that counts k times each of the k is drawn or not.
    """
    limit = most_rows(table.n_columns, settings) if isinstance(max_rows, str) else max_rows
    if limit is None:
        return table
    counted = np.arange(table.n_rows) if table.weights is None else np.flatnonzero(table.weights)
    if len(counted) <= limit:
        return table
    groups_of = np.arange(table.n_rows) if settings.criterion == "cv" else table.distinct().inverse
    if len(np.unique(groups_of[counted])) <= limit:
        return table
    stands_for = np.repeat(counted, table.row_weights[counted].astype(np.intp)) if table.has_counts else counted
    drawn = np.bincount(stands_for[_first_groups(groups_of[stands_for], limit, rng)], minlength=table.n_rows)
    chosen = np.flatnonzero(drawn)
    sampled = table.rows(chosen)
    if table.has_counts:
        sampled = replace(sampled, weights=drawn[chosen].astype(np.float64))
    warn(LearnedFromSample(len(chosen), table.n_rows))
    return sampled


def _first_groups(groups: NDArray[np.intp], n_groups: int, rng: np.random.Generator) -> NDArray[np.intp]:
    """Positions, ascending, of the rows that can be drawn one after another before they are of more groups than so."""
    order = rng.permutation(len(groups))
    opens = np.zeros(len(groups), dtype=bool)
    opens[np.unique(groups[order], return_index=True)[1]] = True
    return np.sort(order[np.cumsum(opens) <= n_groups])


def rows_to_begin_with(boxes: BoxArrays, rng: np.random.Generator) -> BoxArrays | None:
    """A random sample of the rows for a first search, or None where all are few enough to be searched at once.

    Rows are drawn with replacement, by their weights.
    """
    if boxes.n_rows <= _MANY_TO_SEARCH:
        return None
    drawn = rng.choice(boxes.n_rows, _FIRST_SEARCHED, p=boxes.weights / boxes.total_weight)
    counts = np.bincount(drawn, minlength=boxes.n_rows)
    return replace(boxes.rows(counts > 0), weights=counts[counts > 0].astype(np.float64))


def most_rows(n_columns: int, settings: Settings) -> int:
    """Rows that a fit passes over within minutes.

    Examples
    --------
    >>> most_rows(100, Settings(penalty=6.0)), most_rows(20, Settings())
    (5000, 125000)
    """
    if n_columns > MANY:
        rows = _WORK_SAMPLED / n_columns**2
    elif settings.criterion == "cv":
        rows = _WORK / _FITS_OF_CROSS_VALIDATION / n_columns**3
    elif settings.penalty is None and n_columns <= FEW:
        rows = _WORK_OF_SEARCH / n_columns**3
    else:
        rows = _WORK / n_columns**3
    return max(_FEWEST_ROWS, int(rows))
