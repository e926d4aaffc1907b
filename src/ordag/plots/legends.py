# SPDX-License-Identifier: MIT
"""What stands beside and below a drawing of a network: what its lines and colours mean, and what its items ask."""

import textwrap
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from matplotlib.axes import Axes
from matplotlib.font_manager import FontProperties
from matplotlib.lines import Line2D
from matplotlib.textpath import TextPath

from ordag.plots import style
from ordag.plots.links import LEAST_OPACITY, PLAIN_WIDTH, WEAK_OPACITY, WIDTHS, DrawnLink
from ordag.plots.shapes import marker

POINTS_PER_INCH = 72.0
MAX_LEGEND_COLUMNS = 7
LEGEND_KEY = 5.0  # of the legend, in font sizes: room that a column takes beside its text
LEGEND_ROW_INCHES = 0.18
NO_ARROW = "no arrow: either direction fits the data"
ITEM_LINE_INCHES, ITEM_LETTERS, ITEM_FONT = 0.125, 40, 6.8
ITEM_INCHES = 2.75  # width of a column of the list of items
NO_KIND = -1  # of a heading whose items have no colour of their own
NAME_INCHES = 0.55  # room for the names of items before their wording


@dataclass(frozen=True)
class ItemLine:
    """A line of the list of items: the name stands before the first line of its wording, a group before its items."""

    text: str
    name: str = ""
    kind: int | None = None


def text_width(line: str, size: float = style.FONT_SIZE) -> float:
    """Width of a text in points."""
    if not line.strip():  # matplotlib fails on a text without ink
        return 0.0
    return float(np.ptp(TextPath((0, 0), line, size=size, prop=FontProperties()).vertices[:, 0]))


def legend_handles(
    links: Sequence[DrawnLink], groups: Sequence[str] | None, *, has_signs: bool, has_support: bool, by_shape: bool
) -> list[Line2D]:
    """What the lines and, by shape, the groups mean."""
    handles = _group_handles(groups or [], by_shape=by_shape)
    if has_signs:
        handles.append(Line2D([], [], color=style.POSITIVE, label="positive"))
        handles.append(Line2D([], [], color=style.NEGATIVE, linestyle="--", label="negative"))
        if any(link.sign == 0 for link in links):
            handles.append(Line2D([], [], color=style.INK, label="with a nominal item: a size"))
    if has_support and not has_signs:
        handles.append(Line2D([], [], color=style.INK, linewidth=sum(WIDTHS) / 2, label="in half the resamples"))
        handles.append(Line2D([], [], color=style.INK, linewidth=WIDTHS[1], label="in all"))
    if has_signs and has_support:
        handles.append(Line2D([], [], color=style.POSITIVE, alpha=LEAST_OPACITY, label="paler: in fewer resamples"))
    if any(link.arrow == "-" and not link.is_weak for link in links):
        told = "no arrow: direction open" if has_support else NO_ARROW
        handles.append(Line2D([], [], color=style.INK, linewidth=PLAIN_WIDTH, label=told))
    if any(link.is_weak for link in links):
        handles.append(
            Line2D([], [], color=style.INK, linewidth=2 * PLAIN_WIDTH, alpha=WEAK_OPACITY, label="faint: unsure link")
        )
    if by_shape and any(link.is_bridge for link in links):
        handles.append(Line2D([], [], color=style.HIGHLIGHT, linewidth=6, label="between groups"))
    return handles


def _group_handles(groups: Sequence[str], *, by_shape: bool) -> list[Line2D]:
    """A mark for each group, and one for all those that are too small to have their own."""
    kinds: dict[str, int | None] = {**style.kinds_of(groups, by_shape=by_shape)}
    if {*groups} - {*kinds, ""}:
        kinds["smaller groups"] = None
    return [
        Line2D(
            [],
            [],
            linestyle="",
            marker=marker(kind or 0) if by_shape else "o",
            markersize=11 if by_shape else 8,
            color=style.fill_of(kind, by_shape=by_shape),
            markeredgecolor=style.INK,
            label=style.plain(label),
        )
        for label, kind in kinds.items()
    ]


