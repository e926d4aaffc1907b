# SPDX-License-Identifier: MIT
"""Test that a partial correlation of the latent variables vanishes, with its error from the rows.

Levels hide part of every latent variable, so that a polychoric correlation is less certain than one of N rows of
numbers, by how much depends on the levels of all columns involved. Here the standard error comes from the influence of
each row on the correlations (`ordag.latent.influence`), carried over to the partial correlation r by its gradient:

    z = atanh r,      var z = c Σ_r w_r² (Σ_ij ∂z/∂ρ_ij IF_r^ij)² / (Σ w)²,      c = N' / (N' − |S| − 3),

N' being the effective number of rows and c what Fisher's z of a sample of numbers has.

A nominal column has several coordinates, its indicators (`ordag.latent.coordinates`). All partial correlations between
the coordinates of two columns, given those of the others, are then tested together, by z' V⁻¹ z with V the covariance
of the z that follows from the same influences, as Hotelling's T².
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain, combinations

import numpy as np
import numpy.typing as npt

from ordag.data import OrdinalTable
from ordag.independence.contract import distinct_nodes
from ordag.kernels import normal
from ordag.kernels.tails import f_tail
from ordag.latent import Coordinates, estimate_correlations
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
        NaN where the pairwise correlations contradict each other (their matrix is no correlation matrix). Where a
        column is nominal, the largest that any contrast of its categories has.
    standard_error
        NaN where a column is nominal.
    p_value
        Of no correlation, both tails; 1 where the estimate is NaN.
    """

    estimate: float
    standard_error: float
    p_value: float


class LatentPartialCorrelation:
    """Test of partial correlations of the latent variables, for columns of all kinds with missing entries.

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
        coordinates = Coordinates.of(table)
        shown = coordinates.indicators(table)
        self.blocks = coordinates.blocks
        self.influence = CorrelationInfluence.of(shown, estimate_correlations(shown, repair="none"))
        weights = table.row_weights
        self._weights = weights / weights.sum()
        self._n_effective = 1.0 / float((self._weights**2).sum())

    @property
    def n_nodes(self) -> int:
        """Number of columns."""
        return self.blocks.n_variables

    @property
    def equivalent_rows(self) -> float:
        """Rows of numbers that would tell the correlations as exactly as these rows do, in the mean over pairs.

        A correlation r of N rows of numbers has the variance (1 − r²)² / N.
        """
        shares = []
        for i, j in np.argwhere(np.triu(self.blocks.owners[:, None] < self.blocks.owners)).tolist():
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
        first, second, *others = (list(self.blocks.of(node)) for node in nodes)
        given = list(chain(*others))
        degrees = self._n_effective - len(given) - 3
        block = self.influence.correlation[np.ix_(places := [*first, *second, *given], places)]
        if degrees <= 0 or np.isnan(block).any() or np.linalg.eigvalsh(block)[0] < _LEAST_LEFT:
            return PartialCorrelation(np.nan, np.nan, 1.0)
        pairs = [self._of_pair([i, j, *given]) for i in first for j in second]
        estimates, influences = np.array([r for r, _ in pairs]), np.stack([rows for _, rows in pairs])
        covariance = (influences * self._weights**2) @ influences.T * self._n_effective / degrees
        z = np.arctanh(estimates) * (1 - estimates**2)
        if len(z) == 1:
            error = float(np.sqrt(covariance[0, 0]))
            return PartialCorrelation(float(estimates[0]), error, float(2 * normal.cdf(-np.abs(z[0]) / error)))
        return PartialCorrelation(_largest(block, len(first), len(second)), np.nan, _wald(z, covariance, degrees))

    def _of_pair(self, places: list[int]) -> tuple[float, Array]:
        """Partial correlation of the first two coordinates given the others, and each row's influence on it."""
        precision = np.asarray(np.linalg.inv(self.influence.correlation[np.ix_(places, places)]), dtype=np.float64)
        estimate = -precision[0, 1] / np.sqrt(precision[0, 0] * precision[1, 1])
        rows = np.zeros(len(self._weights))
        for (i, j), slope in zip(combinations(places, 2), _gradient(precision), strict=True):
            if slope != 0.0:
                rows += slope * self.influence.of_pair(i, j)
        return float(estimate), rows


def _wald(z: Array, covariance: Array, degrees: float) -> float:
    """P-value of values that are all zero (Hotelling's T²); 1 with fewer rows than values."""
    left = degrees - len(z) + 1
    if left <= 0:
        return 1.0
    statistic = float(z @ np.linalg.pinv(covariance, hermitian=True) @ z)
    return f_tail(float(statistic * left / (degrees * len(z))), len(z), float(left))


def _largest(correlation: Array, n_first: int, n_second: int) -> float:
    """The largest partial correlation of combinations of the first and the second coordinates, given those after."""
    n = n_first + n_second
    left = np.linalg.inv(np.linalg.inv(correlation)[:n, :n])  # covariance given the others
    roots = [np.linalg.cholesky(left[np.ix_(own, own)]) for own in (range(n_first), range(n_first, n))]
    between = np.linalg.solve(roots[0], left[:n_first, n_first:]) @ np.linalg.inv(roots[1]).T
    return float(np.linalg.svd(between, compute_uv=False)[0])


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
