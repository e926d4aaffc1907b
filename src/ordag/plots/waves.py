# SPDX-License-Identifier: MIT
"""Items at several waves: what acts on what a wave later, beside what acts on what in the same wave."""

from collections.abc import Sequence

import matplotlib.pyplot as plt
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from ordag.plots import style
from ordag.plots.fonts import fonts_for
from ordag.plots.groups import Place, circle, draw_edge, draw_names, legend_of_signs

_INCHES_AN_ITEM, _FEWEST_INCHES = 0.34, 2.6
_PANEL_WIDTH = 3.6


def plot_waves(items: Sequence[str], links: pd.DataFrame) -> Figure:
    """Draw links from a wave (left) to the next (right), and links within a wave on a circle; return the figure.

    Width is the size of a weight; positive links are solid and blue, negative ones dashed and orange; a link without
    arrow head may have either direction. Where steps differ there is a row of panels for each.

    Parameters
    ----------
    items
        Names of the items.
    links
        ``links`` of what `ordag.waves` returned.

    Examples
    --------
    >>> link = {"kind": "lagged", "from": "sleep", "to": "mood", "weight": 0.3, "direction": "directed"}
    >>> figure = plot_waves(["sleep", "mood"], pd.DataFrame([link]))
    >>> [ax.get_title() for ax in figure.axes]
    ['from a wave to the next', 'within a wave']
    """
    steps = (
        [("", links)]
        if "step" not in links
        else [(f"to {step}: ", part) for step, part in links.groupby("step", sort=False)]
    )
    height = max(_FEWEST_INCHES, _INCHES_AN_ITEM * len(items) + 1.0)
    with fonts_for(items):
        figure, axes = plt.subplots(
            len(steps),
            2,
            figsize=(2 * _PANEL_WIDTH, height * len(steps) + 0.3),
            squeeze=False,
            layout="constrained",
        )
        for (name, part), (left, right) in zip(steps, axes, strict=True):
            is_within = part["kind"] == "same wave"
            _draw_step(left, items, part[~is_within])
            _draw_within(right, items, part[is_within])
            left.set_title(f"{name}from a wave to the next", fontsize=style.FONT_SIZE + 1)
            right.set_title(f"{name}within a wave", fontsize=style.FONT_SIZE + 1)
        figure.legend(
            handles=legend_of_signs(), loc="outside lower center", ncols=2, fontsize=style.LEGEND_SIZE, frameon=False
        )
    return figure


def _draw_step(ax: Axes, items: Sequence[str], links: pd.DataFrame) -> None:
    rows = {item: -k for k, item in enumerate(items)}
    for _, link in links.iterrows():
        ends = ((0.0, rows[link["from"]]), (1.0, rows[link["to"]]))
        draw_edge(ax, ends, "-|>", float(link["weight"]), bend=0.0)
    for side, at, edge in ((0.0, -0.08, "right"), (1.0, 1.08, "left")):
        for item, row in rows.items():
            ax.plot(side, row, marker="o", color=style.INK, markersize=5.0, zorder=3)
            ax.text(at, row, style.plain(item), ha=edge, va="center", fontsize=style.FONT_SIZE)
    ax.set_xlim(-0.8, 1.8)
    ax.set_ylim(-len(items) + 0.4, 0.6)
    ax.axis("off")


def _draw_within(ax: Axes, items: Sequence[str], links: pd.DataFrame) -> None:
    places: dict[str, Place] = dict(zip(items, circle(len(items)), strict=True))
    for _, link in links.iterrows():
        arrow = "-" if link["direction"] == "open" else "-|>"
        draw_edge(ax, (places[link["from"]], places[link["to"]]), arrow, float(link["weight"]))
    draw_names(ax, places)
