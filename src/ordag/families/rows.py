# SPDX-License-Identifier: MIT
"""The rows that every family can use, and left-out rows in the levels of those learned from."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from ordag.data import Codes, OrdinalTable, checks, effective_weights
from ordag.data.table import NUMBER_KINDS
from ordag.errors import InputValueError, collected_warnings, warn
from ordag.messages import Column, DeclareKind, LeaveOutColumns
from ordag.remarks import IncompleteRowsLeftOut


@dataclass(frozen=True, eq=False)
class LeftOut:
    """Rows to learn from, and left-out rows as codes among the levels that the former hold.

    Attributes
    ----------
    train
        Every level occurs in it.
    codes, weights
        Left-out rows; levels that `train` lacks are merged as they are there.
    """

    train: OrdinalTable
    codes: Codes
    weights: npt.NDArray[np.float64]


def comparable_rows(table: OrdinalTable) -> OrdinalTable:
    """The complete rows of a table without numbers, each on its own, with the levels that occur in them."""
    numbers = [k for k, kind in enumerate(table.kinds) if kind in NUMBER_KINDS]
    if numbers:
        name = table.names[numbers[0]]
        raise InputValueError(
            Column(name),
            "holds numbers",
            "families of models are compared on ordinal, binary and nominal columns only",
            remedies=[DeclareKind(name), LeaveOutColumns((name,))],
        )
    complete = ~table.missing.any(axis=1)
    n_complete = int(complete.sum())
    checks.enough_rows(n_complete)
    if n_complete < table.n_rows:
        warn(IncompleteRowsLeftOut(table.n_rows - n_complete, table.n_rows))
        table = table.rows(complete)
    merged = table.with_clusters(None).merged().table
    return merged if merged.weights is None else replace(merged, weights=effective_weights(merged.weights))


def splits(table: OrdinalTable, n_folds: int, rng: np.random.Generator) -> Iterator[LeftOut]:
    """Each fold in turn left out; the folds are of equal size, drawn at random."""
    fold = rng.permutation(np.arange(table.n_rows) % n_folds)
    for k in range(n_folds):
        learned_from = _with_two_levels(table.codes, fold != k)
        with collected_warnings():  # a rare level that fell into one fold calls for no action
            merged = table.rows(learned_from).merged()
        left_out = table.rows(~learned_from)
        codes = np.column_stack([new[old] for new, old in zip(merged.new_codes, left_out.codes.T, strict=True)])
        yield LeftOut(merged.table, codes, left_out.row_weights)


def _with_two_levels(codes: Codes, rows: npt.NDArray[np.bool_]) -> npt.NDArray[np.bool_]:
    """Some rows, and those that hold a level beside the only one that a column has in them."""
    for column in codes.T:
        other = column != column[rows][0]
        if not other[rows].any():
            rows = rows | other
    return rows
