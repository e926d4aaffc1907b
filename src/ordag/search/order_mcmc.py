# SPDX-License-Identifier: MIT
"""Order MCMC: a Markov chain on the orders of the nodes.

Friedman and Koller (2003), "Being Bayesian about network structure", with the tables and moves of Kuipers, Suter and
Moffa (2022), "Efficient sampling and structure learning of Bayesian networks". The score of an order is the rule
(maximum or log sum) over all DAGs whose edges follow it, and factorises over the nodes.

Order bias: a DAG follows as many orders as it has topological orders, so that sampling orders weighs each DAG by that
number on top of its score. Sparse DAGs and those with few compelled directions gain. `partition_mcmc` has no such bias.
"""

from typing import Literal, overload

import numpy as np
import numpy.typing as npt

from ordag.errors import unknown_option
from ordag.kernels.sampling import ORDER_MOVES, OrderRun
from ordag.progress import Report
from ordag.random_state import as_generator
from ordag.scores import Score
from ordag.search.chains import random_order, random_seed, run_chains, summarize, summarize_unsampled, thinning
from ordag.search.contract import SampleResult, SearchResult, conclude, pose
from ordag.search.core_space import tabulate
from ordag.search.iterative_mcmc import UnfinishedCoreError, core_for_sampling
from ordag.search.space import SearchSpace

OBJECTIVES = ("sample", "max")
STEPS_PER_CHAIN = 6.0  # times n² log n, as in the paper's experiments


@overload
def order_mcmc(
    score: Score,
    space: SearchSpace | None = ...,
    *,
    objective: Literal["sample"] = ...,
    core: npt.ArrayLike | None = ...,
    extra_parent: bool = ...,
    n_draws: int = ...,
    thin: int | None = ...,
    n_chains: int = ...,
    random_state: int | np.random.Generator | None = ...,
) -> SampleResult: ...
@overload
def order_mcmc(
    score: Score,
    space: SearchSpace | None = ...,
    *,
    objective: Literal["max"],
    core: npt.ArrayLike | None = ...,
    extra_parent: bool = ...,
    n_draws: int = ...,
    thin: int | None = ...,
    n_chains: int = ...,
    random_state: int | np.random.Generator | None = ...,
) -> SearchResult: ...
def order_mcmc(
    score: Score,
    space: SearchSpace | None = None,
    *,
    objective: Literal["sample", "max"] = "sample",
    core: npt.ArrayLike | None = None,
    extra_parent: bool = True,
    n_draws: int = 1000,
    thin: int | None = None,
    n_chains: int = 4,
    random_state: int | np.random.Generator | None = 0,
) -> SampleResult | SearchResult:
    """DAGs sampled through orders, or the best DAG that a chain on orders meets.

    Parameters
    ----------
    score
        Any decomposable score; for sampling, a log marginal likelihood or an approximation such as BIC.
    space
        Required and forbidden edges, tiers, a limit on parents; None for all DAGs.
    objective
        ``"sample"`` draws DAGs, each in proportion to exp(score) times the number of its topological orders (the order
        bias). ``"max"`` scores an order by its best DAG and returns the best of all.
    core
        (n, n) candidates, entry [i, j] making i a candidate parent of j; at most 14 a node. None: all nodes where no
        node has more than 9 allowed parents, and otherwise the core on which `iterative_mcmc` settles.
    extra_parent
        Whether a node may have one parent outside its candidates.
    n_draws
        Draws kept of each chain; a quarter as many are made before and thrown away.
    thin
        Steps between draws; None for as many as give each chain 6 n² log n steps.
    n_chains
        Number of chains, from random orders.
    random_state
        Seed or generator.

    Returns
    -------
    SampleResult or SearchResult
        By objective. After Ctrl-C what there is so far, with a `ConvergenceWarning`.

    Examples
    --------
    >>> from ordag.scores import GaussianBIC
    >>> score = GaussianBIC([[1.0, 0.6, 0.0], [0.6, 1.0, 0.0], [0.0, 0.0, 1.0]], n_rows=100)
    >>> sample = order_mcmc(score, n_draws=500)
    >>> (sample.edge_probabilities + sample.edge_probabilities.T).round(1)[0]  # an edge 0 — 1, none to 2
    array([0. , 1. , 0.1])
    >>> order_mcmc(score, objective="max").cpdag[0]
    array([0, 1, 0], dtype=int8)
    """
    if objective not in OBJECTIVES:
        raise unknown_option("objective", objective, OBJECTIVES)
    problem = pose(score, space)
    rng = as_generator(random_state)
    try:
        candidates = core_for_sampling(problem, core, rng)
    except UnfinishedCoreError as stop:
        if objective == "sample":
            return summarize_unsampled(problem, stop.growth.found, ORDER_MOVES)
        return conclude(problem, stop.growth.found, stop.growth.trace, interrupted=True)
    tables = tabulate(problem, candidates, maximise=objective == "max", extra_parent=extra_parent)
    steps = thinning(thin, STEPS_PER_CHAIN, problem.space.n_nodes, n_draws)

    def start_chain(n_kept: int, report: Report) -> tuple[OrderRun, bool]:
        run = tables.run_orders(random_order(problem.required, rng), n_kept, steps, random_seed(rng), report)
        return run, run.interrupted

    runs, interrupted = run_chains(start_chain, n_draws, n_chains, steps)
    if objective == "sample":
        return summarize(problem, runs, ORDER_MOVES, n_draws, interrupted)
    found = [tables.best_dag(run.best_order) for run in runs]
    trace = np.concatenate([run.order_scores for run in runs])
    return conclude(problem, found, list(trace), interrupted)
