# SPDX-License-Identifier: MIT
"""The judge of graphs: each is refitted to the top of its observed-data likelihood, which is charged for its edges.

l_obs(G) − price · |edges|,        price = log(N)/2 + γ log(n − 1)     (extended BIC; γ = 0 is BIC)

An information criterion charges all edges alike, though levels may tell much of one slope and little of another. So the
last choice, among graphs that come close to the best, can be left to their evidence: the marginal likelihood by
Laplace's approximation, with V the posterior covariance of the slopes, and the prior odds of each arrow.

l_obs(G) + log p(β) + log |2π V| / 2 + |edges| · log odds

Slopes of which levels tell little would come cheap in it, down to nothing for rare levels, which look good by chance
most often. So what is charged is never less than the price.
"""

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from ordag.expectation import BoxArrays, Factors, Points
from ordag.graphs import Adjacency
from ordag.graphs.cpdag import class_key
from ordag.maximization.observed import Climb, GraphFit, fit_graph, slope_posterior

# Up to this, in nats, the promise of a step can be trusted.
_SMALL_GAIN = 1.0
# A graph this far below the best, in nats, is not climbed to its top.
_HOPELESS = 8.0
# Within so many nats of the best a graph is climbed with care, elsewhere until a step promises less than this.
_CLOSE = 1.5
_ROUGHLY = 0.4
# Graphs this close to the best, in nats, may change places with it when they are climbed further.
_CLOSE_CALL = 0.6
# Among graphs this close to the best, in nats, the evidence chooses.
_WITHIN_CHOICE = 3.0


@dataclass(frozen=True)
class Judged:
    """A fitted graph with the price of its edges and the λ of the proposal it came from."""

    fit: GraphFit
    price: float
    penalty: float

    @cached_property
    def key(self) -> bytes:
        """The same for equivalent graphs."""
        return class_key(self.fit.dag)

    @cached_property
    def criterion(self) -> float:
        """Log-likelihood less the price of the edges."""
        return self.log_likelihood - self.price * self.fit.n_edges

    @property
    def log_likelihood(self) -> float:
        """At the top: the step not taken is worth about its promise, if that is small."""
        return self.fit.log_likelihood + min(self.fit.expected_gain, _SMALL_GAIN)

    @property
    def at_the_top(self) -> bool:
        """Whether the climb was not cut short."""
        return self.fit.expected_gain < _SMALL_GAIN


@dataclass(frozen=True)
class Proposal:
    """A graph to be judged, with slopes to climb from and the λ at which it was found.

    The key is the same for equivalent graphs; whoever does not know it leaves it out.
    """

    dag: Adjacency
    slopes: NDArray[np.float64]
    penalty: float
    key: bytes = b""

    def __post_init__(self) -> None:
        if not self.key:
            object.__setattr__(self, "key", class_key(self.dag))


