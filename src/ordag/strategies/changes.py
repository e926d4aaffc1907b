# SPDX-License-Identifier: MIT
"""Small changes of a graph that promise most: an edge dropped, added, or replaced (its reverse included).

A search on extrapolated moments takes large steps and misses small ones, because one κ for all edges over- or
understates most of them. These come from a picture of the likelihood that knows how much the levels hide of each edge.
"""

import numpy as np
from numpy.typing import NDArray

from ordag.graphs import Adjacency
from ordag.maximization.sketch import EdgeChanges, Sketch, foresee_changes
from ordag.search import SearchSpace

# Changes that are looked at for each that is wanted; many would close a cycle.
_LOOKED_AT = 8


def promising_changes(sketch: Sketch, space: SearchSpace, price: float, n_best: int) -> list[Adjacency]:
    """The graphs of the space, next to the centre of the sketch, that promise the highest penalised likelihood."""
    changes = foresee_changes(sketch)
    may_go = ~space.must[tuple(changes.present.T)]
    may_come = space.allowed[tuple(changes.absent.T)]
    gains = np.concatenate(
        [
            np.where(may_go, changes.dropping + price, -np.inf),
            np.where(may_come, changes.adding - price, -np.inf),
            np.where(may_go[:, None] & may_come, changes.replacing, -np.inf).ravel(),
        ]
    )
    graphs: list[Adjacency] = []
    for at in _highest(gains, _LOOKED_AT * n_best):
        graph = _changed(sketch.centre.dag, changes, int(at))
        if space.admits(graph):
            graphs.append(graph)
            if len(graphs) == n_best:
                break
    return graphs


def _highest(gains: NDArray[np.float64], n: int) -> NDArray[np.intp]:
    """Places of the n highest, best first, those that are ruled out aside."""
    places = np.argpartition(-gains, n - 1)[:n] if n < len(gains) else np.arange(len(gains))
    places = places[np.isfinite(gains[places])]
    return places[np.argsort(-gains[places], kind="stable")]


def _changed(dag: Adjacency, changes: EdgeChanges, at: int) -> Adjacency:
    """The graph after one change; they are counted as edges dropped, arrows added, and edges replaced by arrows."""
    n_edges, n_others = changes.replacing.shape
    if at < n_edges:
        dropped, added = [at], []
    elif at < n_edges + n_others:
        dropped, added = [], [at - n_edges]
    else:
        edge, arrow = divmod(at - n_edges - n_others, n_others)
        dropped, added = [edge], [arrow]
    graph = dag.copy()
    graph[tuple(changes.present[dropped].T)] = 0
    graph[tuple(changes.absent[added].T)] = 1
    return graph
