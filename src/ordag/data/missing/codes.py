# SPDX-License-Identifier: MIT
"""Numbers that files often hold where there was no answer, such as 9, 99 or −1."""

import re
from collections.abc import Sequence

import numpy as np

# A scale has so many neighbouring values at least, and no more than so many others are codes.
_FEWEST_ANSWERS, MOST_CODES = 3, 3
# Beside two answers another up to here may well be an answer.
_LARGEST_OF_FEW = 6
# Neighbours are not further apart than so many times the usual distance.
_WIDE = 1.5
_CUSTOMARY = re.compile(r"9*[789]|7+|8+|66+")  # 7, 8, 9, 77, 88, 97, 98, 99, 999, ...


def values_apart(values: Sequence[float]) -> list[float]:
    """The few values outside the longest run of neighbours; none if the others are too few to be a scale.

    Examples
    --------
    >>> values_apart([1, 2, 3, 4, 5, 8, 9]), values_apart([-1, 1, 2, 3]), values_apart([0, 25, 50, 75, 100])
    ([8, 9], [-1], [])
    >>> values_apart([1, 2, 9]), values_apart([-2, -1, 1, 2]), values_apart([-1, 0, 1])
    ([9], [-2, -1], [])
    """
    beside = _beside_two(sorted(values))
    if beside or len(values) <= _FEWEST_ANSWERS:
        return beside
    ordered = sorted(values)
    gaps = np.diff(ordered)
    runs = np.split(np.arange(len(ordered)), np.flatnonzero(gaps > _WIDE * np.median(gaps)) + 1)
    scale = max(runs, key=len)
    apart = [value for k, value in enumerate(ordered) if k not in scale]
    return apart if len(scale) >= _FEWEST_ANSWERS and len(apart) <= MOST_CODES else []


def _beside_two(ordered: Sequence[float]) -> list[float]:
    """Values all below, with a gap, or far above the two answers 0 and 1, or 1 and 2."""
    for low, high in ((0, 1), (1, 2)):
        rest = [value for value in ordered if value not in (low, high)]
        is_apart = max(rest, default=0) < low - 1 or min(rest, default=0) > _LARGEST_OF_FEW
        if is_apart and len(rest) == len(ordered) - 2 <= MOST_CODES:
            return rest
    return []


def is_customary(value: float, *, signed: bool) -> bool:
    """Whether a number is in use as a code: some nines and the like, or below zero unless other answers are too.

    Examples
    --------
    >>> is_customary(98, signed=False), is_customary(-1, signed=False), is_customary(6, signed=False)
    (True, True, False)
    """
    if not np.isfinite(value) or value != int(value):
        return False
    return bool(_CUSTOMARY.fullmatch(str(abs(int(value))))) or (value < 0 and not signed)
