# SPDX-License-Identifier: MIT
"""Best order score search with grow-shrink trees.

Andrews, Ramsey, Sanchez-Romero, Camchong and Kummerfeld (2023), "Fast scalable and accurate discovery of DAGs using the
best order score search and grow-shrink trees". A variable is taken out of the order and put back where the graph of the
order scores best, until no variable wants to move.
"""

import itertools
import math
from collections.abc import Iterator, Sequence

import numpy as np

from ordag.errors import OptionError, RequirementError
from ordag.kernels import search as kernels
from ordag.messages import OptionName
from ordag.progress import counting
from ordag.random_state import as_generator
from ordag.scores import Score
from ordag.search.contract import Problem, SearchResult, conclude, pose
from ordag.search.space import SearchSpace

# Without a number given, starts times cubed nodes come at most to this, within the limits (the time of a start grows
# faster than n squared), and end when so many unrelated starts have met at the best graph. At n = 12 and N = 500 that
# reaches the optimum in 191, 194 and 194 of three sets of 200 random problems; always 20 starts: 191, 193 and 192.
TRIPLES_ORDERED = 128_000
FEWEST_STARTS, MOST_STARTS = 2, 40
ENOUGH_MEETINGS = 5

# Each start ends with a short tabu search over single edges, which repairs what no order of greedily chosen parents
# can say. Longer lists gained little.
TABU_LENGTH = 10
PATIENCE = 10

# A start from the best order moves so many variables at random: enough to leave the optimum, few enough to stay near.
N_MOVED = 4
# Starts that a kernel makes in one call.
AT_ONCE = 16


def boss(
    score: Score,
    space: SearchSpace | None = None,
    *,
    n_starts: int | None = None,
    orders: Sequence[Sequence[int]] = (),
    enough_meeting: int | None = None,
    random_state: int | np.random.Generator | None = 0,
) -> SearchResult:
    """The best DAG found by best order score search from several starts.

    Parameters
    ----------
    score
        Any decomposable score.
    space
        Knowledge about the graph.
    n_starts
        Number of starts: first the given orders, then one that depends on the score alone, then in turn random orders
        and the best order so far with some variables moved. None: until five of them, not counting those that began
        at the best order, have met at the best graph, but at most 40 up to 14 nodes, 16 at 20 nodes, 2 from 38 on.
    orders
        Orders of the nodes to start from, such as the topological orders of graphs found before; all are used.
    enough_meeting
        The search ends before the last start once so many of them, not counting those that began at the best order,
        have met at the best graph; None: only where `n_starts` is None, too.
    random_state
        Seed or generator of the random orders.

    Returns
    -------
    SearchResult
        `pool` holds the distinct DAGs of all starts, `trace` the score that each start reached.

    Examples
    --------
    >>> from ordag.scores import GaussianBIC
    >>> result = boss(GaussianBIC([[1, 0, 0.6], [0, 1, 0.6], [0.6, 0.6, 1]], n_rows=100))
    >>> result.adjacency
    array([[0, 0, 1],
           [0, 0, 1],
           [0, 0, 0]], dtype=int8)
    """
    problem = pose(score, space)
    n_nodes = problem.space.n_nodes
    given = [_checked_order(order, n_nodes, problem) for order in orders]
    enough = math.inf if enough_meeting is None else enough_meeting
    if n_starts is None:
        enough = min(enough, ENOUGH_MEETINGS)
        n_starts = min(max(round(TRIPLES_ORDERED / max(n_nodes, 1) ** 3), FEWEST_STARTS), MOST_STARTS)
    if n_starts < 1:
        raise OptionError("n_starts", n_starts, "at least 1")
    n_starts = max(n_starts, len(given))
    search = kernels.BossStarts(problem.score, problem.native_space, n_nodes, TABU_LENGTH, PATIENCE)
    starts = itertools.islice(_starts(given, n_nodes, as_generator(random_state)), n_starts)
    interrupted = False
    try:
        with counting("BOSS starts", n_starts) as report_starts:
            while (batch := list(itertools.islice(starts, AT_ONCE))) and not interrupted and search.n_meetings < enough:
                with counting("moves of variables") as report:
                    interrupted = search.run(batch, int(min(enough, n_starts)), report)
                if report_starts is not None:
                    report_starts(len(search.trace))
    except KeyboardInterrupt:  # pressed between two kernels, or inside a score written in Python
        if not search.trace:
            raise
        interrupted = True
    return conclude(problem, search.ends(), search.trace, interrupted)


def _starts(
    given: Sequence[Sequence[int]], n_nodes: int, rng: np.random.Generator
) -> Iterator[tuple[Sequence[int], bool]]:
    """The orders that starts begin with, and whether they speak of places in the best order so far."""
    yield from ((order, False) for order in given)
    yield range(n_nodes), False
    while True:
        yield rng.permutation(n_nodes).tolist(), False
        places = list(range(n_nodes))
        for taken, put in rng.integers(n_nodes, size=(N_MOVED, 2)).tolist():
            places.insert(put, places.pop(taken))
        yield places, True


def _checked_order(order: Sequence[int], n_nodes: int, problem: Problem) -> list[int]:
    if sorted(order) != list(range(n_nodes)):
        raise RequirementError(OptionName("orders"), f"hold permutations of 0 … {n_nodes - 1}", f"found {list(order)}")
    return problem.positions(order)
