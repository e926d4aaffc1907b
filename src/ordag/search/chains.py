# SPDX-License-Identifier: MIT
"""What the samplers share: starting points, the length of chains, and the summary of their draws."""

import math
import time
from collections.abc import Callable, Sequence
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from ordag.errors import OptionError, warn
from ordag.graphs import dag_to_cpdag, topological_order
from ordag.kernels.sampling import OrderRun, PartitionRun
from ordag.progress import Report, counting, from_count
from ordag.remarks import SamplingInterrupted
from ordag.search.contract import MoveCount, Problem, SampleResult, no_finite_score
from ordag.search.diagnostics import effective_sample_size, split_r_hat

BURN_IN = 0.25  # draws thrown away before the first that is kept, as a share of those kept

Run = TypeVar("Run", OrderRun, PartitionRun)


def random_order(required: npt.NDArray[np.bool_], rng: np.random.Generator) -> list[int]:
    """A random order of the nodes in which required parents precede their children."""
    shuffled = rng.permutation(len(required))
    among_shuffled = topological_order(required[np.ix_(shuffled, shuffled)])
    return [int(shuffled[k]) for k in among_shuffled]


def random_seed(rng: np.random.Generator) -> int:
    """A seed for a compiled chain."""
    return int(rng.integers(2**63))


def require_at_least(least: int, **counts: int) -> None:
    """Refuses counts that are too low, by their name."""
    for name, count in counts.items():
        if count < least:
            raise OptionError(name, count, f"{least} or more")


def default_steps(n_nodes: int, factor: float) -> int:
    """Steps of a chain: `factor` times n² log n."""
    return math.ceil(factor * n_nodes**2 * math.log(max(n_nodes, 2)))


def thinning(thin: int | None, factor: float, n_nodes: int, n_draws: int) -> int:
    """Steps between draws: as given, or so that all draws take the default number of steps."""
    if thin is not None:
        require_at_least(1, thin=thin)
    return thin or math.ceil(default_steps(n_nodes, factor) / max(n_draws, 1))


def run_chains(
    start_chain: Callable[[int, Report], tuple[Run, bool]], n_draws: int, n_chains: int, thin: int
) -> tuple[list[Run], bool]:
    """Runs of several chains, each of the burn-in plus `n_draws` draws, and whether Ctrl-C ended them early.

    `start_chain` takes the number of draws and a function to report steps to, and gives its run and whether that was
    cut short.
    """
    require_at_least(1, n_draws=n_draws, n_chains=n_chains)
    runs: list[Run] = []
    n_kept = n_draws + _n_burnt(n_draws)
    try:
        with counting("steps of the chains", n_chains * n_kept * thin) as report:
            for chain in range(n_chains):
                run, interrupted = start_chain(n_kept, from_count(report, chain * n_kept * thin))
                runs.append(run)
                if interrupted:
                    return runs, True
    except KeyboardInterrupt:  # pressed between two chains
        if not runs:
            raise
        return runs, True
    return runs, False


def summarize(
    problem: Problem, runs: Sequence[Run], moves: Sequence[str], n_draws: int, interrupted: bool
) -> SampleResult:
    """The result of chains that were meant to keep `n_draws` draws each."""
    if interrupted:
        warn(SamplingInterrupted(has_draws=True))
    # a chain cut short is used only when it is the first: the diagnostics compare chains of one length
    burnt = _n_burnt(n_draws)
    complete = [run for run in runs if len(run.dag_scores) == n_draws + burnt] or list(runs)
    burnt = min(burnt, min(len(run.dag_scores) for run in complete) - 1)
    scores = np.stack([run.dag_scores[burnt:] for run in complete])
    if scores.max() == -np.inf:
        raise no_finite_score()
    dags = np.stack([run.dags[burnt:] for run in complete]).view(np.int8)
    samples = problem.restore(dags)
    counts = tuple(
        MoveCount(name, sum(run.proposed[k] for run in runs), sum(run.accepted[k] for run in runs))
        for k, name in enumerate(moves)
    )
    flat = samples.reshape(-1, *samples.shape[2:])
    best = flat[int(scores.argmax())]
    assert problem.space.admits(best), "a sampler left its space"
    return SampleResult(
        adjacency=best,
        cpdag=dag_to_cpdag(best),
        score=float(scores.max()),
        edge_probabilities=flat.mean(axis=0),
        samples=flat,
        sample_scores=scores.ravel(),
        acceptance_rate=sum(count.accepted for count in counts) / max(sum(count.proposed for count in counts), 1),
        moves=counts,
        effective_sample_size=float(effective_sample_size(scores)),
        r_hat=float(split_r_hat(scores)),
        edge_effective_sample_size=effective_sample_size(samples),
        edge_r_hat=split_r_hat(samples),
        n_chains=len(complete),
        trace=scores,
        interrupted=interrupted,
        seconds=time.perf_counter() - problem.started,
    )


def summarize_unsampled(
    problem: Problem, found: Sequence[tuple[npt.NDArray[np.uint8], float]], moves: Sequence[str]
) -> SampleResult:
    """The result of a sampler interrupted while it searched for candidate parents, with the DAGs found: no draws."""
    warn(SamplingInterrupted(has_draws=False))
    adjacency, score = max(found, key=lambda scored: scored[1])
    best = problem.restore(adjacency)
    assert problem.space.admits(best), "a sampler left its space"
    unknown = np.full(best.shape, np.nan)
    return SampleResult(
        adjacency=best,
        cpdag=dag_to_cpdag(best),
        score=score,
        edge_probabilities=unknown,
        samples=np.empty((0, *best.shape), dtype=np.int8),
        sample_scores=np.empty(0),
        acceptance_rate=float("nan"),
        moves=tuple(MoveCount(name, 0, 0) for name in moves),
        effective_sample_size=0.0,
        r_hat=float("nan"),
        edge_effective_sample_size=np.zeros(best.shape),
        edge_r_hat=unknown,
        n_chains=0,
        trace=np.empty((0, 0)),
        interrupted=True,
        seconds=time.perf_counter() - problem.started,
    )


def _n_burnt(n_draws: int) -> int:
    return round(BURN_IN * n_draws)
