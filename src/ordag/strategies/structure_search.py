# SPDX-License-Identifier: MIT
"""Structure search: from a latent correlation to graphs that score well on it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from ordag import search as searches
from ordag.errors import unknown_option
from ordag.graphs import Adjacency
from ordag.graphs.cpdag import class_key
from ordag.kernels.search import SearchSpace as NativeSpace
from ordag.kernels.search import search_space
from ordag.scores import BlockBIC, GaussianBIC, PricedBlocks
from ordag.scores.gaussian_bic import edge_cost
from ordag.search import SampleResult, SearchResult, SearchSpace
from ordag.search.contract import completed

Found = SearchResult | SampleResult
LatentScore = GaussianBIC | BlockBIC


@dataclass(frozen=True)
class Starts:
    """From how many orders a search starts, and how many of them must meet at the best graph to end it before."""

    n_starts: int
    enough_meeting: int | None = None


def _boss(score: LatentScore, space: SearchSpace, seed: int, orders: Sequence[Sequence[int]], effort: Starts) -> Found:
    n_starts = effort.n_starts + len(orders)
    return searches.boss(
        score, space, n_starts=n_starts, orders=orders, enough_meeting=effort.enough_meeting, random_state=seed
    )


# name -> search; BOSS alone takes orders to start from and a number of starts
SEARCHES: dict[str, Callable[[LatentScore, SearchSpace, int, Sequence[Sequence[int]], Starts], Found]] = {
    "boss": _boss,
    "ges": lambda score, space, seed, orders, effort: searches.ges(score, space),
    "hill_climb": lambda score, space, seed, orders, effort: searches.hill_climb(
        score, space, n_restarts=effort.n_starts, random_state=seed
    ),
    "exact": lambda score, space, seed, orders, effort: searches.exact(score, space),
    "iterative_mcmc": lambda score, space, seed, orders, effort: searches.iterative_mcmc(
        score, space, random_state=seed
    ),
    "order_mcmc": lambda score, space, seed, orders, effort: searches.order_mcmc(
        score, space, objective="max", random_state=seed
    ),
    "partition_mcmc": lambda score, space, seed, orders, effort: searches.partition_mcmc(
        score, space, random_state=seed
    ),
}


# Searches without random numbers.
_DETERMINISTIC = ("ges", "exact")


@dataclass(frozen=True)
class StructureSearch:
    """A search with its space, run again and again on other correlations.

    Attributes
    ----------
    search : str
        A key of `SEARCHES`.
    space : SearchSpace
        Of graphs among variables.
    rng : numpy.random.Generator
        Source of the seed of every search.
    blocks : PricedBlocks, optional
        Where variables own several coordinates: graphs among variables are searched, and those among coordinates that
        they stand for are given.
    """

    search: str
    space: SearchSpace
    rng: np.random.Generator
    blocks: PricedBlocks | None = None

    def __post_init__(self) -> None:
        if not isinstance(self.search, str) or self.search not in SEARCHES:
            raise unknown_option("search", self.search, SEARCHES)

    @property
    def is_random(self) -> bool:
        """Whether another seed may find other graphs."""
        return self.search not in _DETERMINISTIC

    def apart(self) -> "StructureSearch":
        """The same search with a source of seeds of its own, for a run beside others."""
        return replace(self, rng=np.random.default_rng(self.rng.integers(2**63)))

    @cached_property
    def native_space(self) -> NativeSpace:
        """The space as compiled code takes it."""
        return search_space(self.space.allowed, self.space.must, self.space.limit)

    @property
    def n_variables(self) -> int:
        """Number of variables."""
        return self.space.n_nodes

    def score_on(
        self, correlation: NDArray[np.float64], n_rows: float, penalty: float, criterion: str = "bic"
    ) -> LatentScore:
        """The score of graphs among variables on a latent correlation."""
        if self.blocks is None:
            return GaussianBIC(correlation, n_rows, penalty, criterion=criterion)
        return self.blocks.score(correlation, n_rows, penalty * edge_cost(criterion, n_rows, self.n_variables, 0.0))

    def scores_on(
        self, correlation: NDArray[np.float64], n_rows: float, penalties: Sequence[float]
    ) -> list[LatentScore]:
        """The score at several penalties, for which the correlation is checked once."""
        if self.blocks is not None:
            return [self.score_on(correlation, n_rows, penalty) for penalty in penalties]
        checked = GaussianBIC(correlation, n_rows)
        return [checked.at_penalty(penalty) for penalty in penalties]

    def among_variables(self, dag: Adjacency) -> Adjacency:
        """The graph among variables of one among coordinates."""
        return dag if self.blocks is None else self.blocks.blocks.collapsed(dag)

    def among_coordinates(self, dag: Adjacency) -> Adjacency:
        """The graph among coordinates of one among variables."""
        return dag if self.blocks is None else self.blocks.blocks.expanded(dag)

    def best(self, score: LatentScore, *, orders: Sequence[Sequence[int]] = (), n_starts: int = 10) -> Adjacency:
        """The best graph found."""
        return self.among_coordinates(self._run(score, orders, Starts(n_starts)).adjacency)

    def near_best(
        self,
        score: LatentScore,
        margin: float,
        *,
        orders: Sequence[Sequence[int]] = (),
        n_starts: int = 3,
        n_near: int = 3,
        enough_meeting: int | None = None,
    ) -> dict[bytes, Adjacency]:
        """At most `n_near` graphs whose score is within `margin` of the best, best first, by the key of their class."""
        result = self._run(score, orders, Starts(n_starts, enough_meeting))
        best = self.among_coordinates(result.adjacency)
        classes = {class_key(best): best}
        for dag in getattr(result, "pool", ())[1:]:  # the first is the best
            if len(classes) == n_near or dag.score <= result.score - margin:
                break
            near = self.among_coordinates(dag.adjacency)
            classes.setdefault(class_key(near), near)
        return classes

    def _run(self, score: LatentScore, orders: Sequence[Sequence[int]], starts: Starts) -> Found:
        if self.blocks is not None:
            orders = [self.blocks.blocks.order_of(order) for order in orders]
        return completed(SEARCHES[self.search], score, self.space, int(self.rng.integers(2**31)), orders, starts)
