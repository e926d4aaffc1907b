# SPDX-License-Identifier: MIT
"""The paper's illustration of how level shares are drawn and how they cut a Gaussian variable."""

import matplotlib.pyplot as plt
import numpy as np
import numpy.typing as npt
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from scipy.special import gammaln, ndtri

from ordag.plots import style

N_LEVELS = 3
_GRID = 120  # points along a side of the triangle
_CONTOURS = 9
_EDGE = 0.01  # distance kept from the sides, where the density is infinite for concentrations below 1
_SHADES = ("#f0f0f0", "#bdbdbd", "#737373")
_HATCHES = ("", "....", "////")


def plot_dirichlet(concentrations: tuple[float, ...] = (0.8, 1.0, 2.0), *, random_state: int = 273) -> Figure:
    """Draw densities of symmetric Dirichlet distributions over three levels, a draw from each, and its thresholds.

    Each column shows one concentration: contours of the density over the triangle of shares with the draw marked, the
    drawn shares, and the standard normal cut at the thresholds that give these shares.

    Parameters
    ----------
    concentrations
        Values of ν.
    random_state
        Seed of the draws; the default shows one that is typical of each concentration of the paper.

    Examples
    --------
    >>> len(plot_dirichlet((1.0, 2.0)).axes)
    6
    """
    rng = np.random.default_rng(random_state)
    figure, axes = plt.subplots(
        3,
        len(concentrations),
        figsize=(2.7 * len(concentrations), 6.2),
        squeeze=False,
        layout="constrained",
        gridspec_kw={"height_ratios": (3, 1.6, 1.8)},
    )
    for column, concentration in zip(axes.T, concentrations, strict=True):
        shares = rng.dirichlet(np.full(N_LEVELS, concentration))
        _draw_triangle(column[0], concentration, shares)
        _draw_shares(column[1], shares)
        _draw_cuts(column[2], shares)
    return figure


def _draw_triangle(ax: Axes, concentration: float, shares: npt.NDArray[np.float64]) -> None:
    ticks = np.linspace(_EDGE, 1 - _EDGE, _GRID)
    first, second = np.meshgrid(ticks, ticks)
    third = 1 - first - second
    inside = third > _EDGE
    points = np.stack([first, second, np.where(inside, third, np.nan)])
    log_constant = gammaln(N_LEVELS * concentration) - N_LEVELS * gammaln(concentration)
    log_density = log_constant + (concentration - 1) * np.log(points).sum(axis=0)
    x, y = _flat(points)
    if concentration != 1:
        drawn = ax.contour(x, y, np.where(inside, log_density, np.nan), _CONTOURS, cmap="Greys", linewidths=0.8)
        levels = np.asarray(drawn.levels)
        drawn.set_clim(levels[0] - np.ptp(levels) / 2, levels[-1])  # the lowest contour must not be white
    else:
        ax.text(0.5, 0.03, "uniform density", ha="center", fontsize=style.FONT_SIZE)
    corners = _flat(np.eye(N_LEVELS)[:, [0, 1, 2, 0]])
    ax.plot(*corners, color=style.INK, linewidth=1.0)
    ax.plot(*_flat(shares), marker="*", color="black", markersize=11)
    ax.set_title(f"ν = {concentration:g}", fontsize=style.FONT_SIZE + 2)
    ax.set_aspect("equal")
    ax.set_axis_off()


def _draw_shares(ax: Axes, shares: npt.NDArray[np.float64]) -> None:
    bars = ax.bar(range(1, N_LEVELS + 1), shares, color=_SHADES, edgecolor=style.INK, linewidth=0.8)
    for bar, hatch in zip(bars, _HATCHES, strict=True):
        bar.set_hatch(hatch)
    ax.bar_label(bars, fmt="%.2f", fontsize=style.FONT_SIZE)
    ax.set(xticks=range(1, N_LEVELS + 1), ylim=(0, 1.1), xlabel="level of X", ylabel="share")


def _draw_cuts(ax: Axes, shares: npt.NDArray[np.float64]) -> None:
    thresholds = ndtri(np.cumsum(shares)[:-1])
    x = np.linspace(-3.5, 3.5, 400)
    density = np.exp(-(x**2) / 2) / np.sqrt(2 * np.pi)
    bounds = [-np.inf, *thresholds, np.inf]
    for k, (shade, hatch) in enumerate(zip(_SHADES, _HATCHES, strict=True)):
        within = (x >= bounds[k]) & (x <= bounds[k + 1])
        ax.fill_between(x, density, where=within, facecolor=shade, hatch=hatch, edgecolor=style.INK, linewidth=0.0)
    ax.plot(x, density, color=style.INK, linewidth=1.0)
    for threshold in thresholds:
        ax.axvline(threshold, color="black", linestyle=(0, (4, 2)), linewidth=1.0)
    ax.set(xlabel="latent Y", yticks=[], ylim=(0, 0.45), xlim=(-3.5, 3.5))


def _flat(points: npt.NDArray[np.float64]) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
    """Shares of three levels as positions in a triangle of side 1."""
    return points[1] + points[2] / 2, points[2] * np.sqrt(3) / 2
