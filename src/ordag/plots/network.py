# SPDX-License-Identifier: MIT
"""The network as a layered drawing: causes above effects, names in boxes, edges that bend around them."""

import textwrap
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import matplotlib.pyplot as plt
import numpy as np
import numpy.typing as npt
from matplotlib.axes import Axes
from matplotlib.font_manager import FontProperties
from matplotlib.lines import Line2D
from matplotlib.patches import FancyArrowPatch
from matplotlib.path import Path
from matplotlib.textpath import TextPath

from ordag.errors import RequirementError
from ordag.graphs import Adjacency, LayeredDrawing, as_adjacency, layered_drawing
from ordag.messages import OptionName
from ordag.plots import style
from ordag.plots.fonts import fonts_for
from ordag.plots.shapes import CIRCLE, OVERHANG, between_boxes, edge_curve, marker, meets_a_box, outline, upright
from ordag.plots.subject import subject_of

POINTS_PER_INCH = 72.0
LINE_HEIGHT = 1.25  # in font sizes
MARGIN = 0.35  # around a name, in font sizes
GAP_INCHES = 0.22  # between boxes of a layer
LAYER_INCHES = (0.85, 2.0)  # between layers: wide drawings take more, up to the second, or edges would lie flat
ALLEY_INCHES = 0.45  # at least, between layers of the highest boxes, or edges would cut their corners
ASPECT = 1.8  # width to height that these aim at
MAX_NAME = 14  # letters in a line of a name
WIDTHS = (0.5, 3.2)  # points: of an edge that hardly any replicate supports, and of one that all support
PLAIN_WIDTH = 1.1
BOX_GAP = 1.0  # points between a box and the edges that end at it
PORT_REACH, PORT_LEAN = 0.7, 0.25  # how far from the middle of a box edges may end, and how fast they use it
HELD = (0.01, 0.45)  # of the way to the next layer that an edge goes straight past boxes: the rest is to move sideways
MAX_LEGEND_COLUMNS = 7
LEGEND_KEY = 5.0  # of the legend, in font sizes: room that a column takes beside its text
LEGEND_ROW_INCHES = 0.18
MIN_INCHES, MIN_INCHES_WITH_SUPPORT = 3.0, 5.5  # room for the legend, which is longer where support is shown
NO_ARROW = "no arrow: either direction fits the data"
UNDERLAY = 4.0  # points by which the mark of edges between groups is wider than the edge


@dataclass(frozen=True)
class _Edge:
    """An edge as it is drawn, from its upper to its lower node."""

    upper: int
    lower: int
    arrow: str  # matplotlib arrow style
    width: float
    sign: int
    is_bridge: bool


def plot_network(
    graph: Any,
    names: Sequence[str] | None = None,
    *,
    support: npt.ArrayLike | None = None,
    weights: npt.ArrayLike | None = None,
    groups: Sequence[str] | None = None,
    ax: Axes | None = None,
) -> Axes:
    """Draw a DAG or CPDAG and return the axes.

    Parameters
    ----------
    graph
        (n, n) adjacency matrix; undirected edges have no arrow head. Or a result with names, weights and support: a
        `FittedNetwork`, a fitted `OSEM`, what `ordag.learn` gives (their equivalence class is drawn) or a `Bootstrap`
        (its averaged network).
    names
        One name per node; when None those of the graph, or numbers from 0.
    support
        (n, n) shares of replicates with i → j, an undirected edge counting half each way. The width of a directed edge
        shows the support of its direction, that of an undirected edge the sum of both.
    weights
        (n, n) weights or correlations, read where the graph has an edge: positive edges are drawn solid and blue,
        negative ones dashed and orange.
    groups
        One label per node: groups differ in shape and colour, and edges between groups are highlighted.
    ax
        Where to draw; a new figure of fitting size when None.

    Examples
    --------
    >>> ax = plot_network([[0, 1], [0, 0]], names=["sleep", "mood"])
    >>> sorted(text.get_text() for text in ax.texts)
    ['mood', 'sleep']
    """
    subject = subject_of(graph)
    names = subject.names if names is None else names
    support = subject.support if support is None else support
    weights = subject.weights if weights is None else weights
    adjacency = as_adjacency(subject.graph)
    n = len(adjacency)
    labels = [_wrap(name) for name in _per_node(names, "names", n) or map(str, range(n))]
    group_of = _per_node(groups, "groups", n)
    with fonts_for([*labels, *(group_of or ())]):
        shares, strengths = _matrix(support, "support", n), _matrix(weights, "weights", n)
        return _draw(ax, adjacency, labels, group_of, shares, strengths, n_hidden=subject.n_hidden)


