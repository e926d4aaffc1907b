# SPDX-License-Identifier: MIT
"""Whether there is memory enough for a fit, asked before hours of work end in a kill."""

from pathlib import Path

from ordag.errors import InputValueError
from ordag.messages import Advise, SetOption

# As measured (tests/statistical/test_memory.py): what the E-step keeps of each entry, the numbers themselves included.
_BYTES_PER_CELL = 120
_MATRICES = 12  # of all columns by all columns: correlations, moments, scores, graphs of the search
_BYTES = 8
_FEW_ROWS = 100  # fewer take no memory worth sparing
_MEMINFO = Path("/proc/meminfo")
_GROUP = Path("/sys/fs/cgroup")  # limits of a container
_GIGA = 1e9


class NotEnoughMemoryError(InputValueError):
    """A fit would take more memory than there is; `needed_bytes` and `available_bytes` say how much."""

    def __init__(self, n_rows: int, n_columns: int, needed_bytes: int, available_bytes: int) -> None:
        self.needed_bytes, self.available_bytes = needed_bytes, available_bytes
        super().__init__(
            f"a fit of {f'{n_rows:,} different rows of ' * (n_rows > 1)}{n_columns:,} columns",
            f"would take about {needed_bytes / _GIGA:.1f} GB of memory",
            f"{available_bytes / _GIGA:.1f} GB are available",
            remedies=[
                *([SetOption("max_rows", n_rows // 10)] if n_rows > _FEW_ROWS else []),
                Advise("leave out columns"),
            ],
        )


def check_memory(n_rows: int, n_columns: int) -> None:
    """Raise an error if a fit of such a table would take more memory than is available, as far as that can be told."""
    available = available_bytes()
    needed = bytes_of_fit(n_rows, n_columns)
    if available is not None and needed > available:
        raise NotEnoughMemoryError(n_rows, n_columns, needed, available)


def bytes_of_fit(n_rows: int, n_columns: int) -> int:
    """What a fit takes, beside the program itself.

    Examples
    --------
    >>> bytes_of_fit(1_000_000, 50) / 1e9
    6.00024
    """
    return _BYTES_PER_CELL * n_rows * n_columns + _MATRICES * _BYTES * n_columns**2


def available_bytes() -> int | None:
    """Memory that this process may still take; None where the system does not say."""
    try:
        lines = dict(line.split(":", 1) for line in _MEMINFO.read_text().splitlines())
        available = 1024 * int(lines["MemAvailable"].split()[0])
    except (OSError, KeyError, ValueError, IndexError):
        return None
    try:
        allowed = int((_GROUP / "memory.max").read_text()) - int((_GROUP / "memory.current").read_text())
    except (OSError, ValueError):  # no such limit
        return available
    return max(min(available, allowed), 0)
