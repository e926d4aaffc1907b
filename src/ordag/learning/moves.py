# SPDX-License-Identifier: MIT
"""Moves: graphs that differ from one in a single edge, in the parents of a node, or in an edge reversed.

A search on extrapolated moments takes large steps and misses small ones, because one κ for all edges over- or
understates most of them. Moves come from a quadratic model of the surrogate's likelihood, which knows how much the
levels hide of each edge.
"""

import heapq
import itertools
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from ordag.graphs import Adjacency
from ordag.graphs.dag import paths_between, reached_from
from ordag.learning.tolerances import REVERSAL_LOSS
from ordag.maximization.observed import regress
from ordag.maximization.stepwise import Terms, toggle_and_improve
from ordag.maximization.surrogate import EdgeChanges, QuadraticModel, Surrogate, quadratic_model_of
from ordag.search import SearchSpace

Arrow = tuple[int, int]
Gains = NDArray[np.float64]

# Paths are counted by floating-point numbers, exactly below this.
_COUNTED_EXACTLY = 2.0**53
# The gains of new parents are overestimated, so that more such moves are tried.
_MORE = 3
# Least share of the information of a new slope that the slopes of the graph leave, as for the quadratic model itself.
_LEAST_INFORMATION = 1e-3


@dataclass(frozen=True)
class Move:
    """Arrows that a graph loses and arrows that it gains.

    Examples
    --------
    >>> reverse = Move(dropped=((0, 1),), added=((1, 0),))
    >>> print(reverse)
    -(0 → 1) +(1 → 0)
    >>> reverse.applied_to(np.array([[0, 1], [0, 0]]))
    array([[0, 0],
           [1, 0]])
    """

    dropped: tuple[Arrow, ...] = ()
    added: tuple[Arrow, ...] = ()

    @classmethod
    def between(cls, dag: Adjacency, other: Adjacency) -> "Move":
        """The move that makes one graph of another."""
        return cls(_arrows(dag & ~other), _arrows(other & ~dag))

    def applied_to(self, dag: Adjacency) -> Adjacency:
        """The graph after the move."""
        graph = dag.copy()
        for source, target in self.dropped:
            graph[source, target] = 0
        for source, target in self.added:
            graph[source, target] = 1
        return graph

    def __str__(self) -> str:
        lost = [f"-({source} → {target})" for source, target in self.dropped]
        return " ".join([*lost, *(f"+({source} → {target})" for source, target in self.added)])


@dataclass(frozen=True, eq=False)
class SingleChanges:
    """Predicted gains of single changes of a graph.

    Attributes
    ----------
    present, absent : (n_edges, 2), (n_others, 2)
        Edges of the graph; arrows that it does not have.
    gains : EdgeChanges
        In log-likelihood.
    saved, charged : float, or (n_edges,) and (n_others,)
        What each of them costs.
    """

    present: NDArray[np.intp]
    absent: NDArray[np.intp]
    gains: EdgeChanges
    saved: Gains | float
    charged: Gains | float


def promising_moves(
    surrogate: Surrogate,
    space: SearchSpace,
    edge_cost: float,
    n_best: int,
    *,
    wide: bool = False,
    n_linked: int | None = None,
) -> list[Move]:
    """Moves from the centre of the surrogate to graphs of the space that promise a high criterion.

    The `n_best` with one edge dropped, added or replaced; if `wide`, also those in which a node gets other parents, and
    those in which an edge is reversed and both its ends get other parents. With `n_linked` new links are looked for
    among so many pairs a node only, those that the graph leaves most of to explain.
    """
    dag = surrogate.centre.dag
    model = quadratic_model_of(surrogate, None if n_linked is None else likely_arrows(surrogate, n_linked))
    changes = SingleChanges(model.present, model.absent, model.changes(), edge_cost, edge_cost)
    moves = single_edge_moves(dag, changes, space, n_best)
    if wide:
        moves += _best_of(dag, _new_parents(dag, model, space, edge_cost), _MORE * n_best)
        moves += _best_of(dag, _reversals(surrogate, space, edge_cost), n_best)
    return list(dict.fromkeys(move for move in moves if move != Move()))


def likely_arrows(surrogate: Surrogate, n_linked: int) -> NDArray[np.intp]:
    """Arrows that the centre lacks: edges reversed, and either way between the pairs that it leaves most to explain."""
    dag = surrogate.centre.dag
    apart = np.triu(~(dag | dag.T).astype(bool), 1)
    unexplained = np.where(apart, np.abs(surrogate.unexplained()), -np.inf)
    likely = dag.T.astype(bool)
    for pair in _highest(unexplained, n_linked * len(dag)):
        likely[pair] = likely[pair[::-1]] = True
    return np.argwhere(likely)


