"""PAGs and m-separation from their definitions: every path, every MAG. Slow."""

from collections.abc import Iterator
from itertools import chain, combinations, product

import numpy as np

from ordag.graphs import is_mag
from ordag.graphs.marks import ARROW, CIRCLE, TAIL


def plain_m_separated(marks: np.ndarray, first: int, second: int, given: tuple[int, ...]) -> bool:
    """No path between two nodes is open: each collider is an ancestor of a given node, no other node is given."""
    n = len(marks)
    above = set(given)
    while True:
        more = {i for i in range(n) for j in above if marks[i, j] == ARROW and marks[j, i] == TAIL}
        if more <= above:
            break
        above |= more

    def is_open(before: int, node: int, after: int) -> bool:
        collides = marks[before, node] == ARROW and marks[after, node] == ARROW
        return node in above if collides else node not in given

    return not any(
        all(is_open(*path[k : k + 3]) for k in range(len(path) - 2)) for path in _paths(marks, [first], second)
    )


def _paths(marks: np.ndarray, path: list[int], end: int) -> Iterator[list[int]]:
    if path[-1] == end:
        yield path
        return
    for node in np.flatnonzero(marks[path[-1]]).tolist():
        if node not in path:
            yield from _paths(marks, [*path, node], end)


def independences(marks: np.ndarray) -> tuple[bool, ...]:
    """Whether each pair is separated by each set of others."""
    n = len(marks)
    return tuple(
        plain_m_separated(marks, i, j, given)
        for i, j in combinations(range(n), 2)
        for given in chain.from_iterable(
            combinations([k for k in range(n) if k not in (i, j)], size) for size in range(n - 1)
        )
    )


def plain_pag(mag: np.ndarray) -> np.ndarray:
    """Marks that all MAGs on the same edges with the same independences share, circles elsewhere."""
    pairs = np.argwhere(np.triu(mag)).tolist()
    said = independences(mag)
    members = []
    for kinds in product([(ARROW, TAIL), (TAIL, ARROW), (ARROW, ARROW)], repeat=len(pairs)):
        graph = np.zeros_like(mag)
        for (i, j), (at_j, at_i) in zip(pairs, kinds, strict=True):
            graph[i, j], graph[j, i] = at_j, at_i
        if is_mag(graph) and independences(graph) == said:
            members.append(graph)
    stacked = np.stack(members)
    shared = (stacked == stacked[0]).all(axis=0)
    return np.where(shared, mag, CIRCLE) * (mag != 0)
