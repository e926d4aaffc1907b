# SPDX-License-Identifier: MIT
"""Rows drawn with replacement: single rows, rows that stand for several, survey rows with weights, whole clusters."""

from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from ordag.data import OrdinalTable, checks, effective_weights
from ordag.errors import InputValueError, collected_warnings
from ordag.messages import Advise, Column

# A column with a single answer in the resample says nothing. Where one row in a thousand differs, a third of the
# resamples are lost; after so many failures in a row the column is the problem.
MAX_DRAWS = 200


@dataclass(frozen=True, eq=False)
class Resample:
    """Resampled rows.

    `declared` has the levels of the original table, `table` only those that were drawn; `merged` is whether a level
    was lost, `n_redrawn` how many draws before had a column that does not vary.
    """

    declared: OrdinalTable
    table: OrdinalTable
    merged: bool
    n_redrawn: int


def resample(
    table: OrdinalTable, rng: np.random.Generator, members: tuple[npt.NDArray[np.intp], ...] | None = None
) -> Resample:
    """Rows of a table drawn with replacement, or whole clusters of them.

    Parameters
    ----------
    table
        The rows. Weights that are whole numbers count rows, so that as many are drawn as they sum to; rows with other
        weights are drawn alike, keep their weights, and count as their effective number (Kish 1965).
    rng
        Source of the draw.
    members
        Rows of each cluster; clusters are drawn instead of rows when given.
    """
    for n_redrawn in range(MAX_DRAWS):
        drawn = _draw(table, rng, members)
        lost = [_n_lost(drawn, column) for column in range(table.n_columns)]
        if None not in lost:
            with collected_warnings():  # what was merged is part of the result
                return Resample(drawn, drawn.merged().table, any(lost), n_redrawn)
    name = table.names[lost.index(None)]
    raise InputValueError(
        Column(name),
        f"holds a single level in each of {MAX_DRAWS} resamples",
        "too few rows hold another one",
        remedies=[Advise("drop the column")],
    )


def rows_of_clusters(clusters: npt.ArrayLike, n_rows: int) -> tuple[npt.NDArray[np.intp], ...]:
    """Rows of each cluster, given one label per row; rows without a label are refused, for they might belong together.

    Examples
    --------
    >>> [rows.tolist() for rows in rows_of_clusters(["b", "a", "b"], 3)]
    [[1], [0, 2]]
    """
    numbers = checks.cluster_numbers(clusters, n_rows)
    return tuple(np.split(np.argsort(numbers, kind="stable"), np.cumsum(np.bincount(numbers))[:-1]))


def _draw(
    table: OrdinalTable, rng: np.random.Generator, members: tuple[npt.NDArray[np.intp], ...] | None
) -> OrdinalTable:
    if members is not None:
        drawn_whole = [members[k] for k in rng.integers(0, len(members), len(members))]
        found = _rescaled(table.rows(np.concatenate(drawn_whole)))
        if table.clusters is None:
            return found
        # A cluster that is drawn twice is two.
        return found.with_clusters(np.repeat(np.arange(len(drawn_whole)), [len(rows) for rows in drawn_whole]))
    weights = table.weights
    if weights is not None and np.all(weights == np.round(weights)):
        counts = rng.multinomial(round(weights.sum()), weights / weights.sum())
        drawn = np.flatnonzero(counts)
        return replace(table.rows(drawn), weights=counts[drawn].astype(np.float64))
    return _rescaled(table.rows(rng.integers(0, table.n_rows, table.n_rows)))


def _rescaled(table: OrdinalTable) -> OrdinalTable:
    return table if table.weights is None else replace(table, weights=effective_weights(table.weights))


def _n_lost(table: OrdinalTable, column: int) -> int | None:
    """How many declared levels no row that counts holds; None if the column does not vary."""
    seen = table.codes[:, column] >= 0
    if table.weights is not None:
        seen &= table.weights > 0
    if table.levels[column]:
        n_observed = len(np.unique(table.codes[seen, column]))
        return len(table.levels[column]) - n_observed if n_observed > 1 else None
    position = sum(not labels for labels in table.levels[:column])
    values = table.continuous[seen, position]
    return 0 if values.size and np.ptp(values) > 0 else None
