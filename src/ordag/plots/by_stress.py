# SPDX-License-Identifier: MIT
"""A network by stress: round boxes with names, straight lines that bend round other boxes, items listed beside.

Where there are hidden causes, these are the circles, and items have square boxes.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import matplotlib.pyplot as plt
import numpy as np
import numpy.typing as npt
from matplotlib.axes import Axes
from matplotlib.lines import Line2D
from matplotlib.patches import FancyArrowPatch, Polygon
from matplotlib.path import Path

from ordag.graphs.arrangement import Arrangement, through
from ordag.plots import style
from ordag.plots.legends import (
    LEGEND_ROW_INCHES,
    POINTS_PER_INCH,
    ItemLine,
    draw_items,
    draw_legend,
    items_size,
    legend_columns,
)
from ordag.plots.links import Dashes, DrawnLink

Places = npt.NDArray[np.float64]

LEAST_HALF = 0.18  # inches: boxes of short names are circles
BORDER = 0.08
END_GAP = 0.02  # between a box and the end of a line
SHORT = 0.05  # inches of the line that give its head a direction


@dataclass(frozen=True, eq=False)
class Scene:
    """What is drawn: in inches, one box for each label."""

    arrangement: Arrangement
    halves: Places
    labels: Sequence[str]
    groups: Sequence[str] | None
    links: Sequence[DrawnLink]
    handles: list[Line2D]
    items: Sequence[ItemLine] = ()
    n_hidden: int = 0


def round_halves(halves_in_points: Places) -> Places:
    """Half sizes of round boxes in inches, from those of the text with its margin in points."""
    halves = halves_in_points / POINTS_PER_INCH
    rounded = np.maximum(halves, LEAST_HALF)
    # Corners are cut off, so that a high box needs more width.
    return np.column_stack([np.maximum(rounded[:, 0] + 0.25 * (rounded[:, 1] - LEAST_HALF), LEAST_HALF), rounded[:, 1]])


def draw_by_stress(scene: Scene, ax: Axes | None) -> Axes:
    """Draw the scene, on a new figure of its size unless there are axes."""
    positions, halves = scene.arrangement.positions, scene.halves
    low, high = (positions - halves).min(axis=0) - BORDER, (positions + halves).max(axis=0) + BORDER
    if ax is None:
        ax = _axes(scene, high - low)
    ax.set_xlim(low[0], high[0])
    ax.set_ylim(low[1], high[1])
    ax.set_aspect("equal")
    ax.set_axis_off()
    for link in sorted(scene.links, key=lambda each: each.width):
        _draw_link(ax, link, scene)
    kinds = style.kinds_of(scene.groups, by_shape=False)
    for node, (place, half) in enumerate(zip(positions, halves, strict=True)):
        fill = style.fill_of(kinds.get(scene.groups[node]) if scene.groups else None, by_shape=False)
        is_hidden = node >= len(halves) - scene.n_hidden
        _draw_box(ax, place, half, "white" if is_hidden else fill, square=scene.n_hidden > 0 and not is_hidden)
        ax.text(place[0], place[1], scene.labels[node], ha="center", va="center", fontsize=style.FONT_SIZE, zorder=4)
    return ax


def _axes(scene: Scene, size: Places) -> Axes:
    """Axes at the scale of the drawing, with room below for the legend and beside for the items."""
    width, height = size
    wide = max(width, 3.0 if scene.handles else 1.0)
    n_rows = -(-len(scene.handles) // legend_columns(scene.handles, wide)) if scene.handles else 0
    legend = 0.25 + LEGEND_ROW_INCHES * n_rows if n_rows else 0.05
    n_columns, list_width, list_height = items_size(scene.items, height + legend)
    total = np.array([wide + (list_width + 0.25 if n_columns else 0.0), max(height + legend, list_height + 0.1)])
    figure = plt.figure(figsize=(float(total[0]), float(total[1])))
    base = legend + (total[1] - height - legend) / 2
    ax = figure.add_axes((((wide - width) / 2) / total[0], base / total[1], width / total[0], height / total[1]))
    draw_legend(ax, scene.handles, wide)
    if n_columns:
        top = (total[1] - list_height) / 2
        beside = figure.add_axes(
            ((wide + 0.2) / total[0], top / total[1], list_width / total[0], list_height / total[1]), label="items"
        )
        beside.set_xlim(0, list_width)
        beside.set_ylim(-list_height, 0)
        beside.set_axis_off()
        draw_items(beside, scene.items, n_columns)
    figure.sca(ax)
    return ax


def _draw_box(ax: Axes, place: Places, half: Places, fill: str, *, square: bool = False) -> None:
    """A round box, or a square one for an item beside the circles of hidden causes."""
    radius = 0.0 if square else half.min()
    angles = np.linspace(0, 2 * np.pi, 61)[:-1] + np.pi / 60
    corner = np.column_stack([np.cos(angles), np.sin(angles)])
    points = place + radius * corner + np.sign(corner) * (half - radius)
    ax.add_patch(Polygon(points, closed=True, facecolor=fill, edgecolor=style.INK, linewidth=0.8, zorder=3))


def _draw_link(ax: Axes, link: DrawnLink, scene: Scene) -> None:
    points = visible(scene.arrangement.line(link.start, link.end), scene.halves[[link.start, link.end]])
    if link.arrow == "-" or link.dashes == "-":
        _draw_line(ax, link, points, link.arrow, link.dashes)
        return
    # A head with a broken outline would have no clear shape.
    last = points[-2:] if link.arrow == "-|>" else points[:2]
    _draw_line(ax, link, points, "-", link.dashes)
    _draw_line(ax, link, last, link.arrow, "-")


def _draw_line(ax: Axes, link: DrawnLink, points: Places, arrow: str, dashes: Dashes) -> None:
    ax.add_patch(
        FancyArrowPatch(
            path=Path(points),
            arrowstyle=arrow,
            mutation_scale=7 + 1.3 * link.width,
            linewidth=link.width,
            linestyle=dashes,
            color=link.colour,
            alpha=link.opacity,
            capstyle="butt",
            joinstyle="miter",
            zorder=1 if link.is_weak else 2,
        )
    )


def visible(stops: Places, halves: Places) -> Places:
    """The part of a line that is outside the round boxes at its two ends.

    Examples
    --------
    >>> visible(np.array([[0.0, 0.0], [2.0, 0.0]]), np.full((2, 2), 0.5))[[0, -1]].round(1)
    array([[0.5, 0. ],
           [1.5, 0. ]])
    """
    start, end = stops[0], stops[-1]
    middle = stops[1] if len(stops) > 2 else (start + end) / 2
    curve = through(start, middle, end, 201)
    free = curve[~(_inside(curve - start, halves[0]) | _inside(curve - end, halves[1]))]
    if len(free) < 2:
        return stops[[0, -1]]
    from_ends = np.minimum(np.linalg.norm(free - free[0], axis=1), np.linalg.norm(free - free[-1], axis=1))
    return np.vstack([free[:1], free[from_ends > SHORT], free[-1:]])


def _inside(offset: Places, half: Places) -> npt.NDArray[np.bool_]:
    """Whether points lie in a box whose corners are rounded as far as they go."""
    radius = half.min()
    beyond = np.maximum(np.abs(offset) - (half - radius), 0.0)
    return np.asarray(np.hypot(beyond[:, 0], beyond[:, 1]) < radius + END_GAP)