def _draw(
    ax: Axes | None,
    adjacency: Adjacency,
    labels: list[str],
    groups: list[str] | None,
    support: npt.NDArray[np.float64] | None,
    weights: npt.NDArray[np.float64] | None,
    *,
    n_hidden: int,
) -> Axes:
    halves = np.array([_half_size(label) for label in labels]).reshape(-1, 2)
    room = 2 * (halves[:, 0] + (OVERHANG * halves[:, 1] if groups else 0)) / POINTS_PER_INCH + GAP_INCHES
    drawing = layered_drawing(adjacency, room.tolist())
    edges = _edges(adjacency, drawing, support, weights, groups)
    handles = _legend_handles(edges, groups, has_signs=weights is not None, has_support=support is not None)
    if ax is None:
        ax = _fitting_axes(drawing, halves, MIN_INCHES if support is None else MIN_INCHES_WITH_SUPPORT, handles)
    for edge in edges:
        _draw_edge(ax, edge, drawing, halves)
    _draw_nodes(ax, drawing, labels, groups, n_hidden)
    _set_limits(ax, drawing, halves)
    _draw_legend(ax, handles)
    return ax


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
    return style.plain("\n".join(textwrap.wrap(name.replace("_", " "), MAX_NAME, break_long_words=False)) or name)


def _half_size(label: str) -> tuple[float, float]:
    """Half width and half height of a box around the label, in points."""
    lines = label.split("\n")
    width = max(_text_width(line) for line in lines)
    margin = MARGIN * style.FONT_SIZE
    return width / 2 + margin, len(lines) * LINE_HEIGHT * style.FONT_SIZE / 2 + margin


def _text_width(line: str) -> float:
    if not line.strip():  # matplotlib fails on a text without ink
        return 0.0
    return float(np.ptp(TextPath((0, 0), line, size=style.FONT_SIZE, prop=FontProperties()).vertices[:, 0]))


