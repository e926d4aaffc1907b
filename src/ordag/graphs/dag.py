# SPDX-License-Identifier: MIT
"""Order and ancestry in directed graphs."""

from collections.abc import Iterable

import numpy as np
import numpy.typing as npt

from ordag.errors import InputValueError
from ordag.graphs.adjacency import Adjacency, as_adjacency, as_dag
from ordag.kernels import graph as kernels

NodeMask = npt.NDArray[np.bool_]  # (n,), True where the node belongs to the set


def is_acyclic(graph: npt.ArrayLike) -> bool:
    """True if following arrows never leads back; an undirected edge counts as a cycle of two.

    Examples
    --------
    >>> is_acyclic([[0, 1], [0, 0]]), is_acyclic([[0, 1], [1, 0]])
    (True, False)
    """
    adjacency = as_adjacency(graph)
    return len(kernels.topological_order(adjacency)) == len(adjacency)


def topological_order(dag: npt.ArrayLike) -> list[int]:
    """The nodes with every parent before its children; among those that are free the smallest comes first.

    Examples
    --------
    >>> topological_order([[0, 0, 0], [0, 0, 0], [1, 0, 0]])
    [1, 2, 0]
    """
    return kernels.topological_order(as_dag(dag))


def ancestors(graph: npt.ArrayLike, nodes: int | Iterable[int]) -> list[int]:
    """Nodes from which a path of arrows leads to one of the given nodes, those themselves left out.

    Undirected edges are not followed, so that in a CPDAG these are the ancestors along directed edges.

    Parameters
    ----------
    graph
        (n, n) adjacency matrix.
    nodes
        A node or several.

    Examples
    --------
    >>> ancestors([[0, 1, 0], [0, 0, 1], [0, 0, 0]], 2)
    [0, 1]
    """
    adjacency = as_adjacency(graph)
    start = node_mask(nodes, len(adjacency))
    return _members(reached_from(_directed_part(adjacency).T, start) & ~start)


def descendants(graph: npt.ArrayLike, nodes: int | Iterable[int]) -> list[int]:
    """Nodes to which a path of arrows leads from one of the given nodes, those themselves left out.

    Undirected edges are not followed.

    Parameters
    ----------
    graph
        (n, n) adjacency matrix.
    nodes
        A node or several.

    Examples
    --------
    >>> descendants([[0, 1, 0], [0, 0, 1], [0, 0, 0]], 0)
    [1, 2]
    """
    adjacency = as_adjacency(graph)
    start = node_mask(nodes, len(adjacency))
    return _members(reached_from(_directed_part(adjacency), start) & ~start)


def node_mask(nodes: int | Iterable[int], n_nodes: int) -> NodeMask:
    """The set of nodes as a mask, with every index checked."""
    indices = [nodes] if isinstance(nodes, int | np.integer) else list(nodes)
    mask = np.zeros(n_nodes, dtype=bool)
    for node in indices:
        if not 0 <= node < n_nodes:
            raise InputValueError(f"node {node}", "is not in the graph", f"its nodes are 0 to {n_nodes - 1}")
        mask[node] = True
    return mask


def reached_from(adjacency: Adjacency, start: NodeMask) -> NodeMask:
    """The nodes that paths of arrows reach from the start, which is included."""
    reached = start.copy()
    frontier = start
    while frontier.any():
        frontier = adjacency[frontier].any(axis=0) & ~reached
        reached |= frontier
    return reached


def paths_between(dag: Adjacency) -> npt.NDArray[np.float64]:
    """Numbers of directed paths of a DAG from each node to each other, that of length zero included.

    Exact up to 2⁵³; beyond that as near as a sum of paths can be.

    Examples
    --------
    >>> paths_between(np.array([[0, 1, 1], [0, 0, 1], [0, 0, 0]]))
    array([[1., 1., 2.],
           [0., 1., 1.],
           [0., 0., 1.]])
    """
    steps = dag.astype(np.float64)  # paths of 1, 2, 4, ... edges
    paths = np.eye(len(dag)) + steps
    while steps.any():
        steps = steps @ steps
        paths = paths + paths @ steps
    return paths


def _directed_part(adjacency: Adjacency) -> Adjacency:
    return adjacency & ~adjacency.T


def _members(mask: NodeMask) -> list[int]:
    return [int(node) for node in np.flatnonzero(mask)]
