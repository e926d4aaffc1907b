# SPDX-License-Identifier: MIT
"""What the data say of a fit: rows that are no answers, and rows that it hangs on."""

from ordag.checks.influential import Sensitivity, sensitivity
from ordag.checks.rows import RowScreen, screen_rows

__all__ = ["RowScreen", "Sensitivity", "screen_rows", "sensitivity"]
