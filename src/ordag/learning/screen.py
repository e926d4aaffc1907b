# SPDX-License-Identifier: MIT
"""Screening: a surrogate of the likelihood orders all candidates, and only the most promising are refitted.

The surrogate (`ordag.maximization.surrogate`) is drawn around the graph that is expanded. It takes a tenth of a
millisecond a graph at 20 variables where a refit takes ten.
"""

from collections.abc import Container, Iterable
from dataclasses import dataclass

import numpy as np

from ordag.expectation import Moments
from ordag.learning.block_moves import climb_blocks
from ordag.learning.candidates import Candidate
from ordag.learning.pool import Pool, Refit
from ordag.learning.propose import Task
from ordag.learning.refit import Objective
from ordag.learning.side_by_side import side_by_side
from ordag.learning.tolerances import OUT_OF_SIGHT
from ordag.maximization.observed import GraphFit
from ordag.maximization.surrogate import Surrogate, SurrogateMoments
from ordag.strategies.saturated import Saturated


@dataclass(frozen=True)
class Screened:
    """A candidate with the slopes of the surrogate, and what it is predicted to add to the criterion of the centre."""

    gain: float
    candidate: Candidate


def surrogate_around(objective: Objective, graph: Refit, moments: Moments) -> Surrogate:
    """The surrogate that agrees with the rows under a refitted graph."""
    return Surrogate.around(graph.fit, moments.second, objective.noise, objective.boxes.total_weight)


def surrogate_of_the_start(objective: Objective, saturated: Saturated) -> Surrogate:
    """The surrogate around the full graph, as if that had been refitted; gains are counted from the empty graph."""
    correlation = saturated.correlation
    empty = GraphFit(np.zeros(correlation.shape, np.int8), np.zeros(correlation.shape), 0.0, 0.0, saturated.factors, 0)
    return Surrogate(
        empty, SurrogateMoments.around(correlation, correlation, objective.noise, objective.boxes.total_weight)
    )


def screen(
    task: Task, surrogate: Surrogate, graph: Refit, candidates: Iterable[Candidate], pool: Pool, *, climbing: bool
) -> list[Candidate]:
    """The most promising candidates, best first, those that are in the pool by now among them.

    Where lineages are to get far (`climbing`), the best are first improved by a hill climb on the surrogate; in the end
    what lies close by is wanted.
    """
    least = pool.highest - OUT_OF_SIGHT - graph.criterion
    screened = by_predicted_gain(task.objective, surrogate, candidates, pool, least)
    n_climbed = task.effort.n_climbed if climbing else 0
    start = [each for each in screened[:n_climbed] if each.gain > least]
    improved = side_by_side(lambda each: _hill_climb(task, surrogate, each), start, task.objective.n_threads)
    ranked = sorted([*improved, *screened[: task.effort.n_refitted]], key=lambda each: -each.gain)
    promising: dict[bytes, Candidate] = {}
    for each in ranked:
        if each.gain > least:
            promising.setdefault(each.candidate.key, each.candidate)
    return list(promising.values())


def by_predicted_gain(
    objective: Objective,
    surrogate: Surrogate,
    candidates: Iterable[Candidate],
    known: Container[bytes],
    least: float = -np.inf,
) -> list[Screened]:
    """Candidates not `known`, the most promising first; the climb of one that stays below `least` is cut short."""
    distinct = {each.key: each for each in reversed(list(candidates)) if each.key not in known}
    screened = []
    for each in distinct.values():
        cost = objective.cost_of(each.dag, surrogate.centre.dag)
        gain, slopes = surrogate.predicted_gain(each.dag, each.slopes, cutoff=least + cost)
        screened.append(Screened(gain - cost, Candidate(each.dag, slopes, each.penalty, each.key)))
    return sorted(screened, key=lambda each: -each.gain)


def _hill_climb(task: Task, surrogate: Surrogate, screened: Screened) -> Screened:
    """The graph at which a hill climb on the surrogate from a candidate ends."""
    start = screened.candidate
    if task.objective.blocks is not None:
        climbed = climb_blocks(
            surrogate, task.search.space, task.objective.block_costs, screened.gain, start.dag, start.slopes
        )
        return Screened(climbed.gain, Candidate(climbed.dag, climbed.slopes, start.penalty))
    gain, dag, slopes = surrogate.hill_climb(
        screened.gain, start.dag, start.slopes, task.search.native_space, task.objective.edge_cost
    )
    return Screened(gain, Candidate(dag, slopes, start.penalty))
