# SPDX-License-Identifier: MIT
"""Networks of several groups: side by side with every variable in one place, and the differences of their weights."""

from collections.abc import Iterable, Mapping, Sequence

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import FancyArrowPatch

from ordag.errors import InputValueError
from ordag.messages import InPython
from ordag.model import FittedNetwork
from ordag.plots import style
from ordag.plots.fonts import fonts_for

Pair = tuple[str, str]
Place = tuple[float, float]

_PANEL_INCHES = 3.6
_LABELS_AT = 1.16  # radii from the middle, where names stand
_WIDTHS = (0.5, 3.5)  # points, of a weight of 0 and of 1
_SHRINK = 7.0  # points between the end of an edge and the middle of its node
_BEND = 0.12
_DASHES = (0, (4, 2))
_NODE_SIZE = 5.0
_UNDERLAY = 4.0  # points by which a mark is wider than its edge
_MOST_DIFFERENCES = 40
_MOST_INTERVALS = 8  # written beside their links, the clearest first
_OPEN_OPACITY = 0.25  # of a difference that does not stand
ALPHA = 0.05


def plot_groups(
    networks: Mapping[str, FittedNetwork],
    *,
    marked: Iterable[Pair] = (),
    differences: pd.DataFrame | None = None,
    n_columns: int = 3,
) -> Figure:
    """Draw one network per group, every variable at the same place of a circle, and return the figure.

    Width is the size of a weight; positive edges are solid and blue, negative ones dashed and orange; an edge without
    arrow head may have either direction. A last panel has the differences of weights, second group less first: those
    that stand after correction with their 95 % interval, the others faint.

    Parameters
    ----------
    networks
        By name of the group; all of the same variables.
    marked
        Pairs of variables whose edges are highlighted, such as those that differ.
    differences
        ``edges`` of a comparison of two groups, for the last panel; without, there is none.
    n_columns
        Panels side by side.

    Examples
    --------
    >>> network = FittedNetwork.from_parameters([[0, 1], [0, 0]], [[0], [0]], names=["sleep", "mood"])
    >>> figure = plot_groups({"men": network, "women": network})
    >>> [ax.get_title() for ax in figure.axes]
    ['men', 'women']
    """
    names = next(iter(networks.values())).names
    if any(network.names != names for network in networks.values()):
        raise InputValueError("the networks", "are of different variables", "all must have the same")
    n_panels = len(networks) + (differences is not None)
    columns = min(n_columns, n_panels)
    rows = -(-n_panels // columns)
    size = (_PANEL_INCHES * columns, _PANEL_INCHES * rows + 0.3)
    with fonts_for([*names, *networks]):
        figure, axes = plt.subplots(rows, columns, figsize=size, squeeze=False, layout="constrained")
        pairs = {frozenset(pair) for pair in marked}
        for ax, (group, network) in zip(axes.flat, networks.items(), strict=False):
            _draw_circle(ax, network, pairs)
            ax.set_title(style.plain(group), fontsize=style.FONT_SIZE + 1)
        if differences is not None:
            _draw_differences(axes.flat[len(networks)], names, differences)
            first, second, *_ = networks
            axes.flat[len(networks)].set_title(style.plain(f"{second} less {first}"), fontsize=style.FONT_SIZE + 1)
        for ax in axes.flat[n_panels:]:
            ax.remove()
        figure.legend(
            handles=_legend(bool(pairs), differences is not None),
            loc="outside lower center",
            ncols=4,
            fontsize=style.LEGEND_SIZE,
            frameon=False,
        )
    return figure


def plot_differences(edges: pd.DataFrame, *, ax: Axes | None = None) -> Axes:
    """Draw the difference of each weight between two groups with its interval, and return the axes.

    Full dots are differences that stand after correction for all pairs; at most 40 are drawn, the clearest first.

    Parameters
    ----------
    edges
        ``edges`` or ``pairs`` of a comparison of two groups.
    ax
        Where to draw; a new figure of fitting size when None.

    Examples
    --------
    >>> edges = pd.DataFrame({"from": ["sleep"], "to": ["mood"], "difference": [0.3], "low": [0.1], "high": [0.5]})
    >>> plot_differences(edges.assign(p_corrected=0.01)).get_xlabel()
    'difference of weights, second group less first, 95 % interval'
    """
    if "difference" not in edges:
        raise InputValueError(
            "the comparison",
            "is of more than two groups",
            "differences are drawn of two",
            remedies=[InPython("compare two groups, or look at the weights in edges")],
        )
    shown = edges.head(_MOST_DIFFERENCES)
    places = np.arange(len(shown))
    labels = [f"{a} — {b}" for a, b in zip(shown["from"], shown["to"], strict=True)]
    with fonts_for(labels):
        if ax is None:
            _, ax = plt.subplots(figsize=(4.8, 0.9 + 0.19 * len(shown)), layout="constrained")
        ax.axvline(0, color=style.INK, linewidth=0.8)
        for place, (_, row) in zip(places, shown.iterrows(), strict=True):
            colour = style.NEGATIVE if row["difference"] < 0 else style.POSITIVE
            ax.plot([row["low"], row["high"]], [place, place], color=colour, linewidth=1.2)
            fill = colour if row["p_corrected"] <= ALPHA else "white"
            ax.plot(row["difference"], place, marker="o", color=colour, markerfacecolor=fill, markersize=4.5)
        ax.set_yticks(places, [style.plain(label) for label in labels], fontsize=style.FONT_SIZE)
        ax.set_ylim(len(shown) - 0.5, -0.5)
        ax.set_xlabel("difference of weights, second group less first, 95 % interval", fontsize=style.FONT_SIZE)
        ax.tick_params(labelsize=style.FONT_SIZE)
        ax.grid(axis="x", color=style.FAINT, linewidth=0.6)
        ax.set_axisbelow(True)
        ax.spines[["left", "right", "top"]].set_visible(False)
    return ax


def _draw_circle(ax: Axes, network: FittedNetwork, marked: set[frozenset[str]]) -> None:
    places = circle(len(network.names))
    for i, j in np.argwhere(np.triu(network.cpdag | network.cpdag.T)).tolist():
        weight = network.weights[i, j] + network.weights[j, i]
        start, end = (i, j) if network.cpdag[i, j] else (j, i)
        arrow = "-" if network.cpdag[i, j] and network.cpdag[j, i] else "-|>"
        is_marked = frozenset((network.names[i], network.names[j])) in marked
        draw_edge(ax, (places[start], places[end]), arrow, float(weight), is_marked=is_marked)
    draw_names(ax, dict(zip(network.names, places, strict=True)))


def _draw_differences(ax: Axes, names: Sequence[str], differences: pd.DataFrame) -> None:
    """Links whose weights differ; the intervals of the clearest are written beside them."""
    places = dict(zip(names, circle(len(names)), strict=True))
    stands = differences["p_corrected"] <= ALPHA
    for number, (_, row) in enumerate(pd.concat([differences[stands], differences[~stands]]).iterrows()):
        ends = (places[row["from"]], places[row["to"]])
        is_clear = bool(row["p_corrected"] <= ALPHA)
        draw_edge(ax, ends, "-", float(row["difference"]), bend=0.0, opacity=1.0 if is_clear else _OPEN_OPACITY)
        if is_clear and number < _MOST_INTERVALS:
            text = f"{row['difference']:+.2f}\n({row['low']:.2f}, {row['high']:.2f})"
            x, y = np.mean(ends, axis=0).tolist()
            box = {"boxstyle": "round,pad=0.15", "facecolor": "white", "edgecolor": "none", "alpha": 0.85}
            ax.text(x, y, text, ha="center", va="center", fontsize=style.FONT_SIZE - 1.5, bbox=box, zorder=4)
    draw_names(ax, places)


def draw_names(ax: Axes, places: Mapping[str, Place]) -> None:
    """Nodes on a circle of radius one, each with its name outside."""
    for name, place in places.items():
        ax.plot(*place, marker="o", color=style.INK, markersize=_NODE_SIZE, zorder=3)
        side = "center" if abs(place[0]) < 0.2 else "left" if place[0] > 0 else "right"
        ax.text(
            _LABELS_AT * place[0],
            _LABELS_AT * place[1],
            style.plain(name),
            ha=side,
            va="center",
            fontsize=style.FONT_SIZE,
        )
    ax.set_xlim(-1.6, 1.6)
    ax.set_ylim(-1.35, 1.35)
    ax.set_aspect("equal")
    ax.axis("off")


def draw_edge(
    ax: Axes,
    ends: tuple[Place, Place],
    arrow: str,
    weight: float,
    *,
    is_marked: bool = False,
    bend: float = _BEND,
    opacity: float = 1.0,
) -> None:
    """An edge whose width, colour and dashes show its weight."""
    width = _WIDTHS[0] + min(abs(weight), 1.0) * (_WIDTHS[1] - _WIDTHS[0])
    colour = style.NEGATIVE if weight < 0 else style.POSITIVE
    looks = [("-", style.HIGHLIGHT, width + _UNDERLAY)] if is_marked else []
    for head, ink, points in [*looks, (arrow, colour, width)]:
        patch = FancyArrowPatch(
            *ends,
            arrowstyle=head,
            connectionstyle=f"arc3,rad={bend}",
            shrinkA=_SHRINK,
            shrinkB=_SHRINK,
            mutation_scale=8,
            color=ink,
            linewidth=points,
            alpha=opacity,
        )
        if weight < 0 and ink == colour:
            patch.set_linestyle(_DASHES)
        ax.add_patch(patch)


def circle(n: int) -> list[Place]:
    """Places of the variables on a circle of radius one, from the top on clockwise."""
    angles = np.pi / 2 - 2 * np.pi * np.arange(n) / max(n, 1)
    return list(zip(np.cos(angles).tolist(), np.sin(angles).tolist(), strict=True))


def legend_of_signs() -> list[Line2D]:
    """What colour and dashes mean."""
    return [
        Line2D([], [], color=style.POSITIVE, label="positive"),
        Line2D([], [], color=style.NEGATIVE, linestyle=_DASHES, label="negative"),
    ]


def _legend(has_marks: bool, has_differences: bool) -> list[Line2D]:
    marked = Line2D([], [], color=style.HIGHLIGHT, linewidth=_UNDERLAY + 1, label="weights differ")
    faint = Line2D([], [], color=style.INK, alpha=_OPEN_OPACITY, label="difference may be chance")
    return [*legend_of_signs(), *([marked] if has_marks else []), *([faint] if has_differences else [])]
