# SPDX-License-Identifier: MIT
"""What the data say of a fit: rows that are no answers."""

from ordag.checks.rows import RowScreen, screen_rows

__all__ = ["RowScreen", "screen_rows"]
