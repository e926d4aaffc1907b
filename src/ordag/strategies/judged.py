# SPDX-License-Identifier: MIT
"""Structural EM that climbs the observed-data criterion: searches propose, the observed likelihood judges.

The expected score of the paper counts latent data as if they had been seen. An edge's gain comes out too large, and
draws made under an edge keep it: the reason why the paper needs λ from 3 to 6, and why single runs stick. Here every
proposed graph is refitted and judged by

    l_obs(G) − price · |edges|,        price = log(N)/2 + γ log(n − 1)     (extended BIC; γ = 0 is BIC),

where l_obs is the observed-data likelihood by expectation propagation, free of noise, so that graphs a nat apart can be
told apart. Proposals come from a decomposable search on extrapolated moments. With Σ the correlation of a graph and
M = E[YYᵀ | x] under it, M − Σ is the direction of EM, and the observed likelihood peaks κ times as far, κ being one
over the share of information that the levels leave. So the search is shown Σ + κ (M − Σ) with N / κ rows, for a few κ:
a quadratic picture of the observed likelihood in which an edge is neither overcounted nor stuck to.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from ordag.expectation import BoxArrays, Factors, Moments, Settling, propagate
from ordag.graphs import Adjacency, dag_to_cpdag, topological_order
from ordag.kernels.latent import Climb
from ordag.maximization import Parameters, maximize
from ordag.maximization.observed import GraphFit, fit_graph, unit_noise_slopes
from ordag.scores import GaussianBIC
from ordag.strategies.effort import Effort
from ordag.strategies.proposals import Proposals
from ordag.strategies.saturated import Saturated
from ordag.structural_em import State

# Up to this, in nats, the promise of a step can be trusted.
_SMALL_GAIN = 1.0
# A graph this far below the best, in nats, is not climbed to its top.
_HOPELESS = 8.0
# The search needs a correlation that is clear of singularity.
_SMALLEST_EIGENVALUE = 0.03
_SETTLING = Settling(tolerance=1e-2)


@dataclass(frozen=True)
class Judged:
    """A fitted graph with its criterion and the λ of the proposal it came from."""

    fit: GraphFit
    criterion: float
    penalty: float

    @property
    def log_likelihood(self) -> float:
        """At the top: the step not taken is worth about its promise, if that is small."""
        return self.fit.log_likelihood + min(self.fit.expected_gain, _SMALL_GAIN)

    @property
    def at_the_top(self) -> bool:
        """Whether the climb was not cut short."""
        return self.fit.expected_gain < _SMALL_GAIN


class Judge:
    """Refits graphs and ranks them; remembers every equivalence class it has seen.

    Factors take two numbers an entry of the table. Only the `n_kept` best graphs keep theirs (None: all); the others
    share those with which the first graph was heard, which are as good a start.
    """

    def __init__(
        self, boxes: BoxArrays, price: float, climb: Climb, *, n_kept: int | None = None, n_threads: int = 1
    ) -> None:
        self.boxes = boxes
        self.price = price
        self.n_threads = n_threads
        self._climb = climb
        self._n_kept = n_kept
        self._shared: Factors | None = None
        self._pool: dict[bytes, Judged] = {}

    def hear(
        self, dag: Adjacency, start: Parameters, factors: Factors, penalty: float, *, to_the_top: bool = False
    ) -> Judged:
        """The graph's verdict; a graph equivalent to one seen before is not fitted again.

        The climb of a hopeless graph is cut short, unless it is asked for `to_the_top`.
        """
        key = dag_to_cpdag(dag).tobytes()
        if key not in self._pool or (to_the_top and not self._pool[key].at_the_top):
            hopeless = -np.inf
            if self._pool and not to_the_top:
                hopeless = self.ranking(1)[0].criterion - _HOPELESS + self.price * dag.sum()
            climb = replace(self._climb, hopeless=hopeless)
            slopes = unit_noise_slopes(start)
            fit = fit_graph(self.boxes, dag, slopes, factors, climb, n_threads=self.n_threads)
            verdict = Judged(fit, -np.inf, penalty)
            self._pool[key] = replace(verdict, criterion=verdict.log_likelihood - self.price * fit.n_edges)
            self._forget_factors(self._shared or factors)
        return self._pool[key]

    def _forget_factors(self, shared: Factors) -> None:
        """Take their factors from the graphs behind the best: at most one a hearing still has its own."""
        self._shared = shared
        if self._n_kept is None:
            return
        for judged in self.ranking()[self._n_kept :]:
            if judged.fit.factors is not shared:
                key = dag_to_cpdag(judged.fit.dag).tobytes()
                self._pool[key] = replace(judged, fit=replace(judged.fit, factors=shared))

    def ranking(self, n_best: int | None = None) -> list[Judged]:
        """The best graphs so far, best first."""
        return sorted(self._pool.values(), key=lambda judged: -judged.criterion)[:n_best]


class JudgedSteps:
    """Best-first structural EM: the most promising graph not yet expanded is the next to propose from.

    The best roots of the start are all expanded, because the way to the top may lead from a runner-up; then the best
    graphs of all, until each of them has been.
    """

    def __init__(self, judge: Judge, proposals: Proposals, effort: Effort) -> None:
        self._judge = judge
        self._proposals = proposals
        self._effort = effort
        self._roots: list[Judged] = []
        self._expanded: set[bytes] = set()
        self._focus: Judged | None = None
        self._factors: Factors | None = None

    def start(self, saturated: Saturated, known: State | None = None) -> State:
        """State of the best graph among the proposals from the full graph's correlation, and a known one."""
        prices = [multiple * self._judge.price for multiple in self._effort.path]
        self._propose(saturated.correlation, saturated.factors, prices)
        if known is not None:
            self._judge.hear(known.dag, known.parameters, saturated.factors, self._penalty_at(self._judge.price))
        self._roots = self._judge.ranking(self._effort.n_roots)
        best = self._roots[0]
        return State(best.fit.dag, best.fit.parameters)

    def expect(self, state: State) -> Moments:
        """Moments under the best graph that has not been expanded."""
        self._focus = self._next() or self._judge.ranking(1)[0]
        self._expanded.add(self._focus.fit.dag.tobytes())
        self._factors, moments = propagate(
            self._focus.fit.factors,
            self._judge.boxes,
            self._focus.fit.parameters.correlation,
            settling=_SETTLING,
            n_threads=self._judge.n_threads,
        )
        return moments

    def search(self, moments: Moments, state: State) -> Adjacency:
        """The best graph after hearing the proposals from the extrapolated moments."""
        assert self._focus is not None
        assert self._factors is not None
        fit = self._focus.fit
        for kappa in self._effort.kappas:
            correlation = extrapolate(fit.parameters.correlation, moments.second, kappa)
            prices = [kappa * self._judge.price * multiple for multiple in self._effort.multiples]
            self._propose(correlation, self._factors, prices, [topological_order(fit.dag)])
        return self._judge.ranking(1)[0].fit.dag

    def maximize(self, moments: Moments, dag: Adjacency) -> Parameters:
        """Parameters at the top of the observed likelihood of the graph, which the judge has climbed already."""
        return self._judge.ranking(1)[0].fit.parameters

    def assess(self, dag: Adjacency) -> tuple[float, float | None]:
        """Criterion and observed log-likelihood of the best graph."""
        best = self._judge.ranking(1)[0]
        return best.criterion, best.fit.log_likelihood

    def is_settled(self, before: State, after: State) -> bool:
        """Whether all roots and all of the best graphs have been expanded."""
        return self._next() is None

    def _penalty_at(self, price: float) -> float:
        """The λ at which an edge costs so much."""
        return float(price / (np.log(self._judge.boxes.weights.sum()) / 2))

    def _next(self) -> Judged | None:
        waiting = [*self._roots, *self._judge.ranking(self._effort.n_beams)]
        return next((judged for judged in waiting if judged.fit.dag.tobytes() not in self._expanded), None)

    def _propose(
        self,
        correlation: NDArray[np.float64],
        factors: Factors,
        prices: Sequence[float],
        orders: Sequence[Sequence[int]] = (),
    ) -> None:
        """Let the judge hear what the search finds on a correlation, dearest edges first."""
        n_rows = float(self._judge.boxes.weights.sum())
        for price in sorted(prices, reverse=True):
            penalty = self._penalty_at(price)
            score = GaussianBIC(correlation, n_rows, penalty)
            near = self._proposals.near_best(
                score, price, orders=orders, n_starts=self._effort.n_starts, n_near=self._effort.n_near
            )
            for dag in near:
                self._judge.hear(dag, maximize(correlation, dag), factors, penalty)


def extrapolate(correlation: NDArray[np.float64], second: NDArray[np.float64], kappa: float) -> NDArray[np.float64]:
    """Correlation of Σ + κ (M − Σ), with κ lowered where it would come too close to a singular matrix."""
    direction = second - correlation
    moved = correlation + kappa * direction
    while np.linalg.eigvalsh(moved)[0] < _SMALLEST_EIGENVALUE and kappa > 0.1:
        kappa *= 0.8
        moved = correlation + kappa * direction
    scale = np.sqrt(np.diag(moved))
    out: NDArray[np.float64] = moved / np.outer(scale, scale)
    np.fill_diagonal(out, 1.0)
    return out
