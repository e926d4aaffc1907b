# SPDX-License-Identifier: MIT
"""Numbers that often stand for no answer in files, such as 99 after 1 to 5, or -9 among measures of weight."""

import re
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from ordag.data import Label, OrdinalTable
from ordag.data.missing.codes import values_apart
from ordag.model import FittedNetwork

# Of fewer answers beside it no number can be said to lie far away, and hardly more codes are in use at either end.
FEWEST_ANSWERS, MOST_CODES = 3, 3
# Far is more than so many times the spread of the other answers, or the widest step between neighbours of a measure.
FAR = 2
# Between answers that so many rows gave, one that nobody gave is no accident; rare answers leave such gaps by chance.
OFTEN = 5
# Measures that so many rows share are no outliers.
REPEATED = 3
_CUSTOMARY = re.compile(r"9*[789]|7+|8+")  # 7, 8, 9, 77, 88, 97, 98, 99, 999, ...


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
            found.append((name, _among_measures(next(values))))
    return tuple((name, tuple(sorted(codes))) for name, codes in found if codes)


def _counts(table: OrdinalTable, column: int) -> dict[Label, int]:
    """Rows by level."""
    codes = table.codes[:, column]
    counts = np.bincount(codes[codes >= 0], minlength=len(table.levels[column]))
    return dict(zip(table.levels[column], counts.tolist(), strict=True))


def _among_levels(levels: Sequence[object], counts: dict[Label, int] | None) -> list[float]:
    numbers = sorted(float(level) for level in levels if isinstance(level, int | float))
    if len(numbers) != len(levels):
        return []
    far = _far_ends(numbers)
    others = [number for number in numbers if number not in far]
    if counts is None:
        return far
    return far + _customary_ends(others, {float(level): n_rows for level, n_rows in counts.items()})


def _far_ends(numbers: Sequence[float]) -> list[float]:
    """Up to three numbers at either end, so far from the rest that they are hardly of the same scale."""
    for n_codes in range(1, min(MOST_CODES, len(numbers) - FEWEST_ANSWERS) + 1):
        low, above = numbers[:n_codes], numbers[n_codes:]
        if above[0] - low[-1] > FAR * (above[-1] - above[0]):
            return [*low, *_far_ends(above)]
        below, high = numbers[:-n_codes], numbers[-n_codes:]
        if high[0] - below[-1] > FAR * (below[-1] - below[0]):
            return [*high, *_far_ends(below)]
    return []


def _customary_ends(numbers: Sequence[float], counts: dict[float, int]) -> list[float]:
    """Numbers in use as codes, such as 8 and 9 after 1 to 5 or -1 before 1, that no chance gap parts from the rest."""
    apart = values_apart(numbers)
    scale = [number for number in numbers if number not in apart]
    low, high = [n for n in apart if n < scale[0]], [n for n in apart if n > scale[-1]]
    found = []
    for codes, ends in ((low, (*low[-1:], scale[0])), (high, (scale[-1], *high[:1]))):
        often = all(counts[number] >= OFTEN for number in ends)
        if often and all(_is_customary(code, signed=scale[0] < 0) for code in codes):
            found += codes
    return found


def _among_measures(values: npt.NDArray[np.float64]) -> list[float]:
    """Numbers in use as codes that several rows share, with an empty stretch between them and the other values."""
    distinct, counts = np.unique(values[np.isfinite(values)], return_counts=True)
    signed = bool((distinct < 0).sum() > MOST_CODES)
    doubtful = np.array([_is_customary(value, signed=signed) for value in distinct]) & (counts >= REPEATED)
    others = distinct[~doubtful]
    if len(others) <= FEWEST_ANSWERS:
        return []
    above, below = distinct[doubtful & (distinct > others[-1])], distinct[doubtful & (distinct < others[0])]
    found: list[float] = []
    for way_out in ([others[-1], *above], [others[0], *below[::-1]]):
        steps = np.abs(np.diff(way_out))
        if len(steps) and steps.max() > FAR * np.diff(others).max():
            found += map(float, way_out[steps.argmax() + 1 :])
    return found


def _is_customary(value: float, *, signed: bool) -> bool:
    """Whether a number is in use as a code: some nines and the like, or below zero unless other answers are too."""
    if value != int(value):
        return False
    return bool(_CUSTOMARY.fullmatch(str(abs(int(value))))) or (value < 0 and not signed)
