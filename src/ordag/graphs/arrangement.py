# SPDX-License-Identifier: MIT
"""Where the boxes of a drawing lie and how its lines run: in layers, or by stress, whichever reads better.

Layers show causes above effects and suit what is nearly a tree; in a dense network they become a page full of long
lines, and positions by stress, which keep groups together, read better. Both are measured (`ordag.graphs.legibility`).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, get_args

import numpy as np
import numpy.typing as npt

from ordag.errors import unknown_option
from ordag.graphs.adjacency import Adjacency, as_adjacency
from ordag.graphs.layout import LayeredDrawing, layered_drawing
from ordag.graphs.legibility import Legibility, legibility
from ordag.graphs.packing import packed, parts_of
from ordag.graphs.stress import stress_layout

Places = npt.NDArray[np.float64]  # (n, 2), x to the right, y upwards
Kind = Literal["auto", "layered", "stress"]
Pair = tuple[int, int]

# Links per node beyond which layers are not tried: they cross each other and take long to lay out.
MOST_FOR_LAYERS = 2.0
# Crossings of a line that layers may have more, since in them every arrow points down.
WORTH_OF_LAYERS = 0.35
WAYS_ROUND = (0.0, 0.07, -0.07, 0.14, -0.14, 0.22, -0.22)  # how far lines bend to the side, in their length
LONE_GAP = 1.0  # gaps between the drawing and nodes without links


@dataclass(frozen=True)
class Spacing:
    """Room between boxes, in the unit of their sizes.

    Attributes
    ----------
    gap : float
        Between boxes of a layer, and about half of it at least between any two.
    bend : float
        Beside a line that passes a layer.
    layers : (least, most)
        Between layers: wide drawings take more.
    alley : float
        At least, between layers of the highest boxes.
    aspect : float
        Width to height that layers aim at.
    """

    gap: float
    bend: float
    layers: tuple[float, float]
    alley: float
    aspect: float


@dataclass(frozen=True, eq=False)
class Arrangement:
    """Centres of the boxes, and the points that lines pass on their way.

    Attributes
    ----------
    kind : "layered" or "stress"
    positions : (n, 2)
    bends
        By edge (i, j), i being above j in layers and the smaller one otherwise: the inner points, from i to j.
    layers : LayeredDrawing or None
        In layers: the drawing with layers one unit apart.
    """

    kind: str
    positions: Places
    bends: dict[Pair, Places]
    layers: LayeredDrawing | None = None

    def line(self, i: int, j: int) -> Places:
        """The points of an edge from i to j."""
        inner = self.bends.get((i, j))
        if inner is None:
            inner = self.bends.get((j, i), np.empty((0, 2)))[::-1]
        return np.vstack([self.positions[i], *inner, self.positions[j]])

    def legibility(self, graph: npt.ArrayLike) -> Legibility:
        """How well the lines of a graph read."""
        adjacency = as_adjacency(graph)
        edges = [(int(i), int(j)) for i, j in np.argwhere(np.triu(adjacency | adjacency.T))]
        return legibility(self.positions, edges, [self.line(i, j) for i, j in edges])


def arrange(
    graph: npt.ArrayLike,
    sizes: npt.ArrayLike,
    spacing: Spacing,
    *,
    strengths: npt.ArrayLike | None = None,
    groups: Sequence[str] | None = None,
    kind: Kind = "auto",
) -> Arrangement:
    """Places for the boxes of a graph.

    Parameters
    ----------
    graph
        DAG, CPDAG or any other graph.
    sizes
        (n, 2) width and height of each box.
    spacing
        Room between them.
    strengths
        (n, n) sizes of the links: strong ones are short by stress. All alike when None.
    groups
        A label per node: groups are kept together by stress.
    kind
        ``"layered"``, ``"stress"``, or ``"auto"``: the one that reads better.

    Examples
    --------
    >>> spacing = Spacing(0.2, 0.2, (0.8, 2.0), 0.4, 1.8)
    >>> arrange([[0, 1], [0, 0]], np.ones((2, 2)), spacing).kind
    'layered'
    """
    if kind not in get_args(Kind):
        raise unknown_option("layout", kind, get_args(Kind))
    adjacency, boxes = as_adjacency(graph), np.asarray(sizes, dtype=np.float64).reshape(-1, 2)
    n_links = int(np.triu(adjacency | adjacency.T).sum())
    if kind == "layered" or (kind == "auto" and n_links < 2):
        return _layered(adjacency, boxes, spacing)
    by_stress = _stress(adjacency, boxes, spacing, strengths, groups)
    if kind == "stress" or n_links > MOST_FOR_LAYERS * len(boxes):
        return by_stress
    layered = _layered(adjacency, boxes, spacing)
    gain = layered.legibility(adjacency).cost - by_stress.legibility(adjacency).cost
    return layered if gain <= WORTH_OF_LAYERS else by_stress


def _layered(adjacency: Adjacency, boxes: Places, spacing: Spacing) -> Arrangement:
    drawing = layered_drawing(adjacency, (boxes[:, 0] + spacing.gap).tolist(), spacing.bend)
    if not len(boxes):
        return Arrangement("layered", drawing.positions, {}, drawing)
    across, steps = np.ptp(np.vstack([drawing.positions, *drawing.bends.values()]), axis=0)
    layer = float(np.clip(across / spacing.aspect / max(steps, 1.0), *spacing.layers))
    scale = np.array([1.0, max(layer, boxes[:, 1].max() + spacing.alley)])
    bends = {pair: inner * scale for pair, inner in drawing.bends.items()}
    return Arrangement("layered", drawing.positions * scale, bends, drawing)


def _stress(
    adjacency: Adjacency,
    boxes: Places,
    spacing: Spacing,
    strengths: npt.ArrayLike | None,
    groups: Sequence[str] | None,
) -> Arrangement:
    joined = adjacency | adjacency.T
    lone = np.flatnonzero(~joined.any(axis=0))
    sizes = joined.astype(float) if strengths is None else np.abs(np.asarray(strengths, dtype=np.float64))
    # A link of weight zero is still drawn, and long.
    sizes = np.where(joined, np.maximum(np.maximum(sizes, sizes.T), 1e-3), 0.0)
    parts = [part for part in parts_of(joined) if len(part) > 1]
    drawn = [
        (
            stress_layout(
                sizes[np.ix_(part, part)],
                boxes[part],
                2 * spacing.gap,
                None if groups is None else [groups[k] for k in part.tolist()],
            ),
            boxes[part],
        )
        for part in parts
    ]
    positions = np.zeros((len(boxes), 2))
    for part, places in zip(parts, packed(drawn, 3 * spacing.gap, spacing.aspect), strict=True):
        positions[part] = places
    place_lone(positions, boxes, lone.tolist(), spacing)
    return placed(adjacency, boxes, positions, spacing)


def placed(adjacency: Adjacency, boxes: Places, positions: Places, spacing: Spacing) -> Arrangement:
    """The arrangement at given places: lines bend round the boxes that they would meet."""
    joined = adjacency | adjacency.T
    bends = {
        (i, j): way
        for i, j in np.argwhere(np.triu(joined)).tolist()
        if len(way := way_round(positions, boxes, i, j, spacing.gap / 4))
    }
    return Arrangement("stress", positions, bends)


def way_round(positions: Places, boxes: Places, i: int, j: int, margin: float) -> Places:
    """The point by which a line between two boxes passes the others, or none where it meets none.

    Examples
    --------
    >>> row = np.array([[0.0, 0.0], [2.0, 0.0], [4.0, 0.0]])
    >>> way_round(row, np.ones((3, 2)), 0, 2, 0.1).round(2)
    array([[2.  , 0.88]])
    """
    start, end = positions[[i, j]]
    others = np.setdiff1d(np.arange(len(positions)), [i, j])
    aside = np.array([start[1] - end[1], end[0] - start[0]])
    best, fewest = np.empty((0, 2)), len(others) + 1
    for share in WAYS_ROUND:
        middle = (start + end) / 2 + share * aside
        curve = through(start, middle, end)
        hits = (np.abs(curve[:, None] - positions[others]) < boxes[others] / 2 + margin).all(axis=2).any(axis=0).sum()
        if hits < fewest:
            best, fewest = (middle[None] if share else np.empty((0, 2))), int(hits)
        if fewest == 0:
            break
    return best


def through(start: Places, middle: Places, end: Places, n_samples: int = 25) -> Places:
    """Points of the parabola from start to end whose middle is given.

    Examples
    --------
    >>> through(np.zeros(2), np.array([1.0, 1.0]), np.array([2.0, 0.0]), 3)
    array([[0., 0.],
           [1., 1.],
           [2., 0.]])
    """
    t = np.linspace(0, 1, n_samples)[:, None]
    control = 2 * middle - (start + end) / 2
    return np.asarray((1 - t) ** 2 * start + 2 * t * (1 - t) * control + t**2 * end)


def place_lone(positions: Places, boxes: Places, lone: list[int], spacing: Spacing) -> None:
    """Put boxes without links in rows below the others, about as wide as these are.

    Examples
    --------
    >>> places = np.zeros((3, 2))
    >>> place_lone(places, np.ones((3, 2)), [1, 2], Spacing(0.2, 0.2, (0.8, 2.0), 0.4, 1.8))
    >>> places.round(1).tolist()
    [[0.0, 0.0], [0.1, -1.3], [0.1, -2.5]]
    """
    if not lone:
        return
    linked = np.setdiff1d(np.arange(len(boxes)), lone)
    wide, high = boxes[lone].max(axis=0) + spacing.gap
    if len(linked):
        left = float((positions[linked, 0] - boxes[linked, 0] / 2).min())
        right = float((positions[linked, 0] + boxes[linked, 0] / 2).max())
        top = float((positions[linked, 1] - boxes[linked, 1] / 2).min()) - LONE_GAP * spacing.gap - high / 2
    else:
        left, right, top = 0.0, float(wide * np.ceil(np.sqrt(len(lone)))), 0.0
    columns = max(1, int((right - left) // wide))
    for place, node in enumerate(lone):
        row, column = divmod(place, columns)
        positions[node] = left + (column + 0.5) * wide, top - row * high
