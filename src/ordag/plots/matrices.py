# SPDX-License-Identifier: MIT
"""Heat maps of matrices over pairs of variables: edge support and correlations."""

from collections.abc import Sequence

import matplotlib.pyplot as plt
import numpy as np
import numpy.typing as npt
import pandas as pd
from matplotlib.axes import Axes

from ordag.errors import RequirementError
from ordag.messages import OptionName
from ordag.plots import style

CELL_INCHES = 0.26
MAX_WITH_FIGURES = 15  # variables up to which every cell also shows its figure
DARK = 0.6  # share of the scale from which on figures are white


def plot_support(support: npt.ArrayLike, names: Sequence[str] | None = None, *, ax: Axes | None = None) -> Axes:
    """Draw how often each edge i → j (row to column) occurs among replicates, and return the axes.

    Parameters
    ----------
    support
        (n, n) shares from 0 to 1; an undirected edge counts half each way.
    names
        One name per variable; when None those of a pandas frame, else numbers from 0.
    ax
        Where to draw; a new figure of fitting size when None.

    Examples
    --------
    >>> ax = plot_support([[0.0, 0.8], [0.1, 0.0]], names=["sleep", "mood"])
    >>> ax.get_xlabel(), ax.get_ylabel()
    ('to', 'from')
    """
    names = _own_names(support) if names is None else names
    ax = _heat_map(
        _square(support, "support"), names, ax, limits=(0.0, 1.0), colours="Greys", label="share of replicates"
    )
    ax.set(xlabel="to", ylabel="from")
    return ax


def plot_correlation(correlation: npt.ArrayLike, names: Sequence[str] | None = None, *, ax: Axes | None = None) -> Axes:
    """Draw a correlation matrix and return the axes; figures in the cells carry the sign as well.

    Parameters
    ----------
    correlation
        (n, n) values from −1 to 1, such as `ordag.polychoric` gives.
    names
        One name per variable; when None those of a pandas frame, else numbers from 0.
    ax
        Where to draw; a new figure of fitting size when None.

    Examples
    --------
    >>> ax = plot_correlation([[1.0, -0.5], [-0.5, 1.0]], names=["sleep", "worry"])
    >>> [text.get_text() for text in ax.texts]
    ['1.0', '−0.5', '−0.5', '1.0']
    """
    names = _own_names(correlation) if names is None else names
    matrix = _square(correlation, "correlation")
    return _heat_map(matrix, names, ax, limits=(-1.0, 1.0), colours="RdBu", label="correlation")


def _own_names(values: npt.ArrayLike) -> list[str] | None:
    return [str(name) for name in values.columns] if isinstance(values, pd.DataFrame) else None


def _square(values: npt.ArrayLike, what: str) -> npt.NDArray[np.float64]:
    matrix = np.asarray(values, dtype=np.float64)
    if matrix.ndim != 2 or matrix.shape[0] != matrix.shape[1]:
        raise RequirementError(OptionName(what), "be a square matrix", f"found shape {matrix.shape}")
    return matrix


def _heat_map(
    matrix: npt.NDArray[np.float64],
    names: Sequence[str] | None,
    ax: Axes | None,
    *,
    limits: tuple[float, float],
    colours: str,
    label: str,
) -> Axes:
    n = len(matrix)
    labels = [style.plain(name) for name in (range(n) if names is None else names)]
    if len(labels) != n:
        raise RequirementError(
            OptionName("names"), "have one entry per variable", f"found {len(labels)} for {n} variables"
        )
    if ax is None:
        side = max(2.5, CELL_INCHES * n) + 0.07 * max(map(len, labels), default=0)
        _, ax = plt.subplots(figsize=(side + 1.0, side), layout="constrained")
    image = ax.imshow(matrix, vmin=limits[0], vmax=limits[1], cmap=colours)
    ax.set_xticks(range(n), labels, rotation=90, fontsize=style.FONT_SIZE)
    ax.set_yticks(range(n), labels, fontsize=style.FONT_SIZE)
    ax.set_xticks(np.arange(n + 1) - 0.5, minor=True)
    ax.set_yticks(np.arange(n + 1) - 0.5, minor=True)
    ax.grid(which="minor", color=style.FAINT, linewidth=0.5)
    ax.tick_params(which="both", length=0)
    ax.spines[:].set_visible(False)
    if n <= MAX_WITH_FIGURES:
        _write_figures(ax, matrix, max(abs(limit) for limit in limits))
    bar = ax.get_figure().colorbar(image, ax=ax, shrink=0.7)  # type: ignore[union-attr]
    bar.set_label(label, fontsize=style.FONT_SIZE)
    bar.ax.tick_params(labelsize=style.FONT_SIZE)
    return ax


def _write_figures(ax: Axes, matrix: npt.NDArray[np.float64], largest: float) -> None:
    for (i, j), value in np.ndenumerate(matrix):
        if round(value, 1) == 0 or np.isnan(value):
            continue
        colour = "white" if abs(value) > DARK * largest else "black"
        text = f"{value:.1f}".replace("-", "−")
        ax.text(j, i, text, ha="center", va="center", fontsize=0.75 * style.FONT_SIZE, color=colour)
