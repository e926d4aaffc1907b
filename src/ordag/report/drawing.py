# SPDX-License-Identifier: MIT
"""What the scripts of the page need to draw the network and to answer questions, as plain values for JSON."""

import textwrap
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ordag.graphs.arrangement import Arrangement, Spacing, arrange, place_lone
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
SPACING = Spacing(GAP, BEND_GAP, LAYER_GAPS, LEAST_ALLEY, ASPECT)
WEAK_PULL = 0.3  # of a weak link, where one that stands has 1
MAX_NAME, MAX_LINES = 16, 3
DECIMALS = 5  # of embedded numbers: far below what the page's integration resolves


@dataclass(frozen=True)
class Node:
    """A box of the drawing with its item; `cuts` are the inner cut points, none for a continuous item.

    `first` is the first of its latent coordinates. A nominal item has several: `asked` are positions of its categories
    in the order in which the coordinates ask for them, and `cuts` the thresholds of the coordinates.
    """

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
    first: int
    asked: tuple[int, ...]


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
    signed: bool
    support: float | None
    bridge: bool
    bends: tuple[tuple[float, float], ...]


@dataclass(frozen=True)
class Drawing:
    """The drawing and the model: `correlation` of the coordinates is the part above the diagonal, by rows.

    Support counts `unit`s. `layout` is how the boxes were arranged: in layers lines leave them upright, by stress
    straight on.
    """

    nodes: tuple[Node, ...]
    edges: tuple[Edge, ...]
    correlation: tuple[float, ...]
    unit: str
    layout: str


def drawing(content: Content) -> Drawing:
    """The drawing of the network, in layers or by stress, whichever reads better; items without links are below."""
    network = content.network
    behind, blocks = network.of_coordinates, network.coordinates.blocks
    lines = [_wrap(name) for name in network.names]
    sizes = np.array([_size(text, has_bar=bool(network.levels[j])) for j, text in enumerate(lines)])
    arrangement = _arranged(content, sizes)
    places = 0.0 + arrangement.positions * [1.0, -1.0]  # without −0
    nodes = tuple(
        Node(
            name=item.name,
            lines=lines[j],
            wording=item.wording,
            group=item.group,
            levels=item.levels,
            cuts=_rounded(np.concatenate([behind.thresholds[place] for place in blocks.of(j)])),
            mean=float(network.margins.means[j]),
            scale=float(network.margins.scales[j]),
            x=round(float(places[j, 0]), 1),
            y=round(float(places[j, 1]), 1),
            width=round(float(sizes[j, 0]), 1),
            height=round(float(sizes[j, 1]), 1),
            first=int(blocks.starts[j]),
            asked=network.coordinates.orders[j],
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
            link.has_sign,
            None if link.support is None else round(link.support, DECIMALS),
            link.bridge,
            tuple((round(x, 1), 0.0 + round(-y, 1)) for x, y in arrangement.line(link.start, link.end)[1:-1].tolist()),
        )
        for link in content.links
    )
    upper = np.triu_indices(behind.n_columns, 1)
    return Drawing(nodes, edges, _rounded(behind.correlation[upper]), content.unit, arrangement.kind)


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


def _arranged(content: Content, sizes: npt.NDArray[np.float64]) -> Arrangement:
    """Places for the boxes, those without links in rows below; weak links pull little."""
    network, lone = content.network, list(lone_variables(content.network))
    linked = np.setdiff1d(np.arange(len(sizes)), lone)
    strengths = np.zeros((len(sizes), len(sizes)))
    for link in content.links:
        strengths[link.start, link.end] = abs(link.weight) * (1.0 if link.stands else WEAK_PULL)
    found = arrange(
        network.cpdag[np.ix_(linked, linked)],
        sizes[linked],
        SPACING,
        strengths=strengths[np.ix_(linked, linked)],
        groups=[content.items[j].group for j in linked.tolist()],
    )
    positions = np.zeros((len(sizes), 2))
    positions[linked] = found.positions
    place_lone(positions, sizes, lone, SPACING)
    bends = {(int(linked[i]), int(linked[j])): points for (i, j), points in found.bends.items()}
    return Arrangement(found.kind, positions, bends)
