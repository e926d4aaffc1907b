# SPDX-License-Identifier: MIT
"""Changes of a graph that promise most: single edges, parents of a node, an edge reversed with the parents it needs.

A search on extrapolated moments takes large steps and misses small ones, because one κ for all edges over- or
understates most of them. These come from a quadratic model of the likelihood that knows how much the levels hide of
each edge.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from ordag.graphs import Adjacency
from ordag.graphs.dag import reached_from
from ordag.maximization.stepwise import Terms, toggle_and_improve
from ordag.maximization.surrogate import QuadraticModel, Surrogate, quadratic_model_of
from ordag.search import SearchSpace

# Single changes that are looked at for each that is wanted; many would close a cycle.
_LOOKED_AT = 40
# Other parents promise more than they keep, so that more of them are wanted.
_MORE = 3
# A reversed edge that alone costs more than this, in nats, is not worth new parents for its ends.
_REACH = 50.0
# Least share of the information of a new slope that the slopes of the graph leave, as for the quadratic model itself.
_LEAST_INFORMATION = 1e-3


@dataclass(frozen=True)
class _Mended:
    """Graphs that differ from one in some arrows, and what they promise.

    Attributes
    ----------
    dag : (n, n)
    arrows : (n_arrows, 2)
        Where they may differ.
    chosen : (n_graphs, n_arrows)
        The arrows that each of them has.
    gains : (n_graphs,)
    """

    dag: Adjacency
    arrows: NDArray[np.intp]
    chosen: NDArray[np.bool_]
    gains: NDArray[np.float64]

    def graph(self, k: int) -> Adjacency:
        """One of them."""
        graph = self.dag.copy()
        graph[tuple(self.arrows.T)] = self.chosen[k]
        return graph


def promising_changes(
    surrogate: Surrogate, space: SearchSpace, price: float, n_best: int, *, wide: bool = False
) -> list[Adjacency]:
    """Graphs of the space next to the centre of the surrogate that promise a high penalised likelihood.

    The `n_best` with one edge dropped, added or replaced; if `wide`, also those in which a node gets other parents, and
    those in which an edge is reversed and both its ends get other parents.
    """
    dag, model = surrogate.centre.dag, quadratic_model_of(surrogate)
    graphs = _with_one_edge_changed(dag, model, space, price, n_best)
    if wide:
        graphs += _best(_with_other_parents(dag, model, space, price), _MORE * n_best)
        graphs += _best(_with_an_edge_reversed(surrogate, space, price), n_best)
    distinct = {graph.tobytes(): graph for graph in graphs}
    distinct.pop(dag.tobytes(), None)
    return list(distinct.values())


def _best(families: Iterable[_Mended], n_best: int) -> list[Adjacency]:
    """The graphs that promise most, each once."""
    members = [(family, k) for family in families for k in np.flatnonzero(np.isfinite(family.gains))]
    gains = [family.gains[k] for family, k in members]
    distinct: dict[bytes, Adjacency] = {}
    for at in np.argsort(np.negative(gains), kind="stable"):
        if len(distinct) == n_best:
            break
        family, k = members[at]
        graph = family.graph(k)
        distinct.setdefault(graph.tobytes(), graph)
    return list(distinct.values())


def _with_one_edge_changed(
    dag: Adjacency, model: QuadraticModel, space: SearchSpace, price: float, n_best: int
) -> list[Adjacency]:
    """Graphs with one edge dropped, added, or replaced (its reverse included)."""
    changes = model.changes()
    may_go = ~space.must[tuple(model.present.T)]
    may_come = space.allowed[tuple(model.absent.T)]
    has_room = (dag.sum(axis=0) < space.limit)[model.absent[:, 1]]
    makes_room = model.present[:, 1][:, None] == model.absent[:, 1]
    gains = np.concatenate(
        [
            np.where(may_go, changes.dropping + price, -np.inf),
            np.where(may_come & has_room, changes.adding - price, -np.inf),
            np.where(may_go[:, None] & may_come & (has_room | makes_room), changes.replacing, -np.inf).ravel(),
        ]
    )
    graphs: list[Adjacency] = []
    for at in _highest(gains, _LOOKED_AT * n_best):
        graph = _changed(dag, model, int(at))
        if space.admits_matrix(graph):
            graphs.append(graph)
            if len(graphs) == n_best:
                break
    return graphs


def _highest(gains: NDArray[np.float64], n: int) -> NDArray[np.intp]:
    """Places of the n highest, best first, those that are ruled out aside."""
    places = np.argpartition(-gains, n - 1)[:n] if n < len(gains) else np.arange(len(gains))
    places = places[np.isfinite(gains[places])]
    return places[np.argsort(-gains[places], kind="stable")]


def _changed(dag: Adjacency, model: QuadraticModel, at: int) -> Adjacency:
    """The graph after one change; they are counted as edges dropped, arrows added, and edges replaced by arrows."""
    n_edges, n_others = len(model.present), len(model.absent)
    if at < n_edges:
        dropped, added = [at], []
    elif at < n_edges + n_others:
        dropped, added = [], [at - n_edges]
    else:
        edge, arrow = divmod(at - n_edges - n_others, n_others)
        dropped, added = [edge], [arrow]
    graph = dag.copy()
    graph[tuple(model.present[dropped].T)] = 0
    graph[tuple(model.absent[added].T)] = 1
    return graph


def _with_other_parents(dag: Adjacency, model: QuadraticModel, space: SearchSpace, price: float) -> Iterator[_Mended]:
    """For each arrow that may come or go, the graph in which it does and then other parents of its end do."""
    for node in range(len(dag)):
        arrows, terms = _parents_of(dag, model, space, [node])
        chosen, gains = toggle_and_improve(terms, price, np.flatnonzero(~terms.held))
        several = (chosen != terms.present).sum(axis=1) > 1
        yield _Mended(dag, arrows, chosen[several], gains[several])


def _with_an_edge_reversed(surrogate: Surrogate, space: SearchSpace, price: float) -> Iterator[_Mended]:
    """For each edge that may be reversed, the graph in which it is and then other parents of its ends come and go."""
    dag = surrogate.centre.dag
    for start, end in np.argwhere(dag & space.allowed.T & ~space.must):
        graph = dag.copy()
        graph[start, end], graph[end, start] = 0, 1
        if not space.admits_matrix(graph):
            continue
        gain, slopes = surrogate.predicted_gain(graph, surrogate.centre.slopes, hopeless=-_REACH)
        if gain < -_REACH:
            continue
        turned = replace(surrogate, centre=replace(surrogate.centre, dag=graph, slopes=slopes))
        into = np.zeros(dag.shape, dtype=bool)
        into[:, [start, end]] = True
        np.fill_diagonal(into, False)
        model = quadratic_model_of(turned, np.argwhere(into & (graph == 0)))
        arrows, terms = _parents_of(graph, model, space, [start, end])
        held = terms.held | (arrows == (end, start)).all(axis=1)
        chosen, gains = toggle_and_improve(replace(terms, held=held), price, np.array([-1]))
        yield _Mended(graph, arrows, chosen, gain + gains)


def _parents_of(
    dag: Adjacency, model: QuadraticModel, space: SearchSpace, nodes: list[int]
) -> tuple[NDArray[np.intp], Terms]:
    """Arrows into one node, or into both ends of an edge, that are there or could be, and their part of the model.

    An arrow could be if it does not start behind the node it leads to. Then no set of them closes a cycle, also not of
    arrows into both ends of an edge: what lies behind its end lies behind its start as well.
    """
    possible = np.zeros(dag.shape, dtype=bool)
    for node in nodes:
        possible[:, node] = space.allowed[:, node] & ~reached_from(dag, np.arange(len(dag)) == node)
    into = np.zeros(len(dag), dtype=bool)
    into[nodes] = True
    edges = np.flatnonzero(into[model.present[:, 1]])
    others = np.flatnonzero(possible[model.absent[:, 0], model.absent[:, 1]])
    arrows = np.concatenate([model.present[edges], model.absent[others]])
    present = np.arange(len(arrows)) < len(edges)
    least = _LEAST_INFORMATION * model.own[np.concatenate([edges, len(model.present) + others])]
    held = space.must[tuple(arrows.T)]
    return arrows, Terms(model.swept(edges, others), present, held, least, arrows[:, 1], int(space.limit))
