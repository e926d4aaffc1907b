# SPDX-License-Identifier: MIT
"""How well a drawing reads: crossings of its lines, and how long they are.

Of all that drawings are judged by, crossings disturb readers most (Purchase 1997, "Which aesthetic has the greatest
effect on human understanding?"); long lines come next, since the eye has to follow them.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Line = npt.NDArray[np.float64]  # (k, 2), the points of an edge from end to end
LENGTH_COST = 0.1  # of an edge as long as nodes lie apart, in crossings of an edge


@dataclass(frozen=True)
class Legibility:
    """Crossings of pairs of lines, and their mean length in the side of the square that each node has for itself."""

    n_lines: int
    crossings: int
    length: float

    @property
    def cost(self) -> float:
        """What makes a drawing hard to read, for each line: crossings and length together."""
        return self.crossings / max(self.n_lines, 1) + LENGTH_COST * self.length


def legibility(positions: npt.ArrayLike, edges: Sequence[tuple[int, int]], lines: Sequence[Line]) -> Legibility:
    """The legibility of lines that stand for edges; lines that share a node do not cross there.

    Examples
    --------
    >>> corners = np.array([[0.0, 0.0], [1.0, 1.0], [0.0, 1.0], [1.0, 0.0]])
    >>> edges = [(0, 1), (2, 3)]
    >>> legibility(corners, edges, [corners[[0, 1]], corners[[2, 3]]]).crossings
    1
    """
    if not lines:
        return Legibility(0, 0, 0.0)
    places = np.asarray(positions, dtype=np.float64)
    width, height = np.maximum(np.ptp(places, axis=0), 1e-9)
    side = np.sqrt(max(width * height, 0.05 * max(width, height) ** 2) / len(places))
    length = float(np.mean([np.linalg.norm(np.diff(line, axis=0), axis=1).sum() for line in lines]))
    return Legibility(len(lines), _n_crossings(edges, lines), length / float(side))


def _n_crossings(edges: Sequence[tuple[int, int]], lines: Sequence[Line]) -> int:
    starts = np.vstack([line[:-1] for line in lines])
    steps = np.vstack([np.diff(line, axis=0) for line in lines])
    owner = np.repeat(np.arange(len(lines)), [len(line) - 1 for line in lines])
    ends = np.array(edges).reshape(-1, 2)
    apart = (ends[:, None, :, None] != ends[None, :, None, :]).all(axis=(2, 3))
    found: set[tuple[int, int]] = set()
    for k in range(len(starts)):
        others = np.flatnonzero((owner > owner[k]) & apart[owner[k], owner])
        offset = starts[others] - starts[k]
        across = _cross(steps[k], steps[others])
        parallel = np.abs(across) < 1e-12
        across = np.where(parallel, 1.0, across)
        mine, theirs = _cross(offset, steps[others]) / across, _cross(offset, steps[k]) / across
        met = ~parallel & (mine > 0) & (mine < 1) & (theirs > 0) & (theirs < 1)
        found |= {(int(owner[k]), int(owner[other])) for other in others[met]}
    return len(found)


def _cross(a: npt.NDArray[np.float64], b: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    return np.asarray(a[..., 0] * b[..., 1] - a[..., 1] * b[..., 0])
