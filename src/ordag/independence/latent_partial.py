# SPDX-License-Identifier: MIT
"""Test that a partial correlation of the latent variables vanishes, with its error from the rows.

Levels hide part of every latent variable, so that a polychoric correlation is less certain than one of N rows of
numbers, by how much depends on the levels of all columns involved. Here the standard error comes from the influence of
each row on the correlations (`ordag.latent.influence`), carried over to the partial correlation r by its gradient:

    z = atanh r,      var z = c Σ_r w_r² (Σ_ij ∂z/∂ρ_ij IF_r^ij)² / (Σ w)²,      c = N' / (N' − |S| − 3),

N' being the effective number of rows and c what Fisher's z of a sample of numbers has.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
import numpy.typing as npt

from ordag.data import OrdinalTable
from ordag.independence.contract import distinct_nodes
from ordag.kernels import normal
from ordag.latent import estimate_correlations
from ordag.latent.influence import CorrelationInfluence

Array = npt.NDArray[np.float64]

# Smallest share of a variable that the others may leave: beyond, the pairwise estimates contradict each other.
_LEAST_LEFT = 1e-3


@dataclass(frozen=True)
class PartialCorrelation:
    """A partial correlation on the latent scale.

    Attributes
    ----------
    estimate
        NaN where the pairwise correlations contradict each other (their matrix is no correlation matrix).
    standard_error
    p_value
        Of no correlation, both tails; 1 where the estimate is NaN.
    """

    estimate: float
    standard_error: float
    p_value: float


class LatentPartialCorrelation:
    """Test of partial correlations of the latent variables, for ordinal and continuous columns with missing entries.

    It keeps its size where `ordag.independence.FisherZ` on polychoric correlations, which takes the rows for rows of
    numbers, rejects too often. Entries may be missing at random of one another (completely at random), and weights of
    rows count as survey weights.

    Parameters
    ----------
    table
        Encoded rows, from `ordag.data.encode`; every declared level must occur (``table.merged().table``).

    Examples
    --------
    >>> import ordag
    >>> data = ordag.simulate.ordinal_data([[0, 1, 0], [0, 0, 1], [0, 0, 0]], 500, levels=4, rng=1)
    >>> test = LatentPartialCorrelation(ordag.data.encode(data.frame))
    >>> test.p_value(0, 2) < 0.01, test.p_value(0, 2, [1]) > 0.05
    (True, True)
    """

    def __init__(self, table: OrdinalTable) -> None:
        self.influence = CorrelationInfluence.of(table, estimate_correlations(table, repair="none"))
        weights = table.row_weights
        self._weights = weights / weights.sum()
        self._n_effective = 1.0 / float((self._weights**2).sum())

    @property
    def n_nodes(self) -> int:
        """Number of columns."""
        return len(self.influence.correlation)

    @property
    def equivalent_rows(self) -> float:
        """Rows of numbers that would tell the correlations as exactly as these rows do, in the mean over pairs.

        A correlation r of N rows of numbers has the variance (1 − r²)² / N.
        """
        shares = []
        for i, j in combinations(range(self.n_nodes), 2):
            r = self.influence.correlation[i, j]
            variance = float(self._weights**2 @ self.influence.of_pair(i, j) ** 2)
            shares.append((1 - r**2) ** 2 / variance)
        return float(np.nanmean(shares))

    def p_value(self, x: int, y: int, conditioning: Sequence[int] = ()) -> float:
        """The p-value of independence of ``x`` and ``y`` given the nodes in ``conditioning``."""
        return self.partial_correlation(x, y, conditioning).p_value

    def partial_correlation(self, x: int, y: int, conditioning: Sequence[int] = ()) -> PartialCorrelation:
        """Partial correlation of ``x`` and ``y`` given the nodes in ``conditioning``, with its standard error."""
        nodes = distinct_nodes(self.n_nodes, "x, y and conditioning", x, y, *conditioning)
        degrees = self._n_effective - len(conditioning) - 3
        block = self.influence.correlation[np.ix_(nodes, nodes)]
        if degrees <= 0 or np.isnan(block).any() or np.linalg.eigvalsh(block)[0] < _LEAST_LEFT:
            return PartialCorrelation(np.nan, np.nan, 1.0)
        precision = np.asarray(np.linalg.inv(block), dtype=np.float64)
        estimate = -precision[0, 1] / np.sqrt(precision[0, 0] * precision[1, 1])
        rows = np.zeros(len(self._weights))
        for (i, j), slope in zip(combinations(range(len(nodes)), 2), _gradient(precision), strict=True):
            rows += slope * self.influence.of_pair(nodes[i], nodes[j])
        error = float(np.sqrt((self._weights**2 @ rows**2) * self._n_effective / degrees))
        z = np.arctanh(estimate) * (1 - estimate**2) / error
        return PartialCorrelation(float(estimate), error, float(2 * normal.cdf(-np.abs(z))))


def _gradient(precision: Array) -> Array:
    """Derivative of the partial correlation of the first two variables by each correlation, pairs in order.

    With P the inverse of the correlation matrix, ∂P/∂ρ_ij = −(P_i P_jᵀ + P_j P_iᵀ) for its columns P_i.
    """
    i, j = np.array(list(combinations(range(len(precision)), 2))).T
    root = np.sqrt(precision[0, 0] * precision[1, 1])
    partial = -precision[0, 1] / root
    crossed = precision[0, i] * precision[1, j] + precision[0, j] * precision[1, i]
    own = [2 * precision[k, i] * precision[k, j] for k in (0, 1)]
    return np.asarray(crossed / root + partial * (own[0] / precision[0, 0] + own[1] / precision[1, 1]) / 2)
