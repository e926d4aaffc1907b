# SPDX-License-Identifier: MIT
"""Outlines of nodes, one per group, each around a text of given size; and the curves of edges between them."""

from collections.abc import Callable

import numpy as np
import numpy.typing as npt
from matplotlib.path import Path
from scipy.interpolate import CubicHermiteSpline, PchipInterpolator

Points = npt.NDArray[np.float64]  # (k, 2)
Outline = Callable[[float, float, float, float, float], Path]

# Corners as (x, y, overhang): the text and its margin fill the square from −1 to 1, and a corner may reach farther out
# to the side by an overhang in half heights, so that long names do not stretch the slanted ends.
_CORNERS: tuple[tuple[tuple[float, float, float], ...], ...] = (
    ((-1, -1, 0), (1, -1, 0), (1, 1, 0), (-1, 1, 0)),  # rectangle
    ((-1, -1, 0), (1, -1, 0), (1, 0, 0.7), (1, 1, 0), (-1, 1, 0), (-1, 0, -0.7)),  # hexagon
    ((-1, -1, -0.7), (1, -1, 0), (1, 1, 0.7), (-1, 1, 0)),  # parallelogram
    (
        *((-1, -0.4, -0.3), (-1, -1.2, 0.3), (1, -1.2, -0.3), (1, -0.4, 0.3)),
        *((1, 0.4, 0.3), (1, 1.2, -0.3), (-1, 1.2, 0.3), (-1, 0.4, -0.3)),
    ),  # octagon
    ((-1, -1, -0.7), (1, -1, 0.7), (1, 1, 0), (-1, 1, 0)),  # trapezium
    ((-1, -1, 0), (1, -1, 0), (1, 1, 0), (0, 1.6, 0), (-1, 1, 0)),  # house
)
CIRCLE = -1  # number of the outline of hidden causes
_N_CORNERS_OF_CIRCLE = 48
OVERHANG = 0.7  # the farthest, in half heights
HEAD_POINTS = 6.0  # shorter final segments would turn an arrow head with every wiggle of the curve


def outline(kind: int, margin: float) -> Outline:
    """A box style for matplotlib texts: the outline of that number, counted round, with a margin in font sizes."""

    def draw(x0: float, y0: float, width: float, height: float, mutation_size: float) -> Path:
        half = np.array([width / 2, height / 2]) + margin * mutation_size
        return Path(np.array([x0 + width / 2, y0 + height / 2]) + _closed(kind, half), closed=True)

    return draw


def marker(kind: int) -> Path:
    """The same outline as a marker for legends."""
    return Path(_closed(kind, np.array([1.2, 0.7])), closed=True)


def edge_curve(points: Points, n_samples: int = 300) -> Points:
    """A dense curve through points that go steadily downwards; it leaves and arrives steeply and overshoots none.

    Steep ends keep the edge away from the boxes beside its own.
    """
    down = -points[:, 1]
    slopes = PchipInterpolator(down, points[:, 0]).derivative()(down)
    slopes[[0, -1]] = 0.0
    depth = np.linspace(down[0], down[-1], n_samples)
    return np.column_stack([CubicHermiteSpline(down, points[:, 0], slopes)(depth), -depth])


def upright(points: Points, half_heights: npt.NDArray[np.float64]) -> Points:
    """The points of a curve, each held for the given height, so that it moves sideways between the layers only."""
    above, below = points.copy(), points.copy()
    above[:, 1] += half_heights
    below[:, 1] -= half_heights
    above[0], below[-1] = points[0], points[-1]
    return np.stack([above, below], axis=1).reshape(-1, 2)


def meets_a_box(curve: Points, centres: Points, halves: Points) -> bool:
    """Whether a curve enters one of several boxes, given by their centres and half sizes."""
    inside = np.abs(curve[:, None] - centres) < halves
    return bool(inside.all(axis=2).any())


def between_boxes(curve: Points, boxes: tuple[Points, Points], scale: float) -> Points:
    """The part of the curve outside both boxes; each is given as its centre and half size, (2, 2).

    The last steps before either end are left out, so that the end segments can give arrow heads their direction.
    """
    free = curve[np.logical_and(*[(np.abs(curve - centre) > half).any(axis=1) for centre, half in boxes])]
    if len(free) < 2:  # boxes that overlap leave no room
        return np.asarray(curve[[0, -1]])
    from_ends = np.minimum(np.linalg.norm(free - free[0], axis=1), np.linalg.norm(free - free[-1], axis=1))
    return np.vstack([free[:1], free[from_ends > HEAD_POINTS * scale], free[-1:]])


def _closed(kind: int, half: npt.NDArray[np.float64]) -> Points:
    if kind == CIRCLE:
        angle = np.linspace(0, 2 * np.pi, _N_CORNERS_OF_CIRCLE, endpoint=False)
        circle = half.max() * np.column_stack([np.cos(angle), np.sin(angle)])
        return np.vstack([circle, circle[:1]])
    corners = np.array(_CORNERS[kind % len(_CORNERS)])
    points = corners[:, :2] * half
    points[:, 0] += corners[:, 2] * half[1]
    return np.vstack([points, points[:1]])
