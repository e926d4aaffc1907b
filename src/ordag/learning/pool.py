# SPDX-License-Identifier: MIT
"""The graphs refitted so far, one for each equivalence class."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np

from ordag.expectation import Factors
from ordag.graphs import Adjacency
from ordag.learning.candidates import Candidate
from ordag.learning.tolerances import TRUSTED_GAIN
from ordag.maximization.observed import GraphFit


@dataclass(frozen=True)
class Refit:
    """A graph at the top of its observed likelihood.

    Attributes
    ----------
    fit : GraphFit
    cost : float
        Of the edges, in nats.
    penalty : float
        The λ of the candidate that it was.
    key : bytes
        The same for equivalent graphs.
    """

    fit: GraphFit
    cost: float
    penalty: float
    key: bytes

    @property
    def dag(self) -> Adjacency:
        """The graph."""
        return self.fit.dag

    @cached_property
    def criterion(self) -> float:
        """Log-likelihood less the cost of the edges."""
        return self.log_likelihood - self.cost

    @property
    def log_likelihood(self) -> float:
        """At the top: the step that was not taken adds about what it promises, if that is little."""
        return self.fit.log_likelihood + min(self.fit.expected_gain, TRUSTED_GAIN)

    @property
    def converged(self) -> bool:
        """Whether the climb was not cut short."""
        return self.fit.expected_gain < TRUSTED_GAIN

    def as_candidate(self) -> Candidate:
        """The graph with its slopes, to be climbed further."""
        return Candidate(self.dag, self.fit.slopes, self.penalty, self.key)


@dataclass(frozen=True)
class Pool:
    """Refitted graphs by the key of their class.

    Factors take two numbers an entry of the table. Only the `n_kept` best graphs keep theirs (None: all); the others
    share the factors with which the first graph was refitted, which are as good a start.
    """

    refits: Mapping[bytes, Refit] = field(default_factory=dict)
    n_kept: int | None = None
    shared: Factors | None = None

    def __contains__(self, key: object) -> bool:
        return key in self.refits

    def __getitem__(self, key: bytes) -> Refit:
        return self.refits[key]

    @cached_property
    def ranking(self) -> list[Refit]:
        """All graphs, the best first."""
        return sorted(self.refits.values(), key=lambda refit: -refit.criterion)

    @property
    def best(self) -> Refit:
        """The graph of highest criterion."""
        return self.ranking[0]

    @cached_property
    def highest(self) -> float:
        """The criterion of the best graph; −∞ while there is none."""
        return max((refit.criterion for refit in self.refits.values()), default=-np.inf)

    def with_refit(self, refit: Refit) -> "Pool":
        """The pool with a graph added, or in the place of its former fit."""
        return replace(self, refits={**self.refits, refit.key: refit})

    def sharing(self, factors: Factors) -> "Pool":
        """The pool in which graphs behind the best have no factors of their own, but share the first that were given.

        Called after every refit, so that at most one graph has to give up its own.
        """
        shared = self.shared or factors
        refits = dict(self.refits)
        for refit in self.ranking[self.n_kept :] if self.n_kept is not None else ():
            if refit.fit.factors is not shared:
                refits[refit.key] = replace(refit, fit=replace(refit.fit, factors=shared))
        return replace(self, refits=refits, shared=shared)

    def merged_with(self, other: "Pool") -> "Pool":
        """All graphs of both; of two fits of one graph, that with the higher criterion."""
        better = {
            key: refit
            for key, refit in other.refits.items()
            if key not in self or refit.criterion > self[key].criterion
        }
        return replace(self, refits={**self.refits, **better})
