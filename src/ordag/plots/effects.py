# SPDX-License-Identifier: MIT
"""Causal effects: how the outcome's levels would shift, and how far the DAGs of the class disagree."""

import textwrap

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.axes import Axes

from ordag.data import Label
from ordag.errors import InputValueError
from ordag.inference import CausalEffect
from ordag.plots import style

TITLE_WIDTH = 48  # letters


def plot_effect(
    effect: CausalEffect, start: Label | None = None, end: Label | None = None, *, ax: Axes | None = None
) -> Axes:
    """Draw the change of each outcome level when the cause goes from `start` to `end`, and return the axes.

    Dots are means over the DAGs of the equivalence class, lines their range; rises are full dots, falls empty ones.

    Parameters
    ----------
    effect
        What `ordag.inference.causal_effect` gives, of an ordinal outcome.
    start, end
        Levels of the cause; its lowest and highest when left out.
    ax
        Where to draw; a new figure of fitting size when None.

    Examples
    --------
    >>> from ordag import FittedNetwork
    >>> from ordag.inference import causal_effect
    >>> network = FittedNetwork.from_parameters([[0, 1], [0, 0]], [[0], [0]], names=["sleep", "mood"])
    >>> plot_effect(causal_effect(network, "sleep", "mood", over_class=False)).get_title()
    'mood when sleep is set from 0 to 1'
    """
    if not effect.outcome_levels:
        raise InputValueError(f"outcome {effect.outcome!r} is continuous; only the levels of an ordinal one are drawn.")
    start = effect.cause_levels[0] if start is None else start
    end = effect.cause_levels[-1] if end is None else end
    change = effect.change(start, end)
    rows = np.arange(len(change.levels))
    if ax is None:
        _, ax = plt.subplots(figsize=(4.5, 1.0 + 0.3 * len(rows)), layout="constrained")
    ax.axvline(0, color=style.INK, linewidth=0.8)
    for row, mean, low, high in zip(rows, change.mean, change.lowest, change.highest, strict=True):
        colour = style.POSITIVE if mean >= 0 else style.NEGATIVE
        ax.plot([low, high], [row, row], color=colour, linewidth=2)
        ax.plot(mean, row, marker="o", color=colour, markerfacecolor=colour if mean >= 0 else "white", markersize=6)
    ax.set_yticks(rows, [str(level) for level in change.levels], fontsize=style.FONT_SIZE)
    ax.set_ylim(len(rows) - 0.5, -0.5)
    ax.xaxis.set_major_formatter(lambda x, _: f"{100 * x:+.0f}".replace("-", "−") if x else "0")
    ax.set_xlabel("change of probability, in percentage points", fontsize=style.FONT_SIZE)
    ax.set_title(_title(effect, start, end), fontsize=style.FONT_SIZE + 1)
    ax.tick_params(labelsize=style.FONT_SIZE)
    ax.grid(axis="x", color=style.FAINT, linewidth=0.6)
    ax.set_axisbelow(True)
    ax.spines[["left", "right", "top"]].set_visible(False)
    return ax


def _title(effect: CausalEffect, start: Label, end: Label) -> str:
    return textwrap.fill(f"{effect.outcome} when {effect.cause} is set from {start} to {end}", TITLE_WIDTH)
