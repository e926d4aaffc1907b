# SPDX-License-Identifier: MIT
"""Structural EM by persistent Gibbs chains, for many variables.

Expectation propagation costs n³ a row, a Gibbs sweep n² at most and far less once the graph is sparse. The moments are
those of the draws themselves, averaged by stochastic approximation: positive definite whatever the number of sweeps.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ordag.expectation import BoxArrays, GibbsState, Moments, sparse_precision, start_chains, sweep_chains
from ordag.graphs import dag_to_cpdag
from ordag.maximization import maximize
from ordag.strategies.expected import OnExpectedScore
from ordag.strategies.extrapolation import extrapolate
from ordag.strategies.information import information_share
from ordag.strategies.saturated import RIDGE, shrink
from ordag.strategies.structure_search import StructureSearch
from ordag.structural_em import State

_START_ITERATIONS = 60
_FEW_ROWS = 500
# Sweeps behind the moments that are searched; before them rounds of EM, and the sweeps of each.
_SWEEPS = 20
_ROUNDS, _SWEEPS_A_ROUND = 3, 5
# Entries of the CPDAG that may still change, as a share of its edges, when the chains count as settled.
_CHANGING_SHARE = 0.005
# Edges lose more of their information than the levels of their ends say, as other edges compete with them.
_LOSS_BEYOND_LEVELS = 2.0


@dataclass
class Chains:
    """Chains with the running average of their second moments."""

    boxes: BoxArrays
    state: GibbsState
    n_threads: int
    second: NDArray[np.float64] | None = None
    n_averaged: int = 0

    @classmethod
    def started(cls, boxes: BoxArrays, seed: int, n_threads: int) -> "Chains":
        """Chains at independent truncated normals."""
        return cls(boxes, start_chains(boxes, seed, n_threads=n_threads), n_threads)

    def forget(self) -> None:
        """Start the average anew, after the parameters have moved far."""
        self.n_averaged = 0

    def advance(self, correlation: NDArray[np.float64], n_sweeps: int) -> NDArray[np.float64]:
        """Averaged second moments after `n_sweeps` more sweeps."""
        weights, precision = self.boxes.weights, sparse_precision(correlation)
        for _ in range(n_sweeps):
            self.state = sweep_chains(self.state, self.boxes, precision, 1, n_threads=self.n_threads)
            drawn = (self.state.latent * weights) @ self.state.latent.T / weights.sum()
            self.n_averaged += 1
            self.second = drawn if self.second is None else self.second + (drawn - self.second) / self.n_averaged
        assert self.second is not None
        return self.second


def sample_saturated(
    chains: Chains, *, n_iterations: int = _START_ITERATIONS, ridge: float = RIDGE
) -> NDArray[np.float64]:
    """Latent correlation of the full graph by EM on the chains; the second half of the iterations is averaged."""
    total = chains.boxes.total_weight
    correlation = np.eye(chains.boxes.n_columns)
    for iteration in range(n_iterations):
        if iteration <= n_iterations // 2:
            chains.forget()
        correlation = shrink(chains.advance(correlation, 2), total, ridge)
    return correlation


def start_iterations(n_rows: float) -> int:
    """Iterations after which EM is as near to its end, in standard errors, as with few rows.

    The distance falls geometrically, so they grow with the logarithm of the rows (docs/decisions/many-rows.md).

    Examples
    --------
    >>> start_iterations(500), start_iterations(5000)
    (60, 180)
    """
    return round(_START_ITERATIONS * (1 + 2 * max(0.0, float(np.log10(n_rows / _FEW_ROWS)))))


def penalty_for_many(boxes: BoxArrays, edge_cost: float) -> float:
    """λ of the expected score at which an edge costs about `edge_cost` nats of observed-data likelihood.

    How it compares with the best λ in hindsight: docs/decisions/many-variables.md.
    """
    cost = np.log(boxes.total_weight) / 2
    return float(_LOSS_BEYOND_LEVELS * edge_cost / cost / information_share(boxes))


class SampledSteps(OnExpectedScore):
    """E-step by chains that go on, structure update on the expected score, regression.

    With `kappa` above one the score is that of extrapolated moments (`ordag.strategies.extrapolation`).
    """

    n_starts = 5

    def __init__(
        self, chains: Chains, search: StructureSearch, penalty: float, *, criterion: str = "bic", kappa: float = 1.0
    ) -> None:
        super().__init__(search, penalty, criterion)
        self._chains = chains
        self._kappa = kappa

    def expect(self, state: State) -> Moments:
        """Moments of the chains, once EM has brought the parameters of the current graph near their best.

        Otherwise they would belong to parameters that do not fit, which the search would repair by more edges.
        """
        correlation = state.parameters.correlation
        for _ in range(_ROUNDS if state.trace else 0):  # the full graph comes from EM
            correlation = maximize(self._moments_under(correlation, _SWEEPS_A_ROUND), state.dag).correlation
        second = self._moments_under(correlation, _SWEEPS)
        return Moments(second, np.full_like(second, np.nan), self._chains.boxes.total_weight)

    def _moments_under(self, correlation: NDArray[np.float64], n_sweeps: int) -> NDArray[np.float64]:
        """Extrapolated moments of the chains, not averaged with those under other parameters."""
        self._chains.forget()
        return extrapolate(correlation, self._chains.advance(correlation, n_sweeps), self._kappa)

    def is_settled(self, before: State, after: State) -> bool:
        """Whether hardly any edge still changes."""
        changed = np.count_nonzero(dag_to_cpdag(before.dag) != dag_to_cpdag(after.dag))
        return bool(before.trace) and bool(changed <= _CHANGING_SHARE * max(1, int(after.dag.sum())))
