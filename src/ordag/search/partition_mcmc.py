# SPDX-License-Identifier: MIT
"""Partition MCMC: DAGs sampled in proportion to the exponential of their score, without order bias.

Kuipers and Moffa (2017), "Partition MCMC for inference on acyclic digraphs", Journal of the American Statistical
Association 112. The chain runs on ordered partitions of the nodes into layers, where the layer of a node is the length
of the longest path into it. Every DAG has exactly one such partition, so that sampling partitions by the summed
exp(score) of their DAGs, and a DAG within the partition, keeps a uniform prior on DAGs uniform.
"""

import numpy as np
import numpy.typing as npt

from ordag.graphs import topological_order
from ordag.kernels.sampling import PARTITION_MOVES, PartitionRun
from ordag.progress import Report
from ordag.random_state import as_generator
from ordag.scores import Score
from ordag.search.chains import (
    default_steps,
    random_order,
    random_seed,
    run_chains,
    summarize,
    summarize_unsampled,
    thinning,
)
from ordag.search.contract import SampleResult, pose
from ordag.search.core_space import tabulate
from ordag.search.iterative_mcmc import UnfinishedCoreError, core_for_sampling
from ordag.search.space import SearchSpace

STEPS_PER_CHAIN = 100.0  # times n² log n: more than for orders, since the moves are smaller and more often refused
STEPS_TO_START = 1.0  # times n² log n moves on orders, which find the neighbourhood of good DAGs sooner


def partition_mcmc(
    score: Score,
    space: SearchSpace | None = None,
    *,
    core: npt.ArrayLike | None = None,
    extra_parent: bool = True,
    n_draws: int = 1000,
    thin: int | None = None,
    n_chains: int = 4,
    random_state: int | np.random.Generator | None = 0,
) -> SampleResult:
    """DAGs sampled from their posterior under a uniform prior on the DAGs of the space.

    Parameters
    ----------
    score
        Any decomposable score; a log marginal likelihood or an approximation such as BIC.
    space
        Required and forbidden edges, tiers, a limit on parents; None for all DAGs.
    core
        (n, n) candidates, entry [i, j] making i a candidate parent of j; at most 14 a node. None: all nodes where no
        node has more than 9 allowed parents, and otherwise the core on which `iterative_mcmc` settles. Only DAGs
        within the core (plus extra parents) have positive probability.
    extra_parent
        Whether a node may have one parent outside its candidates.
    n_draws
        Draws kept of each chain; a quarter as many are made before and thrown away.
    thin
        Steps between draws; None for as many as give each chain 100 n² log n steps.
    n_chains
        Number of chains, each from the DAG in which a short chain on orders ended.
    random_state
        Seed or generator.

    Returns
    -------
    SampleResult
        After Ctrl-C the draws so far, with a `ConvergenceWarning`.

    Examples
    --------
    >>> from ordag.scores import GaussianBIC
    >>> score = GaussianBIC([[1.0, 0.6, 0.0], [0.6, 1.0, 0.0], [0.0, 0.0, 1.0]], n_rows=100)
    >>> sample = partition_mcmc(score, n_draws=500)
    >>> (sample.edge_probabilities + sample.edge_probabilities.T).round(1)[0]  # an edge 0 — 1, none to 2
    array([0. , 1. , 0.2])
    """
    problem = pose(score, space)
    rng = as_generator(random_state)
    n_nodes = problem.space.n_nodes
    try:
        candidates = core_for_sampling(problem, core, rng)
    except UnfinishedCoreError as stop:
        return summarize_unsampled(problem, stop.growth.found, PARTITION_MOVES)
    tables = tabulate(problem, candidates, maximise=False, extra_parent=extra_parent)
    steps = thinning(thin, STEPS_PER_CHAIN, n_nodes, n_draws)

    def start_chain(n_kept: int, report: Report) -> tuple[PartitionRun, bool]:
        order = random_order(problem.required, rng)
        first = tables.run_orders(order, 1, default_steps(n_nodes, STEPS_TO_START), random_seed(rng))
        if first.interrupted:  # one draw, so that there is something to return
            return tables.run_partitions(layers(first.dags[0]), 1, 1, random_seed(rng)), True
        run = tables.run_partitions(layers(first.dags[0]), n_kept, steps, random_seed(rng), report)
        return run, run.interrupted

    runs, interrupted = run_chains(start_chain, n_draws, n_chains, steps)
    return summarize(problem, runs, PARTITION_MOVES, n_draws, interrupted)


def layers(dag: npt.NDArray[np.generic]) -> list[int]:
    """Length of the longest path into each node."""
    layer = np.zeros(len(dag), dtype=int)
    for node in topological_order(dag):
        parents = np.flatnonzero(dag[:, node])
        if len(parents):
            layer[node] = layer[parents].max() + 1
    return [int(depth) for depth in layer]
