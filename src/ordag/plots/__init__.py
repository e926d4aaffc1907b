# SPDX-License-Identifier: MIT
"""Figures: each function takes data, draws on the given axes or on a new figure of fitting size, and returns the axes.

Colour never carries meaning alone: line styles, shapes and widths say the same in black and white.
"""

from ordag.plots.matrices import plot_correlation, plot_support
from ordag.plots.network import plot_network

__all__ = ["plot_correlation", "plot_network", "plot_support"]
