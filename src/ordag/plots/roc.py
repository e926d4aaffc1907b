# SPDX-License-Identifier: MIT
"""Figures that compare methods: ROC curves, boxes of run times or losses, curves over a property of the data.

A method keeps its colour, marker, line style and hatching by its position in the mapping, so figures of a study agree
if they are given the same methods in the same order; a method without values takes its place and is not drawn.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import matplotlib.pyplot as plt
import numpy as np
import numpy.typing as npt
from matplotlib.axes import Axes

from ordag.metrics import RocPoint, lowest_shd
from ordag.plots import style

PANEL_INCHES = (3.4, 3.2)
_PLAIN, _MARKED = 3.5, 9.0  # marker sizes in points


def plot_roc(curves: Mapping[str, Sequence[RocPoint]], *, ax: Axes | None = None) -> Axes:
    """Draw TPR against FPRp for several methods, the point with the lowest SHD marked, and return the axes.

    Both axes go from 0 to 1, as in the paper. A faint line joins the points whose Manhattan distance to the upper left
    corner is that of the best of all; this is the SHD divided by the number of true edges, up to edges that are found
    with another direction.

    Parameters
    ----------
    curves
        Points of each method in the order of its parameter; one point is drawn as a marker alone.
    ax
        Where to draw; a new figure when None.

    Examples
    --------
    >>> points = [RocPoint(1.0, 0.9, 0.8, 9.0, 0.5, 10), RocPoint(2.0, 0.8, 0.3, 5.0, 0.7, 10)]
    >>> ax = plot_roc({"BGe": points})
    >>> ax.get_xlabel(), ax.get_ylabel(), len(ax.get_lines())
    ('FPRp', 'TPR', 3)
    """
    ax = ax or _new_axes()
    drawn = {label: points for label, points in curves.items() if points}
    if drawn:
        distance = min(point.fprp + 1 - point.tpr for points in drawn.values() for point in [lowest_shd(points)])
        ax.axline((0.0, 1.0 - distance), slope=1.0, color=style.FAINT, linewidth=1.0, zorder=0)
    for index, (label, points) in enumerate(curves.items()):
        if points:
            look = look_of(index)
            ax.plot([p.fprp for p in points], [p.tpr for p in points], markersize=_PLAIN, **look, label=label)
            best = lowest_shd(points)
            ax.plot(best.fprp, best.tpr, **{**look, "markersize": _MARKED, "linestyle": ""}, clip_on=False, zorder=4)
    ax.set(xlim=(0, 1), ylim=(0, 1), xlabel="FPRp", ylabel="TPR", aspect="equal")
    return ax


def plot_boxes(
    values: Mapping[str, Sequence[float]], *, log: bool = False, baseline: float | None = None, ax: Axes | None = None
) -> Axes:
    """Draw a box (quartiles, median, whiskers, outliers) of each method's values and return the axes.

    Parameters
    ----------
    values
        Values of each method; a method with none gets no box.
    log
        Whether the values are drawn on a logarithmic scale.
    baseline
        Value of a dashed horizontal line.
    ax
        Where to draw; a new figure when None.

    Examples
    --------
    >>> ax = plot_boxes({"BGe": [0.1, 0.2, 0.4], "OSEM": [2.0, 3.0]}, log=True)
    >>> [tick.get_text() for tick in ax.get_xticklabels()], ax.get_yscale()
    (['BGe', 'OSEM'], 'log')
    """
    ax = ax or _new_axes()
    drawn = [(index, label, list(group)) for index, (label, group) in enumerate(values.items()) if len(group)]
    if baseline is not None:
        ax.axhline(baseline, color=style.INK, linewidth=0.8, linestyle=(0, (5, 3)), zorder=0)
    if drawn:
        boxes = ax.boxplot(
            [group for _, _, group in drawn],
            patch_artist=True,
            widths=0.6,
            medianprops={"color": "black", "linewidth": 1.6},
            flierprops={"markersize": 2.5},
        )
        for box, (index, _, _) in zip(boxes["boxes"], drawn, strict=True):
            box.set(facecolor=style.FILLS[index % len(style.FILLS)], hatch=style.HATCHES[index % len(style.HATCHES)])
            box.set(edgecolor=style.INK, linewidth=0.8)
    ax.set_xticks(range(1, len(drawn) + 1), [label for _, label, _ in drawn], rotation=45, ha="right")
    if log:
        ax.set_yscale("log")
    ax.grid(axis="y", color=style.FAINT, linewidth=0.6)
    ax.set_axisbelow(True)
    return ax


def plot_curves(
    curves: Mapping[str, tuple[npt.ArrayLike, npt.ArrayLike]],
    *,
    best: Mapping[str, int] | None = None,
    ax: Axes | None = None,
) -> Axes:
    """Draw a line of y over x for each method, in the order of the points, and return the axes.

    Parameters
    ----------
    curves
        x and y of each method; a method without points is not drawn.
    best
        For each method the number of a point that is drawn large.
    ax
        Where to draw; a new figure when None.

    Examples
    --------
    >>> ax = plot_curves({"BGe": ([0.0, 0.1], [20, 25])})
    >>> ax.get_legend_handles_labels()[1]
    ['BGe']
    """
    ax = ax or _new_axes()
    for index, (label, (x, y)) in enumerate(curves.items()):
        across, up = np.asarray(x, dtype=np.float64), np.asarray(y, dtype=np.float64)
        if len(across):
            look = look_of(index)
            ax.plot(across, up, markersize=_PLAIN, **look, label=label)
            if best is not None and label in best:
                k = best[label]
                ax.plot(across[k], up[k], **{**look, "markersize": _MARKED, "linestyle": ""}, zorder=4)
    ax.grid(color=style.FAINT, linewidth=0.6)
    return ax


def look_of(index: int) -> dict[str, Any]:
    """Colour, marker and line style of the method at a position, as arguments of matplotlib."""
    return {
        "color": style.LINE_COLOURS[index % len(style.LINE_COLOURS)],
        "marker": style.MARKERS[index % len(style.MARKERS)],
        "linestyle": style.DASHES[index % len(style.DASHES)],
        "linewidth": 1.3,
        "markeredgecolor": "white",
        "markeredgewidth": 0.4,
    }


def _new_axes() -> Axes:
    return plt.subplots(figsize=PANEL_INCHES, layout="constrained")[1]
