# SPDX-License-Identifier: MIT
"""A random search near a graph: some links are shaken, a climb on the surrogate follows, and the best is kept.

Beside a hidden cause of all columns many graphs are local maxima, and climbs from a few starts stop far below the best.
A climb on the surrogate takes some milliseconds, so that hundreds can follow each other (iterated local search,
Lourenço, Martin and Stützle 2003).
"""

import numpy as np

from ordag.graphs import is_acyclic
from ordag.hidden.climbing import HiddenTask, climbed_on_surrogate
from ordag.hidden.graph import HiddenGraph
from ordag.maximization.surrogate import SurrogateMoments

# Number of shakes, and after how many in vain the search ends, or returns to the best graph.
_MOST_SHAKES, _MOST_IN_VAIN, _BACK_AFTER = 400, 160, 60
_N_CHANGED = 4
_SHARE_TAKEN, _SHARE_TURNED = 0.65, 0.4
# The search may continue from a graph that is worse by this many nats, on average.
_SLACK = 1.0


def shaken(
    task: HiddenTask, seen: SurrogateMoments, start: HiddenGraph, rng: np.random.Generator
) -> tuple[float, HiddenGraph]:
    """The best graph that shakes lead to, and its criterion on the surrogate; hidden causes keep their items."""
    best = here = climbed_on_surrogate(task, seen, start)
    in_vain = 0
    for _ in range(_MOST_SHAKES):
        found = climbed_on_surrogate(task, seen, _shake(task, here[1], rng))
        if found[1].n_hidden and found[0] > here[0] - rng.exponential(_SLACK):
            here = found
        in_vain += 1
        if here[0] > best[0]:
            best, in_vain = here, 0
        elif in_vain % _BACK_AFTER == 0:
            here = best
        if in_vain == _MOST_IN_VAIN:
            break
    return best


def _shake(task: HiddenTask, graph: HiddenGraph, rng: np.random.Generator) -> HiddenGraph:
    """The graph with some links dropped, reversed and added, and general causes acting on all columns again."""
    n, allowed, must = graph.n_columns, task.space.allowed(graph.n_hidden), task.space.columns.must
    while True:
        dag = graph.dag.copy()
        for _ in range(_N_CHANGED):
            links = np.argwhere(dag[:n, :n].astype(bool) & (must == 0))
            if len(links) and rng.random() < _SHARE_TAKEN:
                i, j = rng.choice(links)
                dag[i, j] = 0
                dag[j, i] = allowed[j, i] and rng.random() < _SHARE_TURNED
            else:
                i, j = rng.integers(n, size=2)
                dag[i, j] = max(dag[i, j], allowed[i, j] and not dag[j, i])
        general = np.flatnonzero(task.is_general(graph)) + n
        dag[general, :n] = allowed[general, :n]
        if is_acyclic(dag):
            return HiddenGraph(dag, np.where(dag > 0, graph.slopes, 0.0), n)
