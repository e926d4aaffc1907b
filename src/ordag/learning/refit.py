# SPDX-License-Identifier: MIT
"""Refitting: a graph is climbed to the top of its observed-data likelihood, which is charged for its edges.

criterion(G) = l_obs(G) − cost · |edges|,        cost = log(N)/2 + γ log(n − 1)     (extended BIC; γ = 0 is BIC)

An information criterion charges all edges alike, though levels may determine one slope well and another poorly. So the
last choice, among graphs that come close to the best, can be left to their evidence: the marginal likelihood by
Laplace's approximation, with V the posterior covariance of the slopes, and the prior odds of each arrow.

evidence(G) = l_obs(G) + log p(β) + log |2π V| / 2 + |edges| · log odds

Slopes that the levels determine poorly would cost little in it, down to nothing for rare levels, which look good by
chance most often. So the final criterion is the evidence or the criterion, whichever is lower.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import cached_property, partial

import numpy as np
from numpy.typing import NDArray

from ordag.expectation import BoxArrays, Factors, Moments, Points, Settling, propagate
from ordag.graphs import Adjacency
from ordag.learning.block_moves import BlockCosts
from ordag.learning.candidates import Candidate
from ordag.learning.pool import Pool, Refit
from ordag.learning.side_by_side import side_by_side
from ordag.learning.tolerances import CLOSE, CUTOFF, ROUGH
from ordag.maximization.observed import Climb, fit_graph, slope_posterior
from ordag.scores import PricedBlocks
from ordag.strategies.information import hidden_variances

# The largest change of a factor at which expectation propagation of a refitted graph stops.
_SETTLING = Settling(tolerance=1e-2)

# Graphs that are refitted side by side, whatever the number of threads: a climb that is cut short where its graph stays
# behind the best knows of no other among them.
_AT_ONCE = 2


@dataclass(frozen=True)
class Objective:
    """What graphs are ranked by, and how they are refitted.

    Attributes
    ----------
    boxes : BoxArrays
        The rows.
    edge_cost : float
        In nats.
    climb : Climb
        Of every graph that is refitted.
    arrow_log_odds : float or None
        Prior log odds of an arrow; with them the evidence decides among graphs that come close to the best.
    n_threads : int
    blocks : PricedBlocks, optional
        Where variables own several coordinates: which, and what an edge between two of them costs.
    """

    boxes: BoxArrays
    edge_cost: float
    climb: Climb
    arrow_log_odds: float | None = None
    n_threads: int = 1
    blocks: PricedBlocks | None = None
    # What Laplace's approximation adds, by graph and slopes: a pass over the rows each, so remembered.
    _log_volumes: dict[bytes, float] = field(default_factory=dict, repr=False, compare=False)

    @property
    def points(self) -> Points | None:
        """How likelihoods are integrated, or None where they are those of expectation propagation."""
        return self.climb.points

    @cached_property
    def noise(self) -> NDArray[np.float64]:
        """Variances of the errors of the surrogate, see `ordag.maximization.surrogate`."""
        return hidden_variances(self.boxes)

    @property
    def penalty(self) -> float:
        """The λ of the expected score at which an edge costs as much as here."""
        return self.penalty_at(self.edge_cost)

    def penalty_at(self, edge_cost: float) -> float:
        """The λ of the expected score at which an edge costs a number of nats."""
        return float(edge_cost / (np.log(self.boxes.total_weight) / 2))

    def n_edges(self, dag: Adjacency) -> int:
        """Edges between variables."""
        return int(dag.sum() if self.blocks is None else self.blocks.blocks.collapsed(dag).sum())

    def cost_of(self, dag: Adjacency, beyond: Adjacency | None = None) -> float:
        """What the edges of a graph cost in nats, or how much more than those of another."""
        count = np.sum if self.blocks is None else self.blocks.n_charged
        return float(self.edge_cost * (count(dag) - (0 if beyond is None else count(beyond))))

    @property
    def block_costs(self) -> BlockCosts:
        """What each edge between variables that own several coordinates costs."""
        assert self.blocks is not None
        return BlockCosts(self.blocks.blocks, self.edge_cost * self.blocks.factors)

    def log_marginal(self, refit: Refit) -> float:
        """Log marginal likelihood of a graph by Laplace's approximation."""
        key = refit.dag.tobytes() + refit.fit.slopes.tobytes()
        if key not in self._log_volumes:
            slopes = slope_posterior(self.boxes, refit.fit, n_threads=self.n_threads)
            self._log_volumes[key] = slopes.log_volume(None if self.blocks is None else self.blocks.blocks)
        return refit.log_likelihood + self._log_volumes[key]

    def final_criterion(self, refit: Refit) -> float:
        """What decides the final choice: the criterion, or the evidence where that is lower."""
        if self.arrow_log_odds is None:
            return refit.criterion
        return min(refit.criterion, self.log_marginal(refit) + self.arrow_log_odds * self.n_edges(refit.dag))