def legend_columns(handles: Sequence[Line2D], inches: float) -> int:
    """As many columns as fit side by side: a legend wider than the figure would squeeze the network."""
    widths = [text_width(str(handle.get_label())) + LEGEND_KEY * style.LEGEND_SIZE for handle in handles]
    for n_columns in range(min(len(handles), MAX_LEGEND_COLUMNS), 1, -1):
        if sum(max(column) for column in np.array_split(widths, n_columns)) <= inches * POINTS_PER_INCH:
            return n_columns
    return 1


def draw_legend(ax: Axes, handles: list[Line2D], inches: float | None = None) -> None:
    """The legend below a drawing."""
    figure = ax.get_figure(root=True)
    if handles and figure is not None:
        ax.legend(
            handles=handles,
            loc="upper center",
            bbox_to_anchor=(0.5, 0.0),
            ncols=legend_columns(handles, inches or figure.get_size_inches()[0]),
            frameon=False,
            fontsize=style.LEGEND_SIZE,
        )


def item_lines(names: Sequence[str], wordings: Mapping[str, str], groups: Sequence[str] | None) -> list[ItemLine]:
    """The list of items, those of a group below its name; wordings are broken at words.

    Examples
    --------
    >>> [line.text for line in item_lines(["a1", "a2"], {"a1": "I sleep well"}, None)]
    ['I sleep well', '']
    """
    kinds = style.kinds_of(groups, by_shape=False)
    lines: list[ItemLine] = []
    for group in sorted(set(groups), key=lambda label: (not label, label)) if groups is not None else [""]:
        if groups is not None:
            lines.append(ItemLine(group or "in no group", kind=kinds.get(group, NO_KIND)))
        for k, name in enumerate(names):
            if groups is not None and groups[k] != group:
                continue
            first, *more = textwrap.wrap(wordings.get(name, ""), ITEM_LETTERS) or [""]
            lines += [ItemLine(first, name), *(ItemLine(text) for text in more)]
    return lines


def draw_items(ax: Axes, lines: Sequence[ItemLine], n_columns: int) -> None:
    """The list in columns, on axes in inches with the origin at the upper left."""
    per_column = -(-len(lines) // n_columns)
    widest = max([text_width(line.name, ITEM_FONT) for line in lines], default=0.0) / POINTS_PER_INCH
    indent = max(NAME_INCHES, widest + 0.12)
    for place, line in enumerate(lines):
        column, row = divmod(place, per_column)
        x, y = column * (ITEM_INCHES + indent - NAME_INCHES), -(row + 0.5) * ITEM_LINE_INCHES
        if line.kind is not None:
            fill = style.fill_of(None if line.kind == NO_KIND else line.kind, by_shape=False)
            ax.plot(x + 0.05, y, "o", color=fill, markeredgecolor=style.INK, markersize=5)
            ax.text(x + 0.14, y, style.plain(line.text), va="center", fontsize=ITEM_FONT, fontweight="bold")
            continue
        ax.text(x, y, style.plain(line.name), va="center", fontsize=ITEM_FONT, fontweight="bold")
        ax.text(x + indent, y, style.plain(line.text), va="center", fontsize=ITEM_FONT)


def items_size(lines: Sequence[ItemLine], height: float) -> tuple[int, float, float]:
    """Columns of the list beside a drawing of that height, and its width and height in inches."""
    if not lines:
        return 0, 0.0, 0.0
    n_columns = max(1, int(np.ceil(len(lines) * ITEM_LINE_INCHES / max(height, 2.5))))
    widest = max(text_width(line.name, ITEM_FONT) for line in lines) / POINTS_PER_INCH
    width = n_columns * (ITEM_INCHES + max(0.0, widest + 0.12 - NAME_INCHES))
    return n_columns, width, -(-len(lines) // n_columns) * ITEM_LINE_INCHES
