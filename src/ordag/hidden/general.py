# SPDX-License-Identifier: MIT
"""A hidden cause of all columns, as acquiescence, a method or a site would be, and the links beside it.

What the cause explains and what links explain can stand in for each other, so that a climb from nothing ends with half
of either. The starts here therefore suppose the cause to act on all columns alike, to several extents and somewhat
unevenly; each takes what is supposed out of the correlation and has the links found in what is left. The climb on the
surrogate frees the loadings, these say what is left, and so on in turns.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

import numpy as np
from numpy.typing import NDArray

from ordag.hidden.climbing import HiddenTask, climbed_on_surrogate
from ordag.hidden.graph import HiddenGraph
from ordag.hidden.proposals import as_proper
from ordag.learning.side_by_side import side_by_side
from ordag.maximization import standardize
from ordag.maximization.observed import regress
from ordag.scores import GaussianBIC
from ordag.search import boss

Matrix = NDArray[np.float64]

# Loadings are supposed to be this share of the largest that leaves something of every combination of the columns. Links
# that are not allowed for make that bound too low.
_EXTENTS = (0.9, 1.0, 1.15, 1.3)
# Links are searched at these multiples of the cost of an edge: levels hide part of what the score takes as seen.
_COSTS = (1.5, 2.5, 4.0)
# Standard deviation of the logarithm of supposed loadings.
_UNEVEN = (0.0, 0.2, 0.3)
_MOST_LOADING = 0.9
# This many starts are followed after their first turn, for this many turns at most, and this many are handed on.
_N_FOLLOWED, _MOST_TURNS, _N_KEPT = 8, 8, 2
# Starts that are this many nats behind other graphs are not followed.
_OUT_OF_REACH = 40.0

Reached = tuple[float, HiddenGraph]


@dataclass(frozen=True)
class _Start:
    """Loadings that are supposed, and at which cost links are searched given them."""

    loadings: NDArray[np.float64]
    edge_cost: float


def general_graphs(task: HiddenTask, ahead: float, rng: np.random.Generator) -> list[Reached]:
    """The best graphs with a hidden cause of all columns, and their criteria on the surrogate around the full graph.

    Parameters
    ----------
    task
        What graphs are judged by.
    ahead
        Criterion of the best graph of another kind: if none comes near, none is looked for at length.
    rng
        Source of uneven loadings, and of the seed of the searches.
    """
    if not task.may_load.any():
        return []
    seed, starts = int(rng.integers(2**31)), list(_starts(task, rng))
    first = side_by_side(partial(_turn, task, seed), starts, task.n_threads)
    order = sorted(range(len(starts)), key=lambda k: -first[k][0])
    if first[order[0]][0] < ahead - _OUT_OF_REACH:
        return []
    followed = [(starts[k].edge_cost, first[k]) for k in order[:_N_FOLLOWED]]
    reached = side_by_side(lambda each: _in_turns(task, seed, *each), followed, task.n_threads)
    distinct = {graph.dag.tobytes(): (criterion, graph) for criterion, graph in reached}
    return sorted(distinct.values(), key=lambda pair: -pair[0])[:_N_KEPT]


def _starts(task: HiddenTask, rng: np.random.Generator) -> Iterator[_Start]:
    correlation = task.saturated.correlation
    leading = np.linalg.eigh(correlation)[1][:, -1]
    direction = np.where(leading < 0, -1.0, 1.0) * task.may_load
    largest = 1 / np.sqrt(direction @ np.linalg.solve(correlation, direction))
    for uneven in _UNEVEN:
        for extent in _EXTENTS:
            for multiple in _COSTS:
                sizes = extent * largest * np.exp(uneven * rng.standard_normal(len(direction)))
                yield _Start(direction * np.minimum(sizes, _MOST_LOADING), multiple * task.edge_cost)


def _turn(task: HiddenTask, seed: int, start: _Start) -> Reached:
    """The best links given the loadings, and the climb on the surrogate from there."""
    n, correlation = task.n_columns, task.saturated.correlation
    left = as_proper(correlation - np.outer(start.loadings, start.loadings), rescaled=False)
    score = GaussianBIC(left, task.n_rows, start.edge_cost / (np.log(task.n_rows) / 2))
    dag = np.zeros((n + 1, n + 1), dtype=np.int8)
    dag[:n, :n] = boss(score, task.space.columns, random_state=seed).adjacency
    dag[n, :n] = task.may_load
    loadings = start.loadings[:, None]
    joint = as_proper(np.block([[correlation, loadings], [loadings.T, np.ones((1, 1))]]))
    return climbed_on_surrogate(task, task.start, HiddenGraph(dag, regress(joint, dag), n))


def _in_turns(task: HiddenTask, seed: int, edge_cost: float, first: Reached) -> Reached:
    """The best graph of some turns, each from the loadings that the one before ended with."""
    best, here, seen = first, first, {first[1].links.tobytes()}
    for _ in range(_MOST_TURNS):
        if here[1].n_hidden != 1:
            break
        here = _turn(task, seed, _Start(_total_loadings(here[1]), edge_cost))
        best = max(best, here, key=lambda pair: pair[0])
        if here[1].links.tobytes() in seen:
            break
        seen.add(here[1].links.tobytes())
    return best


def _total_loadings(graph: HiddenGraph) -> NDArray[np.float64]:
    """Correlations of the columns with the only hidden cause, which it has directly and through links."""
    correlation = standardize(graph.slopes, np.ones(len(graph.slopes))).correlation
    return np.asarray(correlation[graph.n_columns, : graph.n_columns])
