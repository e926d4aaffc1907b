# SPDX-License-Identifier: MIT
"""Nodes that may separate a node from another though they are not its neighbours.

With hidden causes the neighbours of two nodes need not separate them. Spirtes, Glymour and Scheines (2000) show that
some subset of these sets does.
"""

import numpy as np
import numpy.typing as npt

from ordag.graphs.marks import ARROW, NONE, TAIL, Marks, transitive_closure


def possible_separators(marks: Marks) -> npt.NDArray[np.bool_]:
    """(n, n), True at [x, z] if a path leads from x to z on which each node in between is a collider or in a triangle.

    Examples
    --------
    >>> possible_separators(np.array([[0, 2, 0], [1, 0, 1], [0, 2, 0]], dtype=np.int8))[0].tolist()
    [False, True, True]
    """
    n = len(marks)
    adjacent = marks != NONE
    into = marks == ARROW
    reached = np.zeros((n, n), dtype=bool)
    for start in range(n):
        # A state (i, j) is the step from i to j; j lets on to k if it is a collider or i and k are adjacent.
        steps = np.zeros((n, n), dtype=bool)
        steps[start] = adjacent[start]
        frontier = steps
        while frontier.any():
            collides = (frontier & into).any(axis=0)
            by_collider = collides[:, None] & into.T
            by_triangle = (frontier.T @ adjacent) & adjacent
            frontier = (by_collider | by_triangle) & ~steps
            frontier[:, start] = False
            steps = steps | frontier
        reached[start] = steps.any(axis=0)
        reached[start, start] = False
    return reached


def possible_causes(marks: Marks) -> npt.NDArray[np.bool_]:
    """(n, n), True at [z, x] if z may be a cause of x: a path without an arrowhead against it, or z is x.

    Only causes of one of two nodes are needed to separate them.

    Examples
    --------
    >>> possible_causes(np.array([[0, 2, 0], [1, 0, 1], [0, 2, 0]], dtype=np.int8)).tolist()
    [[True, True, False], [False, True, False], [False, True, True]]
    """
    return transitive_closure((marks != NONE) & (marks.T != ARROW) & (marks != TAIL))
