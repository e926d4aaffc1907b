# SPDX-License-Identifier: MIT
"""The PAG that a graph implies, without data, and the graph as a test of independence."""

from collections.abc import Sequence
from itertools import combinations

import numpy as np
import numpy.typing as npt

from ordag.errors import RequirementError
from ordag.graphs.mag import is_mag, m_separated
from ordag.graphs.marks import ARROW, CIRCLE, NONE, TAIL, Marks, as_marks, is_directed, transitive_closure
from ordag.graphs.pag import Pag
from ordag.messages import OptionName
from ordag.search.fci.knowledge import point_at_colliders
from ordag.search.fci.rules import Orientation, apply_rules


class MSeparation:
    """A test that reads independences off a MAG: its p-value is 1 where the graph separates, and 0 elsewhere.

    Parameters
    ----------
    mag
        (n, n) marks of a maximal ancestral graph.

    Examples
    --------
    >>> test = MSeparation([[0, 2, 0], [2, 0, 2], [0, 2, 0]])  # 0 ↔ 1 ↔ 2
    >>> test.p_value(0, 2), test.p_value(0, 2, [1])
    (1.0, 0.0)
    """

    def __init__(self, mag: npt.ArrayLike) -> None:
        self.mag = as_marks(mag)
        if not is_mag(self.mag):
            raise RequirementError(OptionName("mag"), "be a maximal ancestral graph")

    @property
    def n_nodes(self) -> int:
        """Number of nodes."""
        return len(self.mag)

    def p_value(self, x: int, y: int, conditioning: Sequence[int] = ()) -> float:
        """1 if ``x`` and ``y`` are separated given the nodes in ``conditioning``, else 0."""
        return float(m_separated(self.mag, x, y, list(conditioning)))


def mag_to_pag(mag: npt.ArrayLike) -> Marks:
    """The marks that all MAGs with the same independences share, and circles where they differ.

    Nothing is tested: edges are those of the MAG, and two nodes without an edge are separated by their causes
    (Richardson and Spirtes 2002, theorem 4.2), among which the middle of a triple is found or not.

    Examples
    --------
    >>> mag_to_pag([[0, 2, 0], [3, 0, 3], [0, 2, 0]]).tolist()  # 0 → 1 ← 2 becomes 0 o→ 1 ←o 2
    [[0, 2, 0], [1, 0, 1], [0, 2, 0]]
    """
    graph = MSeparation(mag).mag
    n, adjacent = len(graph), graph != NONE
    causes = transitive_closure(is_directed(graph))

    def separated_by(one: int, other: int, node: int) -> bool:
        return bool(causes[node, one] or causes[node, other])

    triples = [
        (one, middle, other)
        for middle in range(n)
        for one, other in combinations(np.flatnonzero(adjacent[middle]).tolist(), 2)
        if not adjacent[one, other] and not separated_by(one, other, middle)
    ]
    marks = np.where(adjacent, CIRCLE, NONE).astype(np.int8)
    point_at_colliders(marks, np.array(triples, dtype=np.intp).reshape(-1, 3))
    apply_rules(Orientation(marks, adjacent, np.zeros((n, n, n), dtype=bool), separated_by))
    return marks


def is_valid_pag(pag: Pag) -> bool:
    """Whether marks are those of a class of MAGs: one of its members is a MAG and has these marks.

    With contradictory tests, or with knowledge beforehand, FCI may end in marks that no class has. Edges with two
    tails, or a tail and a circle, which tell of selected rows, are not judged: the answer is False.

    Examples
    --------
    >>> is_valid_pag(Pag([[0, 2, 0], [1, 0, 1], [0, 2, 0]])), is_valid_pag(Pag([[0, 2], [1, 0]]))
    (True, False)
    """
    if ((pag.marks == TAIL) & (pag.marks.T != ARROW)).any():
        return False
    member = pag.member()
    return is_mag(member) and np.array_equal(mag_to_pag(member), pag.marks)
