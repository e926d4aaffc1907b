# SPDX-License-Identifier: MIT
"""The structure search of the paper's authors: one chain of swaps, again and again, on a core space that may shrink.

What their code gets from the R package BiDAG differs from `ordag.search.iterative_mcmc` in four ways, all of which
make it easier to stick: the chain swaps nodes and never relocates one; there is one chain, from a random order; the
core space is the starting one with the edges of the latest best DAG alone, not of all DAGs before it; and it is not
widened in the end.
"""

import math

import numpy as np
import numpy.typing as npt

from ordag.graphs import dag_to_cpdag
from ordag.kernels.sampling import OrderMoveShares
from ordag.progress import counting, track
from ordag.random_state import as_generator
from ordag.scores import Score
from ordag.search import core_space
from ordag.search.chains import random_order, random_seed, require_at_least
from ordag.search.contract import SearchResult, conclude, pose
from ordag.search.core_space import Core
from ordag.search.space import SearchSpace

# Of BiDAG 2.1: the length of a chain up to 25 nodes, and its factor of n² log n beyond, in whole thousands.
_STEPS, _FEW_NODES, _STEPS_FACTOR, _WHOLE = 25_000, 25, 3.5, 1000
# Of BiDAG 2.1: candidates of a node from which on the core takes the compelled neighbours, then the parents alone.
_MANY_NEIGHBOURS, _MANY_CANDIDATES = 7, 9


def swap_mcmc(
    score: Score,
    space: SearchSpace | None = None,
    *,
    core: npt.ArrayLike,
    max_searches: int,
    random_state: int | np.random.Generator | None = 0,
) -> SearchResult:
    """Best DAG of the last of several chains of swaps, each in the core space that the one before it left.

    Parameters
    ----------
    score
        Any decomposable score.
    space
        Required and forbidden edges, tiers, a limit on parents; None for all DAGs.
    core
        (n, n) starting candidates; a skeleton from `ordag.search.pc` serves. A node with more than 14 keeps the 14
        strongest, with a `RepairWarning`.
    max_searches
        Most chains; fewer run once the core space stays the same.
    random_state
        Seed or generator.

    Examples
    --------
    >>> from ordag.scores import GaussianBIC
    >>> score = GaussianBIC([[1.0, 0.5, 0.25], [0.5, 1.0, 0.5], [0.25, 0.5, 1.0]], n_rows=200)
    >>> swap_mcmc(score, core=np.ones((3, 3)) - np.eye(3), max_searches=10).cpdag
    array([[0, 1, 0],
           [1, 0, 1],
           [0, 1, 0]], dtype=int8)
    """
    require_at_least(1, max_searches=max_searches)
    problem = pose(score, space)
    rng = as_generator(random_state)
    start = core_space.cut_to_limit(problem, core_space.given_core(problem, core))
    tables = core_space.tabulate(problem, start, maximise=True, extra_parent=True)
    shares = _move_shares(problem.space.n_nodes)
    order, current = random_order(problem.required, rng), start
    found, interrupted = [], False
    for _ in track(range(max_searches), "growing the core", total=max_searches):
        n_steps = _n_steps(problem.space.n_nodes)
        with counting("steps of the chain", n_steps) as report:
            run = tables.run_orders(order, 1, n_steps, random_seed(rng), report, shares)
        order, interrupted = run.best_order, run.interrupted
        found.append(tables.best_dag(order))
        grown = _grown(start, found[-1][0], problem.allowed & ~problem.required)
        changed = np.flatnonzero((grown != current).any(axis=0))
        if interrupted or len(changed) == 0:
            break
        current = grown
        core_space.fill(tables, problem, current, changed)
    return conclude(problem, found[-1:], [value for _, value in found], interrupted)


def _n_steps(n_nodes: int) -> int:
    if n_nodes <= _FEW_NODES:
        return _STEPS
    return math.floor(_STEPS_FACTOR * n_nodes**2 * math.log(n_nodes) / _WHOLE) * _WHOLE


def _move_shares(n_nodes: int) -> OrderMoveShares:
    """Share of swaps of any two nodes, in whole per cent as in BiDAG; it stands still in one step of a hundred."""
    share = round(6 * 99 * n_nodes / (n_nodes**2 + 10 * n_nodes - 24)) / 99 if n_nodes > 3 else 1.0
    return OrderMoveShares(global_swap=share, relocation=0.0)


def _grown(start: Core, dag: npt.NDArray[np.generic], free: Core) -> Core:
    """The starting core with the neighbours of a DAG; at crowded nodes with fewer of them."""
    parents = dag.astype(bool)
    candidates = (parents | parents.T, dag_to_cpdag(dag).astype(bool), parents)
    grown: Core = start | (candidates[0] & free)
    for extra, most in zip(candidates[1:], (_MANY_NEIGHBOURS, _MANY_CANDIDATES), strict=True):
        crowded = grown.sum(axis=0) > most
        grown[:, crowded] = (start | (extra & free))[:, crowded]
    return grown
