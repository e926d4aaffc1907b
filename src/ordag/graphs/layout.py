# SPDX-License-Identifier: MIT
"""Positions for drawing: layers from causes at the top to effects at the bottom, with few crossings.

The method of Sugiyama, Tagawa and Toda (1981) with the layers and coordinates of Gansner, Koutsofios, North and Vo
(1993), "A technique for drawing directed graphs": layers and coordinates make the edges short (two linear programs),
and `ordag.graphs.crossings` orders each layer. Edges across several layers bend around the nodes in between.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import numpy.typing as npt
from scipy.optimize import linprog
from scipy.sparse import csr_array, vstack

from ordag.graphs.adjacency import Adjacency, as_adjacency
from ordag.graphs.crossings import untangled
from ordag.kernels import graph as kernels

Positions = npt.NDArray[np.float64]  # (n, 2): x to the right, y upwards
Pairs = list[tuple[int, int]]

BEND_WIDTH = 0.25  # room for a passing edge, where an ordinary node has 1
BEND_WEIGHTS = (1.0, 2.0, 8.0)  # how straight a piece of edge must be, by its number of ends that are bends (Gansner)


@dataclass(frozen=True, eq=False)
class LayeredDrawing:
    """Where nodes lie, and where edges across several layers bend."""

    positions: Positions
    bends: dict[tuple[int, int], Positions]  # (upper, lower) node of an edge -> its inner points from top to bottom


def layered_layout(graph: npt.ArrayLike, widths: Sequence[float] | None = None) -> Positions:
    """Positions of the nodes in layers, one unit apart, every parent above its children.

    A graph with undirected edges is laid out like one of its DAGs; where it has none, as if every edge pointed from the
    smaller to the larger index.

    Parameters
    ----------
    graph
        DAG, CPDAG or any other graph.
    widths
        Horizontal room for each node; 1 when None.

    Examples
    --------
    >>> layered_layout([[0, 1], [0, 0]])
    array([[ 0.,  0.],
           [ 0., -1.]])
    """
    return layered_drawing(graph, widths).positions


def layered_drawing(
    graph: npt.ArrayLike, widths: Sequence[float] | None = None, bend_width: float = BEND_WIDTH
) -> LayeredDrawing:
    """Positions as `layered_layout` gives them, and the bends of edges that cross a layer.

    `bend_width` is the room beside a passing edge, in the unit of `widths`.

    Examples
    --------
    >>> drawing = layered_drawing([[0, 1, 1], [0, 0, 1], [0, 0, 0]])
    >>> list(drawing.bends), drawing.bends[0, 2].shape
    ([(0, 2)], (1, 2))
    """
    adjacency = as_adjacency(graph)
    n = len(adjacency)
    if n == 0:
        return LayeredDrawing(np.empty((0, 2)), {})
    dag = kernels.pdag_to_dag(adjacency)
    if dag is None:
        dag = np.triu(adjacency | adjacency.T)
    layers = _layers(dag)
    chains, bend_layers = _chains(dag, layers)
    all_layers = np.concatenate([layers, bend_layers])
    room = np.full(len(all_layers), bend_width)
    room[:n] = 1.0 if widths is None else widths
    pieces = [piece for chain in chains for piece in pairwise(chain)]
    x = _coordinates(_order(all_layers, pieces), pieces, room, n)
    points = np.column_stack([x, 0.0 - all_layers])
    bends = {(chain[0], chain[-1]): points[chain[1:-1]] for chain in chains if len(chain) > 2}
    return LayeredDrawing(points[:n], bends)


def _layers(dag: Adjacency) -> npt.NDArray[np.int64]:
    """Layer of each node, 0 at the top, with the least total length of edges; lone nodes fill the emptiest layers."""
    edges = np.argwhere(dag)
    if len(edges) == 0:
        # A block that is about as wide as high.
        return np.asarray(np.arange(len(dag)) // int(np.ceil(np.sqrt(len(dag)))))
    drop = _differences(edges[:, 0], edges[:, 1], len(dag))
    total_length = -drop.sum(axis=0)
    # The constraints are totally unimodular, so a vertex of the polytope is whole; rounding takes off 1e-9.
    layers = np.rint(linprog(total_length, A_ub=drop, b_ub=-np.ones(len(edges))).x).astype(np.int64)
    linked = (dag | dag.T).any(axis=0)
    counts = np.bincount(layers[linked])
    for node in np.flatnonzero(~linked):
        layers[node] = counts.argmin()
        counts[layers[node]] += 1
    return np.asarray(layers)


def _chains(dag: Adjacency, layers: npt.NDArray[np.int64]) -> tuple[list[list[int]], npt.NDArray[np.int64]]:
    """For each edge the nodes it passes, with new ones for its bends, and the layers of these."""
    chains: list[list[int]] = []
    bend_layers: list[int] = []
    for i, j in np.argwhere(dag).tolist():
        between = range(int(layers[i]) + 1, int(layers[j]))
        first = len(dag) + len(bend_layers)
        chains.append([i, *range(first, first + len(between)), j])
        bend_layers += between
    return chains, np.array(bend_layers, dtype=np.int64)


def _order(layers: npt.NDArray[np.int64], pieces: Pairs) -> list[list[int]]:
    """The nodes of each layer from left to right."""
    return untangled([np.flatnonzero(layers == layer).tolist() for layer in range(layers.max() + 1)], pieces)


def _coordinates(rows: list[list[int]], pieces: Pairs, room: npt.NDArray[np.float64], n: int) -> Positions:
    """Horizontal places that keep order and room and make the weighted horizontal lengths of edges least."""
    beside = [pair for row in rows for pair in pairwise(row)]
    left, right = np.array(beside, dtype=int).reshape(-1, 2).T
    tops, bottoms = np.array(pieces, dtype=int).reshape(-1, 2).T
    n_points, n_pieces = len(room), len(pieces)
    weights = np.array(BEND_WEIGHTS)[(tops >= n).astype(int) + (bottoms >= n)]
    # Variables: places, then for each piece a bound on its horizontal length. The small cost keeps what nothing
    # else ties down close to the left.
    cost = np.concatenate([np.full(n_points, 1e-4), weights])
    apart = _differences(left, right, n_points + n_pieces)
    slope = _differences(tops, bottoms, n_points + n_pieces)
    bound = csr_array((np.ones(n_pieces), (np.arange(n_pieces), n_points + np.arange(n_pieces))), shape=slope.shape)
    constraints = vstack([apart, slope - bound, -slope - bound])
    limits = np.concatenate([-(room[left] + room[right]) / 2, np.zeros(2 * n_pieces)])
    return np.asarray(linprog(cost, A_ub=constraints, b_ub=limits).x[:n_points])


def _differences(plus: npt.NDArray[np.int64], minus: npt.NDArray[np.int64], n_variables: int) -> csr_array:
    """A matrix whose rows take one variable less another."""
    row = np.arange(len(plus))
    signs = np.concatenate([np.ones(len(plus)), -np.ones(len(plus))])
    return csr_array((signs, (np.tile(row, 2), np.concatenate([plus, minus]))), shape=(len(plus), n_variables))
