# SPDX-License-Identifier: MIT
"""Equivalence classes of DAGs: to the class, back to its members, and the consequences of known directions.

Two DAGs are equivalent when they have the same skeleton and the same v-structures (Verma and Pearl, 1990); the CPDAG
directs the edges that point the same way in every member of the class. Meek (1995), "Causal inference and causal
explanation with background knowledge", gives the four rules that draw all consequences of further directions.
"""

import math
from collections.abc import Iterable, Iterator

import numpy as np
import numpy.typing as npt

from ordag.errors import InputValueError, RequirementError
from ordag.graphs.adjacency import Adjacency, as_adjacency, as_dag
from ordag.graphs.dag import node_mask
from ordag.kernels import graph as kernels
from ordag.messages import Advise, OptionName


def dag_to_cpdag(dag: npt.ArrayLike) -> Adjacency:
    """The CPDAG of the equivalence class of a DAG.

    The algorithm of Chickering (1995), "A transformational characterization of equivalent Bayesian network structures".

    Examples
    --------
    >>> dag_to_cpdag([[0, 1, 0], [0, 0, 1], [0, 0, 0]])  # a chain: no direction is certain
    array([[0, 1, 0],
           [1, 0, 1],
           [0, 1, 0]], dtype=int8)
    """
    return kernels.dag_to_cpdag(as_dag(dag))


def class_key(dag: Adjacency) -> bytes:
    """The same for equivalent DAGs, and for no others. Made for searches: that the graph is a DAG is not checked.

    Examples
    --------
    >>> chain, fork = np.zeros((2, 3, 3), dtype=np.int8)
    >>> chain[0, 1] = chain[1, 2] = fork[1, 0] = fork[1, 2] = 1
    >>> class_key(chain) == class_key(fork)
    True
    """
    return kernels.dag_to_cpdag(dag).tobytes()


def cpdag_to_dag(pdag: npt.ArrayLike) -> Adjacency:
    """A DAG that keeps the skeleton, the directed edges and the v-structures of a CPDAG or any partly directed graph.

    Undirected edges point from smaller to larger indices where the class allows. The algorithm is that of Dor and
    Tarsi (1992), "A simple algorithm to construct a consistent extension of a partially oriented graph".

    Raises
    ------
    InputValueError
        If there is no such DAG.

    Examples
    --------
    >>> cpdag_to_dag([[0, 1, 0], [1, 0, 1], [0, 1, 0]])
    array([[0, 1, 0],
           [0, 0, 1],
           [0, 0, 0]], dtype=int8)
    """
    dag = kernels.pdag_to_dag(as_adjacency(pdag, "pdag"))
    if dag is None:
        raise InputValueError(
            OptionName("pdag"),
            "has no consistent extension: its undirected edges cannot all be directed without a cycle or a new "
            "v-structure",
            remedies=[Advise("direct them otherwise, or compare skeletons only")],
        )
    return dag


def to_pattern(graph: npt.ArrayLike) -> Adjacency:
    """The pattern of a DAG or CPDAG in the sense of Meek (1995): the edges of v-structures are the only directed ones.

    Examples
    --------
    >>> to_pattern([[0, 0, 1, 0], [0, 0, 1, 0], [0, 0, 0, 1], [0, 0, 0, 0]])  # 0 → 2 ← 1 is one, 2 → 3 is not
    array([[0, 0, 1, 0],
           [0, 0, 1, 0],
           [0, 0, 0, 1],
           [0, 0, 1, 0]], dtype=int8)
    """
    return kernels.to_pattern(as_adjacency(graph))


def meek_closure(pdag: npt.ArrayLike) -> Adjacency:
    """The graph with every direction that follows from its directed edges by Meek's rules 1 to 4.

    The result is meaningful when a DAG with these directions and no further v-structure exists, as `cpdag_to_dag`
    checks.

    Examples
    --------
    >>> meek_closure([[0, 1, 0], [0, 0, 1], [0, 1, 0]])  # 0 → 1 — 2: the other direction would be a new v-structure
    array([[0, 1, 0],
           [0, 0, 1],
           [0, 0, 0]], dtype=int8)
    """
    return kernels.meek_closure(as_adjacency(pdag, "pdag"))


