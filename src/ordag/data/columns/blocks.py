# SPDX-License-Identifier: MIT
"""Rows in blocks of one size: each person's rows in turn, with what belongs to the person repeated in each of them."""

from collections.abc import Mapping

import numpy as np
import numpy.typing as npt

from ordag.data.columns.observed import Observed

# Answers that differ from block to block, with so many blocks, are equal within each by no accident.
_FEWEST_BLOCKS = 20
_LARGEST_BLOCK = 20
# Of the blocks so many differ from the one before; in a file that was sorted hardly any does.
_CHANGES = 0.5


def rows_in_blocks(seen: Mapping[str, Observed]) -> tuple[int, tuple[str, ...]] | None:
    """Rows in a block, and the columns that do not change within one; None if the rows are in no such blocks.

    The size is the largest at which a column is equal throughout every block and mostly changes from one to the next.
    """
    n_rows = max((observed.n_rows for observed in seen.values()), default=0)
    sizes = [k for k in range(_LARGEST_BLOCK, 1, -1) if n_rows % k == 0 and n_rows // k >= _FEWEST_BLOCKS]
    for size in sizes:
        names = tuple(name for name, observed in seen.items() if _repeats_within(observed.codes, size))
        if names:
            return size, names
    return None


def _repeats_within(codes: npt.NDArray[np.intp], size: int) -> bool:
    """Whether a column is equal throughout every block of rows, and differs from most blocks to the next."""
    blocks = codes.reshape(-1, size)
    first = blocks[:, 0]
    changes = first[1:] != first[:-1]
    return bool(changes.mean() >= _CHANGES) and bool((blocks == first[:, None]).all())
