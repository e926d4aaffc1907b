# SPDX-License-Identifier: MIT
"""How much the judged strategy tries, by the number of variables: a pass over the rows costs n³ each."""

from dataclasses import dataclass, replace

import numpy as np

from ordag.expectation import BoxArrays, Points, Settling, scattered_points
from ordag.maximization.observed import Climb

# Up to so many variables every promising graph is expanded.
FEW = 50
# Beyond so many, graphs are not judged by their observed likelihood any more.
MANY = 150

# The likelihood hardly depends on factors that are not quite settled, and every pass goes on settling them.
_CLIMB = Climb(tolerance=0.02, settling=Settling(tolerance=1e-2, max_sweeps=1))
_LAST_CLIMB = Climb(tolerance=1e-3, max_passes=40)

# Integration points of a row that stands for itself alone, and over all rows the most for a value and for each pass of
# a climb.
_POINTS_OF_A_ROW = 256
_MOST_POINTS = 2**20
_MOST_POINTS_OF_A_PASS = 2**18
_MOST_POINTS_OF_A_SEARCH = 2**15
# Where each different row stands for so many, what propagation is off by adds up to more than the standard errors,
# while the few rows are cheap to integrate (docs/decisions/e-step.md).
_OFTEN = 10


@dataclass(frozen=True)
class Effort:
    """What is tried before the best graph is taken (docs/decisions/structure-update.md).

    Attributes
    ----------
    path : tuple of float
        Multiples of the price at which the first proposals are made; which one is good varies with the levels.
    kappas, multiples : tuples of float
        Inverse shares of information with which moments are extrapolated, and multiples of the price around each.
    n_starts, n_near, margin : int, int, float
        Starts of every search, and how many of the graphs it ends in are kept, if they score within so many prices of
        an edge of the best.
    n_changes, n_improved, n_heard : int
        Changes of an expanded graph that are considered beside what the searches find (as many of single edges; around
        the best graph more, see `ordag.strategies.changes`), how many of all these, the most promising first, are
        improved on a surrogate while lines are followed, and about how many the rows are asked then. Without changes
        the rows are asked about all.
    n_roots, n_lines, n_beams, max_iterations : int, tuple of int, int, int
        Graphs of the start that are expanded, unless most of them meet before; how many lines of descent from them are
        followed in each round after that; preferred graphs of all that are expanded in the end; and expansions in all.
    n_searches, enough_meeting : int, int or None
        Searches of this kind, each from new roots; no further one is made once so many lines of descent have met
        (None: all are made).
    n_rivals : int
        Changes of the preferred graph, promising nearly as much as it has, that are heard in the end.
    climb, last_climb : Climb
        Of every graph that is judged, and of those between which the choice falls.
    """

    path: tuple[float, ...] = (1.0, 1.4, 1.7, 2.0, 2.4, 2.7, 3.3, 4.0, 5.0, 6.0)
    kappas: tuple[float, ...] = (2.0, 4.0)
    multiples: tuple[float, ...] = (0.8, 1.25)
    n_starts: int = 14
    n_near: int = 8
    margin: float = 3.0
    n_changes: int = 6
    n_improved: int = 6
    n_heard: int = 2
    n_roots: int = 12
    n_lines: tuple[int, ...] = (12, 6, 3)
    n_beams: int = 6
    max_iterations: int = 100
    n_searches: int = 2
    enough_meeting: int | None = 4
    n_rivals: int = 8
    climb: Climb = _CLIMB
    last_climb: Climb = _LAST_CLIMB


_FULL = Effort()
_REDUCED = Effort(
    path=(4.0, 6.0),
    kappas=(2.5,),
    multiples=(0.8, 1.2),
    n_starts=5,
    n_near=1,
    margin=1.0,
    n_changes=0,
    n_roots=2,
    n_lines=(),
    n_beams=2,
    max_iterations=4,
    n_searches=1,
    n_rivals=0,
    climb=Climb(tolerance=0.5, max_passes=6, settling=Settling(tolerance=1e-2)),
    last_climb=Climb(max_passes=10),
)
# For the posterior: graphs that a single best network would not need, and runners-up of runners-up. Searches that know
# nothing of each other end in different parts of the space where the likelihood has far-off tops, which is what lines
# of descent are for, too.
THOROUGH = replace(
    _FULL,
    n_starts=8,
    n_changes=30,
    n_improved=0,
    n_heard=6,
    n_roots=24,
    n_lines=(),
    n_beams=20,
    max_iterations=200,
    n_searches=3,
    enough_meeting=None,
    n_rivals=0,
)


def effort_for(n_columns: int) -> Effort:
    """The effort that fits a number of variables."""
    return _FULL if n_columns <= FEW else _REDUCED


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
    return max(_POINTS_OF_A_ROW, 1 << int(np.log2(max(n_points, 1.0))))


def _often(boxes: BoxArrays) -> float:
    """How many rows each different one stands for."""
    return float(boxes.weights.sum()) / boxes.n_rows
