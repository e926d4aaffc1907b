# SPDX-License-Identifier: MIT
"""Moves of graphs whose variables own several coordinates: all slopes between two blocks come or go together.

From the quadratic model of the surrogate, with β the slopes of the edges and V their inverse information, g_f the
score that the slopes of an absent arrow f leave, S_f their information then, and U_f how the edges follow them:

    dropping e       −β_e' V_ee⁻¹ β_e / 2
    adding f          g_f' S_f⁻¹ g_f / 2
    replacing e by f  g_f' S_f⁻¹ g_f / 2 − b' W⁻¹ b / 2,   b = β_e − U_ef S_f⁻¹ g_f,  W = V_ee + U_ef S_f⁻¹ U_ef',

which for single coordinates are the gains of `ordag.maximization.surrogate`.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from ordag.graphs import Adjacency, Blocks
from ordag.learning.moves import SingleChanges, single_edge_moves
from ordag.maximization.surrogate import EdgeChanges, QuadraticModel, Surrogate, quadratic_model_of
from ordag.search import SearchSpace

Matrix = NDArray[np.float64]

# A direction among the slopes of an arrow of which the edges leave no more than this share of its information is as
# good as known from them.
_LEAST_INFORMATION = 1e-3
# A change of the climb is made if it gains this many nats; how many are made, and how many tried for each.
_LEAST_GAIN, _MAX_CHANGES, _N_TRIES = 0.2, 10, 3
_WIDER = 3


@dataclass(frozen=True, eq=False)
class BlockCosts:
    """The blocks, and what an edge between two variables costs, ``(n, n)``, in nats."""

    blocks: Blocks
    costs: Matrix

    def of(self, dag: Adjacency) -> float:
        """What all edges of a graph among coordinates cost."""
        return float((self.costs * self.blocks.collapsed(dag)).sum())


@dataclass(frozen=True, eq=False)
class Climbed:
    """A graph among coordinates with its slopes, and what it is predicted to add to the criterion of the centre."""

    gain: float
    dag: Adjacency
    slopes: Matrix


def moved_blocks(
    surrogate: Surrogate, space: SearchSpace, costs: BlockCosts, n_best: int, *, wide: bool = False
) -> list[Adjacency]:
    """Graphs among coordinates with one edge between variables dropped, added or replaced, the most promising."""
    dag = costs.blocks.collapsed(surrogate.centre.dag)
    changes = _changes_of_blocks(surrogate, dag, costs)
    moves = single_edge_moves(dag, changes, space, n_best * (_WIDER if wide else 1))
    return [costs.blocks.expanded(move.applied_to(dag)) for move in moves]


def climb_blocks(
    surrogate: Surrogate, space: SearchSpace, costs: BlockCosts, gain: float, dag: Adjacency, slopes: Matrix
) -> Climbed:
    """The graph at which a hill climb over edges between variables ends, by what the surrogate predicts of each."""
    centre = costs.of(surrogate.centre.dag)
    best = Climbed(gain, dag, slopes)
    for _ in range(_MAX_CHANGES):
        here = replace(surrogate, centre=replace(surrogate.centre, dag=best.dag, slopes=best.slopes))
        tried = []
        for other in moved_blocks(here, space, costs, _N_TRIES):
            cost = costs.of(other) - centre
            gained, climbed = surrogate.predicted_gain(other, best.slopes, cutoff=best.gain + cost)
            tried.append(Climbed(gained - cost, other, climbed))
        found = max(tried, key=lambda each: each.gain, default=best)
        if found.gain <= best.gain + _LEAST_GAIN:
            break
        best = found
    return best


def _changes_of_blocks(surrogate: Surrogate, dag: Adjacency, costs: BlockCosts) -> SingleChanges:
    """What single changes of edges between variables promise, with their costs."""
    blocks = costs.blocks
    same = blocks.owners[:, None] == blocks.owners
    absent = np.argwhere((surrogate.centre.dag == 0) & ~same)
    model = quadratic_model_of(surrogate, absent)
    edges = np.argwhere(dag)
    others = np.argwhere((dag == 0) & ~np.eye(len(dag), dtype=bool))
    gains = _gains(model, _Slopes.of(model.present, edges, blocks), _Slopes.of(model.absent, others, blocks))
    return SingleChanges(edges, others, gains, costs.costs[tuple(edges.T)], costs.costs[tuple(others.T)])


@dataclass(frozen=True, eq=False)
class _Slopes:
    """Which slopes of the model belong to each of some edges between variables; grouped by their number."""

    n_edges: int
    groups: tuple[tuple[NDArray[np.intp], NDArray[np.intp]], ...]  # edges, and (edges, slopes) places in the model

    @classmethod
    def of(cls, arrows: NDArray[np.intp], edges: NDArray[np.intp], blocks: Blocks) -> "_Slopes":
        """The places of the arrows among coordinates of each edge."""
        place = np.full((len(blocks.owners), len(blocks.owners)), -1, dtype=np.intp)
        place[tuple(arrows.T)] = np.arange(len(arrows))
        counts = blocks.n_parameters[tuple(edges.T)].astype(np.intp)
        groups = []
        for count in np.unique(counts):
            members = np.flatnonzero(counts == count)
            places = [place[np.ix_(blocks.of(i), blocks.of(j))].ravel() for i, j in edges[members].tolist()]
            groups.append((members, np.array(places, dtype=np.intp).reshape(len(members), count)))
        return cls(len(edges), tuple(groups))


def _gains(model: QuadraticModel, edges: _Slopes, others: _Slopes) -> EdgeChanges:
    """The gains of the module's docstring, for all edges and arrows."""
    dropping, adding = np.zeros(edges.n_edges), np.zeros(others.n_edges)
    replacing = np.full((edges.n_edges, others.n_edges), -np.inf)
    for members, places in edges.groups:
        dropping[members] = -_half_square(model.variance[places[:, :, None], places[:, None]], model.slopes[places])
    for come, new, inverse, score in _information(model, others):
        followed = np.einsum("fij,fj->fi", inverse, score)
        adding[come] = np.einsum("fi,fi->f", score, followed) / 2
        for gone, old in edges.groups:
            moved = model.moved[old[:, None, :, None], new[None, :, None, :]]
            left = model.slopes[old][:, None] - np.einsum("efij,fj->efi", moved, followed)
            spread = np.einsum("efij,fjk,eflk->efil", moved, inverse, moved)
            spread += model.variance[old[:, :, None], old[:, None]][:, None]
            replacing[np.ix_(gone, come)] = adding[come] - _half_square(spread, left)
    return EdgeChanges(dropping, adding, replacing)


def _information(
    model: QuadraticModel, others: _Slopes
) -> Iterator[tuple[NDArray[np.intp], NDArray[np.intp], Matrix, Matrix]]:
    """By number of slopes: arrows, their places, the inverse of their information, and their score.

    Directions that the edges know already are left out of the inverse, so that they promise nothing.
    """
    n_edges = len(model.present)
    for members, places in others.groups:
        information = np.stack([model.information_among(each) for each in places])
        scale = np.sqrt(np.maximum(model.own[n_edges + places], np.finfo(float).tiny))
        values, axes = np.linalg.eigh(information / (scale[:, :, None] * scale[:, None]))
        known = values <= _LEAST_INFORMATION
        inverse = np.einsum("fij,fj,fkj->fik", axes, np.where(known, 0.0, 1 / np.where(known, 1.0, values)), axes)
        yield members, places, inverse / (scale[:, :, None] * scale[:, None]), model.score[places]


def _half_square(spread: Matrix, vectors: Matrix) -> Matrix:
    """Half of x' W⁻¹ x for stacks of matrices and vectors."""
    halves: Matrix = np.einsum("...i,...i->...", vectors, np.linalg.solve(spread, vectors[..., None])[..., 0]) / 2
    return halves
