# SPDX-License-Identifier: MIT
"""Causal effects: how the outcome's levels would shift, and how far the DAGs of the class or resamples disagree."""

import textwrap

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.axes import Axes

from ordag.data import Label
from ordag.errors import InputValueError
from ordag.inference import CausalEffect, EffectInterval, LevelChange
from ordag.plots import style

TITLE_WIDTH = 48  # letters
# Shorter changes are drawn as what they are, next to none, and those shorter than rounding as none.
_LEAST_REACH, _ROUNDING = 0.01, 1e-9


def plot_effect(
    effect: CausalEffect | EffectInterval,
    start: Label | None = None,
    end: Label | None = None,
    *,
    ax: Axes | None = None,
) -> Axes:
    """Draw the change of each outcome level when the cause goes from `start` to `end`, and return the axes.

    Dots are means over the DAGs of the equivalence class, lines their range; rises are full dots, falls empty ones.
    With an `EffectInterval`, thick lines are the interval of the mean and thin ones add the directions left open.

    Parameters
    ----------
    effect
        What `ordag.inference.causal_effect`, `ordag.inference.effect_interval` or ``Bootstrap.effect`` gives, of an
        ordinal outcome.
    start, end
        Levels of the cause; its lowest and highest when left out. An `EffectInterval` has them already.
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
    start, end, change = _change(effect, start, end)
    if not change.levels:
        raise InputValueError(
            f"outcome {effect.outcome!r}", "is continuous", "only the levels of an ordinal one are drawn"
        )
    rows = np.arange(len(change.levels))
    if ax is None:
        _, ax = plt.subplots(figsize=(4.5, 1.0 + 0.3 * len(rows)), layout="constrained")
    ax.axvline(0, color=style.INK, linewidth=0.8)
    for row, mean, low, high in zip(rows, change.mean, change.lowest, change.highest, strict=True):
        falls = mean < -_ROUNDING
        colour = style.NEGATIVE if falls else style.POSITIVE
        ax.plot([low, high], [row, row], color=colour, linewidth=1 if isinstance(effect, EffectInterval) else 2)
        if isinstance(effect, EffectInterval):
            ax.plot([effect.low[row], effect.high[row]], [row, row], color=colour, linewidth=3.5)
        ax.plot(mean, row, marker="o", color=colour, markerfacecolor="white" if falls else colour, markersize=6)
    low, high = ax.get_xlim()
    ax.set_xlim(min(low, -_LEAST_REACH), max(high, _LEAST_REACH))
    ax.set_yticks(rows, [style.plain(level) for level in change.levels], fontsize=style.FONT_SIZE)
    ax.set_ylim(len(rows) - 0.5, -0.5)
    ax.xaxis.set_major_formatter(lambda x, _: f"{100 * x:+.0f}".replace("-", "−") if x else "0")
    ax.set_xlabel(_explanation(effect), fontsize=style.FONT_SIZE)
    title = f"{effect.outcome} when {effect.cause} is set from {start} to {end}"
    ax.set_title(style.plain(textwrap.fill(title, TITLE_WIDTH)), fontsize=style.FONT_SIZE + 1)
    ax.tick_params(labelsize=style.FONT_SIZE)
    ax.grid(axis="x", color=style.FAINT, linewidth=0.6)
    ax.set_axisbelow(True)
    ax.spines[["left", "right", "top"]].set_visible(False)
    return ax


def _change(
    effect: CausalEffect | EffectInterval, start: Label | None, end: Label | None
) -> tuple[Label, Label, LevelChange | EffectInterval]:
    if isinstance(effect, EffectInterval):
        if start is not None or end is not None:
            raise InputValueError("an EffectInterval", "has its levels of the cause", "leave start and end out")
        return effect.start, effect.end, effect
    start = effect.cause_levels[0] if start is None else start
    end = effect.cause_levels[-1] if end is None else end
    return start, end, effect.change(start, end)


def _explanation(effect: CausalEffect | EffectInterval) -> str:
    axis = "change of probability, in percentage points"
    if isinstance(effect, CausalEffect):
        return axis
    return f"{axis}\nthick: {effect.level:.0%} interval over {effect.n_networks} networks; thin: any open direction"
