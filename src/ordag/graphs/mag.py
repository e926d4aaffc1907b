# SPDX-License-Identifier: MIT
"""Maximal ancestral graphs (MAGs): what a DAG with hidden variables says of the variables that are seen.

A MAG has arrows (i → j: i is a cause of j) and two-headed edges (i ↔ j: neither is a cause of the other). Two
variables are not adjacent if and only if some set separates them (Richardson and Spirtes 2002, Ancestral graph Markov
models, Annals of Statistics 30). Without selection of rows there are no other edges.
"""

from collections.abc import Iterable

import numpy as np
import numpy.typing as npt

from ordag.errors import RequirementError
from ordag.graphs.adjacency import as_dag
from ordag.graphs.dag import node_mask
from ordag.graphs.marks import ARROW, CIRCLE, NONE, TAIL, Marks, as_marks, is_directed, transitive_closure
from ordag.messages import Advise, OptionName

Flags = npt.NDArray[np.bool_]


def dag_to_mag(dag: npt.ArrayLike, hidden: Iterable[int] = ()) -> Marks:
    """The MAG of the other variables of a DAG in which some are hidden.

    Two seen variables are adjacent when an inducing path joins them: one on which every node in between is hidden or
    a collider, and every collider an ancestor of one of the ends.

    Parameters
    ----------
    dag
        (n, n) adjacency matrix.
    hidden
        Nodes that are not seen.

    Returns
    -------
    (m, m) marks of the m seen nodes, in their order in the DAG.

    Examples
    --------
    >>> dag_to_mag([[0, 1, 1], [0, 0, 0], [0, 0, 0]], hidden=[0])  # 1 ← 0 → 2 becomes 1 ↔ 2
    array([[0, 2],
           [2, 0]], dtype=int8)
    """
    adjacency = as_dag(dag).astype(bool)
    unseen = node_mask(list(hidden), len(adjacency))
    reaches = transitive_closure(adjacency)
    seen = np.flatnonzero(~unseen)
    marks = np.zeros((len(seen), len(seen)), dtype=np.int8)
    for a, x in enumerate(seen):
        joined = _inducing_ends(adjacency, unseen, reaches, int(x))
        for b, y in enumerate(seen):
            if a != b and joined[y]:
                marks[a, b] = TAIL if reaches[y, x] else ARROW
    return marks


def _inducing_ends(adjacency: Flags, unseen: Flags, reaches: Flags, start: int) -> Flags:
    """(n,) whether an inducing path joins the start to each node.

    Ancestry of the far end counts as well as that of the start, so each end is asked for on its own.
    """
    ends = np.zeros(len(adjacency), dtype=bool)
    for end in np.flatnonzero(~unseen):
        if end != start:
            through = reaches[:, start] | reaches[:, end]
            ends[end] = _reaches_by_inducing_path(adjacency, unseen, through, start, int(end))
    return ends


def _reaches_by_inducing_path(adjacency: Flags, unseen: Flags, through: Flags, start: int, end: int) -> bool:
    """Search over (node, whether it was entered by an arrowhead)."""
    pending = [(int(child), True) for child in np.flatnonzero(adjacency[start])]
    pending += [(int(parent), False) for parent in np.flatnonzero(adjacency[:, start])]
    visited = set(pending)
    while pending:
        node, headed = pending.pop()
        if node == end:
            return True
        if node == start:
            continue
        steps: list[tuple[int, bool]] = []
        if unseen[node]:  # a non-collider: leave by a tail, or by a head where none came in
            steps += [(int(child), True) for child in np.flatnonzero(adjacency[node])]
        if (headed and through[node]) or (not headed and unseen[node]):
            steps += [(int(parent), False) for parent in np.flatnonzero(adjacency[:, node])]
        for step in steps:
            if step not in visited:
                visited.add(step)
                pending.append(step)
    return False


