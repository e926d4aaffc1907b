# SPDX-License-Identifier: MIT
"""Structure search: from a latent correlation to graphs that score well on it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from ordag import search as searches
from ordag.errors import unknown_option
from ordag.graphs import Adjacency
from ordag.graphs.cpdag import class_key
from ordag.kernels.search import SearchSpace as NativeSpace
from ordag.kernels.search import search_space
from ordag.scores import GaussianBIC
from ordag.search import SampleResult, SearchResult, SearchSpace
from ordag.search.contract import completed

Found = SearchResult | SampleResult


@dataclass(frozen=True)
class Starts:
    """From how many orders a search starts, and how many of them must meet at the best graph to end it before."""

    n_starts: int
    enough_meeting: int | None = None


def _boss(score: GaussianBIC, space: SearchSpace, seed: int, orders: Sequence[Sequence[int]], effort: Starts) -> Found:
    n_starts = effort.n_starts + len(orders)
    return searches.boss(
        score, space, n_starts=n_starts, orders=orders, enough_meeting=effort.enough_meeting, random_state=seed
    )


# name -> search; BOSS alone takes orders to start from and a number of starts
SEARCHES: dict[str, Callable[[GaussianBIC, SearchSpace, int, Sequence[Sequence[int]], Starts], Found]] = {
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
    rng : numpy.random.Generator
        Source of the seed of every search.
    """

    search: str
    space: SearchSpace
    rng: np.random.Generator

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

    def best(self, score: GaussianBIC, *, orders: Sequence[Sequence[int]] = (), n_starts: int = 10) -> Adjacency:
        """The best graph found."""
        return self._run(score, orders, Starts(n_starts)).adjacency

    def near_best(
        self,
        score: GaussianBIC,
        margin: float,
        *,
        orders: Sequence[Sequence[int]] = (),
        n_starts: int = 3,
        n_near: int = 3,
        enough_meeting: int | None = None,
    ) -> dict[bytes, Adjacency]:
        """At most `n_near` graphs whose score is within `margin` of the best, best first, by the key of their class."""
        result = self._run(score, orders, Starts(n_starts, enough_meeting))
        classes = {class_key(result.adjacency): result.adjacency}
        for dag in getattr(result, "pool", ())[1:]:  # the first is the best
            if len(classes) == n_near or dag.score <= result.score - margin:
                break
            classes.setdefault(class_key(dag.adjacency), dag.adjacency)
        return classes

    def _run(self, score: GaussianBIC, orders: Sequence[Sequence[int]], starts: Starts) -> Found:
        return completed(SEARCHES[self.search], score, self.space, int(self.rng.integers(2**31)), orders, starts)
