# SPDX-License-Identifier: MIT
"""Parts of a drawing that no line joins, put close together: the highest first, in rows from the top."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
from scipy.sparse.csgraph import connected_components

Places = npt.NDArray[np.float64]  # (n, 2)


def parts_of(joined: npt.ArrayLike) -> list[npt.NDArray[np.intp]]:
    """The nodes of each part that no line joins to another, parts with most nodes first.

    Examples
    --------
    >>> [part.tolist() for part in parts_of([[0, 0, 0], [0, 0, 1], [0, 0, 0]])]
    [[1, 2], [0]]
    """
    n_parts, part_of = connected_components(np.asarray(joined) != 0, directed=False)
    parts = [np.flatnonzero(part_of == part) for part in range(n_parts)]
    return sorted(parts, key=lambda part: -len(part))


def packed(parts: Sequence[tuple[Places, Places]], gap: float, aspect: float) -> list[Places]:
    """The places of each part, moved so that none meets another.

    Parameters
    ----------
    parts
        Centres and sizes of the boxes of each part.
    gap
        Between parts.
    aspect
        Width to height that the whole aims at; it is at least as wide as the widest part.

    Examples
    --------
    >>> one = (np.zeros((1, 2)), np.ones((1, 2)))
    >>> [places.round(1).tolist() for places in packed([one, one, one], 0.5, 2.0)]
    [[[0.5, -0.5]], [[2.0, -0.5]], [[0.5, -2.0]]]
    """
    corners = [((at - size / 2).min(axis=0), (at + size / 2).max(axis=0)) for at, size in parts]
    extents = np.array([high - low for low, high in corners]).reshape(-1, 2)
    width = max(float(extents[:, 0].max(initial=0.0)), float(np.sqrt(aspect * (extents + gap).prod(axis=1).sum())))
    moved = [at for at, _ in parts]
    left = top = deepest = 0.0
    for k in sorted(range(len(parts)), key=lambda part: -extents[part, 1]):
        if left > 0 and left + extents[k, 0] > width:
            left, top = 0.0, deepest - gap
        low, high = corners[k]
        moved[k] = parts[k][0] + np.array([left - low[0], top - high[1]])
        left, deepest = left + extents[k, 0] + gap, min(deepest, top - extents[k, 1])
    return moved
