# SPDX-License-Identifier: MIT
"""Greedy search over DAGs, one edge at a time, with a tabu list and restarts."""

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from ordag.errors import RequirementError
from ordag.graphs import Adjacency, as_dag
from ordag.kernels import search as kernels
from ordag.messages import OptionName
from ordag.options import as_count
from ordag.progress import counting, track
from ordag.random_state import as_generator
from ordag.scores import Score
from ordag.search.contract import Problem, SearchResult, conclude, pose
from ordag.search.space import SearchSpace


def hill_climb(
    score: Score,
    space: SearchSpace | None = None,
    *,
    start: npt.ArrayLike | None = None,
    tabu_length: int = 10,
    patience: int = 10,
    n_restarts: int = 0,
    n_changes: int | None = None,
    random_state: int | np.random.Generator | None = 0,
) -> SearchResult:
    """The best DAG found by adding, removing and reversing edges and replacing parents.

    Parameters
    ----------
    score
        Any decomposable score.
    space
        Knowledge about the graph.
    start
        DAG to begin with; None begins with the required edges alone.
    tabu_length
        Number of the last graphs that are not visited again, so that small losses can be crossed. 0 stops at the first
        graph that no step improves.
    patience
        Steps without a new best graph after which the tabu search stops.
    n_restarts
        Further climbs, each from the best graph so far with some edges changed at random.
    n_changes
        Number of random changes at a restart; None stands for a quarter of the nodes, at least 2.
    random_state
        Seed or generator of the random changes.

    Returns
    -------
    SearchResult
        `trace` holds the score after every step of every climb, `pool` the distinct DAGs that the climbs ended in.

    Examples
    --------
    >>> from ordag.scores import GaussianBIC
    >>> hill_climb(GaussianBIC([[1, 0, 0.6], [0, 1, 0.6], [0.6, 0.6, 1]], n_rows=100)).adjacency
    array([[0, 0, 1],
           [0, 0, 1],
           [0, 0, 0]], dtype=int8)
    """
    problem = pose(score, space)
    for name, number in [("tabu_length", tabu_length), ("patience", patience), ("n_restarts", n_restarts)]:
        as_count(name, number, least=0)
    search = kernels.HillClimb(problem.score, problem.native_space, problem.space.n_nodes)
    if start is not None:
        search.start(_checked_start(start, problem))
    if n_changes is None:
        n_changes = max(2, problem.space.n_nodes // 4)
    as_count("n_changes", n_changes, least=0)
    found: list[tuple[Adjacency, float]] = []
    trace: list[float] = []
    interrupted = False
    try:
        for seed in track(_seeds(n_restarts, as_generator(random_state)), "climbs", total=n_restarts + 1):
            if seed is not None:
                search.start(max(found, key=lambda scored: scored[1])[0])
                search.perturb(n_changes, seed)
            with counting("steps of the climb") as report:
                steps, interrupted = search.climb(tabu_length, patience, report)
            trace += steps
            found.append(search.graph())
            if interrupted:
                break
    except KeyboardInterrupt:  # pressed between two kernels, or inside a score written in Python
        if not found:
            raise
        interrupted = True
    return conclude(problem, found, trace, interrupted)


def _seeds(n_restarts: int, rng: np.random.Generator) -> Iterator[int | None]:
    """None for the first climb, then a seed for each restart."""
    yield None
    for _ in range(n_restarts):
        yield int(rng.integers(2**63))


def _checked_start(start: npt.ArrayLike, problem: Problem) -> Adjacency:
    dag = as_dag(start, "start")
    if not problem.space.admits(dag):
        raise RequirementError(
            OptionName("start"), "be a DAG of the space", "it breaks a constraint or has other nodes"
        )
    return problem.arrange(dag)
