# SPDX-License-Identifier: MIT
"""What a search takes and what it returns."""

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import ParamSpec, TypeVar

import numpy as np
import numpy.typing as npt

from ordag.errors import (
    InputValueError,
    RequirementError,
    RequirementTypeError,
    collected_warnings,
    warn,
)
from ordag.graphs import Adjacency
from ordag.kernels import scores as kernels
from ordag.kernels import search as search_kernels
from ordag.kernels.graph import dag_to_cpdag
from ordag.kernels.scores import LocalScore
from ordag.messages import Advise, OptionName
from ordag.remarks import SearchInterrupted
from ordag.scores import Score
from ordag.search.space import SearchSpace


@dataclass(frozen=True, eq=False)
class ScoredDag:
    """A DAG met by a search."""

    adjacency: Adjacency
    score: float


@dataclass(frozen=True, eq=False)
class SearchResult:
    """The best graph that a search found.

    Attributes
    ----------
    adjacency
        The DAG.
    cpdag
        Its equivalence class.
    score
        The score of the DAG.
    pool
        Distinct DAGs that the search ended in, best first; the first is `adjacency`.
    trace
        Score after each step of the search, in the order they were taken.
    interrupted
        Whether the search was stopped by Ctrl-C.
    seconds
        Wall-clock time.
    """

    adjacency: Adjacency
    cpdag: Adjacency
    score: float
    pool: tuple[ScoredDag, ...]
    trace: npt.NDArray[np.float64] = field(repr=False)
    interrupted: bool
    seconds: float


@dataclass(frozen=True)
class MoveCount:
    """How often a sampler proposed a kind of move, and how often the move was made."""

    name: str
    proposed: int
    accepted: int

    @property
    def rate(self) -> float:
        """Share of proposals that changed the state; NaN without proposals."""
        return self.accepted / self.proposed if self.proposed else float("nan")


@dataclass(frozen=True, eq=False)
class SampleResult:
    """Graphs sampled in proportion to the exponential of their score.

    Attributes
    ----------
    adjacency, cpdag, score
        The best DAG that was met.
    edge_probabilities
        (n, n); entry [i, j] is the share of samples with i → j.
    samples
        (k, n, n) sampled DAGs of all chains, after thinning.
    sample_scores
        (k,) their scores.
    acceptance_rate
        Share of proposals that were accepted.
    moves
        The same by kind of move.
    effective_sample_size
        Number of independent draws that would estimate the mean score as well.
    r_hat
        Split R-hat of the score over the chains; near 1 when they agree.
    edge_effective_sample_size, edge_r_hat
        (n, n) the same for the presence of each edge; an edge that never comes or goes has all draws and 1.
    n_chains
        Number of chains.
    trace
        (n_chains, steps) score along each chain.
    interrupted
        Whether the sampler was stopped by Ctrl-C.
    seconds
        Wall-clock time.
    """

    adjacency: Adjacency
    cpdag: Adjacency
    score: float
    edge_probabilities: npt.NDArray[np.float64] = field(repr=False)
    samples: npt.NDArray[np.int8] = field(repr=False)
    sample_scores: npt.NDArray[np.float64] = field(repr=False)
    acceptance_rate: float
    moves: tuple[MoveCount, ...] = field(repr=False)
    effective_sample_size: float
    r_hat: float
    edge_effective_sample_size: npt.NDArray[np.float64] = field(repr=False)
    edge_r_hat: npt.NDArray[np.float64] = field(repr=False)
    n_chains: int
    trace: npt.NDArray[np.float64] = field(repr=False)
    interrupted: bool
    seconds: float


@dataclass(frozen=True, eq=False)
class SkeletonResult:
    """What a constraint-based search found.

    Attributes
    ----------
    cpdag
        Partly directed graph; an undirected edge has both entries.
    skeleton
        Its edges without direction.
    separating_sets
        For each pair (i, j), i < j, that is not adjacent, the set that separated it.
    p_values
        (n, n) largest p-value met for each pair.
    n_tests
        Number of tests made.
    interrupted
        Whether the search was stopped by Ctrl-C.
    seconds
        Wall-clock time.
    """

    cpdag: Adjacency
    skeleton: Adjacency
    separating_sets: dict[tuple[int, int], tuple[int, ...]] = field(repr=False)
    p_values: npt.NDArray[np.float64] = field(repr=False)
    n_tests: int
    interrupted: bool
    seconds: float


Arguments = ParamSpec("Arguments")
Result = TypeVar("Result", bound=SearchResult | SampleResult | SkeletonResult)


def completed(search: Callable[Arguments, Result], *args: Arguments.args, **kwargs: Arguments.kwargs) -> Result:
    """What a search finds that is one step of a longer work: Ctrl-C within it ends that work, not the step alone.

    Examples
    --------
    >>> from ordag.scores import GaussianBIC
    >>> from ordag.search import ges
    >>> completed(ges, GaussianBIC(np.eye(2), 100)).adjacency.sum()
    np.int64(0)
    """
    with collected_warnings() as collected:
        result = search(*args, **kwargs)
    if result.interrupted:
        raise KeyboardInterrupt
    for warning in collected:
        warn(warning)
    return result


