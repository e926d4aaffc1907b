# SPDX-License-Identifier: MIT
"""What the scripts of the page need to draw the network and to answer questions, as plain values for JSON."""

import textwrap
from dataclasses import dataclass

import numpy as np

from ordag.graphs import Adjacency, layered_drawing
from ordag.model import Standing
from ordag.report.content import Content
from ordag.report.links import lone_variables

# Lengths in pixels at zoom 1, for names set in 13 px; the style sheet draws what is measured here.
LETTER = 7.4
LINE_HEIGHT = 16.0
PADDING = (12.0, 9.0)
BAR_HEIGHT = 7.0  # of the strip that shows the levels
GAP = 26.0
BEND_GAP = 24.0  # between edges that pass side by side
LEAST_ALLEY = 40.0  # between layers of the highest boxes, so that edges pass above and below their corners
LAYER_GAPS = (92.0, 150.0)
ASPECT = 1.7
MAX_NAME, MAX_LINES = 16, 3
DECIMALS = 5  # of embedded numbers: far below what the page's integration resolves


@dataclass(frozen=True)
class Node:
    """A box of the drawing with its item; `cuts` are the inner cut points, none for a continuous item."""

    name: str
    lines: tuple[str, ...]
    wording: str
    group: str
    levels: tuple[str, ...]
    cuts: tuple[float, ...]
    mean: float
    scale: float
    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True)
class Edge:
    """A line of the drawing; `bends` are points that it passes on its way from start to end.

    `directed` is whether it has a head, `weak` whether it is drawn faint.
    """

    start: int
    end: int
    directed: bool
    weak: bool
    weight: float
    support: float | None
    bridge: bool
    bends: tuple[tuple[float, float], ...]


@dataclass(frozen=True)
class Drawing:
    """The drawing and the model: `correlation` is the part above the diagonal, by rows; support counts `unit`s."""

    nodes: tuple[Node, ...]
    edges: tuple[Edge, ...]
    correlation: tuple[float, ...]
    unit: str


def drawing(content: Content) -> Drawing:
    """The drawing of the network in layers, causes above effects, items without links in rows below."""
    network = content.network
    lines = [_wrap(name) for name in network.names]
    sizes = np.array([_size(text, has_bar=bool(network.levels[j])) for j, text in enumerate(lines)])
    places, bends = _places(network.cpdag, sizes, lone_variables(network))
    nodes = tuple(
        Node(
            name=item.name,
            lines=lines[j],
            wording=item.wording,
            group=item.group,
            levels=item.levels,
            cuts=_rounded(network.thresholds[j]),
            mean=float(network.margins.means[j]),
            scale=float(network.margins.scales[j]),
            x=round(float(places[j, 0]), 1),
            y=round(float(places[j, 1]), 1),
            width=round(float(sizes[j, 0]), 1),
            height=round(float(sizes[j, 1]), 1),
        )
        for j, item in enumerate(content.items)
    )
    edges = tuple(
        Edge(
            link.start,
            link.end,
            link.standing is Standing.ARROW,
            not link.stands,
            round(link.weight, DECIMALS),
            None if link.support is None else round(link.support, DECIMALS),
            link.bridge,
            bends.get((link.start, link.end)) or bends.get((link.end, link.start), ())[::-1],
        )
        for link in content.links
    )
    upper = np.triu_indices(network.n_columns, 1)
    return Drawing(nodes, edges, _rounded(network.correlation[upper]), content.unit)


def _rounded(values: np.ndarray[tuple[int, ...], np.dtype[np.float64]]) -> tuple[float, ...]:
    return tuple(round(float(value), DECIMALS) for value in values)


def _wrap(name: str) -> tuple[str, ...]:
    """The name in lines that fit a box, cut where it is too long for one."""
    lines = textwrap.wrap(name.replace("_", " "), MAX_NAME) or [name]
    if len(lines) > MAX_LINES:
        lines = [*lines[: MAX_LINES - 1], lines[MAX_LINES - 1][: MAX_NAME - 1] + "…"]
    return tuple(lines)


def _size(lines: tuple[str, ...], *, has_bar: bool) -> tuple[float, float]:
    width = max(len(line) for line in lines) * LETTER + 2 * PADDING[0]
    return max(width, 48.0), len(lines) * LINE_HEIGHT + 2 * PADDING[1] + (BAR_HEIGHT if has_bar else 0.0)


Bends = dict[tuple[int, int], tuple[tuple[float, float], ...]]
Places = np.ndarray[tuple[int, ...], np.dtype[np.float64]]  # (n, 2), y downwards


def _places(cpdag: Adjacency, sizes: Places, lone: tuple[int, ...]) -> tuple[Places, Bends]:
    """Centres of the boxes, and the bends of edges by (upper, lower) node."""
    linked = np.setdiff1d(np.arange(len(cpdag)), lone)
    places = np.zeros((len(cpdag), 2))
    drawing = layered_drawing(cpdag[np.ix_(linked, linked)], (sizes[linked, 0] + GAP).tolist(), BEND_GAP)
    points = [drawing.positions, *drawing.bends.values()]
    across, steps = np.ptp(np.vstack(points), axis=0) if len(linked) else (0.0, 0.0)
    gap = max(float(np.clip(across / ASPECT / max(steps, 1.0), *LAYER_GAPS)), sizes[:, 1].max() + LEAST_ALLEY)
    scale = np.array([1.0, -gap])
    places[linked] = drawing.positions * scale
    bends: Bends = {
        (int(linked[i]), int(linked[j])): tuple((round(x, 1), round(y, 1)) for x, y in (inner * scale).tolist())
        for (i, j), inner in drawing.bends.items()
    }
    _place_lone(places, sizes, linked, lone)
    return places, bends


def _place_lone(places: Places, sizes: Places, linked: Places, lone: tuple[int, ...]) -> None:
    """Rows of boxes below the drawing, about as wide as it is."""
    left = float((places[linked, 0] - sizes[linked, 0] / 2).min()) if len(linked) else 0.0
    right = float((places[linked, 0] + sizes[linked, 0] / 2).max()) if len(linked) else 0.0
    area = sum((sizes[j, 0] + GAP) * LAYER_GAPS[0] for j in lone)
    right = max(right, left + float(np.sqrt(area * ASPECT)) if not len(linked) else left + 400.0)
    x, y = left, float(places[linked, 1].max()) + LAYER_GAPS[0] if len(linked) else 0.0
    for j in lone:
        if x > left and x + sizes[j, 0] > right:
            x, y = left, y + 0.75 * LAYER_GAPS[0]
        places[j] = x + sizes[j, 0] / 2, y
        x += sizes[j, 0] + GAP
