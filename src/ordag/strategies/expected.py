# SPDX-License-Identifier: MIT
"""Structural EM on the expected score with a given penalty, without Monte Carlo noise.

The paper's algorithm with three changes: the E-step is expectation propagation, moments carry a weak Wishart prior, and
the search is ours. The penalty multiplies the BIC cost of an edge, as the paper's λ does.
"""

import numpy as np

from ordag.expectation import BoxArrays, Factors, Moments, Points, Settling, propagate
from ordag.graphs import Adjacency, topological_order
from ordag.maximization import Parameters, maximize
from ordag.strategies.saturated import RIDGE, shrink
from ordag.strategies.structure_search import LatentScore, StructureSearch
from ordag.structural_em import ScoredGraph, State

_SETTLING = Settling(tolerance=1e-3)


class OnExpectedScore:
    """What strategies have in common whose structure update maximises the expected score at one λ."""

    n_starts = 10  # of every search

    def __init__(self, search: StructureSearch, penalty: float, criterion: str) -> None:
        self._search = search
        self._penalty = penalty
        self._criterion = criterion

    def search(self, moments: Moments, state: State) -> ScoredGraph:
        """Best graph of the expected score, also tried from the order of the current graph."""
        score = self._score_of(_regularized(moments), moments.total_weight)
        orders = [topological_order(state.dag)] if state.trace else []
        dag = self._search.best(score, orders=orders, n_starts=self.n_starts)
        among_variables = self._search.among_variables(dag)
        return ScoredGraph(dag, score.total(among_variables), int(among_variables.sum()))

    def maximize(self, moments: Moments, dag: Adjacency) -> Parameters:
        """Regression on the moments."""
        return maximize(_regularized(moments), dag)

    def _score_of(self, correlation: np.ndarray, n_rows: float) -> LatentScore:
        """The expected score on a correlation."""
        return self._search.score_on(correlation, n_rows, self._penalty, self._criterion)


def _regularized(moments: Moments) -> np.ndarray:
    """Correlation with a weak Wishart prior."""
    return shrink(moments.second, moments.total_weight, RIDGE)


class ExpectedSteps(OnExpectedScore):
    """E-step by expectation propagation or integration points, structure update on the expected score, regression."""

    def __init__(
        self,
        boxes: BoxArrays,
        search: StructureSearch,
        factors: Factors,
        penalty: float,
        *,
        criterion: str = "bic",
        points: Points | None = None,
        n_threads: int = 1,
    ) -> None:
        super().__init__(search, penalty, criterion)
        self._boxes = boxes
        self._factors = factors
        self._points = points
        self._n_threads = n_threads

    def expect(self, state: State) -> Moments:
        """Moments under the current parameters; the factors of the iteration before are the start."""
        self._factors, moments = propagate(
            self._factors,
            self._boxes,
            state.parameters.correlation,
            points=self._points,
            settling=_SETTLING,
            n_threads=self._n_threads,
        )
        return moments

    def is_settled(self, before: State, after: State) -> bool:
        """Whether the equivalence class was met before."""
        return after.classes[-1] in before.classes


def start_state(correlation: np.ndarray, n_columns: int) -> State:
    """The full graph in column order with the given correlation: where every strategy starts."""
    full = np.triu(np.ones((n_columns, n_columns), dtype=np.int8), 1)
    return State(full, maximize(correlation, full))
