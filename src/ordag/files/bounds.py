# SPDX-License-Identifier: MIT
"""How large what is read may be, checked before memory is spent on it.

A file may claim or unpack to anything. The limits are far beyond any table from which a network can be learned. The
environment variable ``ORDAG_LIMITS`` multiplies all of them, here and in child processes: 10 allows ten times as much.
At the command line ``--limits`` sets it.
"""

import math
import os
import stat
from pathlib import Path

from ordag.errors import FileError
from ordag.messages import Advise, RaiseLimits

# By what is counted: how many there may be.
LIMITS = {
    "columns": 20_000,
    "characters in a line": 16_000_000,
    "cells": 200_000_000,
    "bytes unpacked": 4_000_000_000,
    "bytes of declarations": 16_000_000,
    "bytes of a saved result": 1_000_000_000,
    "keys": 200_000,
    "arrows": 1_000_000,
    "levels of nesting": 100,
}
VARIABLE = "ORDAG_LIMITS"


class TooLargeError(FileError):
    """A file of which there is more than a limit allows; `counted` says what, `n_found` and `limit` how many."""

    def __init__(self, path: str | os.PathLike[str], counted: str, n_found: int, limit: int) -> None:
        self.counted, self.n_found, self.limit = counted, n_found, limit
        found = f"has {n_found:,} {counted}, and {limit:,} are allowed"
        super().__init__(path, found, remedies=[Advise("check the file"), enough(counted, n_found)])


def within(path: str | os.PathLike[str], counted: str, n_found: int) -> None:
    """Raise an error if a file has more of something than is allowed.

    Examples
    --------
    >>> within("survey.csv", "columns", 30_000)
    Traceback (most recent call last):
    ...
    ordag.files.bounds.TooLargeError: 'survey.csv' has 30,000 columns, and 20,000 are allowed...
    """
    limit = most(counted)
    if n_found > limit:
        raise TooLargeError(path, counted, n_found, limit)


def enough(counted: str, n_found: int) -> RaiseLimits:
    """The remedy that allows so much, by a power of ten: what is found may be all that was read, and not all there is.

    Examples
    --------
    >>> enough("columns", 30_000)
    RaiseLimits(factor=10)
    """
    return RaiseLimits(int(10 ** max(math.ceil(math.log10(n_found / LIMITS[counted])), 1)))


def most(counted: str) -> int:
    """How many are allowed.

    Examples
    --------
    >>> most("levels of nesting")
    100
    """
    return int(LIMITS[counted] * _factor())


def bytes_of_regular(path: str | os.PathLike[str], counted: str) -> bytes:
    """Content of a regular file of allowed size: a device or a pipe may never end.

    Raises
    ------
    FileNotFoundError
        If there is none.
    FileError
        If it is no regular file, or too large.
    """
    found = os.stat(path)
    if not stat.S_ISREG(found.st_mode):
        raise FileError(path, "is no regular file", remedies=[Advise("check the path")])
    within(path, counted, found.st_size)
    return Path(path).read_bytes()


def within_nesting(path: str | os.PathLike[str], value: object) -> None:
    """Raise an error if plain values are nested too deeply, or hold too many keys."""
    n_keys, depth, layer = 0, 0, [value]
    while layer:
        depth += 1
        within(path, "levels of nesting", depth)
        n_keys += sum(len(entry) for entry in layer if isinstance(entry, dict))
        within(path, "keys", n_keys)
        layer = [
            inner
            for entry in layer
            if isinstance(entry, dict | list)
            for inner in (entry.values() if isinstance(entry, dict) else entry)
        ]


def as_factor(text: str) -> float | None:
    """The factor that a text gives, at least 1; None if it gives none.

    Examples
    --------
    >>> as_factor("10"), as_factor("0.5"), as_factor("all")
    (10.0, None, None)
    """
    try:
        factor = float(text)
    except ValueError:
        return None
    return factor if factor >= 1 and math.isfinite(factor) else None


def _factor() -> float:
    return as_factor(os.environ.get(VARIABLE, "1")) or 1.0
