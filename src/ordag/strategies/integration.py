# SPDX-License-Identifier: MIT
"""Where rows repeat, their likelihood is integrated, and with how many points.

Each different row then stands for so many that the error of propagation adds up to more than the standard errors,
while the few rows are cheap to integrate (docs/decisions/e-step.md).
"""

import numpy as np

from ordag.expectation import BoxArrays, Points, scattered_points
from ordag.maximization.observed import Climb

# Integration points of a row that stands for itself alone, and over all rows the most for a value and for each pass of
# a climb.
_POINTS_OF_A_ROW = 256
_MOST_POINTS = 2**20
_MOST_POINTS_OF_A_PASS = 2**18
_MOST_POINTS_OF_A_SEARCH = 2**15
# Of very many rows errors cancel, so that each is given fewer points where all would have more than so many.
_FEWEST_POINTS_OF_A_ROW, _MANY_POINTS = 64, 2**22
# Rows repeat if each different one stands for this many.
_OFTEN = 10


def integrated_climb(boxes: BoxArrays) -> Climb | None:
    """A climb of the integrated likelihood, or None where rows do not repeat so often that it pays."""
    if not rows_repeat(boxes):
        return None
    return Climb(points=scattered_points(boxes.n_columns, n_points_for(boxes, _MOST_POINTS_OF_A_PASS)))


def points_of_a_search(boxes: BoxArrays) -> Points | None:
    """Points that serve to find graphs, fewer than those to choose by, or None where rows do not repeat so often."""
    if not rows_repeat(boxes):
        return None
    return scattered_points(boxes.n_columns, n_points_for(boxes, _MOST_POINTS_OF_A_SEARCH))


def rows_repeat(boxes: BoxArrays) -> bool:
    """Whether rows repeat so often that integration pays, and are not too many."""
    return _often(boxes) >= _OFTEN and _POINTS_OF_A_ROW * boxes.n_rows <= _MOST_POINTS_OF_A_PASS


def n_points_for(boxes: BoxArrays, most: int = _MOST_POINTS) -> int:
    """Integration points a row, a power of two: more for rows that count more often, unless all would be too many."""
    n_points = min(_POINTS_OF_A_ROW * _often(boxes) ** (2 / 3), most / boxes.n_rows)
    least = min(_POINTS_OF_A_ROW, max(_FEWEST_POINTS_OF_A_ROW, _MANY_POINTS / boxes.n_rows))
    return 1 << int(np.log2(max(n_points, least)))


def _often(boxes: BoxArrays) -> float:
    """How many rows each different one stands for."""
    return boxes.total_weight / boxes.n_rows
