# SPDX-License-Identifier: MIT
"""Greedy equivalence search: steps from class to class rather than from DAG to DAG.

Chickering (2002), "Optimal structure identification with greedy search", with the turning step of Hauser and Bühlmann
(2012), "Characterization and greedy learning of interventional Markov equivalence classes of directed acyclic graphs".
"""

from collections.abc import Sequence

import numpy as np

from ordag.errors import unknown_option
from ordag.kernels import scores as score_kernels
from ordag.kernels import search as kernels
from ordag.progress import counting
from ordag.random_state import as_generator
from ordag.scores import Score
from ordag.search.contract import SearchResult, conclude, pose
from ordag.search.space import SearchSpace

PHASES = kernels.GreedyEquivalenceSearch.PHASES


def ges(
    score: Score,
    space: SearchSpace | None = None,
    *,
    phases: Sequence[str] = PHASES,
    iterate: bool = True,
    random_state: int | np.random.Generator | None = 0,
) -> SearchResult:
    """The class reached by greedy equivalence search, and one of its DAGs.

    Parameters
    ----------
    score
        A decomposable score that gives equivalent DAGs the same value. One that does not, such as a Gaussian score
        with penalty factors per edge, is better served by `boss`.
    space
        Knowledge about the graph. A class is visited if orienting its edges as the space demands gives a DAG of the
        space.
    phases
        Kinds of step, in turn: ``"forward"`` adds an edge, ``"backward"`` removes one, ``"turning"`` reverses one.
    iterate
        Go through the phases again until none finds a step.
    random_state
        Without effect, since nothing here is random; accepted so that all searches have the same arguments.

    Returns
    -------
    SearchResult
        `trace` holds the score after each step.

    Examples
    --------
    >>> from ordag.scores import GaussianBIC
    >>> ges(GaussianBIC([[1, 0, 0.6], [0, 1, 0.6], [0.6, 0.6, 1]], n_rows=100)).cpdag
    array([[0, 0, 1],
           [0, 0, 1],
           [0, 0, 0]], dtype=int8)
    """
    for phase in phases:
        if phase not in PHASES:
            raise unknown_option("phase", phase, PHASES)
    as_generator(random_state)
    problem = pose(score, space)
    search = kernels.GreedyEquivalenceSearch(problem.score, problem.native_space, problem.space.n_nodes)
    gains: list[float] = []
    interrupted, moved = False, True
    try:
        while moved and not interrupted:
            moved = False
            for phase in phases:
                with counting(f"{phase} steps of GES") as report:
                    steps, interrupted = search.run(phase, report)
                gains += steps
                moved = moved or (iterate and bool(steps))
                if interrupted:
                    break
    except KeyboardInterrupt:  # pressed between two kernels, or inside a score written in Python
        interrupted = True
    member = search.member()
    value = score_kernels.total(problem.score, member)
    trace = value - sum(gains) + np.cumsum(gains)
    return conclude(problem, [(member, value)], trace.tolist(), interrupted)
