# SPDX-License-Identifier: MIT
"""Numbers that often stand for no answer in files, such as 99 after 1 to 5, or -9 among measures of weight."""

from collections.abc import Sequence

import numpy as np

from ordag.data import OrdinalTable
from ordag.data.missing.detected import codes_among_levels, codes_among_measures
from ordag.model import FittedNetwork


def find_codes(network: FittedNetwork, table: OrdinalTable | None) -> tuple[tuple[str, tuple[float, ...]], ...]:
    """Columns with the numbers among their answers that may stand for none; what is continuous needs the data.

    Examples
    --------
    >>> network = FittedNetwork.from_parameters([[0]], [[-1, -0.5, 0, 1]], levels=[[1, 2, 3, 88, 99]])
    >>> find_codes(network, None)
    (('x0', (88.0, 99.0)),)
    """
    values = iter(() if table is None else table.continuous.T)
    found = []
    for j, (name, levels) in enumerate(zip(network.names, network.levels, strict=True)):
        if levels:
            counts = None if table is None else _counts(table, j)
            found.append((name, _among_levels(levels, counts)))
        elif table is not None:
            found.append((name, codes_among_measures(next(values))))
    return tuple((name, tuple(sorted(codes))) for name, codes in found if codes)


def _counts(table: OrdinalTable, column: int) -> dict[float, int]:
    """Rows by level."""
    codes = table.codes[:, column]
    counts = np.bincount(codes[codes >= 0], minlength=len(table.levels[column]))
    levels = table.levels[column]
    return {float(x): n for x, n in zip(levels, counts.tolist(), strict=True) if isinstance(x, int | float)}


def _among_levels(levels: Sequence[object], counts: dict[float, int] | None) -> list[float]:
    numbers = sorted(float(level) for level in levels if isinstance(level, int | float))
    if len(numbers) != len(levels):
        return []
    return codes_among_levels(numbers, counts)
