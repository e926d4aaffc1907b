# SPDX-License-Identifier: MIT
"""Values written as the column of a text file writes its own: with its decimal mark and its number of decimals."""

import re
from collections.abc import Iterable, Sequence

import numpy as np

_NUMBER = re.compile(r"\s*[+-]?\d*([.,]?)(\d*)\s*")
_DIGITS = 6  # of numbers in a column that holds none


def written_like(values: Iterable[object], own: Iterable[object]) -> list[str]:
    """Values as texts, numbers among them as the own entries of their column are written.

    Examples
    --------
    >>> written_like([21.73333, 20], ["19,5", "22", "?"])
    ['21,7', '20,0']
    >>> written_like([21.73333, "never"], ["19", "22"])
    ['22', 'never']
    """
    mark, decimals = _style([str(entry) for entry in own])
    return [_written(value, mark, decimals) for value in values]


def _written(value: object, mark: str, decimals: int | None) -> str:
    if not isinstance(value, int | float | np.number) or isinstance(value, bool):
        return str(value)
    return f"{value:.{_DIGITS}g}" if decimals is None else f"{value:.{decimals}f}".replace(".", mark)


def _style(texts: Sequence[str]) -> tuple[str, int | None]:
    """Decimal mark and number of decimals of the numbers among texts, None if there are no numbers."""
    found = [match for text in set(texts) if (match := _NUMBER.fullmatch(text)) and any(map(str.isdecimal, text))]
    mark = "," if any(match[1] == "," for match in found) else "."
    return mark, max((len(match[2]) if match[1] else 0 for match in found), default=None)
