# SPDX-License-Identifier: MIT
"""What the data say about a fit: rows that are no real answers, and rows on which it depends most."""

from ordag.checks.influential import Sensitivity, sensitivity
from ordag.checks.rows import RowScreen, screen_rows

__all__ = ["RowScreen", "Sensitivity", "screen_rows", "sensitivity"]
