# SPDX-License-Identifier: MIT
"""The final choice: near ties of the preferred graph are refitted, and all close to it are climbed further."""

from dataclasses import replace

from ordag.learning.pool import Pool, Refit
from ordag.learning.propose import Task, candidates_from_moves
from ordag.learning.refit import Objective, climbed, expected_moments, refit
from ordag.learning.screen import by_predicted_gain, surrogate_around
from ordag.learning.tolerances import CLOSE_CALL, NEAR_TIE, WITHIN_CHOICE
from ordag.maximization.observed import Climb

# Near ties are found among this many moves of each kind. While one of them wins, its own are refitted, too, in at most
# this many rounds.
_N_MOVES = 30
_MOST_ROUNDS = 3


def preferred(objective: Objective, pool: Pool, n_best: int | None = None) -> list[Refit]:
    """Graphs by the final criterion, best first; where the evidence decides, only those close to the best."""
    if objective.arrow_log_odds is None:
        return pool.ranking[:n_best]
    close = [graph for graph in pool.ranking if graph.criterion >= pool.highest - WITHIN_CHOICE]
    return sorted(close, key=lambda graph: -objective.final_criterion(graph))[:n_best]


def refit_near_ties(task: Task, pool: Pool) -> Pool:
    """The pool with the moves of the preferred graph that are nearly as good as it is, until it stays preferred."""
    for _ in range(_MOST_ROUNDS if task.effort.n_near_ties else 0):
        best = preferred(task.objective, pool, 1)[0]
        factors, moments = expected_moments(task.objective, best)
        surrogate = surrogate_around(task.objective, best, moments)
        moved = candidates_from_moves(task, best, surrogate, _N_MOVES, wide=True)
        promising = by_predicted_gain(task.objective, surrogate, moved, pool)
        for each in promising[: task.effort.n_near_ties]:
            if each.gain > -NEAR_TIE:
                pool = refit(task.objective, pool, each.candidate, factors)
        if preferred(task.objective, pool, 1)[0].key == best.key:
            break
    return pool


def reviewed(objective: Objective, pool: Pool, climb: Climb, n_best: int) -> tuple[Objective, Pool]:
    """The best graphs of a pool by another climb, and the objective with that climb."""
    other = replace(objective, climb=climb)
    again = Pool(n_kept=pool.n_kept)
    for graph in pool.ranking[:n_best]:
        again = refit(other, again, graph.as_candidate(), graph.fit.factors, to_convergence=True)
    return other, again


def settle(objective: Objective, pool: Pool, climb: Climb) -> Refit:
    """The preferred graph, once all that come close to it have been climbed further, so that noise decides less."""
    settled: set[bytes] = set()
    while (best := preferred(objective, pool, 1)[0]).key not in settled:
        close = objective.final_criterion(best) - CLOSE_CALL
        for graph in preferred(objective, pool):
            contends = graph is best or objective.final_criterion(graph) > close
            if contends and graph.key not in settled:
                pool = pool.with_refit(climbed(objective, graph.as_candidate(), graph.fit.factors, climb))
                settled.add(graph.key)
    return best
