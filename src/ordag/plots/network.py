# SPDX-License-Identifier: MIT
"""The network as a drawing: in layers, causes above effects, edges bending around boxes; or by stress."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypedDict, Unpack

import matplotlib.pyplot as plt
import numpy as np
import numpy.typing as npt
from matplotlib.axes import Axes
from matplotlib.lines import Line2D
from matplotlib.patches import FancyArrowPatch
from matplotlib.path import Path

from ordag.errors import RequirementError
from ordag.graphs import Adjacency, LayeredDrawing, as_adjacency
from ordag.graphs.arrangement import Arrangement, Kind, Places, Spacing, arrange, placed
from ordag.messages import OptionName
from ordag.model import FittedNetwork
from ordag.plots import style
from ordag.plots.by_stress import Scene, draw_by_stress, round_halves
from ordag.plots.fonts import fonts_for
from ordag.plots.legends import (
    LEGEND_ROW_INCHES,
    POINTS_PER_INCH,
    draw_legend,
    item_lines,
    legend_columns,
    legend_handles,
    text_width,
)
from ordag.plots.links import DrawnLink, Look, drawn_link, without_small
from ordag.plots.shapes import CIRCLE, OVERHANG, between_boxes, edge_curve, meets_a_box, outline, upright
from ordag.plots.subject import subject_of

LINE_HEIGHT = 1.25  # in font sizes
MARGIN = 0.35  # around a name, in font sizes
GAP_INCHES = 0.22  # between boxes of a layer
LAYER_INCHES = (0.85, 2.0)  # between layers: wide drawings take more, up to the second, or edges would lie flat
ALLEY_INCHES = 0.45  # at least, between layers of the highest boxes, or edges would cut their corners
ASPECT = 1.8  # width to height that these aim at
SPACING = Spacing(GAP_INCHES, 0.25, LAYER_INCHES, ALLEY_INCHES, ASPECT)
WEAK_PULL = 0.3  # of a weak link, where one that stands has 1
MAX_NAME = 14  # letters in a line of a name
BOX_GAP = 1.0  # points between a box and the edges that end at it
PORT_REACH, PORT_LEAN = 0.7, 0.25  # how far from the middle of a box edges may end, and how fast they use it
HELD = (0.01, 0.45)  # of the way to the next layer that an edge goes straight past boxes: the rest is to move sideways
MIN_INCHES, MIN_INCHES_WITH_SUPPORT = 3.0, 5.5  # room for the legend, which is longer where support is shown
UNDERLAY = 4.0  # points by which the mark of edges between groups is wider than the edge


class Choices(TypedDict, total=False):
    """How `plot_network` draws, beyond what it draws."""

    layout: Kind
    positions: npt.ArrayLike
    wordings: Mapping[str, str]
    least_weight: float
    least_support: float


def plot_network(
    graph: Any,
    names: Sequence[str] | None = None,
    *,
    support: npt.ArrayLike | None = None,
    weights: npt.ArrayLike | None = None,
    groups: Sequence[str] | None = None,
    ax: Axes | None = None,
    **choices: Unpack[Choices],
) -> Axes:
    """Draw a DAG or CPDAG and return the axes.

    What is nearly a tree is drawn in layers, causes above effects; other networks by stress, which keeps groups
    together, whichever reads better (`ordag.graphs.arrange`).

    Parameters
    ----------
    graph
        (n, n) adjacency matrix; undirected edges have no arrow head. Or a result with names, weights and support: a
        `FittedNetwork`, a fitted `OSEM`, what `ordag.learn` gives (their equivalence class is drawn, and where support
        is known, arrows, lines and faint links by it) or a `Bootstrap` (its averaged network).
    names
        One name per node; when None those of the graph, or numbers from 0.
    support
        (n, n) shares of replicates with i → j, an undirected edge counting half each way. Without weights the width of
        a directed edge shows the support of its direction, that of an undirected edge the sum of both; with weights the
        opacity shows the support of the link.
    weights
        (n, n) weights or correlations, read where the graph has an edge: their size is the width, positive edges are
        drawn solid and blue, negative ones dashed and orange.
    groups
        One label per node, or per item where there are hidden causes: groups differ in shape and colour, and edges
        between groups are highlighted. An empty label is that of a node in no group.
    ax
        Where to draw; a new figure of fitting size when None.
    **choices
        ``layout``: ``"auto"``, ``"layered"`` or ``"stress"``. ``positions``: (n, 2) places to use as they are, in
        inches, such as ``ax.positions`` of another drawing of the same items, so that fits can be compared.
        ``wordings``: what was asked, by name, listed beside the picture. ``least_weight`` and ``least_support``: links
        below are left out.

    Examples
    --------
    >>> ax = plot_network([[0, 1], [0, 0]], names=["sleep", "mood"])
    >>> sorted(text.get_text() for text in ax.texts)
    ['mood', 'sleep']
    """
    subject, chosen = subject_of(graph), _Choices(**choices)
    names = subject.names if names is None else names
    adjacency = as_adjacency(subject.graph)
    n = len(adjacency)
    look = Look(
        _matrix(subject.support if support is None else support, "support", n),
        _matrix(subject.weights if weights is None else weights, "weights", n),
        None if subject.weak is None else np.asarray(subject.weak, dtype=bool),
        subject.n_hidden,
        None if subject.nominal is None else np.asarray(subject.nominal, dtype=bool),
    )
    called = _per_node(names, "names", n) or [str(k) for k in range(n)]
    n_items = n - subject.n_hidden
    group_of = _per_node(groups, "groups", n_items if groups is not None and len(groups) == n_items else n)
    if group_of is not None:
        group_of += [_group_around(group_of, adjacency[node, :n_items]) for node in range(len(group_of), n)]
    adjacency = without_small(adjacency, look, chosen.least_weight, chosen.least_support)
    with fonts_for([*called, *(group_of or ()), *(chosen.wordings or {}).values()]):
        return _draw(ax, adjacency, called, group_of, look, chosen)


def shared_positions(
    networks: Sequence[FittedNetwork], names: Sequence[str] | None = None, groups: Sequence[str] | None = None
) -> Places:
    """Places of the items for drawings of several networks of the same items, so that they can be compared.

    Parameters
    ----------
    networks
        The fits; links count by the mean size of their weights.
    names
        As they will be drawn; those of the networks when None.
    groups
        One label per item; groups are kept together.

    Examples
    --------
    >>> network = FittedNetwork.from_parameters([[0, 1], [0, 0]], [[0], [0]], names=["sleep", "mood"])
    >>> places = shared_positions([network, network])
    >>> ax = plot_network(network, positions=places)
    """
    sizes = np.mean([np.abs(network.weights) for network in networks], axis=0)
    halves = round_halves(_halves([_wrap(name) for name in names or networks[0].names]))
    graph = (sizes > 0).astype(np.int8)
    return arrange(graph, 2 * halves, SPACING, strengths=sizes, groups=groups, kind="stress").positions


@dataclass(frozen=True, eq=False)
class _Choices:
    """The choices with what they are when left out."""

    layout: Kind = "auto"
    positions: npt.ArrayLike | None = None
    wordings: Mapping[str, str] | None = None
    least_weight: float = 0.0
    least_support: float = 0.0


def _draw(
    ax: Axes | None,
    adjacency: Adjacency,
    names: list[str],
    groups: list[str] | None,
    look: Look,
    chosen: _Choices,
) -> Axes:
    labels = [_wrap(name) for name in names]
    halves = _halves(labels)
    arrangement = _arranged(adjacency, halves, groups, look, chosen)
    known = {"has_signs": look.weights is not None, "has_support": look.support is not None}
    if arrangement.layers is not None:
        drawing = arrangement.layers
        links = [drawn_link(adjacency, *pair, look, groups) for pair in _downwards(adjacency, drawing)]
        handles = legend_handles(links, groups, **known, by_shape=True)
        if ax is None:
            ax = _fitting_axes(
                drawing, halves, MIN_INCHES if look.support is None else MIN_INCHES_WITH_SUPPORT, handles
            )
        for link in links:
            _draw_edge(ax, link, drawing, halves)
        _draw_nodes(ax, drawing, labels, groups, look.n_hidden)
        _set_limits(ax, drawing, halves)
        draw_legend(ax, handles)
        return ax
    pairs = [(int(i), int(j)) for i, j in np.argwhere(np.triu(adjacency | adjacency.T))]
    links = [drawn_link(adjacency, *pair, look, groups) for pair in pairs]
    items = item_lines(names, chosen.wordings, groups) if chosen.wordings else []
    handles = legend_handles(links, None if items else groups, **known, by_shape=False)
    scene = Scene(arrangement, round_halves(halves), labels, groups, links, handles, items, look.n_hidden)
    return draw_by_stress(scene, ax)


def _arranged(
    adjacency: Adjacency,
    halves: npt.NDArray[np.float64],
    groups: list[str] | None,
    look: Look,
    chosen: _Choices,
) -> Arrangement:
    """Places by the choice of layout, for boxes in inches; weak links pull little."""
    weak = 0.0 if look.weak is None else look.weak
    sizes = None if look.weights is None else look.weights * np.where(weak, WEAK_PULL, 1.0)
    if chosen.positions is not None:
        return placed(adjacency, 2 * round_halves(halves), _places(chosen.positions, len(adjacency)), SPACING)
    across = halves[:, 0] + (OVERHANG * halves[:, 1] if groups else 0)
    boxes = 2 * np.column_stack([across, halves[:, 1]]) / POINTS_PER_INCH
    if (chosen.wordings or look.n_hidden) and chosen.layout == "auto":
        # The list of items stands beside this one, and items lie around the hidden causes that act on them.
        chosen = replace(chosen, layout="stress")
    if chosen.layout != "stress":
        found = arrange(adjacency, boxes, SPACING, strengths=sizes, groups=groups, kind=chosen.layout)
        if found.kind == "layered":
            return found
    return arrange(adjacency, 2 * round_halves(halves), SPACING, strengths=sizes, groups=groups, kind="stress")


def _places(positions: npt.ArrayLike, n: int) -> npt.NDArray[np.float64]:
    places = np.asarray(positions, dtype=np.float64)
    if places.shape != (n, 2):
        raise RequirementError(
            OptionName("positions"), f"have shape {(n, 2)}, a place per node", f"found {places.shape}"
        )
    return places


def _group_around(groups: list[str], acts_on: npt.NDArray[np.int8]) -> str:
    """The group that most items of a hidden cause are in."""
    return Counter(groups[item] for item in np.flatnonzero(acts_on)).most_common(1)[0][0]


def _per_node(values: Sequence[str] | None, what: str, n: int) -> list[str] | None:
    if values is None:
        return None
    if len(values) != n:
        raise RequirementError(OptionName(what), "have one entry per node", f"found {len(values)} for {n} nodes")
    return [str(value) for value in values]


def _matrix(values: npt.ArrayLike | None, what: str, n: int) -> npt.NDArray[np.float64] | None:
    if values is None:
        return None
    matrix = np.asarray(values, dtype=np.float64)
    if matrix.shape != (n, n):
        raise RequirementError(OptionName(what), f"have shape {(n, n)}, as the graph", f"found {matrix.shape}")
    return matrix


def _wrap(name: str) -> str:
    """A name in lines, broken after spaces and underscores, which stay as they are."""
    lines = [""]
    for part in re.split(r"(?<=[\s_])(?=[^\s_])", name):
        if lines[-1] and len(lines[-1]) + len(part.rstrip()) > MAX_NAME:
            lines.append("")
        lines[-1] += part
    return style.plain("\n".join(line.strip() for line in lines) or name)


def _half_size(label: str) -> tuple[float, float]:
    """Half width and half height of a box around the label, in points."""
    lines = label.split("\n")
    width = max(text_width(line) for line in lines)
    margin = MARGIN * style.FONT_SIZE
    return width / 2 + margin, len(lines) * LINE_HEIGHT * style.FONT_SIZE / 2 + margin


def _halves(labels: Sequence[str]) -> npt.NDArray[np.float64]:
    """(n, 2): half sizes of boxes around the labels, in points."""
    return np.array([_half_size(label) for label in labels]).reshape(-1, 2)


def _downwards(adjacency: Adjacency, drawing: LayeredDrawing) -> list[tuple[int, int]]:
    """The upper and the lower node of each edge."""
    heights = drawing.positions[:, 1]
    pairs = np.argwhere(np.triu(adjacency | adjacency.T)).tolist()
    return [(i, j) if heights[i] > heights[j] else (j, i) for i, j in pairs]


def _fitting_axes(
    drawing: LayeredDrawing, halves: npt.NDArray[np.float64], min_width: float, handles: list[Line2D]
) -> Axes:
    if len(halves) == 0:
        return plt.subplots(figsize=(2, 1))[1]
    across, n_steps = np.ptp(_all_points(drawing), axis=0)
    layer = float(np.clip(across / ASPECT / max(n_steps, 1), *LAYER_INCHES))
    highest = 2 * halves.max(axis=0) / POINTS_PER_INCH
    layer, border = max(layer, highest[1] + ALLEY_INCHES), highest + 0.4
    width = max(across + border[0], min_width)
    legend = 0.4 + LEGEND_ROW_INCHES * (-(-len(handles) // legend_columns(handles, width)) - 1)
    size = (width, n_steps * layer + border[1] + legend)
    return plt.subplots(figsize=size, layout="constrained")[1]


def _all_points(drawing: LayeredDrawing) -> npt.NDArray[np.float64]:
    return np.vstack([drawing.positions, *drawing.bends.values()])


def _draw_edge(ax: Axes, edge: DrawnLink, drawing: LayeredDrawing, halves: npt.NDArray[np.float64]) -> None:
    ends = drawing.positions[[edge.start, edge.end]]
    bends = drawing.bends.get((edge.start, edge.end), np.empty((0, 2)))
    stops = np.vstack([ends[:1], bends, ends[1:]])
    others = np.setdiff1d(np.arange(len(halves)), [edge.start, edge.end])
    layer_halves = np.array([halves[drawing.positions[:, 1] == y, 1].max(initial=0.0) for y in stops[:, 1]])

    def route(*_: object, **__: object) -> Path:
        # Called at drawing time, in pixels: boxes keep their size in points whatever the scale of the axes.
        scale = ax.get_figure(root=True).dpi / POINTS_PER_INCH  # type: ignore[union-attr]
        centres, through = ax.transData.transform(ends), stops.copy()
        # Edges to the left leave and arrive left of the middle, so that they do not all meet in one point.
        reach = PORT_REACH * halves[[edge.start, edge.end], 0] * scale / ax.transData.get_matrix()[0, 0]
        lean = PORT_LEAN * (through[[1, -2], 0] - ends[:, 0])
        through[[0, -1], 0] += np.clip(lean, -reach, reach)
        curve = ax.transData.transform(edge_curve(through))
        if meets_a_box(curve, ax.transData.transform(drawing.positions[others]), halves[others] * scale):
            held = np.clip(layer_halves * scale / ax.transData.get_matrix()[1, 1], *HELD)
            curve = ax.transData.transform(edge_curve(upright(through, held)))
        upper, lower = (
            np.array([centre, (halves[node] + BOX_GAP) * scale])
            for centre, node in zip(centres, (edge.start, edge.end), strict=True)
        )
        return Path(between_boxes(curve, (upper, lower), scale))

    layers = [(edge.arrow, edge.colour, edge.width, edge.dashes, 2, edge.opacity)]
    if edge.is_bridge and not edge.is_weak:
        layers.insert(0, ("-", style.HIGHLIGHT, edge.width + UNDERLAY, "-", 1, 1.0))
    for arrow, line_colour, width, line_style, order, opacity in layers:
        patch = FancyArrowPatch(
            (ends[0, 0], ends[0, 1]),
            (ends[1, 0], ends[1, 1]),
            connectionstyle=route,  # type: ignore[arg-type]
            arrowstyle=arrow,
            mutation_scale=7 + 1.5 * width,
            linewidth=width,
            linestyle=line_style,
            color=line_colour,
            alpha=opacity,
            capstyle="butt",
            zorder=order,
        )
        ax.add_artist(patch)  # add_patch would measure the curve for limits that are set later anyway


def _draw_nodes(ax: Axes, drawing: LayeredDrawing, labels: list[str], groups: list[str] | None, n_hidden: int) -> None:
    kinds = style.kinds_of(groups, by_shape=True)
    for node, (x, y) in enumerate(drawing.positions):
        is_hidden = node >= len(labels) - n_hidden
        kind = None if is_hidden or not groups else kinds.get(groups[node])
        fill, shape = style.fill_of(kind, by_shape=True), CIRCLE if is_hidden else kind or 0
        box = {"boxstyle": outline(shape, MARGIN), "facecolor": fill, "edgecolor": style.INK, "linewidth": 0.8}
        ax.text(
            x, y, labels[node], ha="center", va="center", fontsize=style.FONT_SIZE, color="black", bbox=box, zorder=3
        )


def _set_limits(ax: Axes, drawing: LayeredDrawing, halves: npt.NDArray[np.float64]) -> None:
    if len(halves):
        points = _all_points(drawing)
        room = halves.max(axis=0) / POINTS_PER_INCH + 0.15
        ax.set_xlim(points[:, 0].min() - room[0], points[:, 0].max() + room[0])
        ax.set_ylim(points[:, 1].min() - room[1], points[:, 1].max() + room[1])
    ax.set_axis_off()