def m_separated(
    marks: npt.ArrayLike, first: int | Iterable[int], second: int | Iterable[int], given: int | Iterable[int] = ()
) -> bool:
    """True if a MAG implies that `first` and `second` are independent given `given`.

    A path is open when each collider on it is given or has a given descendant, and no other node on it is given.

    Parameters
    ----------
    marks
        (n, n) marks without circles.
    first, second, given
        A node or several, all different.

    Examples
    --------
    >>> two_headed = [[0, 2, 0], [2, 0, 2], [0, 2, 0]]  # 0 ↔ 1 ↔ 2
    >>> m_separated(two_headed, 0, 2), m_separated(two_headed, 0, 2, given=1)
    (True, False)
    """
    graph = as_marks(marks)
    if (graph == CIRCLE).any():
        raise RequirementError(OptionName("marks"), "have no circles", remedies=[Advise("take a member of the class")])
    sources, targets, blocked = (node_mask(nodes, len(graph)) for nodes in (first, second, given))
    if (sources & targets).any() or (blocked & (sources | targets)).any():
        raise RequirementError(OptionName("first, second and given"), "not share a node")
    opens_collider = transitive_closure(is_directed(graph))[:, blocked].any(axis=1)
    # A state (i, j) is the step from i to j; a walk through open steps joins the ends if and only if a path does.
    steps = sources[:, None] & (graph != NONE)
    frontier = steps
    while frontier.any():
        headed, tailed = ((frontier & (graph == mark)).any(axis=0) for mark in (ARROW, TAIL))
        at_collider = headed & opens_collider
        onward = (headed | tailed) & ~blocked
        out_by_tail, out_by_head = graph.T == TAIL, graph.T == ARROW
        found = (onward[:, None] & out_by_tail) | ((at_collider | (tailed & ~blocked))[:, None] & out_by_head)
        frontier = found & (graph != NONE) & ~steps
        steps = steps | frontier
    return not steps[:, targets].any()


def is_mag(marks: npt.ArrayLike) -> bool:
    """True for a maximal ancestral graph: no circle, no cycle, no ↔ along a path of arrows, maximal.

    Examples
    --------
    >>> is_mag([[0, 2, 2], [3, 0, 2], [2, 3, 0]])  # 0 → 1 → 2 and 0 ↔ 2: neither may cause the other
    False
    """
    graph = as_marks(marks)
    if (graph == CIRCLE).any() or ((graph == TAIL) & (graph.T == TAIL)).any():
        return False
    directed = is_directed(graph)
    reaches = transitive_closure(directed)
    if (reaches & reaches.T & ~np.eye(len(graph), dtype=bool)).any():
        return False
    two_headed = (graph == ARROW) & (graph.T == ARROW)
    if (two_headed & reaches).any():
        return False
    return _is_maximal(graph, reaches)


def _is_maximal(graph: Marks, reaches: Flags) -> bool:
    """Whether each pair that is not adjacent is separated by its ancestors (Richardson and Spirtes 2002)."""
    for i, j in np.argwhere(np.triu(graph == NONE, 1)).tolist():
        above = (reaches[:, i] | reaches[:, j]).copy()
        above[[i, j]] = False
        if not m_separated(graph, i, j, np.flatnonzero(above).tolist()):
            return False
    return True


def pag_to_mag(marks: npt.ArrayLike) -> Marks:
    """One of the MAGs that a PAG stands for (Zhang 2008, Lemma 3.3.4 of his thesis).

    Circles opposite to a definite mark become tails (o→ becomes →), and edges with two circles a DAG without new
    colliders.

    Parameters
    ----------
    marks
        (n, n) marks of a valid PAG, without edges that tell of selection.

    Examples
    --------
    >>> pag_to_mag([[0, 1], [1, 0]]).tolist()
    [[0, 2], [3, 0]]
    """
    graph = as_marks(marks)
    circle_both = (graph == CIRCLE) & (graph.T == CIRCLE)
    graph = graph.copy()
    graph[(graph == CIRCLE) & (graph.T != CIRCLE)] = TAIL
    for i, j in _perfect_orientation(circle_both):
        graph[i, j], graph[j, i] = ARROW, TAIL
    return graph


def _perfect_orientation(undirected: Flags) -> list[tuple[int, int]]:
    """The edges of a chordal graph from earlier to later in an order of maximum cardinality: no new colliders."""
    n = len(undirected)
    weight, rank = np.zeros(n), np.full(n, -1)
    for position in range(n):
        node = int(np.argmax(np.where(rank < 0, weight, -1)))
        rank[node] = position
        weight += undirected[node]
    return [(i, j) for i, j in np.argwhere(undirected).tolist() if rank[i] < rank[j]]