def _edges(
    adjacency: Adjacency,
    drawing: LayeredDrawing,
    support: npt.NDArray[np.float64] | None,
    weights: npt.NDArray[np.float64] | None,
    groups: list[str] | None,
) -> list[_Edge]:
    edges = []
    for i, j in np.argwhere(np.triu(adjacency | adjacency.T)).tolist():
        upper, lower = (i, j) if drawing.positions[i, 1] > drawing.positions[j, 1] else (j, i)
        forward, backward = adjacency[upper, lower], adjacency[lower, upper]
        arrow = "-" if forward and backward else "-|>" if forward else "<|-"
        width = PLAIN_WIDTH
        if support is not None:
            share = min(1.0, forward * support[upper, lower] + backward * support[lower, upper])
            width = WIDTHS[0] + share * (WIDTHS[1] - WIDTHS[0])
        sign = 0
        if weights is not None:
            sign = int(np.sign(forward * weights[upper, lower] + backward * weights[lower, upper]))
        is_bridge = groups is not None and groups[i] != groups[j]
        edges.append(_Edge(upper, lower, arrow, float(width), sign, is_bridge))
    return edges


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
    legend = 0.4 + LEGEND_ROW_INCHES * (-(-len(handles) // _legend_columns(handles, width)) - 1)
    size = (width, n_steps * layer + border[1] + legend)
    return plt.subplots(figsize=size, layout="constrained")[1]


def _all_points(drawing: LayeredDrawing) -> npt.NDArray[np.float64]:
    return np.vstack([drawing.positions, *drawing.bends.values()])


def _draw_edge(ax: Axes, edge: _Edge, drawing: LayeredDrawing, halves: npt.NDArray[np.float64]) -> None:
    ends = drawing.positions[[edge.upper, edge.lower]]
    bends = drawing.bends.get((edge.upper, edge.lower), np.empty((0, 2)))
    stops = np.vstack([ends[:1], bends, ends[1:]])
    others = np.setdiff1d(np.arange(len(halves)), [edge.upper, edge.lower])
    layer_halves = np.array([halves[drawing.positions[:, 1] == y, 1].max(initial=0.0) for y in stops[:, 1]])

    def route(*_: object, **__: object) -> Path:
        # Called at drawing time, in pixels: boxes keep their size in points whatever the scale of the axes.
        scale = ax.get_figure(root=True).dpi / POINTS_PER_INCH  # type: ignore[union-attr]
        centres, through = ax.transData.transform(ends), stops.copy()
        # Edges to the left leave and arrive left of the middle, so that they do not all meet in one point.
        reach = PORT_REACH * halves[[edge.upper, edge.lower], 0] * scale / ax.transData.get_matrix()[0, 0]
        lean = PORT_LEAN * (through[[1, -2], 0] - ends[:, 0])
        through[[0, -1], 0] += np.clip(lean, -reach, reach)
        curve = ax.transData.transform(edge_curve(through))
        if meets_a_box(curve, ax.transData.transform(drawing.positions[others]), halves[others] * scale):
            held = np.clip(layer_halves * scale / ax.transData.get_matrix()[1, 1], *HELD)
            curve = ax.transData.transform(edge_curve(upright(through, held)))
        upper, lower = (
            np.array([centre, (halves[node] + BOX_GAP) * scale])
            for centre, node in zip(centres, (edge.upper, edge.lower), strict=True)
        )
        return Path(between_boxes(curve, (upper, lower), scale))

    colour = {1: style.POSITIVE, -1: style.NEGATIVE, 0: style.INK}[edge.sign]
    layers = [(edge.arrow, colour, edge.width, "--" if edge.sign < 0 else "-", 2)]
    if edge.is_bridge:
        layers.insert(0, ("-", style.HIGHLIGHT, edge.width + UNDERLAY, "-", 1))
    for arrow, line_colour, width, line_style, order in layers:
        patch = FancyArrowPatch(
            (ends[0, 0], ends[0, 1]),
            (ends[1, 0], ends[1, 1]),
            connectionstyle=route,  # type: ignore[arg-type]
            arrowstyle=arrow,
            mutation_scale=7 + 1.5 * width,
            linewidth=width,
            linestyle=line_style,
            color=line_colour,
            capstyle="butt",
            zorder=order,
        )
        ax.add_artist(patch)  # add_patch would measure the curve for limits that are set later anyway


def _draw_nodes(ax: Axes, drawing: LayeredDrawing, labels: list[str], groups: list[str] | None, n_hidden: int) -> None:
    order = sorted(set(groups)) if groups else []
    for node, (x, y) in enumerate(drawing.positions):
        is_hidden = node >= len(labels) - n_hidden
        kind = CIRCLE if is_hidden else order.index(groups[node]) if groups else 0
        fill = style.FILLS[kind % len(style.FILLS)] if groups and not is_hidden else "white"
        box = {"boxstyle": outline(kind, MARGIN), "facecolor": fill, "edgecolor": style.INK, "linewidth": 0.8}
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


def _legend_handles(
    edges: list[_Edge], groups: list[str] | None, *, has_signs: bool, has_support: bool
) -> list[Line2D]:
    handles = [
        Line2D(
            [],
            [],
            linestyle="",
            marker=marker(kind),
            markersize=11,
            color=style.FILLS[kind % len(style.FILLS)],
            markeredgecolor=style.INK,
            label=style.plain(label),
        )
        for kind, label in enumerate(sorted(set(groups or [])))
    ]
    if has_signs:
        handles.append(Line2D([], [], color=style.POSITIVE, label="positive"))
        handles.append(Line2D([], [], color=style.NEGATIVE, linestyle="--", label="negative"))
    if has_support:
        handles.append(Line2D([], [], color=style.INK, linewidth=sum(WIDTHS) / 2, label="in half the replicates"))
        handles.append(Line2D([], [], color=style.INK, linewidth=WIDTHS[1], label="in all"))
    if any(edge.arrow == "-" for edge in edges):
        handles.append(Line2D([], [], color=style.INK, linewidth=PLAIN_WIDTH, label=NO_ARROW))
    if any(edge.is_bridge for edge in edges):
        handles.append(Line2D([], [], color=style.HIGHLIGHT, linewidth=6, label="between groups"))
    return handles


def _draw_legend(ax: Axes, handles: list[Line2D]) -> None:
    figure = ax.get_figure(root=True)
    if handles and figure is not None:
        ax.legend(
            handles=handles,
            loc="upper center",
            bbox_to_anchor=(0.5, 0.0),
            ncols=_legend_columns(handles, figure.get_size_inches()[0]),
            frameon=False,
            fontsize=style.LEGEND_SIZE,
        )


def _legend_columns(handles: list[Line2D], inches: float) -> int:
    """As many columns as fit side by side: a legend wider than the figure would squeeze the network."""
    widths = [_text_width(str(handle.get_label())) + LEGEND_KEY * style.LEGEND_SIZE for handle in handles]
    for n_columns in range(min(len(handles), MAX_LEGEND_COLUMNS), 1, -1):
        if sum(max(column) for column in np.array_split(widths, n_columns)) <= inches * POINTS_PER_INCH:
            return n_columns
    return 1
