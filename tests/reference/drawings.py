"""One drawing of each kind with fixed values, and how far two pictures of it differ.

``python tests/reference/drawings.py`` draws the stored pictures anew; look at them before you keep them.
"""

from collections.abc import Callable
from pathlib import Path

import matplotlib as mpl

mpl.use("agg")

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.axes import Axes
from matplotlib.legend import Legend
from matplotlib.text import Text

from ordag.inference import causal_effect, effect_interval
from ordag.metrics import RocPoint
from ordag.model import FittedNetwork
from ordag.plots import (
    plot_boxes,
    plot_correlation,
    plot_curves,
    plot_distributions,
    plot_effect,
    plot_network,
    plot_roc,
    plot_support,
    plot_thresholds,
    plot_trace,
)
from ordag.structural_em import Iteration

STORED = Path(__file__).parents[1] / "unit" / "plots" / "images"
DPI = 60  # small files; what is legible is for eyes to judge, at full size
BLOCK = 6  # pixels
# The font comes with matplotlib, so that it is the same on every machine.
STYLE = {"font.family": "DejaVu Sans", "savefig.dpi": DPI, "figure.dpi": DPI}

WEIGHTS = np.array([[0, 0.8, -0.6, 0, 0], [0, 0, 0, 0.7, 0], [0, 0, 0, 0.5, 0], [0, 0, 0, 0, -0.9], [0, 0, 0, 0, 0]])
NAMES = ["sleep", "mood", "work_load", "tired", "noise"]


def _network(scale: float = 1.0) -> FittedNetwork:
    cuts = [[-0.5, 0.7], [-1.0, 0.0, 1.2], [0.3], [-0.2, 0.9], [0.0]]
    return FittedNetwork.from_parameters(scale * WEIGHTS, cuts, names=NAMES)


def _rates(first: float, *shds: float) -> list[RocPoint]:
    return [RocPoint(float(k), first + 0.12 * k, 0.15 * k, shd, 0.5, 3) for k, shd in enumerate(shds)]


def _trace() -> list[Iteration]:
    return [Iteration(score, None, 3, changed, 0.0) for score, changed in ((-9.0, 4), (-8.0, 2), (-7.0, 0))]


def _support() -> np.ndarray:
    return np.where(WEIGHTS != 0, np.abs(WEIGHTS), 0.05 * WEIGHTS.T != 0) * 0.9


DRAWINGS: dict[str, Callable[[], Axes]] = {
    "network": lambda: plot_network(
        _network().cpdag, NAMES, weights=WEIGHTS, support=_support(), groups=["night", "day", "day", "night", "day"]
    ),
    "support": lambda: plot_support(_support(), NAMES),
    "correlation": lambda: plot_correlation(_network().correlation, NAMES),
    "thresholds": lambda: plot_thresholds(_network().thresholds, NAMES),
    "trace": lambda: plot_trace(_trace()),
    "distributions": lambda: plot_distributions([[0.2, 0.5, 0.3], [0.1, 0.3, 0.6]], ["a", "b", "c"], ["all", "ill"]),
    "effect": lambda: plot_effect(causal_effect(_network(), "sleep", "mood")),
    "effect_interval": lambda: plot_effect(
        effect_interval([_network(scale) for scale in np.linspace(0.5, 1.5, 9)], "sleep", "mood")
    ),
    "roc": lambda: plot_roc({"OSEM": _rates(0.5, 5, 2, 3, 6), "BGe": _rates(0.3, 9, 4, 6, 7)}),
    "boxes": lambda: plot_boxes({"OSEM": [1, 2, 3, 9], "BGe": [2, 4, 5, 6]}),
    "curves": lambda: plot_curves({"OSEM": ([1, 2, 3], [5, 2, 3]), "BGe": ([1, 2, 3], [6, 4, 4.5])}),
}  # fmt: skip


def picture(ax: Axes) -> np.ndarray:
    """(height, width, 3) of a drawing without its texts and legends, from 0 to 1.

    These are tested on values; as pictures they differ from one version of the font renderer to the next.
    """
    figure = ax.figure
    for artist in [*figure.findobj(Text), *figure.findobj(Legend)]:
        artist.set_visible(False)
    figure.canvas.draw()
    return np.asarray(figure.canvas.buffer_rgba())[..., :3] / 255


def difference(one: np.ndarray, other: np.ndarray) -> float:
    """Largest difference between the mean colours of small blocks; 1 if the sizes differ.

    Another version of the renderer moves the shade of single pixels, which the mean evens out; a missing line changes
    whole blocks.
    """
    if one.shape != other.shape:
        return 1.0
    height, width = (length // BLOCK * BLOCK for length in one.shape[:2])
    gap = (one - other)[:height, :width]
    return float(np.abs(gap.reshape(height // BLOCK, BLOCK, width // BLOCK, BLOCK, 3).mean(axis=(1, 3))).max())


if __name__ == "__main__":
    STORED.mkdir(exist_ok=True)
    with mpl.rc_context(STYLE):
        for name, draw in DRAWINGS.items():
            plt.imsave(STORED / f"{name}.png", picture(draw()))
            plt.close("all")
