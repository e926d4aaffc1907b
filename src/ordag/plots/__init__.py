# SPDX-License-Identifier: MIT
"""Figures: each function takes data, draws on the given axes or on a new figure of fitting size, and returns the axes.

Colour never carries meaning alone: line styles, shapes and widths say the same in black and white.
"""

from ordag.plots.dirichlet import plot_dirichlet
from ordag.plots.effects import plot_effect
from ordag.plots.groups import plot_differences, plot_groups
from ordag.plots.levels import plot_distributions, plot_thresholds
from ordag.plots.matrices import plot_correlation, plot_support
from ordag.plots.network import plot_network, shared_positions
from ordag.plots.progress import plot_trace
from ordag.plots.roc import plot_boxes, plot_curves, plot_roc
from ordag.plots.waves import plot_waves

__all__ = [
    "plot_boxes",
    "plot_correlation",
    "plot_curves",
    "plot_differences",
    "plot_dirichlet",
    "plot_distributions",
    "plot_effect",
    "plot_groups",
    "plot_network",
    "plot_roc",
    "plot_support",
    "plot_thresholds",
    "plot_trace",
    "plot_waves",
    "shared_positions",
]
