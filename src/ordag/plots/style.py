# SPDX-License-Identifier: MIT
"""Colours and sizes shared by the figures; lines use colours of Okabe and Ito (2008), safe for colour-blind eyes."""

INK = "#333333"
FAINT = "#e2e2e2"
POSITIVE = "#0072b2"
NEGATIVE = "#d55e00"
HIGHLIGHT = "#f6df8f"  # light enough to lie under a line of any colour

# Light fills that dark text can be read on, one per group; after the last they repeat with another shape.
FILLS = ("#cfe8f7", "#fbe0b3", "#cdebdd", "#f3d5e5", "#f7f3b5", "#dddddd")

FONT_SIZE = 8.0
LEGEND_SIZE = 8.0
