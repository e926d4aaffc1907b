# SPDX-License-Identifier: MIT
"""Penalised likelihood of a linear Gaussian network, from a correlation or covariance matrix alone.

The score of the paper's structure update: with residual variance v of node j given its parents,

    local(j, P) = -N/2 log v - sum over i in P of penalty * factor[i, j] * cost,

where ``cost`` is log(N)/2 for BIC, 1 for AIC and log(N)/2 + gamma log(n - 1) for the extended BIC of Chen and Chen
(2008), "Extended Bayesian information criteria for model selection with large model spaces". The constant
-N/2 (1 + log 2 pi) per node is left out.
"""

import math
from copy import copy
from typing import Self

import numpy as np
import numpy.typing as npt

from ordag.errors import unknown_option
from ordag.kernels import scores as kernels
from ordag.kernels.scores import LocalScore
from ordag.scores.checks import covariance, edge_values, positive
from ordag.scores.contract import NativeScore

CRITERIA = ("bic", "aic", "ebic")


class GaussianBIC(NativeScore):
    """Gaussian score with the Bayesian information criterion, AIC or the extended BIC.

    Parameters
    ----------
    correlation
        (n, n) correlation or covariance matrix, positive definite.
    n_rows
        Number of observations behind the matrix, at least 1; need not be whole.
    penalty
        Multiplies the criterion's cost of every edge (the paper's lambda).
    criterion
        ``"bic"``, ``"aic"`` or ``"ebic"``.
    penalty_factors
        (n, n); entry [i, j] multiplies the cost of i → j further. Infinite: the edge is ruled out.
    gamma
        Weight of the extra cost of ``"ebic"``, between 0 and 1.

    Examples
    --------
    >>> score = GaussianBIC([[1.0, 0.6], [0.6, 1.0]], n_rows=100)
    >>> round(score.local(1, [0]), 4)  # -50 log(1 - 0.36) - log(100) / 2
    20.0118
    >>> score.total([[0, 1], [0, 0]]) == score.local(0, []) + score.local(1, [0])
    True
    """

    def __init__(
        self,
        correlation: npt.ArrayLike,
        n_rows: float,
        penalty: float = 1.0,
        *,
        criterion: str = "bic",
        penalty_factors: npt.ArrayLike | None = None,
        gamma: float = 0.5,
    ) -> None:
        self.correlation = covariance("correlation", correlation)
        self.n_rows = positive("n_rows", n_rows, least=1)
        self.criterion = criterion
        self.gamma = gamma
        self.penalty_factors = (
            None
            if penalty_factors is None
            else edge_values("penalty_factors", penalty_factors, self.n_nodes, negative=False)
        )
        self._price(penalty)

    def at_penalty(self, penalty: float) -> Self:
        """The score with another penalty; the matrix is not checked once more.

        Examples
        --------
        >>> score = GaussianBIC([[1.0, 0.6], [0.6, 1.0]], n_rows=100)
        >>> round(score.at_penalty(2.0).local(1, [0]), 4)  # -50 log(1 - 0.36) - log(100)
        17.7092
        """
        other = copy(self)
        other._price(penalty)
        return other

    def _price(self, penalty: float) -> None:
        self.penalty = positive("penalty", penalty, least=0)
        cost = self.penalty * edge_cost(self.criterion, self.n_rows, self.n_nodes, self.gamma)
        self.penalties = np.full(self.correlation.shape, cost)
        if (factors := self.penalty_factors) is not None:
            # An edge that is ruled out stays so where edges cost nothing.
            self.penalties = np.multiply(cost, factors, where=factors < np.inf, out=np.full_like(factors, np.inf))

    @property
    def n_nodes(self) -> int:
        """Number of nodes."""
        return len(self.correlation)

    def native(self) -> LocalScore:
        """A fresh handle for one run of a compiled search."""
        return kernels.gaussian(self.correlation, self.n_rows, self.penalties)


def edge_cost(criterion: str, n_rows: float, n_nodes: int, gamma: float) -> float:
    """What an edge costs in nats."""
    if criterion not in CRITERIA:
        raise unknown_option("criterion", criterion, CRITERIA)
    if criterion == "aic":
        return 1.0
    cost = math.log(n_rows) / 2
    if criterion == "ebic":
        cost += positive("gamma", gamma, least=0) * math.log(max(n_nodes - 1, 1))
    return cost
