# SPDX-License-Identifier: MIT
"""What the scripts of the page need to draw the network and to answer questions, as plain values for JSON."""

import re
import textwrap
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ordag.graphs.arrangement import Arrangement, Kind, Spacing, arrange, place_lone
from ordag.model import Standing
from ordag.report.causes import Loading, ShownCause
from ordag.report.content import Content, Item
from ordag.report.links import Link, lone_variables

# Lengths in pixels at zoom 1, for names set in 13 px; the style sheet draws what is measured here.
LETTER = 7.4
LINE_HEIGHT = 16.0
PADDING = (12.0, 9.0)
BAR_HEIGHT = 7.0  # of the strip that shows the levels
GAP = 26.0
BEND_GAP = 24.0  # between edges that pass side by side
DIAMETER, MAX_IN_CIRCLE = 64.0, 8  # of the circle of a hidden cause, and letters of a line in it
LEAST_ALLEY = 40.0  # between layers of the highest boxes, so that edges pass above and below their corners
LAYER_GAPS = (92.0, 150.0)
ASPECT = 1.7
SPACING = Spacing(GAP, BEND_GAP, LAYER_GAPS, LEAST_ALLEY, ASPECT)
WEAK_PULL = 0.3  # of a weak link, where one that stands has 1
NAME, QUESTION = (16, 3), (24, 4)  # letters of a line and lines in a box
_MAY_BREAK = "\u200b "  # after a dot between words, as R puts it in the place of a space
DECIMALS = 5  # of embedded numbers: far below what the page's integration resolves


@dataclass(frozen=True)
class Node:
    """A box of the drawing with its item, or the circle of a hidden cause.

    `cuts` are the inner cut points, none for a continuous item and for a hidden cause. `group` is the badge of its
    group, `subscale` that of a questionnaire, if groups are subscales, and `tint` the number of its colour.

    `first` is the first of its latent coordinates. A nominal item has several: `asked` are positions of its categories
    in the order in which the coordinates ask for them, and `cuts` the thresholds of the coordinates. `curve` has the
    normal scores and the values of the points of a continuous item with a curve, and is empty otherwise.
    """

    name: str
    lines: tuple[str, ...]
    wording: str
    group: str
    subscale: str
    tint: int | None
    levels: tuple[str, ...]
    cuts: tuple[float, ...]
    mean: float
    scale: float
    curve: tuple[tuple[float, ...], ...]
    x: float
    y: float
    width: float
    height: float
    first: int
    asked: tuple[int, ...]
    hidden: bool = False