@dataclass(frozen=True, eq=False)
class Problem:
    """A score and a space with the nodes put in an order that depends on content, not on column positions.

    Searches run on the reordered nodes and `restore` their graphs, so relabelling the columns relabels the result.
    Nodes that the score cannot distinguish by their local scores with at most one parent keep their positions.
    """

    score: LocalScore
    space: SearchSpace
    order: npt.NDArray[np.intp]
    started: float

    @property
    def allowed(self) -> npt.NDArray[np.bool_]:
        """Edges that may stand, in the order of the problem."""
        return self.space.allowed[self.order[:, None], self.order]

    @property
    def required(self) -> npt.NDArray[np.bool_]:
        """Edges that must stand, in the order of the problem."""
        return self.space.must[self.order[:, None], self.order]

    @cached_property
    def native_space(self) -> search_kernels.SearchSpace:
        """The space as the compiled searches take it, in the order of the problem."""
        return search_kernels.search_space(self.allowed, self.required, self.space.limit)

    def arrange(self, adjacency: Adjacency) -> Adjacency:
        """A graph of the user in the order of the problem."""
        return adjacency[self.order[:, None], self.order]

    def restore(self, adjacency: npt.NDArray[np.generic]) -> Adjacency:
        """A graph of the problem, or several, in the user's order of nodes."""
        graph = np.empty(adjacency.shape, dtype=np.int8)
        graph[..., self.order[:, None], self.order] = adjacency
        return graph

    def positions(self, nodes: Sequence[int]) -> list[int]:
        """The user's nodes in the numbering of the problem."""
        at = np.empty_like(self.order)
        at[self.order] = np.arange(len(self.order))
        return [int(at[node]) for node in nodes]


def pose(score: Score, space: SearchSpace | None) -> Problem:
    """The problem of finding the best graph of a space."""
    started = time.perf_counter()
    if not isinstance(score, Score):
        raise RequirementTypeError(OptionName("score"), "be an ordag.scores.Score", f"found {type(score).__name__}")
    if space is None:
        space = SearchSpace.unrestricted(score.n_nodes)
    if space.n_nodes != score.n_nodes:
        raise RequirementError(
            OptionName("space"), f"have {score.n_nodes} nodes as the score has", f"found {space.n_nodes}"
        )
    _refuse_impossible_parents(score, space)
    handle = score.native()
    order = kernels.content_order(handle)
    return Problem(kernels.relabel(handle, order), space, np.array(order, dtype=np.intp), started)


def _refuse_impossible_parents(score: Score, space: SearchSpace) -> None:
    """Refuse required edges that the score rules out."""
    for node in np.flatnonzero(space.must.any(axis=0)).tolist():
        parents = np.flatnonzero(space.must[:, node]).tolist()
        if score.local(node, parents) == -np.inf:
            names = ", ".join(repr(space.names[parent]) for parent in parents)
            raise InputValueError(
                f"{space.names[node]!r} with its required parents {names}",
                "has a score of minus infinity, so that no graph can hold these edges",
                remedies=[Advise("do not require them, or change the score")],
            )


def no_finite_score() -> InputValueError:
    """Error for a score that is minus infinity wherever a search came by."""
    return InputValueError(
        "no graph with a finite score",
        "was found: each has a node whose local score is minus infinity",
        remedies=[Advise("check the score of every node without parents")],
    )


def conclude(
    problem: Problem, found: Iterable[tuple[npt.NDArray[np.generic], float]], trace: Sequence[float], interrupted: bool
) -> SearchResult:
    """The result of a search that ended in the given graphs (in the order of the problem)."""
    graphs, values = zip(*found, strict=True)
    dags = problem.restore(np.array(graphs))
    assert (dags <= problem.space.allowed).all(), "a search left its space"
    assert (dags >= problem.space.must).all(), "a search left its space"
    distinct: dict[bytes, ScoredDag] = {}
    for dag, value in zip(dags, values, strict=True):
        distinct.setdefault(dag.tobytes(), ScoredDag(dag, float(value)))
    pool = tuple(sorted(distinct.values(), key=lambda scored: -scored.score))
    if interrupted:
        warn(SearchInterrupted())
    best = pool[0]
    if best.score == -np.inf:
        raise no_finite_score()
    assert problem.space.admits_matrix(best.adjacency), "a search left its space"
    return SearchResult(
        adjacency=best.adjacency,
        cpdag=dag_to_cpdag(best.adjacency),
        score=best.score,
        pool=pool,
        trace=np.array(trace, dtype=np.float64),
        interrupted=interrupted,
        seconds=time.perf_counter() - problem.started,
    )
