# SPDX-License-Identifier: MIT
"""The search over graphs with hidden causes.

It starts from factor solutions of one factor up to more than parallel analysis finds, and from the best graph without
hidden causes; each is climbed. From the best, hidden causes are then taken away, joined, split and added, as long as
the criterion rises; graphs with a general cause and others each have their turn. If no number is given, the best graph
without hidden causes competes with them.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from ordag.hidden.climbing import HiddenTask, Judged, climbed_all, climbed_further, judged, surrogate_around
from ordag.hidden.factors import number_of_factors
from ordag.hidden.general import general_graphs
from ordag.hidden.graph import ITEMS_ALONE, HiddenGraph
from ordag.hidden.proposals import factor_start, fewer, more, with_required

Matrix = NDArray[np.float64]

# Starts have up to this many factors more than parallel analysis finds.
_BEYOND = 1
# Starts that are refitted, and changes of the hidden causes that are refitted in every round.
_N_STARTS, _N_REFITTED = 6, 3
_MOST_ROUNDS = 20
# A change of the hidden causes must gain this many nats.
_LEAST_GAIN = 0.5
# A change that the surrogate places this far below the best is not refitted.
_OUT_OF_SIGHT = 6.0
# Graphs of one kind whose best is this many nats behind that of the other are not changed further.
_FAR_BEHIND = 40.0


@dataclass(frozen=True)
class HiddenSearch:
    """The outcome of a search.

    Attributes
    ----------
    best : Judged
        The best graph, with or without hidden causes.
    plain : Judged
        The best graph without.
    """

    best: Judged
    plain: Judged


def search_hidden(task: HiddenTask, plain: HiddenGraph, n_hidden: int | None, rng: np.random.Generator) -> HiddenSearch:
    """The best graph with a given number of hidden causes, or with as many as maximise the criterion (None).

    Parameters
    ----------
    task
        What graphs are judged by.
    plain
        The best graph without hidden causes.
    n_hidden
        How many hidden causes; there are fewer in the result if that many cannot be told from links among their items.
    rng
        Source of random numbers.
    """
    without = judged(task, plain)
    starts = _climbed_starts(task, plain, n_hidden, rng)
    pool = _with_hidden([*starts, *(_changed(task, without, None) if n_hidden is None else [])])
    found = [_improved(task, kind, n_hidden) for kind in _kinds(task, pool)]
    if n_hidden is None:
        best = max([*found, without], key=lambda each: _worth(task, each))
    else:
        best = max(found, key=lambda each: (-abs(each.n_hidden - n_hidden), _worth(task, each)), default=without)
    return HiddenSearch(best, without)


def _kinds(task: HiddenTask, pool: list[Judged]) -> list[list[Judged]]:
    """Graphs with a general cause and those with causes of groups alone, each kind unless it is far behind.

    A climb seldom leads from one kind to the other, and what links cost differs between them.
    """
    ahead = max((_worth(task, each) for each in pool), default=-np.inf)
    general = [bool(task.is_general(each.graph).any()) for each in pool]
    kinds = [[each for each, flag in zip(pool, general, strict=True) if flag == kind] for kind in (True, False)]
    return [kind for kind in kinds if kind and max(_worth(task, each) for each in kind) > ahead - _FAR_BEHIND]


def _worth(task: HiddenTask, found: Judged) -> float:
    """What decides between kinds of graphs: the criterion less what hidden causes cost beyond their arrows.

    The surcharge of links is left out, as graphs without hidden causes and with a general one have none.
    """
    return found.criterion - task.cost_of_causes(found.graph)


def _improved(task: HiddenTask, pool: list[Judged], n_hidden: int | None) -> Judged:
    """The best graph of a pool after the changes of its hidden causes that better it."""
    best = _best(pool, n_hidden)
    for _ in range(_MOST_ROUNDS):
        found = _best([best, *_with_hidden(_changed(task, best, n_hidden))], n_hidden)
        if found.n_hidden == best.n_hidden and found.charged <= best.charged + _LEAST_GAIN:
            break
        best = found
    return best


def _with_hidden(pool: list[Judged]) -> list[Judged]:
    """Proper graphs with at least one hidden cause."""
    return [each for each in pool if each.n_hidden and np.isfinite(each.charged)]


def _best(pool: list[Judged], n_hidden: int | None) -> Judged:
    """The graph of highest criterion among those whose number of hidden causes comes closest to what is wanted."""
    if n_hidden is None:
        return max(pool, key=lambda each: each.charged)
    return max(pool, key=lambda each: (-abs(each.n_hidden - n_hidden), each.charged))


def _climbed_starts(
    task: HiddenTask, plain: HiddenGraph, n_hidden: int | None, rng: np.random.Generator
) -> list[Judged]:
    """Factor solutions, climbed."""
    correlation, may_load = task.saturated.correlation, task.may_load
    most = max(task.n_columns // 2, 1)
    if n_hidden is None:
        found = number_of_factors(correlation, task.noise, task.n_rows, rng)
        numbers = range(1, min(found + _BEYOND, most) + 1)
    else:
        numbers = range(min(n_hidden, most), min(n_hidden + _BEYOND, most) + 1)
    starts = [with_required(factor_start(correlation, number, may_load), task.space.columns) for number in numbers]
    if 1 in numbers and task.n_columns >= ITEMS_ALONE:
        ahead = max(criterion for criterion, _ in climbed_all(task, task.start, [*starts, plain]))
        starts += [graph for _, graph in general_graphs(task, ahead, rng)]
    starts = [graph for graph in starts if graph.is_acyclic()]
    # Links are cheaper at first, so that loadings that a rotation has misplaced can be exchanged for them.
    freely = [graph for _, graph in climbed_all(replace(task, link_surcharge=0.0), task.start, starts)]
    ranked = climbed_all(task, task.start, [*starts, *freely])
    return [climbed_further(task, judged(task, graph)) for _, graph in ranked[:_N_STARTS]]


def _changed(task: HiddenTask, best: Judged, n_hidden: int | None) -> list[Judged]:
    """The most promising changes of the hidden causes of a graph, climbed."""
    seen = surrogate_around(task, best)
    here = climbed_all(task, seen, [best.graph])[0][0]
    ranked = climbed_all(task, seen, list(_changes(task, best, n_hidden)))
    promising = [graph for criterion, graph in ranked if criterion > here - _OUT_OF_SIGHT]
    return [climbed_further(task, judged(task, graph)) for graph in promising[:_N_REFITTED]]


def _changes(task: HiddenTask, best: Judged, n_hidden: int | None) -> Iterator[HiddenGraph]:
    graph, may_load = best.graph, task.may_load
    correlation, implied = task.saturated.correlation, _without_links(best)
    added = list(more(graph, correlation, implied, may_load))
    removed = list(fewer(graph))
    if n_hidden is None or graph.n_hidden > n_hidden:
        yield from removed
    if n_hidden is None or graph.n_hidden < n_hidden:
        yield from added
    if n_hidden is not None and graph.n_hidden == n_hidden:
        for smaller in removed:
            yield from more(smaller, correlation, implied, may_load)


def _without_links(best: Judged) -> Matrix:
    """Correlations of the columns that the hidden causes of a graph imply without the links among the columns."""
    n = best.n_columns
    parameters = best.fit.parameters
    weights = parameters.weights.copy()
    weights[:n, :n] = 0.0
    hidden = parameters.correlation[n:, n:]
    loadings = weights[n:, :n]
    shared = loadings.T @ hidden @ loadings
    return np.asarray(shared - np.diag(np.diag(shared)) + np.eye(n))
