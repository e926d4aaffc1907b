# SPDX-License-Identifier: MIT
"""The order of the nodes of each layer with few crossings of the edges between neighbouring layers.

Sweeps down and up put every node at the mean place of its neighbours in the layer before (Sugiyama, Tagawa and Toda
1981); then neighbours of a layer change places while that takes crossings away (Gansner, Koutsofios, North and Vo
1993). The order with the fewest crossings of all sweeps is kept.
"""

from collections.abc import Sequence
from itertools import pairwise

import numpy as np

Rows = list[list[int]]
N_SWEEPS = 24
PATIENCE = 6  # sweeps without a better order, after which none is expected from where they began


def untangled(rows: Rows, pieces: Sequence[tuple[int, int]]) -> Rows:
    """The rows, each in another order; `pieces` are edges (upper, lower) between neighbouring rows.

    Examples
    --------
    >>> untangled([[0, 1], [2, 3]], [(0, 3), (1, 2)])
    [[0, 1], [3, 2]]
    """
    above: dict[int, list[int]] = {node: [] for row in rows for node in row}
    below: dict[int, list[int]] = {node: [] for row in rows for node in row}
    for upper, lower in pieces:
        above[lower].append(upper)
        below[upper].append(lower)
    best, fewest, since = rows, n_crossings(rows, below), 0
    current = rows
    for sweep in range(N_SWEEPS):
        if fewest == 0:
            break
        if since == PATIENCE:  # begin again, from the other side
            current, since = [row[::-1] for row in rows], 0
        current = _swept(current, above if sweep % 2 == 0 else below, downwards=sweep % 2 == 0)
        current = _exchanged(current, above, below)
        count = n_crossings(current, below)
        since = 0 if count < fewest else since + 1
        if count < fewest:
            best, fewest = current, count
    return best


def n_crossings(rows: Rows, below: dict[int, list[int]]) -> int:
    """Crossings of all edges between neighbouring rows.

    Examples
    --------
    >>> n_crossings([[0, 1], [2, 3]], {0: [3], 1: [2], 2: [], 3: []})
    1
    """
    total = 0
    for row, lower in pairwise(rows):
        place = _places(lower)
        ends = np.array([end for node in row for end in sorted(place[k] for k in below[node])])
        total += int(np.sum(np.triu(ends[:, None] > ends[None, :], 1))) if len(ends) else 0
    return total


def _places(row: Sequence[int]) -> dict[int, int]:
    return {node: k for k, node in enumerate(row)}


def _swept(rows: Rows, neighbours: dict[int, list[int]], *, downwards: bool) -> Rows:
    """Each row by the mean places of its neighbours in the row before it; nodes without any keep their place."""
    order = range(1, len(rows)) if downwards else range(len(rows) - 2, -1, -1)
    swept = list(rows)
    for k in order:
        before = _places(swept[k - 1 if downwards else k + 1])
        means = {
            node: float(np.mean([before[j] for j in neighbours[node]])) if neighbours[node] else float(place)
            for place, node in enumerate(swept[k])
        }
        swept[k] = sorted(swept[k], key=means.__getitem__)
    return swept


def _exchanged(rows: Rows, above: dict[int, list[int]], below: dict[int, list[int]]) -> Rows:
    """Neighbours of a row change places where that takes crossings away."""
    changed = [list(row) for row in rows]
    for k, row in enumerate(changed):
        sides = [(above, _places(changed[k - 1])) if k else None]
        sides.append((below, _places(changed[k + 1])) if k + 1 < len(changed) else None)
        ends = {
            node: [sorted(place[j] for j in neighbours[node]) for neighbours, place in filter(None, sides)]
            for node in row
        }
        for _ in row:
            swaps = [i for i in range(len(row) - 1) if _exchange(row, i, ends)]
            if not swaps:
                break
    return changed


def _exchange(row: list[int], i: int, ends: dict[int, list[list[int]]]) -> bool:
    """Let two neighbours change places if that takes crossings away; whether they did."""
    pairs = list(zip(ends[row[i]], ends[row[i + 1]], strict=True))
    if sum(_between(a, b) - _between(b, a) for a, b in pairs) <= 0:
        return False
    row[i], row[i + 1] = row[i + 1], row[i]
    return True


def _between(left: Sequence[int], right: Sequence[int]) -> int:
    """Crossings of the edges of two neighbours, the first on the left."""
    return sum(a > b for a in left for b in right)
