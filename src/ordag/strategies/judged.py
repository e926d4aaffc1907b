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

Changes of the graph itself are proposed too, and a sketch of the data (`ordag.maximization.sketch`) orders all
proposals, so that only the most promising are refitted.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from ordag.expectation import BoxArrays, Factors, Moments, Settling, propagate
from ordag.graphs import Adjacency, dag_to_cpdag, topological_order
from ordag.kernels.latent import Climb
from ordag.maximization import Parameters
from ordag.maximization.observed import GraphFit, fit_graph, regress, unit_noise_slopes
from ordag.maximization.sketch import Sketch
from ordag.scores import GaussianBIC
from ordag.strategies.changes import promising_changes
from ordag.strategies.effort import Effort
from ordag.strategies.information import hidden_variances
from ordag.strategies.proposals import Proposals
from ordag.strategies.saturated import Saturated
from ordag.structural_em import State

# Up to this, in nats, the promise of a step can be trusted.
_SMALL_GAIN = 1.0
# A graph this far below the best, in nats, is not climbed to its top; one that a sketch places this far is not heard.
_HOPELESS = 8.0
_OUT_OF_SIGHT = 12.0
# Within so many nats of the best a graph is climbed with care, elsewhere until a step promises less than this.
_CLOSE = 1.5
_ROUGHLY = 0.4
# The search needs a correlation that is clear of singularity.
_SMALLEST_EIGENVALUE = 0.01
_SETTLING = Settling(tolerance=1e-2)


@dataclass(frozen=True)
class Judged:
    """A fitted graph with the price of its edges and the λ of the proposal it came from."""

    fit: GraphFit
    price: float
    penalty: float

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
    """A graph to be judged, with slopes to climb from and the λ at which it was found."""

    dag: Adjacency
    slopes: NDArray[np.float64]
    penalty: float

    @cached_property
    def key(self) -> bytes:
        """The same for equivalent graphs."""
        return dag_to_cpdag(self.dag).tobytes()


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
            self._pool[key] = judged
            self._forget_factors(self._shared or factors)
        return self._pool[key]

    def adopt(self, other: "Judge") -> None:
        """Take over the verdicts of another judge of the same rows."""
        self._pool = {**other._pool, **self._pool}

    def has_heard(self, proposal: Proposal) -> bool:
        """Whether the graph or one equivalent to it has been judged."""
        return proposal.key in self._pool

    def highest(self) -> float:
        """The criterion of the best graph so far."""
        return max((judged.criterion for judged in self._pool.values()), default=-np.inf)

    def _rough(self, proposal: Proposal) -> Climb:
        """A climb that tells whether a graph comes close to the best."""
        hopeless = self.highest() - _HOPELESS + self.price * proposal.dag.sum()
        return replace(self._climb, tolerance=max(self._climb.tolerance, _ROUGHLY), hopeless=hopeless)

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
        self._n_rows = float(judge.boxes.weights.sum())
        self._noise = hidden_variances(judge.boxes)

    def start(self, saturated: Saturated, known: State | None = None) -> State:
        """State of the best graph among the proposals from the full graph's correlation, and a known one."""
        prices = [multiple * self._judge.price for multiple in self._effort.path]
        proposed = self._propose(saturated.correlation, prices)
        if self._effort.n_changes:
            full = _full_graph(saturated)
            sketch = Sketch.around(full, saturated.correlation, self._noise, self._n_rows)
            proposed = [proposal for _, proposal in self._foresee(sketch, proposed)[: self._effort.n_roots]]
        self._hear(proposed, saturated.factors)
        if known is not None:
            penalty = self._penalty_at(self._judge.price)
            self._judge.hear(Proposal(known.dag, unit_noise_slopes(known.parameters), penalty), saturated.factors)
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
        proposed = []
        for kappa in self._effort.kappas:
            correlation = extrapolate(fit.parameters.correlation, moments.second, kappa)
            prices = [kappa * self._judge.price * multiple for multiple in self._effort.multiples]
            proposed += self._propose(correlation, prices, self._focus)
        if self._effort.n_changes:
            proposed = self._most_promising(proposed, moments)
        self._hear(proposed, self._factors)
        return self._judge.ranking(1)[0].fit.dag

    def _most_promising(self, proposed: list[Proposal], moments: Moments) -> list[Proposal]:
        """The best of the proposals and of changes of the graph in focus, as a sketch of the data has them.

        Around the best graph so far more is tried than around the others.
        """
        assert self._focus is not None
        price, fit = self._judge.price, self._focus.fit
        sketch = Sketch.around(fit, moments.second, self._noise, moments.total_weight)
        wide = self._focus.criterion >= self._judge.highest()
        changed = promising_changes(sketch, self._proposals.space, price, self._effort.n_changes, wide=wide)
        proposed = [*proposed, *(Proposal(dag, fit.slopes, self._focus.penalty) for dag in changed)]
        least = self._judge.highest() - _OUT_OF_SIGHT - self._focus.criterion
        foreseen = self._foresee(sketch, proposed, least)[: self._effort.n_heard]
        return [proposal for gain, proposal in foreseen if gain > least]

    def _foresee(
        self, sketch: Sketch, proposed: Sequence[Proposal], least: float = -np.inf
    ) -> list[tuple[float, Proposal]]:
        """Graphs not yet judged, best first, with what they add to the criterion of the sketch's centre."""
        foreseen = []
        for proposal in {p.key: p for p in reversed(proposed) if not self._judge.has_heard(p)}.values():
            dearer = self._judge.price * (int(proposal.dag.sum()) - sketch.centre.n_edges)
            gain, slopes = sketch.foresee(proposal.dag, proposal.slopes, hopeless=least + dearer)
            foreseen.append((gain - dearer, replace(proposal, slopes=slopes)))
        return sorted(foreseen, key=lambda pair: -pair[0])

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
        return float(price / (np.log(self._n_rows) / 2))

    def _next(self) -> Judged | None:
        waiting = [*self._roots, *self._judge.ranking(self._effort.n_beams)]
        return next((judged for judged in waiting if judged.fit.dag.tobytes() not in self._expanded), None)

    def _hear(self, proposed: Sequence[Proposal], factors: Factors) -> None:
        for proposal in proposed:
            self._judge.hear(proposal, factors)

    def _propose(
        self, correlation: NDArray[np.float64], prices: Sequence[float], focus: Judged | None = None
    ) -> list[Proposal]:
        """What the search finds on a correlation that has not been judged, dearest edges first."""
        proposed: dict[bytes, Proposal] = {}
        for price in sorted(prices, reverse=True):
            penalty = self._penalty_at(price)
            score = GaussianBIC(correlation, self._n_rows, penalty)
            near = self._proposals.near_best(
                score,
                self._effort.margin * price,
                orders=[topological_order(focus.fit.dag)] if focus else [],
                n_starts=self._effort.n_starts,
                n_near=self._effort.n_near,
            )
            for dag in near:
                found = Proposal(dag, np.zeros_like(correlation), penalty)
                if found.key not in proposed and not self._judge.has_heard(found):
                    proposed[found.key] = replace(found, slopes=regress(correlation, dag))
        return list(proposed.values())


def _full_graph(saturated: Saturated) -> GraphFit:
    """The full graph, as if its likelihood had been climbed."""
    dag = np.triu(np.ones(saturated.correlation.shape, dtype=np.int8), 1)
    return GraphFit(dag, regress(saturated.correlation, dag), 0.0, 0.0, saturated.factors, 0)


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