def refit_all(objective: Objective, pool: Pool, candidates: Iterable[Candidate], factors: Factors) -> Pool:
    """The pool after all candidates have been refitted from the same factors, a few side by side."""
    distinct = list({each.key: each for each in candidates if each.key not in pool}.values())
    for first in range(0, len(distinct), _AT_ONCE):
        new = distinct[first : first + _AT_ONCE]
        alone = replace(objective, n_threads=1) if len(new) > 1 else objective
        for found in side_by_side(partial(_roughly_refitted, alone, pool, factors), new, objective.n_threads):
            pool = pool.with_refit(found).sharing(factors)
    return pool


def refit(
    objective: Objective, pool: Pool, candidate: Candidate, factors: Factors, *, to_convergence: bool = False
) -> Pool:
    """The pool with the candidate's class in it; a graph equivalent to one in the pool is not fitted again.

    The climb of a graph far below the best is cut short, unless it is wanted `to_convergence`.
    """
    if candidate.key in pool and (pool[candidate.key].converged or not to_convergence):
        return pool
    climb = objective.climb if to_convergence else _rough_climb(objective, pool, candidate)
    return pool.with_refit(_climbed_further(objective, pool, factors, candidate, climb)).sharing(factors)


def _roughly_refitted(objective: Objective, pool: Pool, factors: Factors, candidate: Candidate) -> Refit:
    """The candidate, climbed only as far as it takes to see that it stays behind the best."""
    return _climbed_further(objective, pool, factors, candidate, _rough_climb(objective, pool, candidate))


def _climbed_further(objective: Objective, pool: Pool, factors: Factors, candidate: Candidate, climb: Climb) -> Refit:
    """The candidate after a climb, and after another to the tolerance of the objective if it comes close."""
    found = climbed(objective, candidate, factors, climb)
    if found.criterion > pool.highest - CLOSE and found.fit.expected_gain > objective.climb.tolerance:
        found = climbed(objective, found.as_candidate(), found.fit.factors, objective.climb)
    return found


def climbed(objective: Objective, candidate: Candidate, factors: Factors, climb: Climb) -> Refit:
    """The candidate after a climb of its observed likelihood."""
    fit = fit_graph(
        *(objective.boxes, candidate.dag, candidate.slopes, factors, climb),
        hidden=objective.noise,
        n_threads=objective.n_threads,
    )
    # The probability of levels; the climb refuses slopes at which rounding makes more of it.
    assert fit.log_likelihood <= 0.0 or objective.boxes.continuous.any()
    return Refit(fit, objective.cost_of(fit.dag), candidate.penalty, candidate.key)


def expected_moments(objective: Objective, graph: Refit) -> tuple[Factors, Moments]:
    """Settled factors, and expected second moments of the latent variables, under a refitted graph."""
    return propagate(
        graph.fit.factors,
        objective.boxes,
        graph.fit.parameters.correlation,
        points=objective.points,
        settling=_SETTLING,
        n_threads=objective.n_threads,
    )


def _rough_climb(objective: Objective, pool: Pool, candidate: Candidate) -> Climb:
    """A climb that shows whether a graph comes close to the best."""
    cutoff = pool.highest - CUTOFF + objective.cost_of(candidate.dag)
    return replace(objective.climb, tolerance=max(objective.climb.tolerance, ROUGH), cutoff=cutoff)
