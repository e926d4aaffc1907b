# SPDX-License-Identifier: MIT
"""Paths that the orientation rules ask for: uncovered ones, and those that discriminate a node.

A path is uncovered when no three consecutive nodes of it form a triangle.
"""

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from ordag.graphs.marks import ARROW, NONE, Marks, is_directed

Flags = npt.NDArray[np.bool_]


def uncovered_paths(step: Flags, adjacent: Flags, first: int, second: int, end: int) -> Iterator[list[int]]:
    """Uncovered simple paths first, second, …, end whose edges all have ``step``, shortest branches first."""
    leads = _leads_to(step, adjacent, end)
    pending = [[first, second]]
    while pending:
        path = pending.pop()
        if path[-1] == end:
            yield path
            continue
        before, node = path[-2:]
        onward = step[node] & ~adjacent[before] & leads[node]
        pending += [[*path, int(k)] for k in np.flatnonzero(onward) if k not in path]


def _leads_to(step: Flags, adjacent: Flags, end: int) -> Flags:
    """(n, n) whether an uncovered walk that begins with the step i → j can end at `end`: a bound on what paths can."""
    leads = np.zeros_like(step)
    leads[:, end] = step[:, end]
    apart = ~adjacent & ~np.eye(len(step), dtype=bool)
    while True:
        # i → j leads on if some j → k does, with i and k not adjacent.
        further = leads | (step & (apart @ leads.T))
        if np.array_equal(further, leads):
            return leads
        leads = further


def has_uncovered_path(step: Flags, adjacent: Flags, first: int, second: int, end: int) -> bool:
    """Whether there is an uncovered path first, second, …, end whose edges all have ``step``."""
    return next(uncovered_paths(step, adjacent, first, second, end), None) is not None


def discriminating_end(marks: Marks, alpha: int, beta: int, gamma: int) -> int | None:
    """The first node θ of a shortest discriminating path θ, …, α, β, γ for β, or None without one.

    θ is not adjacent to γ, and every node between θ and β is a collider on the path and a parent of γ.
    """
    parent_of_gamma = is_directed(marks)[:, gamma]
    if not parent_of_gamma[alpha] or marks[beta, alpha] != ARROW:
        return None
    frontier, visited = [alpha], {alpha, beta, gamma}
    while frontier:
        onward = []
        for node in frontier:
            for before in np.flatnonzero((marks[:, node] == ARROW) & (marks[node] != NONE)).tolist():
                if before in visited:
                    continue
                if marks[before, gamma] == NONE:
                    return int(before)
                if parent_of_gamma[before] and marks[node, before] == ARROW:
                    visited.add(before)
                    onward.append(before)
        frontier = onward
    return None
