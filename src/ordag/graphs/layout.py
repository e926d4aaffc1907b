# SPDX-License-Identifier: MIT
"""Positions for drawing: layers from causes at the top to effects at the bottom, with few crossings."""

import igraph
import numpy as np
import numpy.typing as npt

from ordag.graphs.adjacency import as_adjacency
from ordag.kernels import graph as kernels

Positions = npt.NDArray[np.float64]  # (n, 2): x to the right, y upwards


def layered_layout(graph: npt.ArrayLike) -> Positions:
    """Positions of the nodes in layers, one unit apart, every parent above its children.

    The method of Sugiyama, Tagawa and Toda (1981) as implemented in igraph. A graph with undirected edges is laid out
    like one of its DAGs; where it has none, as if every edge pointed from the smaller to the larger index.

    Examples
    --------
    >>> layered_layout([[0, 1], [0, 0]])[:, 1]
    array([ 0., -1.])
    """
    adjacency = as_adjacency(graph)
    if len(adjacency) == 0:
        return np.empty((0, 2))
    dag = kernels.pdag_to_dag(adjacency)
    if dag is None:
        dag = np.triu(adjacency | adjacency.T)
    arcs = igraph.Graph(n=len(dag), edges=np.argwhere(dag).tolist(), directed=True)
    # Edges across several layers get dummy nodes, which igraph appends to the layout.
    coordinates = np.array(arcs.layout_sugiyama().coords, dtype=np.float64)[: len(dag)]
    return np.column_stack([coordinates[:, 0], 0 - coordinates[:, 1]])