class Judge:
    """Refits graphs and ranks them; remembers every equivalence class it has seen.

    Given the log odds of an arrow, the evidence of graphs that come close to the best decides which of them is chosen.

    Factors take two numbers an entry of the table. Only the `n_kept` best graphs keep theirs (None: all); the others
    share those with which the first graph was heard, which are as good a start.
    """

    def __init__(
        self,
        boxes: BoxArrays,
        price: float,
        climb: Climb,
        *,
        arrow_log_odds: float | None = None,
        n_kept: int | None = None,
        n_threads: int = 1,
    ) -> None:
        self.boxes = boxes
        self.price = price
        self.n_threads = n_threads
        self._climb = climb
        self._arrow_log_odds = arrow_log_odds
        self._n_kept = n_kept
        self._shared: Factors | None = None
        self._pool: dict[bytes, Judged] = {}
        self._log_volumes: dict[bytes, float] = {}

    @property
    def points(self) -> Points | None:
        """With which likelihoods are integrated, or None where they are those of expectation propagation."""
        return self._climb.points

    def anew(self, climb: Climb | None = None) -> "Judge":
        """A judge of the same rows by the same rules that has heard nothing; it climbs in another way if told so."""
        return Judge(
            self.boxes,
            self.price,
            climb or self._climb,
            arrow_log_odds=self._arrow_log_odds,
            n_kept=self._n_kept,
            n_threads=self.n_threads,
        )

    def hear(self, proposal: Proposal, factors: Factors, *, to_the_top: bool = False) -> Judged:
        """The graph's verdict; a graph equivalent to one seen before is not fitted again.

        The climb of a hopeless graph is cut short, unless it is asked for `to_the_top`.
        """
        key = proposal.key
        if key not in self._pool or (to_the_top and not self._pool[key].at_the_top):
            climb = self._climb if to_the_top else self._rough(proposal)
            judged = self._climbed(proposal, proposal.slopes, factors, climb)
            if judged.criterion > self.highest() - _CLOSE and judged.fit.expected_gain > self._climb.tolerance:
                judged = self._climbed(proposal, judged.fit.slopes, judged.fit.factors, self._climb)
            self._keep(judged)
            self._forget_factors(self._shared or factors)
        return self._pool[key]

    def review(self, climb: Climb, n_best: int) -> "Judge":
        """A judge who has heard the best graphs of this one, and climbs in another way."""
        other = self.anew(climb)
        for judged in self.ranking(n_best):
            proposal = Proposal(judged.fit.dag, judged.fit.slopes, judged.penalty, judged.key)
            other.hear(proposal, judged.fit.factors, to_the_top=True)
        return other

    def settle(self, climb: Climb) -> Judged:
        """The preferred graph, once all that come close to it have been climbed further, so that noise decides less."""
        settled: set[bytes] = set()
        while True:
            preferred = self.preferred()
            close = self.merit(preferred[0]) - _CLOSE_CALL
            for judged in preferred:
                contends = judged is preferred[0] or self.merit(judged) > close
                if contends and judged.key not in settled:
                    self._keep(self._refitted(judged, climb))
                    settled.add(judged.key)
            if self.preferred(1)[0].key in settled:
                return self.preferred(1)[0]

    def preferred(self, n_best: int | None = None) -> list[Judged]:
        """Graphs by their merit, best first; where the evidence decides, only those close to the best."""
        if self._arrow_log_odds is None:
            return self.ranking(n_best)
        least = self.highest() - _WITHIN_CHOICE
        close = [judged for judged in self.ranking() if judged.criterion >= least]
        return sorted(close, key=lambda judged: -self.merit(judged))[:n_best]

    def merit(self, judged: Judged) -> float:
        """What the choice goes by: the criterion, or the evidence with the prior odds where that is lower."""
        if self._arrow_log_odds is None:
            return judged.criterion
        return min(judged.criterion, self.log_marginal(judged) + self._arrow_log_odds * judged.fit.n_edges)

    def log_marginal(self, judged: Judged) -> float:
        """Log marginal likelihood of a graph by Laplace's approximation."""
        if judged.key not in self._log_volumes:
            posterior = slope_posterior(self.boxes, judged.fit, n_threads=self.n_threads)
            self._log_volumes[judged.key] = posterior.log_volume()
        return judged.log_likelihood + self._log_volumes[judged.key]

    def adopt(self, other: "Judge") -> None:
        """Take over the verdicts of another judge of the same rows; of two on a graph, that of the longer climb."""
        for key, judged in other._pool.items():
            if key not in self._pool or judged.criterion > self._pool[key].criterion:
                self._keep(judged)

    def has_heard(self, key: bytes) -> bool:
        """Whether a graph of this key, or one equivalent to it, has been judged."""
        return key in self._pool

    def highest(self) -> float:
        """The criterion of the best graph so far."""
        return max((judged.criterion for judged in self._pool.values()), default=-np.inf)

    def _keep(self, judged: Judged) -> None:
        """Put a graph into the pool, or in the place of its former fit."""
        self._pool[judged.key] = judged
        self._log_volumes.pop(judged.key, None)

    def _rough(self, proposal: Proposal) -> Climb:
        """A climb that tells whether a graph comes close to the best."""
        hopeless = self.highest() - _HOPELESS + self.price * proposal.dag.sum()
        return replace(self._climb, tolerance=max(self._climb.tolerance, _ROUGHLY), hopeless=hopeless)

    def _refitted(self, judged: Judged, climb: Climb) -> Judged:
        proposal = Proposal(judged.fit.dag, judged.fit.slopes, judged.penalty)
        return self._climbed(proposal, judged.fit.slopes, judged.fit.factors, climb)

    def _climbed(self, proposal: Proposal, slopes: NDArray[np.float64], factors: Factors, climb: Climb) -> Judged:
        fit = fit_graph(self.boxes, proposal.dag, slopes, factors, climb, n_threads=self.n_threads)
        return Judged(fit, self.price, proposal.penalty)

    def _forget_factors(self, shared: Factors) -> None:
        """Take their factors from the graphs behind the best: at most one a hearing still has its own."""
        self._shared = shared
        if self._n_kept is None:
            return
        for judged in self.ranking()[self._n_kept :]:
            if judged.fit.factors is not shared:
                self._pool[judged.key] = replace(judged, fit=replace(judged.fit, factors=shared))

    def ranking(self, n_best: int | None = None) -> list[Judged]:
        """The best graphs so far, best first."""
        return sorted(self._pool.values(), key=lambda judged: -judged.criterion)[:n_best]
