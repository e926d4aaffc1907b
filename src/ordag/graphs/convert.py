# SPDX-License-Identifier: MIT
"""Graphs of networkx and igraph from adjacency matrices, and back.

An undirected edge becomes a pair of arcs, one each way, so that the way there and back is the identity.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from ordag.errors import MissingDependencyError, RequirementError
from ordag.graphs.adjacency import Adjacency, as_adjacency
from ordag.messages import OptionName

if TYPE_CHECKING:
    import igraph


def to_networkx(graph: npt.ArrayLike, names: Sequence[str] | None = None) -> Any:
    """A ``networkx.DiGraph`` with the same arcs; nodes are the names, or 0 … n − 1 without.

    Needs the extra ``graphs``.

    Parameters
    ----------
    graph
        (n, n) adjacency matrix.
    names
        One name per node.

    Examples
    --------
    >>> list(to_networkx([[0, 1], [0, 0]], names=["rain", "wet"]).edges)
    [('rain', 'wet')]
    """
    adjacency = as_adjacency(graph)
    labels = _labels(names, len(adjacency))
    digraph = _networkx().DiGraph()
    digraph.add_nodes_from(labels)
    digraph.add_edges_from((labels[i], labels[j]) for i, j in np.argwhere(adjacency))
    return digraph


def from_networkx(graph: Any, names: Sequence[Any] | None = None) -> Adjacency:
    """The adjacency matrix of a networkx graph, with rows in the order of `names`, or of the graph's own nodes.

    Edges of an undirected networkx graph become undirected edges. Needs the extra ``graphs``.

    Parameters
    ----------
    graph
        Any networkx graph.
    names
        Its nodes in the order wanted.

    Examples
    --------
    >>> from_networkx(to_networkx([[0, 1], [0, 0]]))
    array([[0, 1],
           [0, 0]], dtype=int8)
    """
    nodes = list(graph.nodes) if names is None else list(names)
    if set(nodes) != set(graph.nodes) or len(nodes) != len(graph.nodes):
        raise RequirementError(
            OptionName("names"), "list every node of the graph once", f"found {nodes} for the nodes {list(graph.nodes)}"
        )
    return as_adjacency(_networkx().to_numpy_array(graph, nodelist=nodes, weight=None) > 0, "graph")


def to_igraph(graph: npt.ArrayLike, names: Sequence[str] | None = None) -> "igraph.Graph":
    """A directed ``igraph.Graph`` with the same arcs and, if given, the vertex attribute ``name``.

    Needs the extra ``igraph``.

    Parameters
    ----------
    graph
        (n, n) adjacency matrix.
    names
        One name per node.

    Examples
    --------
    >>> to_igraph([[0, 1], [0, 0]]).get_edgelist()
    [(0, 1)]
    """
    adjacency = as_adjacency(graph)
    attributes = {} if names is None else {"name": _labels(names, len(adjacency))}
    return _igraph().Graph(
        n=len(adjacency), edges=np.argwhere(adjacency).tolist(), directed=True, vertex_attrs=attributes
    )


def from_igraph(graph: "igraph.Graph") -> Adjacency:
    """The adjacency matrix of an igraph graph; edges of an undirected one become undirected edges.

    Examples
    --------
    >>> from_igraph(to_igraph([[0, 1], [0, 0]]))
    array([[0, 1],
           [0, 0]], dtype=int8)
    """
    adjacency = np.zeros((graph.vcount(), graph.vcount()), dtype=np.int8)
    for i, j in graph.get_edgelist():
        adjacency[i, j] = 1
        if not graph.is_directed():
            adjacency[j, i] = 1
    return as_adjacency(adjacency, "graph")


def _labels(names: Sequence[Any] | None, n_nodes: int) -> list[Any]:
    labels = list(range(n_nodes)) if names is None else list(names)
    if len(set(labels)) != n_nodes or len(labels) != n_nodes:
        raise RequirementError(
            OptionName("names"),
            f"be {n_nodes} different labels, one per node",
            f"found {len(labels)}, {len(set(labels))} different",
        )
    return labels


def _igraph() -> Any:
    try:
        import igraph  # takes as long as a small fit: it loads what it draws with
    except ImportError as error:
        raise MissingDependencyError("this conversion", "igraph", "igraph") from error
    return igraph


def _networkx() -> Any:
    try:
        import networkx
    except ImportError as error:
        raise MissingDependencyError("this conversion", "networkx", "graphs") from error
    return networkx
