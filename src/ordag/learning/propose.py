# SPDX-License-Identifier: MIT
"""Candidates: graphs found by searches on extrapolated moments, and moves of the graph that is expanded.

With Σ the correlation of a graph and M = E[YYᵀ | x] under it, M − Σ is the direction of EM, and the observed likelihood
peaks κ times as far, κ being one over the share of information that the levels leave. So a search is shown
Σ + κ (M − Σ) with N / κ rows, for a few κ: a quadratic model of the observed likelihood in which an edge is neither
overcounted nor stuck to. Such a search takes large steps; the moves of `ordag.learning.moves` are the small ones.
"""

from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ordag.expectation import Moments
from ordag.graphs import Adjacency, topological_order
from ordag.learning.block_moves import moved_blocks
from ordag.learning.candidates import Candidate
from ordag.learning.effort import Effort
from ordag.learning.moves import promising_moves
from ordag.learning.pool import Refit
from ordag.learning.refit import Objective
from ordag.learning.side_by_side import side_by_side
from ordag.maximization.observed import regress, unit_noise_slopes
from ordag.maximization.surrogate import Surrogate
from ordag.strategies.extrapolation import extrapolate
from ordag.strategies.structure_search import LatentScore, StructureSearch
from ordag.structural_em import State

Matrix = NDArray[np.float64]


@dataclass(frozen=True)
class Task:
    """What is to be learned: by which objective, with which structure search in which space, with how much effort."""

    objective: Objective
    search: StructureSearch
    effort: Effort


@dataclass(frozen=True)
class _Posed:
    """A search on a correlation at an edge cost, with a source of seeds of its own."""

    search: StructureSearch
    correlation: Matrix
    cost: float
    score: LatentScore


def candidates_from_search(
    task: Task,
    correlation: Matrix,
    edge_costs: Iterable[float],
    known: Container[bytes],
    orders: Sequence[Sequence[int]] = (),
) -> list[Candidate]:
    """What the structure search finds on a correlation at several edge costs, the highest first; `known` left out."""
    return _candidates_of(task, [(correlation, list(edge_costs))], known, orders, task.effort.n_root_starts)


def _candidates_of(
    task: Task,
    searches: Sequence[tuple[Matrix, Sequence[float]]],
    known: Container[bytes],
    orders: Sequence[Sequence[int]],
    n_starts: int,
) -> list[Candidate]:
    """What is found on some correlations, at several edge costs each, the highest first; searches run side by side."""
    objective, effort = task.objective, task.effort
    posed = [
        _Posed(task.search.apart(), correlation, cost, score)
        for correlation, costs in searches
        for cost, score in _scores(task, correlation, sorted(costs, reverse=True))
    ]

    def near(each: _Posed) -> dict[bytes, Adjacency]:
        return each.search.near_best(
            each.score,
            effort.margin * each.cost,
            orders=orders,
            n_starts=n_starts,
            n_near=effort.n_near,
            enough_meeting=effort.enough_starts,
        )

    found: dict[bytes, Candidate] = {}
    for each, ends in zip(posed, side_by_side(near, posed, objective.n_threads), strict=True):
        for key, dag in ends.items():
            if key not in found and key not in known:
                found[key] = Candidate(dag, regress(each.correlation, dag), objective.penalty_at(each.cost), key)
    return list(found.values())


def _scores(task: Task, correlation: Matrix, costs: Sequence[float]) -> Iterable[tuple[float, LatentScore]]:
    """Edge costs, each with the score of graphs at it."""
    penalties = [task.objective.penalty_at(cost) for cost in costs]
    return zip(costs, task.search.scores_on(correlation, task.objective.boxes.total_weight, penalties), strict=True)


def candidates_from_moments(task: Task, graph: Refit, moments: Moments, known: Container[bytes]) -> list[Candidate]:
    """What the search finds on the moments under a graph, extrapolated in the direction of EM."""
    effort, orders = task.effort, [topological_order(graph.dag)]
    searches = [
        (
            extrapolate(graph.fit.parameters.correlation, moments.second, kappa),
            [kappa * task.objective.edge_cost * multiple for multiple in effort.costs],
        )
        for kappa in effort.kappas
    ]
    return _candidates_of(task, searches, known, orders, effort.n_starts)


def candidates_from_moves(
    task: Task, graph: Refit, surrogate: Surrogate, n_best: int, *, wide: bool
) -> list[Candidate]:
    """Moves of a graph that promise most; more of them are tried if `wide`, as around the best graph so far."""
    if task.objective.blocks is None:
        space, cost, n_linked = task.search.space, task.objective.edge_cost, task.effort.n_linked
        moves = promising_moves(surrogate, space, cost, n_best, wide=wide, n_linked=n_linked)
        dags = [move.applied_to(graph.dag) for move in moves]
    else:
        dags = moved_blocks(surrogate, task.search.space, task.objective.block_costs, n_best, wide=wide)
    return [Candidate(dag, graph.fit.slopes, graph.penalty) for dag in dags]


def candidate_from_state(objective: Objective, known: State) -> Candidate:
    """A network fitted before."""
    return Candidate(known.dag, unit_noise_slopes(known.parameters), objective.penalty)
