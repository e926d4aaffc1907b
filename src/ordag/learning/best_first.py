# SPDX-License-Identifier: MIT
"""The default learner: a best-first search over graphs, each ranked by its observed-data likelihood.

The expected score of the paper counts latent data as if they had been seen. The gain of an edge is then too large, and
draws made under an edge keep it: the reason why the paper needs λ from 3 to 6, and why single runs get stuck. Here
every graph that looks promising is refitted and ranked by its observed-data likelihood less the cost of its edges
(`ordag.learning.refit`). Since refitting takes most of the time, most graphs are only proposed
(`ordag.learning.propose`) and screened on a surrogate (`ordag.learning.screen`), and which graph is expanded next is
chosen with care (`ordag.learning.frontier`).
"""

import time
from dataclasses import dataclass, replace

import numpy as np

from ordag.graphs import dag_to_cpdag
from ordag.learning.candidates import Candidate
from ordag.learning.frontier import Frontier
from ordag.learning.pool import Pool, Refit
from ordag.learning.propose import (
    Task,
    candidate_from_state,
    candidates_from_moments,
    candidates_from_moves,
    candidates_from_search,
)
from ordag.learning.refit import expected_moments, refit_all
from ordag.learning.screen import by_predicted_gain, screen, surrogate_around, surrogate_of_the_start
from ordag.learning.settle import preferred, refit_near_ties
from ordag.strategies.saturated import Saturated
from ordag.structural_em import Iteration, State

Trace = tuple[Iteration, ...]


@dataclass(frozen=True)
class SearchState:
    """Where a search stands.

    Attributes
    ----------
    pool : Pool
        All graphs refitted so far.
    frontier : Frontier
    graph : Refit or None
        The graph to be expanded next; None when nothing promising is left.
    n_idle : int
        Expansions since a graph was refitted that a search had found.
    trace : tuple of Iteration
        One for each expansion.
    """

    pool: Pool
    frontier: Frontier
    graph: Refit | None
    n_idle: int = 0
    trace: Trace = ()


def best_first_search(task: Task, saturated: Saturated, known: State | None = None) -> SearchState:
    """The state in which nothing promising is left to expand."""
    state = start(task, saturated, known)
    while state.graph is not None and len(state.trace) < task.effort.max_expansions:
        state = expand(task, state, state.graph)
    return state


def learn_graphs(task: Task, saturated: Saturated, known: State | None = None) -> tuple[Pool, Trace]:
    """All graphs refitted in as many searches as it takes, and the history of the search that found the best.

    A search whose lineages met at the best graph is trusted; any other is repeated from new roots.
    """
    searches: list[SearchState] = []
    for _ in range(task.effort.n_searches):
        searches.append(best_first_search(task, saturated, known))
        if searches[-1].frontier.lineages_meet(searches[-1].pool) or not task.search.is_random:
            break
    best = max(searches, key=lambda state: state.pool.highest)
    pool = best.pool
    for other in searches:
        pool = pool.merged_with(other.pool)
    return refit_near_ties(task, pool), best.trace


def start(task: Task, saturated: Saturated, known: State | None = None) -> SearchState:
    """The roots, refitted: graphs found on the correlation of the full graph, and a known one."""
    objective, effort = task.objective, task.effort
    edge_costs = [multiple * objective.edge_cost for multiple in effort.root_costs]
    roots = candidates_from_search(task, saturated.correlation, edge_costs, known=())
    if effort.n_moves:
        surrogate = surrogate_of_the_start(objective, saturated)
        roots = [each.candidate for each in by_predicted_gain(objective, surrogate, roots, ())[: effort.n_roots]]
    if known is not None:
        roots.append(candidate_from_state(objective, known))
    pool = refit_all(objective, Pool(n_kept=effort.n_kept), roots, saturated.factors)
    return _with_next_graph(task, SearchState(pool, Frontier.from_roots(pool, effort), None))


def expand(task: Task, state: SearchState, graph: Refit) -> SearchState:
    """Propose graphs from one, screen them, refit the best, and choose the next graph to expand."""
    began = time.perf_counter()
    factors, moments = expected_moments(task.objective, graph)
    searching = state.n_idle < task.effort.most_idle
    found = candidates_from_moments(task, graph, moments, state.pool) if searching else []
    candidates = list(found)
    promising: list[Candidate] = []
    if task.effort.n_moves:  # with many columns all that the searches find is refitted
        surrogate = surrogate_around(task.objective, graph, moments)
        wide = task.effort.wide and graph.criterion >= state.pool.highest
        candidates += candidates_from_moves(task, graph, surrogate, task.effort.n_moves, wide=wide)
        climbing = bool(state.frontier.waiting)
        promising = screen(task, surrogate, graph, candidates, state.pool, climbing=climbing)
        candidates = [each for each in promising if each.key not in state.pool][: task.effort.n_refitted]
    pool = refit_all(task.objective, state.pool, candidates, factors)
    idle = {each.key for each in candidates}.isdisjoint(each.key for each in found)
    state = replace(state, n_idle=state.n_idle + 1 if idle else 0)
    frontier = state.frontier.expanding(graph, [each.key for each in promising], [each.key for each in candidates])
    return _recorded(task, state, _with_next_graph(task, replace(state, pool=pool, frontier=frontier)), began)


def _with_next_graph(task: Task, state: SearchState) -> SearchState:
    frontier = state.frontier.advanced(state.pool)
    graph = frontier.next_graph(lambda: preferred(task.objective, state.pool, task.effort.beam_width))
    return replace(state, frontier=frontier, graph=graph)


def _recorded(task: Task, before: SearchState, after: SearchState, began: float) -> SearchState:
    """The state after an expansion, with a line of its trace."""
    best = after.pool.best
    now, then = (task.search.among_variables(graph.dag) for graph in (best, before.pool.best))
    changed = np.count_nonzero(dag_to_cpdag(now) != dag_to_cpdag(then))
    entry = Iteration(
        score=best.criterion,
        log_likelihood=best.fit.log_likelihood,
        n_edges=int(now.sum()),
        changed_edges=int(changed),
        seconds=time.perf_counter() - began,
        settled=after.graph is None,
    )
    return replace(after, trace=(*after.trace, entry))