def single_edge_moves(dag: Adjacency, changes: SingleChanges, space: SearchSpace, n_best: int) -> list[Move]:
    """Moves that drop an edge, add an arrow, or replace one by the other (an edge by its reverse included)."""
    present, absent, gains = changes.present, changes.absent, changes.gains
    may_go = ~space.must[tuple(present.T)]
    may_come = space.allowed[tuple(absent.T)]
    has_room = (dag.sum(axis=0) < space.limit)[absent[:, 1]]
    makes_room = present[:, 1][:, None] == absent[:, 1]
    # An arrow closes a cycle unless no path leads back, or all that do go through the edge that it replaces.
    n_paths = paths_between(dag)
    back = n_paths[absent[:, 1], absent[:, 0]]
    through = n_paths[np.ix_(absent[:, 1], present[:, 0])].T * n_paths[np.ix_(present[:, 1], absent[:, 0])]
    all_through = (through == back) & (back < _COUNTED_EXACTLY)
    dropping = np.where(may_go, gains.dropping + changes.saved, -np.inf)
    adding = np.where(may_come & has_room & (back == 0), gains.adding - changes.charged, -np.inf)
    replaced = gains.replacing + np.subtract.outer(changes.saved, changes.charged)
    possible = may_go[:, None] & may_come & (has_room | makes_room) & all_through
    replacing = np.where(possible, replaced, -np.inf)
    edges, others = _as_arrows(present), _as_arrows(absent)
    ranked = heapq.merge(
        ((dropping[e], Move((edges[e],))) for (e,) in _highest(dropping, n_best)),
        ((adding[f], Move((), (others[f],))) for (f,) in _highest(adding, n_best)),
        ((replacing[e, f], Move((edges[e],), (others[f],))) for e, f in _highest(replacing, n_best)),
        key=lambda pair: -pair[0],
    )
    return [move for _, move in itertools.islice(ranked, n_best)]


def _highest(gains: Gains, n: int) -> list[tuple[int, ...]]:
    """Indices of the n highest gains, best first; those of −∞ are ruled out."""
    flat = gains.ravel()
    places = np.argpartition(-flat, n - 1)[:n] if n < len(flat) else np.arange(len(flat))
    places = places[np.isfinite(flat[places])]
    places = places[np.argsort(-flat[places], kind="stable")]
    return list(zip(*(index.tolist() for index in np.unravel_index(places, gains.shape)), strict=True))


def _as_arrows(arrows: NDArray[np.intp]) -> list[Arrow]:
    return [(source, target) for source, target in arrows.tolist()]


def _arrows(adjacency: Adjacency) -> tuple[Arrow, ...]:
    return tuple(_as_arrows(np.argwhere(adjacency)))


@dataclass(frozen=True)
class _Family:
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
    gains: Gains

    def graph(self, k: int) -> Adjacency:
        """One of them."""
        graph = self.dag.copy()
        graph[tuple(self.arrows.T)] = self.chosen[k]
        return graph


def _best_of(dag: Adjacency, families: Iterable[_Family], n_best: int) -> list[Move]:
    """The moves that lead to the graphs of highest gain, each once."""
    members = [(family, k) for family in families for k in np.flatnonzero(np.isfinite(family.gains))]
    gains = [family.gains[k] for family, k in members]
    distinct: dict[Move, None] = {}
    for at in np.argsort(np.negative(gains), kind="stable"):
        if len(distinct) == n_best:
            break
        family, k = members[at]
        distinct.setdefault(Move.between(dag, family.graph(int(k))))
    return list(distinct)


def _new_parents(dag: Adjacency, model: QuadraticModel, space: SearchSpace, edge_cost: float) -> Iterator[_Family]:
    """For each arrow that may come or go, the graph in which it does and then other parents of its end do."""
    for node in range(len(dag)):
        arrows, terms = _parents_of(dag, model, space, [node])
        chosen, gains = toggle_and_improve(terms, edge_cost, np.flatnonzero(~terms.held))
        several = (chosen != terms.present).sum(axis=1) > 1
        yield _Family(dag, arrows, chosen[several], gains[several])


def _reversals(surrogate: Surrogate, space: SearchSpace, edge_cost: float) -> Iterator[_Family]:
    """For each edge that may be reversed, the graph in which it is and then other parents of its ends come and go.

    The climb begins where the graph agrees best with the correlation of the centre: at the top if it is equivalent.
    """
    dag, correlation = surrogate.centre.dag, surrogate.centre.parameters.correlation
    for start, end in np.argwhere(dag & space.allowed.T & ~space.must):
        graph = dag.copy()
        graph[start, end], graph[end, start] = 0, 1
        if not space.admits_matrix(graph):
            continue
        gain, slopes = surrogate.predicted_gain(graph, regress(correlation, graph), cutoff=-REVERSAL_LOSS)
        if gain < -REVERSAL_LOSS:
            continue
        turned = replace(surrogate, centre=replace(surrogate.centre, dag=graph, slopes=slopes))
        into = np.zeros(dag.shape, dtype=bool)
        into[:, [start, end]] = True
        np.fill_diagonal(into, False)
        model = quadratic_model_of(turned, np.argwhere(into & (graph == 0)))
        arrows, terms = _parents_of(graph, model, space, [start, end])
        held = terms.held | (arrows == (end, start)).all(axis=1)
        chosen, gains = toggle_and_improve(replace(terms, held=held), edge_cost, np.array([-1]))
        yield _Family(graph, arrows, chosen, gain + gains)


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
