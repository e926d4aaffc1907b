# SPDX-License-Identifier: MIT
"""Levels of items: where their cuts lie on the latent scale, and how likely they are under conditions."""

from collections.abc import Sequence
from itertools import pairwise

import matplotlib.pyplot as plt
import numpy as np
import numpy.typing as npt
from matplotlib import colormaps
from matplotlib.axes import Axes

from ordag.data import Label
from ordag.errors import RequirementError
from ordag.messages import OptionName
from ordag.plots import style

ROW_INCHES, LEGEND_ROW_INCHES = 0.42, 0.19
REACH = 3.2  # latent standard deviations that are drawn
PEAK = 0.85  # height of a density, in rows
OVERHANG = 0.06  # of the cuts above the density, in rows
SHADES = (0.12, 0.85)  # part of the grey scale that levels use, lowest to highest
DARK = 0.5  # shade from which on figures are white
LEGEND_LETTERS, KEY_LETTERS = 66, 8  # room under the bars, and what a patch of colour takes of it
LEAST_WRITTEN = 0.06  # a narrower piece has no room for its figure


def plot_thresholds(
    thresholds: Sequence[npt.ArrayLike], names: Sequence[str] | None = None, *, ax: Axes | None = None
) -> Axes:
    """Draw the latent density of every item, cut into its levels, and return the axes.

    Parameters
    ----------
    thresholds
        For each item its inner cut points, as in ``OSEM.thresholds_``; none for a continuous item.
    names
        One name per item; numbers from 0 when None.
    ax
        Where to draw; a new figure of fitting size when None.

    Examples
    --------
    >>> ax = plot_thresholds([[-0.5, 0.5], [1.0]], names=["sleep", "mood"])
    >>> [tick.get_text() for tick in ax.get_yticklabels()]
    ['sleep', 'mood']
    """
    cuts = [np.asarray(column, dtype=np.float64) for column in thresholds]
    labels = _labels(names, len(cuts), "item")
    ax = _axes(ax, len(cuts), labels)
    for row, column in enumerate(cuts):
        ends = np.clip([-REACH, *column, REACH], -REACH, REACH)
        for level, (low, high) in enumerate(pairwise(ends)):
            x = np.linspace(low, high, 60)
            top = row - PEAK * np.exp(-(x**2) / 2)
            ax.fill_between(x, top, row, color=_shade(level, len(ends) - 1), linewidth=0)
        x = np.linspace(-REACH, REACH, 200)
        ax.plot(x, row - PEAK * np.exp(-(x**2) / 2), color=style.INK, linewidth=0.8)
        ax.vlines(column, row - PEAK * np.exp(-(column**2) / 2) - OVERHANG, row, color=style.INK, linewidth=0.8)
    ax.set_yticks(range(len(cuts)), labels, fontsize=style.FONT_SIZE)
    ax.set(ylim=(len(cuts) - 0.7, -1.0), xlim=(-REACH, REACH))
    ax.set_xlabel("latent scale, in standard deviations", fontsize=style.FONT_SIZE)
    _strip(ax)
    return ax


def plot_distributions(
    probabilities: npt.ArrayLike,
    levels: Sequence[Label],
    conditions: Sequence[str] | None = None,
    *,
    ax: Axes | None = None,
) -> Axes:
    """Draw level distributions as bars of pieces, one bar per condition, and return the axes.

    Parameters
    ----------
    probabilities
        (k,) or (conditions, k): the rows are distributions over the k levels.
    levels
        Labels of the levels, lowest first.
    conditions
        What each row is conditional on, such as ``"sleep = bad"``.
    ax
        Where to draw; a new figure of fitting size when None.

    Examples
    --------
    >>> ax = plot_distributions([[0.7, 0.3], [0.2, 0.8]], ["low", "high"], ["sleep = bad", "sleep = good"])
    >>> [text.get_text() for text in ax.texts]
    ['70 %', '30 %', '20 %', '80 %']
    """
    table = np.atleast_2d(np.asarray(probabilities, dtype=np.float64))
    if table.ndim != 2 or table.shape[1] != len(levels):
        raise RequirementError(
            OptionName("probabilities"), f"have one column per level ({len(levels)})", f"found {table.shape}"
        )
    labels = _labels(conditions, len(table), "condition") if conditions is not None or len(table) > 1 else [""]
    n_columns = _legend_columns(levels)
    ax = _axes(ax, len(table), labels, n_legend=-(-len(levels) // n_columns))
    starts = np.cumsum(table, axis=1) - table
    for level, label in enumerate(levels):
        colour = _shade(level, len(levels))
        ax.barh(
            range(len(table)),
            table[:, level],
            left=starts[:, level],
            height=0.7,
            color=colour,
            edgecolor="white",
            label=style.plain(label),
        )
    _write_shares(ax, table, starts)
    ax.set_yticks(range(len(table)), labels, fontsize=style.FONT_SIZE)
    ax.set(xlim=(0, 1), ylim=(len(table) - 0.5, -0.5), xticks=[])
    ax.legend(
        loc="upper center",
        bbox_to_anchor=(0.5, 0.0),
        ncols=n_columns,
        frameon=False,
        fontsize=style.LEGEND_SIZE,
    )
    _strip(ax)
    return ax


def _write_shares(ax: Axes, table: npt.NDArray[np.float64], starts: npt.NDArray[np.float64]) -> None:
    n_levels = table.shape[1]
    for (row, level), share in np.ndenumerate(table):
        if share >= LEAST_WRITTEN:
            colour = "white" if _depth(level, n_levels) > DARK else "black"
            x = float(starts[row, level] + share / 2)
            ax.text(x, row, f"{share:.0%}".replace("%", " %"), ha="center", va="center", fontsize=7, color=colour)


def _legend_columns(levels: Sequence[Label]) -> int:
    """As many as fit side by side under a bar."""
    return max(1, min(len(levels), LEGEND_LETTERS // (KEY_LETTERS + max(len(str(label)) for label in levels))))


def _depth(level: int, n_levels: int) -> float:
    return SHADES[0] + (SHADES[1] - SHADES[0]) * level / max(n_levels - 1, 1)


def _shade(level: int, n_levels: int) -> tuple[float, float, float, float]:
    red, green, blue, alpha = colormaps["Blues"](_depth(level, n_levels))
    return red, green, blue, alpha


def _labels(names: Sequence[str] | None, n: int, what: str) -> list[str]:
    labels = [style.plain(name) for name in (range(n) if names is None else names)]
    if len(labels) != n:
        raise RequirementError(OptionName("names"), f"hold one name per {what}", f"found {len(labels)} for {n}")
    return labels


def _axes(ax: Axes | None, n_rows: int, labels: list[str], n_legend: int = 1) -> Axes:
    """The axes, or new ones of fitting size: `n_legend` lines below the rows are a legend or say what the scale is."""
    if ax is not None:
        return ax
    width = 4.5 + 0.07 * max(map(len, labels), default=0)
    height = 0.9 + ROW_INCHES * n_rows + LEGEND_ROW_INCHES * (n_legend - 1)
    return plt.subplots(figsize=(width, height), layout="constrained")[1]


def _strip(ax: Axes) -> None:
    ax.tick_params(length=0, labelsize=style.FONT_SIZE)
    ax.spines[["left", "right", "top"]].set_visible(False)
