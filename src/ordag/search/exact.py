# SPDX-License-Identifier: MIT
"""The best DAG of all, by dynamic programming over subsets of nodes.

Silander and Myllymäki (2006), "A simple approach for finding the globally optimal Bayesian network structure".
"""

import numpy as np

from ordag.errors import InputValueError
from ordag.kernels import scores as score_kernels
from ordag.kernels import search as kernels
from ordag.messages import UseFunction
from ordag.progress import counting
from ordag.random_state import as_generator
from ordag.scores import Score
from ordag.search.boss import PATIENCE, TABU_LENGTH
from ordag.search.contract import SearchResult, conclude, pose
from ordag.search.space import SearchSpace

MAX_NODES = 24  # 2.5 GB; each further node doubles memory and time


def exact(
    score: Score, space: SearchSpace | None = None, *, random_state: int | np.random.Generator | None = 0
) -> SearchResult:
    """The DAG with the highest score.

    Time and memory double with each node: about a second and 0.15 GB at 20 nodes with a compiled score. After Ctrl-C
    the result is that of one start of best order score search, with a warning.

    Parameters
    ----------
    score
        Any decomposable score of at most 24 nodes.
    space
        Knowledge about the graph.
    random_state
        Without effect, since nothing here is random; accepted so that all searches have the same arguments.

    Examples
    --------
    >>> from ordag.scores import GaussianBIC
    >>> exact(GaussianBIC([[1, 0, 0.6], [0, 1, 0.6], [0.6, 0.6, 1]], n_rows=100)).adjacency
    array([[0, 0, 1],
           [0, 0, 1],
           [0, 0, 0]], dtype=int8)
    """
    if isinstance(score, Score) and score.n_nodes > MAX_NODES:
        raise InputValueError(
            "exact search",
            f"takes at most {MAX_NODES} nodes",
            f"{score.n_nodes} nodes would need {kernels.exact_bytes(score.n_nodes) / 1000000000.0:.3g} GB",
            remedies=[UseFunction("ordag.search.boss")],
        )
    as_generator(random_state)
    problem = pose(score, space)
    n_nodes = problem.space.n_nodes
    try:
        with counting("subsets of the nodes", kernels.exact_steps(n_nodes)) as report:
            adjacency = kernels.exact(problem.score, problem.native_space, n_nodes, report)
    except KeyboardInterrupt:  # pressed inside a score written in Python
        adjacency = None
    interrupted = adjacency is None
    if adjacency is None:
        search = kernels.BossStarts(problem.score, problem.native_space, n_nodes, TABU_LENGTH, PATIENCE)
        search.run([(range(n_nodes), False)], 1)
        adjacency = search.ends()[0][0]
    value = score_kernels.total(problem.score, adjacency)
    return conclude(problem, [(adjacency, value)], [value], interrupted)
