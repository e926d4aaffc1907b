# SPDX-License-Identifier: MIT
"""How a fit went: the score of each iteration, and where the graph still changed."""

from collections.abc import Sequence

import matplotlib.pyplot as plt
from matplotlib.axes import Axes
from matplotlib.ticker import MaxNLocator

from ordag.errors import InputValueError
from ordag.messages import OptionName
from ordag.plots import style
from ordag.structural_em import Iteration


def plot_trace(trace: Sequence[Iteration], *, ax: Axes | None = None) -> Axes:
    """Draw the score of every iteration and return the axes.

    Iterations that changed the graph have a full mark with the number of changed entries, the others an empty one.

    Parameters
    ----------
    trace
        Iterations of a fit, as in ``OSEM.trace_``.
    ax
        Where to draw; a new figure when None.

    Examples
    --------
    >>> trace = [Iteration(-9.0, None, 2, 2, 0.1), Iteration(-8.0, None, 2, 0, 0.1)]
    >>> [text.get_text() for text in plot_trace(trace).texts]
    ['2']
    """
    if not trace:
        raise InputValueError(OptionName("trace"), "has no iterations", "there is nothing to draw")
    if ax is None:
        _, ax = plt.subplots(figsize=(4.5, 2.6), layout="constrained")
    steps = range(1, len(trace) + 1)
    ax.plot(steps, [step.score for step in trace], color=style.POSITIVE, linewidth=1.2, zorder=1)
    for marked, fill in ((True, style.POSITIVE), (False, "white")):
        chosen = {k: step.score for k, step in zip(steps, trace, strict=True) if (step.changed_edges > 0) == marked}
        if chosen:
            label = "graph changed (entries)" if marked else "graph stayed"
            ax.scatter(
                list(chosen),
                list(chosen.values()),
                s=22,
                facecolor=fill,
                edgecolor=style.POSITIVE,
                label=label,
                zorder=2,
            )
    for k, step in zip(steps, trace, strict=True):
        if step.changed_edges:
            ax.annotate(
                str(step.changed_edges),
                (k, step.score),
                xytext=(0, -11),
                textcoords="offset points",
                ha="center",
                fontsize=7,
            )
    ax.xaxis.set_major_locator(MaxNLocator(integer=True, min_n_ticks=1))
    ax.set_xlabel("iteration", fontsize=style.FONT_SIZE)
    ax.set_ylabel("score", fontsize=style.FONT_SIZE)
    ax.margins(y=0.15)
    ax.tick_params(labelsize=style.FONT_SIZE)
    ax.spines[["right", "top"]].set_visible(False)
    ax.legend(frameon=False, fontsize=style.LEGEND_SIZE, loc="lower right")
    return ax
