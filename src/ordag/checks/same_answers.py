# SPDX-License-Identifier: MIT
"""Straight lines: the same answer to item after item of one scale.

Items with the same set of answers form a block. The index of a row is its longest string of equal answers along a block
(Johnson 2005), missing entries skipped. The network says how long is too long: rows drawn from it have strings too, and
long ones where items are strongly correlated. A string at the lowest or highest answer counts only if the items in it
include two that are negatively correlated, one of them reversed: to have no complaint at all is an answer.
"""

from collections import defaultdict

import numpy as np
import numpy.typing as npt

from ordag.checks.reference import chances
from ordag.data import Codes, Levels, OrdinalTable

Array = npt.NDArray[np.float64]

# In a block of fewer items a string of equal answers says little.
_FEWEST_ITEMS = 5
# Latent correlation below which one of two items counts as reversed.
_REVERSED = -0.1


def straightness(table: OrdinalTable, drawn: OrdinalTable, correlation: Array) -> tuple[Array, Array]:
    """How rare the longest strings of equal answers are among drawn rows, as −log of the smallest p-value of a block.

    Parameters
    ----------
    table, drawn
        Rows of the data, and rows drawn from the network with the gaps of the data.
    correlation
        (n, n) latent correlation, which tells items that are reversed.

    Returns
    -------
    tuple of (n_rows,) arrays
        Of the rows of the data, and of the drawn ones; zero where no block has enough items.

    Examples
    --------
    >>> rng = np.random.default_rng(1)
    >>> levels = [(1, 2, 3)] * 6
    >>> drawn = OrdinalTable.from_codes(rng.integers(0, 3, (1000, 6)), levels=levels)
    >>> table = OrdinalTable.from_codes([[1] * 6, [0, 1, 2, 0, 1, 2]], levels=levels)
    >>> straightness(table, drawn, np.eye(6))[0].round(1).tolist()
    [5.8, -0.0]
    """
    own, others = np.zeros(table.n_rows), np.zeros(drawn.n_rows)
    for block in blocks(table):
        reversed_pairs = correlation[np.ix_(block, block)] <= _REVERSED
        top = len(table.levels[block[0]]) - 1
        lengths, drawn_lengths = (longest_strings(rows.codes[:, block], top, reversed_pairs) for rows in (table, drawn))
        own = np.maximum(own, -np.log(chances(lengths, drawn_lengths)))
        others = np.maximum(others, -np.log(chances(drawn_lengths, drawn_lengths)))
    return own, others


def blocks(table: OrdinalTable) -> list[list[int]]:
    """Columns of each scale that enough ordinal items share, in their order."""
    sharing: defaultdict[Levels, list[int]] = defaultdict(list)
    for column, (levels, kind) in enumerate(zip(table.levels, table.kinds, strict=True)):
        if levels and kind != "nominal":
            sharing[levels].append(column)
    return [columns for columns in sharing.values() if len(columns) >= _FEWEST_ITEMS]


def longest_strings(codes: Codes, top: int, reversed_pairs: npt.NDArray[np.bool_]) -> Array:
    """Length of the longest string of equal answers of each row that counts.

    Parameters
    ----------
    codes
        (n_rows, k) answers of a block, −1 where missing.
    top
        The highest answer.
    reversed_pairs
        (k, k) whether two items go against each other.

    Examples
    --------
    >>> rows = np.array([[1, 1, -1, 1, 0], [0, 0, 0, 0, 0]])
    >>> longest_strings(rows, 2, np.zeros((5, 5), bool)).tolist()
    [3.0, 1.0]
    >>> longest_strings(rows, 2, np.ones((5, 5), bool)).tolist()
    [3.0, 5.0]
    """
    n_rows, n_items = codes.shape
    answer, length, longest = np.full(n_rows, -1), np.zeros(n_rows), np.zeros(n_rows)
    begins, contradiction = np.zeros(n_rows, dtype=np.intp), np.full(n_rows, -1)
    for k in range(n_items):
        there = codes[:, k] >= 0
        goes_on = there & (codes[:, k] == answer)
        starts = there & ~goes_on
        answer[starts], begins[starts], length[starts], contradiction[starts] = codes[starts, k], k, 0, -1
        length[there] += 1
        # The latest earlier item that this one goes against; it is within the string if it is not before its start.
        against = np.flatnonzero(reversed_pairs[:k, k])
        if against.size:
            contradiction[goes_on] = np.maximum(contradiction[goes_on], against[-1])
        is_end = (answer == 0) | (answer == top)
        counts = ~is_end | (contradiction >= begins)
        longest = np.maximum(longest, np.where(there, np.where(counts, length, 1.0), 0.0))
    return longest