@dataclass(frozen=True)
class Edge:
    """A line of the drawing; `bends` are points that it passes on its way from start to end.

    `directed` is whether it has a head, `weak` whether it is drawn faint, `loading` whether it is one of a hidden
    cause.
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
    loading: bool = False


@dataclass(frozen=True)
class Drawing:
    """The drawing and the model: `correlation` of the coordinates is the part above the diagonal, by rows.

    Hidden causes are the last nodes, and the last coordinates.

    Support counts `unit`s. `layout` is how the boxes were arranged: in layers lines leave them upright, by stress
    straight on.
    """

    nodes: tuple[Node, ...]
    edges: tuple[Edge, ...]
    correlation: tuple[float, ...]
    unit: str
    layout: str


def drawing(content: Content, *, kind: Kind = "auto", has_questions: bool = False) -> Drawing:
    """The drawing of the network; items without links are below.

    Parameters
    ----------
    content
        Of the report.
    kind
        In layers or by stress; the one that reads better for "auto".
    has_questions
        Whether boxes hold what was asked instead of names, where it is known.
    """
    lines = [
        _wrap(item.wording, QUESTION) if has_questions and item.wording else _wrap(item.name) for item in content.items
    ]
    boxes = [_size(text, has_bar=bool(levels)) for text, levels in zip(lines, content.network.levels, strict=True)]
    sizes = np.array([*boxes, *([(DIAMETER, DIAMETER)] * len(content.causes))])
    arrangement = _arranged(content, sizes, kind)
    places = 0.0 + arrangement.positions * [1.0, -1.0]  # without −0
    nodes = _boxes(content, lines, places, sizes)
    circles = tuple(_circle(cause, len(nodes) + k, places[len(nodes) + k]) for k, cause in enumerate(content.causes))
    loadings = tuple(_loading(each, len(nodes), _bends(arrangement, each)) for each in _loadings(content))
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
            _bends(arrangement, link),
        )
        for link in content.links
    )
    correlation = content.network.of_coordinates.whole_parameters.correlation
    upper = _rounded(correlation[np.triu_indices(len(correlation), 1)])
    return Drawing((*nodes, *circles), (*edges, *loadings), upper, content.unit, arrangement.kind)


def _boxes(
    content: Content, lines: Sequence[tuple[str, ...]], places: npt.NDArray[np.float64], sizes: npt.NDArray[np.float64]
) -> tuple[Node, ...]:
    """The items."""
    network = content.network
    behind, blocks = network.of_coordinates, network.coordinates.blocks
    tints = {badge: number for number, badge in enumerate(sorted({*map(_badge, content.items)} - {""}))}
    return tuple(
        Node(
            name=item.name,
            lines=lines[j],
            wording=item.wording,
            group=_badge(item),
            subscale=item.group.subscale if item.group else "",
            tint=tints.get(_badge(item)),
            levels=item.levels,
            cuts=_rounded(np.concatenate([behind.thresholds[place] for place in blocks.of(j)])),
            mean=float(network.margins.means[j]),
            scale=float(network.margins.scales[j]),
            curve=() if curve is None else (_rounded(curve.latent), tuple(curve.values.tolist())),
            x=round(float(places[j, 0]), 1),
            y=round(float(places[j, 1]), 1),
            width=round(float(sizes[j, 0]), 1),
            height=round(float(sizes[j, 1]), 1),
            first=int(blocks.starts[j]),
            asked=network.coordinates.orders[j],
        )
        for j, (item, curve) in enumerate(zip(content.items, network.margins.curves, strict=True))
    )


def _loadings(content: Content) -> tuple[Loading, ...]:
    """All lines of the hidden causes."""
    return (*(loading for cause in content.causes for loading in cause.loadings), *content.correlated)


def _bends(arrangement: Arrangement, line: Link | Loading) -> tuple[tuple[float, float], ...]:
    inner = arrangement.line(line.start, line.end)[1:-1].tolist()
    return tuple((round(x, 1), 0.0 + round(-y, 1)) for x, y in inner)


def _circle(cause: ShownCause, number: int, place: npt.NDArray[np.float64]) -> Node:
    """A hidden cause, of mean zero and variance one."""
    suggested = cause.suggested if len(cause.suggested) < MAX_IN_CIRCLE else f"{cause.suggested[: MAX_IN_CIRCLE - 2]}…"
    return Node(
        name=cause.name,
        lines=(cause.name, f"{suggested}?"),
        wording=f"hidden cause; perhaps “{cause.suggested}”",
        group="",
        subscale="",
        tint=None,
        levels=(),
        cuts=(),
        mean=0.0,
        scale=1.0,
        x=round(float(place[0]), 1),
        y=round(float(place[1]), 1),
        width=DIAMETER,
        height=DIAMETER,
        first=number,
        asked=(),
        curve=(),
        hidden=True,
    )


def _loading(loading: Loading, n_items: int, bends: tuple[tuple[float, float], ...]) -> Edge:
    """An arrow to an item, or a line between two hidden causes."""
    return Edge(
        loading.start,
        loading.end,
        loading.end < n_items,
        not loading.stands,
        round(loading.weight, DECIMALS),
        signed=True,
        support=None if loading.support is None else round(loading.support, DECIMALS),
        bridge=False,
        bends=bends,
        loading=True,
    )


def _group_around(cause: ShownCause, content: Content) -> str:
    """Badge of the group that most items of a hidden cause are in."""
    return Counter(_badge(content.items[loading.end]) for loading in cause.loadings).most_common(1)[0][0]


def _badge(item: Item) -> str:
    return item.group.badge if item.group else ""


def _rounded(values: np.ndarray[tuple[int, ...], np.dtype[np.float64]]) -> tuple[float, ...]:
    return tuple(round(float(value), DECIMALS) for value in values)


def _wrap(name: str, most: tuple[int, int] = NAME) -> tuple[str, ...]:
    """The name in lines that fit a box, cut where it is too long for one."""
    width, n_lines = most
    parted = re.sub(r"(?<=\w)\.(?=[^\W\d])", f".{_MAY_BREAK}", name.replace("_", " "))
    lines = [line.replace(_MAY_BREAK, "").rstrip(_MAY_BREAK) for line in textwrap.wrap(parted, width)] or [name]
    if len(lines) > n_lines:
        lines = [*lines[: n_lines - 1], lines[n_lines - 1][: width - 1] + "…"]
    return tuple(lines)


def _size(lines: tuple[str, ...], *, has_bar: bool) -> tuple[float, float]:
    width = max(len(line) for line in lines) * LETTER + 2 * PADDING[0]
    return max(width, 48.0), len(lines) * LINE_HEIGHT + 2 * PADDING[1] + (BAR_HEIGHT if has_bar else 0.0)


def _arranged(content: Content, sizes: npt.NDArray[np.float64], kind: Kind) -> Arrangement:
    """Places for the boxes, those without links in rows below; weak links pull little."""
    network, lone = content.network, list(lone_variables(content.network))
    linked = np.setdiff1d(np.arange(len(sizes)), lone)
    strengths = np.zeros((len(sizes), len(sizes)))
    lines: list[Link | Loading] = [*content.links, *_loadings(content)]
    for line in lines:
        strengths[line.start, line.end] = abs(line.weight) * (1.0 if line.stands else WEAK_PULL)
    groups = [*map(_badge, content.items), *(_group_around(cause, content) for cause in content.causes)]
    found = arrange(
        network.whole_cpdag[np.ix_(linked, linked)],
        sizes[linked],
        SPACING,
        strengths=strengths[np.ix_(linked, linked)],
        groups=[groups[j] for j in linked.tolist()],
        kind="stress" if content.causes else kind,  # items lie around what acts on them
    )
    positions = np.zeros((len(sizes), 2))
    positions[linked] = found.positions
    place_lone(positions, sizes, lone, SPACING)
    bends = {(int(linked[i]), int(linked[j])): points for (i, j), points in found.bends.items()}
    return Arrangement(found.kind, positions, bends)
