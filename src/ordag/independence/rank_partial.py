# SPDX-License-Identifier: MIT
"""Test of rank partial correlations whose size is right with ties."""

import math
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from ordag.independence.contract import checked_codes
from ordag.independence.correlations import kendall_correlation
from ordag.independence.fisher_z import FisherZ

# Ranks are merged into at most so many levels where the variance is estimated, which needs no more.
_MOST_LEVELS = 256
# Eigenvalues below this share of the largest are rounding errors: a node given twice.
_DETERMINED = 1e-10
# Beyond this, just below where `FisherZ` cuts, one node follows from the other.
_CERTAIN = 0.999999

Reals = npt.NDArray[np.float64]


class RankPartialCorrelation:
    """Test that a partial correlation of sin(π/2 τ_b) vanishes, with the variance that ties give it.

    Fisher's z takes the variance of a Pearson correlation, 1 / N. That of sin(π/2 τ_b) is (π/2)² q_x q_y / N for
    independent columns, where q = 2 (1 − Σ p³) / 3 (1 − Σ p²) over the shares p of the levels: 1.1 / N without ties,
    2.5 / N for two binary columns. Here the variance of the partial correlation is estimated by the squares of what
    each row contributes to it to first order, so that it holds whatever the ties, and whether or not the conditioning
    nodes depend on x or y. The ratio to its standard error is referred to the standard normal distribution, both tails.
    Pairs of nodes use the rows where both are observed; the p-value is 1 where fewer than four rows more than
    conditioning nodes are left, or where x or y follows from the conditioning nodes.

    Parameters
    ----------
    codes
        (rows, columns) codes or ranks from 0, −1 where missing.
    n_levels
        Number of levels of each column; by default up to the largest code.

    Examples
    --------
    >>> rng = np.random.default_rng(0)
    >>> first = rng.integers(0, 2, 200)
    >>> second, third = first ^ (rng.random(200) < 0.3), rng.integers(0, 3, 200)
    >>> test = RankPartialCorrelation(np.column_stack([first, second, third]))
    >>> test.p_value(0, 1) < 1e-6, test.p_value(0, 2, [1]) > 0.05
    (True, True)
    """

    def __init__(self, codes: npt.ArrayLike, n_levels: Sequence[int] | None = None) -> None:
        self.codes, self.n_levels = checked_codes(codes, n_levels)
        self.correlation, self.n_rows = kendall_correlation(self.codes, self.n_levels)
        self._fisher_z = FisherZ(self.correlation, self.n_rows)
        self._contributions: dict[tuple[int, int], Reals] = {}

    @property
    def n_nodes(self) -> int:
        """Number of nodes."""
        return len(self.n_levels)

    def p_value(self, x: int, y: int, conditioning: Sequence[int] = ()) -> float:
        """The p-value of independence of ``x`` and ``y`` given the nodes in ``conditioning``."""
        nodes = [*sorted((x, y)), *sorted(conditioning)]
        among = np.ix_(nodes, nodes)
        share_left = 1 - (len(conditioning) + 3) / max(self.n_rows[among].min(), 1.0)
        partial = self._fisher_z.partial_correlation(nodes[0], nodes[1], nodes[2:])
        if share_left <= 0 or partial == 0.0:
            return 1.0
        if abs(partial) > _CERTAIN:
            return 0.0
        precision = np.asarray(np.linalg.pinv(self.correlation[among], _DETERMINED, hermitian=True), dtype=np.float64)
        slopes = _slopes(precision)
        moved = np.zeros(len(self.codes))
        for i in range(len(nodes)):
            for j in range(i):
                moved += slopes[i, j] * self._contribution(nodes[j], nodes[i])
        # That of the estimate falls with 1 - r^2, by which the t statistic of a correlation mends it.
        variance = float(moved @ moved) / (share_left * (1 - partial**2))
        if variance == 0.0:
            return 0.0
        return math.erfc(abs(partial) / math.sqrt(2 * variance))

    def _contribution(self, x: int, y: int) -> Reals:
        """What each row adds to the correlation of a pair to first order."""
        pair = (x, y) if x < y else (y, x)
        if pair not in self._contributions:
            codes = self.codes[:, pair]
            seen = (codes >= 0).all(axis=1)
            adds = np.zeros(len(codes))
            if seen.any():
                adds[seen] = _contributions(*(_few_levels(column) for column in codes[seen].T))
            self._contributions[pair] = adds
        return self._contributions[pair]


def _few_levels(ranks: npt.NDArray[np.int32]) -> npt.NDArray[np.intp]:
    """Levels from 0 without gaps; ranks without ties are merged."""
    levels = np.unique(ranks, return_inverse=True)[1].astype(np.intp)
    return levels // -(-(int(levels.max()) + 1) // _MOST_LEVELS)


def _contributions(x: npt.NDArray[np.intp], y: npt.NDArray[np.intp]) -> Reals:
    """Derivatives of sin(π/2 τ_b) with respect to the weight of each row, divided by their number.

    With A the mean of sign(x_r − x_s) sign(y_r − y_s) over pairs of rows, D the share of pairs that differ in x and E
    that in y, τ_b = A / (D E)^(1/2).
    """
    n_rows = len(x)
    table = np.zeros((x.max() + 1, y.max() + 1))
    np.add.at(table, (x, y), 1 / n_rows)
    below, left = np.cumsum(table, axis=0) - table, np.cumsum(table, axis=1) - table
    corner = np.cumsum(below, axis=1) - below  # both smaller
    of_x, of_y = table.sum(axis=1), table.sum(axis=0)
    before_x, before_y = (np.cumsum(of_x) - of_x)[:, None], np.cumsum(of_y) - of_y
    # Concordant: both smaller or both larger. Discordant: one smaller and the other larger.
    smaller_x_larger_y = before_x - corner - below
    larger_x_smaller_y = before_y - corner - left
    equal_x, equal_y = of_x[:, None] + 0 * table, of_y + 0 * table
    ties = equal_x + equal_y - table
    sign = (1 - ties) - 2 * (smaller_x_larger_y + larger_x_smaller_y)
    share_x, share_y = 1 - of_x @ of_x, 1 - of_y @ of_y
    scale = math.sqrt(share_x * share_y)
    if scale == 0.0:
        return np.zeros(n_rows)
    mean = float((table * sign).sum())
    tau = mean / scale
    moved = 2 * (sign - mean) / scale
    moved -= tau * ((1 - equal_x - share_x) / share_x + (1 - equal_y - share_y) / share_y)
    by_cell: Reals = 0.5 * math.pi * math.cos(0.5 * math.pi * tau) * moved / n_rows
    return by_cell[x, y]


def _slopes(precision: Reals) -> Reals:
    """Derivatives of the partial correlation of the first two nodes by the correlations, symmetric."""
    first, second = precision[0], precision[1]
    scale = math.sqrt(first[0] * second[1])
    # A change dR of the matrix changes its inverse P by -P dR P.
    cross = np.outer(first, second)
    slopes = (cross + cross.T) / scale
    partial = -first[1] / scale
    slopes += partial * (np.outer(first, first) / first[0] + np.outer(second, second) / second[1])
    return np.asarray(slopes)
