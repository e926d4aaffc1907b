# SPDX-License-Identifier: MIT
"""How long trials will take: from rows that are there already, else from a table of typical times."""

from collections.abc import Iterable, Mapping

import numpy as np

from ordag.study.design import Trial
from ordag.study.problems import describe_problem
from ordag.study.rows import Row

# Seconds at 20 columns and 500 rows, middle of the grid, one busy core, by label where it matters and else by method;
# `UNKNOWN` for any other.
TYPICAL: Mapping[str, float] = {
    "npc": 0.01,
    "opc": 0.01,
    "gpc": 0.01,
    "rpc": 0.01,
    "cpc": 0.4,
    "mmpc": 0.12,
    "bde": 0.2,
    "bge": 0.05,
    "pcart": 0.15,
    "opcart": 1.0,
    "hc": 1.0,
    "osem": 0.6,
    "OSEM auto": 7.0,
    "OSEM hidden": 8.0,
    "OSEM paper": 6.0,
}
UNKNOWN = 1.0
OVERHEAD = 0.02  # a row, for drawing the data, comparing and writing
_COLUMNS, _ROWS = 20, 500


def seconds_left(trials: Iterable[Trial], rows: Iterable[Row], n_workers: int) -> float:
    """Seconds that the trials will take on a number of workers, estimated from the rows of finished trials."""
    by_cell: dict[tuple[object, ...], list[float]] = {}
    by_label: dict[str, list[float]] = {}
    for row in rows:
        if row.seconds is not None:
            by_cell.setdefault((*row.problem.values(), row.label), []).append(row.seconds)
            by_label.setdefault(row.label, []).append(row.seconds / _growth(_size(row.problem)))
    typical = {**TYPICAL, **{label: float(np.mean(times)) for label, times in by_label.items()}}
    total = 0.0
    for trial in trials:
        seen = by_cell.get((*describe_problem(trial.problem).values(), trial.variant.label))
        known = typical.get(trial.variant.label, typical.get(trial.variant.method, UNKNOWN))
        typical_seconds = known * _growth(trial.problem.size)
        total += OVERHEAD + (float(np.mean(seen)) if seen else typical_seconds)
    return total / max(n_workers, 1)


def _growth(size: tuple[int, int]) -> float:
    """Time relative to that of the table: about quadratic in the columns, linear in the rows."""
    n_columns, n_rows = size
    return (n_columns / _COLUMNS) ** 2 * n_rows / _ROWS


def _size(problem: Mapping[str, object]) -> tuple[int, int]:
    """Columns and rows of a described problem, where it has them."""
    n_columns, n_rows = problem.get("n_nodes", _COLUMNS), problem.get("n_rows", _ROWS)
    assert isinstance(n_columns, int)
    assert isinstance(n_rows, int)
    return n_columns, n_rows
