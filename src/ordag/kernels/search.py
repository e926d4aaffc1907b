# SPDX-License-Identifier: MIT
"""Compiled searches over graphs. Each stops early on Ctrl-C and says so, and reports its steps to whoever asks."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from ordag import _core
from ordag._core import LocalScore, SearchSpace
from ordag.kernels.arrays import as_bytes
from ordag.progress import Report

__all__ = [
    "BossStarts",
    "GreedyEquivalenceSearch",
    "HillClimb",
    "LocalScore",
    "SearchSpace",
    "exact",
    "exact_bytes",
    "exact_steps",
    "search_space",
]

Graph = npt.NDArray[np.int8]  # (n, n), [i, j] is 1 for i → j
Start = tuple[Sequence[int], bool]  # an order of the nodes, or of the places of the best order so far


def search_space(allowed: npt.NDArray[np.bool_], required: npt.NDArray[np.bool_], max_parents: int) -> SearchSpace:
    """The native form of a search space."""
    return _core.SearchSpace(allowed=as_bytes(allowed), required=as_bytes(required), max_parents=max_parents)


class BossStarts:
    """Best order score search from several starts; what one learns about parents serves the next."""

    def __init__(self, score: LocalScore, space: SearchSpace, n_nodes: int, tabu_length: int, patience: int) -> None:
        self._search = _core.BossStarts(score=score, space=space, tabu_length=tabu_length, patience=patience)
        self._n_nodes = n_nodes

    def run(self, starts: Sequence[Start], enough: int, report: Report = None) -> bool:
        """Starts one after the other, until `enough` have met at the best graph; whether Ctrl-C stopped one."""
        return self._search.run(starts=starts, enough=enough, report=report)

    @property
    def trace(self) -> list[float]:
        """The score of the graph that each start so far has ended in."""
        return self._search.trace()

    @property
    def n_meetings(self) -> int:
        """Starts that ended at the best graph, those from near the best order aside."""
        return self._search.n_meetings()

    def ends(self) -> list[tuple[Graph, float]]:
        """The graphs that starts ended in, with their scores; of those whose orders score alike only one."""
        graphs = np.empty((self._search.n_ends(), self._n_nodes, self._n_nodes), dtype=np.uint8)
        scores = self._search.ends(graphs=graphs)
        return list(zip(graphs.view(np.int8), scores, strict=True))


class HillClimb:
    """Greedy search by single changes of the graph, with a tabu list."""

    def __init__(self, score: LocalScore, space: SearchSpace, n_nodes: int) -> None:
        self._search = _core.HillClimb(score=score, space=space)
        self._n_nodes = n_nodes

    def start(self, graph: Graph) -> None:
        """Go on from a DAG of the space."""
        self._search.start(graph=as_bytes(graph))

    def climb(self, tabu_length: int, patience: int, report: Report = None) -> tuple[list[float], bool]:
        """Climb to the best graph within reach; the score after each step, and whether Ctrl-C stopped it."""
        return self._search.climb(tabu_length=tabu_length, patience=patience, report=report)

    def perturb(self, n_moves: int, seed: int) -> None:
        """Change some edges at random."""
        self._search.perturb(n_moves=n_moves, seed=seed)

    def graph(self) -> tuple[Graph, float]:
        """The graph, and its score."""
        adjacency = _empty(self._n_nodes)
        value = self._search.graph(adjacency=adjacency)
        return adjacency.view(np.int8), value


class GreedyEquivalenceSearch:
    """Greedy search over equivalence classes."""

    PHASES = ("forward", "backward", "turning")  # in the order of the native enumeration

    def __init__(self, score: LocalScore, space: SearchSpace, n_nodes: int) -> None:
        self._search = _core.GreedyEquivalenceSearch(score=score, space=space)
        self._n_nodes = n_nodes

    def run(self, phase: str, report: Report = None) -> tuple[list[float], bool]:
        """Take steps of one kind while they help; what each gained, and whether Ctrl-C stopped it."""
        return self._search.run(phase=self.PHASES.index(phase), report=report)

    def member(self) -> Graph:
        """A DAG of the class that the search is at."""
        dag = _empty(self._n_nodes)
        self._search.member(dag=dag)
        return dag.view(np.int8)


def exact(score: LocalScore, space: SearchSpace, n_nodes: int, report: Report = None) -> Graph | None:
    """The best graph of all, or None after Ctrl-C."""
    adjacency = _empty(n_nodes)
    complete = _core.exact_search(score=score, space=space, adjacency=adjacency, report=report)
    return adjacency.view(np.int8) if complete else None


def exact_steps(n_nodes: int) -> int:
    """Number of steps that `exact` reports."""
    return _core.exact_search_steps(n_nodes=n_nodes)


def exact_bytes(n_nodes: int) -> float:
    """Memory that `exact` takes."""
    return _core.exact_search_bytes(n_nodes=n_nodes)


def _empty(n_nodes: int) -> npt.NDArray[np.uint8]:
    return np.zeros((n_nodes, n_nodes), dtype=np.uint8)