def orient(cpdag: npt.ArrayLike, edges: Iterable[tuple[int, int]]) -> Adjacency:
    """The CPDAG with the given edges directed, and all that follows from them.

    Parameters
    ----------
    cpdag
        The equivalence class, or a graph that this function returned.
    edges
        Pairs (from, to); each must be an edge of the graph. Knowledge of the form "i cannot cause j" (tiers) is the
        edge (j, i) wherever i and j are adjacent.

    Raises
    ------
    InputValueError
        If an edge is absent, or no member of the class has all these directions.

    Examples
    --------
    >>> orient([[0, 1, 0], [1, 0, 1], [0, 1, 0]], [(0, 1)])
    array([[0, 1, 0],
           [0, 0, 1],
           [0, 0, 0]], dtype=int8)
    """
    oriented = kernels.meek_closure(as_adjacency(cpdag, "cpdag"))
    for parent, child in edges:
        node_mask((parent, child), len(oriented))  # refuses nodes that are not there
        if not oriented[parent, child]:
            found = "the class has it the other way" if oriented[child, parent] else "they are not adjacent"
            raise InputValueError(
                f"{parent} → {child}",
                f"cannot be directed: {found}, given the edges before it",
                remedies=[Advise("leave this edge out"), Advise("learn the graph anew with it as a required edge")],
            )
        oriented = _directed(oriented, parent, child)
    return oriented


def enumerate_dags(cpdag: npt.ArrayLike, max_dags: int = 1000) -> Iterator[Adjacency]:
    """Yield the DAGs of an equivalence class, each once, at most `max_dags` of them.

    Each undirected edge that the rules leave open occurs in both directions in the class (Meek, 1995), so that no
    branch is a dead end and the first DAGs come at once even from a huge class.

    Parameters
    ----------
    cpdag
        The equivalence class; directions added by `orient` restrict it.
    max_dags
        Where to stop. To find out whether the class is larger, set it to one more than is wanted.

    Examples
    --------
    >>> sum(1 for _ in enumerate_dags([[0, 1, 0], [1, 0, 1], [0, 1, 0]]))
    3
    """
    start = as_adjacency(cpdag, "cpdag")
    cpdag_to_dag(start)  # refuses a graph that stands for no class
    open_graphs = [kernels.meek_closure(start)]
    n_found = 0
    while open_graphs and n_found < max_dags:
        graph = open_graphs.pop()
        undirected = np.flatnonzero(np.triu(graph & graph.T))
        if len(undirected) == 0:
            n_found += 1
            yield graph
            continue
        i, j = divmod(int(undirected[0]), len(graph))
        open_graphs += [_directed(graph, j, i), _directed(graph, i, j)]


def _directed(graph: Adjacency, parent: int, child: int) -> Adjacency:
    directed = graph.copy()
    directed[child, parent] = 0
    return kernels.meek_closure(directed)


def class_size(cpdag: npt.ArrayLike) -> int:
    """Number of DAGs in an equivalence class.

    The parts joined by undirected edges are independent of each other. In each, every node is made the root in turn,
    and what stays undirected is counted by itself (He, Jia and Yu 2015, "Counting and exploring sizes of Markov
    equivalence classes of directed acyclic graphs"). With directions that `orient` added they are not, so that only a
    whole class is taken.

    Examples
    --------
    >>> class_size([[0, 1, 0], [1, 0, 1], [0, 1, 0]])
    3
    """
    graph = as_adjacency(cpdag, "cpdag")
    if not np.array_equal(kernels.dag_to_cpdag(cpdag_to_dag(graph)), graph):
        raise RequirementError(
            OptionName("cpdag"),
            "stand for a whole equivalence class",
            "it directs edges that the class leaves open",
            remedies=[Advise("count the members with enumerate_dags")],
        )
    return _count_orientations(graph & graph.T, {})


def _count_orientations(undirected: Adjacency, known: dict[bytes, int]) -> int:
    total = 1
    for part in undirected_parts(undirected):
        inner = np.ascontiguousarray(undirected[np.ix_(part, part)])
        n_nodes, n_edges = len(part), int(inner.sum()) // 2
        key = inner.tobytes()
        if n_edges == n_nodes - 1:
            known[key] = n_nodes
        elif n_edges == n_nodes * (n_nodes - 1) // 2:
            known[key] = math.factorial(n_nodes)
        elif key not in known:
            known[key] = sum(_count_orientations(_rooted(inner, root), known) for root in range(n_nodes))
        total *= known[key]
    return total


def undirected_parts(undirected: Adjacency) -> list[npt.NDArray[np.intp]]:
    """Connected parts of more than one node."""
    left, parts = set(np.flatnonzero(undirected.any(axis=0)).tolist()), []
    while left:
        part, waiting = set(), {left.pop()}
        while waiting:
            node = waiting.pop()
            part.add(node)
            waiting |= set(np.flatnonzero(undirected[node]).tolist()) - part
        left -= part
        parts.append(np.array(sorted(part), dtype=np.intp))
    return parts


def _rooted(undirected: Adjacency, root: int) -> Adjacency:
    """Edges that stay undirected when all lead away from the root."""
    directed = orient(undirected, [(root, int(j)) for j in np.flatnonzero(undirected[root])])
    return directed & directed.T
