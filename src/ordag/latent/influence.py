# SPDX-License-Identifier: MIT
"""How far each row moves the estimated latent correlation of a pair: its influence function.

Margins are estimated first and the correlation given them, so that with s the score of a row for ρ, A = E[s²] its
information and B_m = E[s s_m] what it shares with the score of a parameter m of the margins (cuts; mean and scale), the
estimate moves by

    ρ̂ − ρ = (1/N) Σ_r IF_r,      IF_r = (s_r − Σ_m B_m IF_r^m) / A,      IF_r^cut = (1{x_r ≤ cut} − Φ(cut)) / φ(cut),

IF^m being the influence of the row on the margin. Averages of products of influences are the covariance of several
correlations, whatever the law of the rows (sandwich), with weights too; a pair's own rows count where entries are
missing.
"""

from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from ordag.data import OrdinalTable
from ordag.kernels import bivariate, normal
from ordag.latent.levels import in_levels
from ordag.latent.polychoric import PolychoricResult
from ordag.latent.thresholds import Margins

Array = npt.NDArray[np.float64]
Mask = npt.NDArray[np.bool_]

_TINY = 1e-12  # no cell is less probable, so that one that should be empty has no infinite score


@dataclass(frozen=True, eq=False)
class CorrelationInfluence:
    """Influence of each row on the pairwise latent correlations of a table.

    Attributes
    ----------
    table
        The encoded rows.
    margins
        That the correlations rest on.
    correlation : (n, n)
        Pairwise estimates, unrepaired.

    Examples
    --------
    >>> from ordag.latent import estimate_correlations
    >>> rng = np.random.default_rng(0)
    >>> first, noise = rng.normal(size=400), rng.normal(size=400)
    >>> table = OrdinalTable.from_codes(np.digitize(np.column_stack([first, first + noise]), [-1, 0.5]))
    >>> pairwise = estimate_correlations(table)
    >>> influence = CorrelationInfluence.of(table, pairwise).of_pair(0, 1)
    >>> abs(float(influence.mean())) < 1e-6  # the estimate balances its rows
    True
    >>> error = float(np.sqrt((influence**2).sum())) / 400
    >>> round(error, 2) == round(float(pairwise.standard_errors[0, 1]), 2)
    True
    """

    table: OrdinalTable
    margins: Margins
    correlation: Array
    _pairs: dict[tuple[int, int], Array] = field(default_factory=dict, repr=False)

    @classmethod
    def of(cls, table: OrdinalTable, pairwise: PolychoricResult) -> "CorrelationInfluence":
        """The influences behind pairwise estimates."""
        return cls(in_levels(table), pairwise.margins, pairwise.raw)

    def of_pair(self, first: int, second: int) -> Array:
        """(n_rows,) influence on one correlation; rows count by their weight when it is averaged."""
        if first > second:
            return self.of_pair(second, first)
        if (first, second) not in self._pairs:
            self._pairs[first, second] = self._computed(first, second)
        return self._pairs[first, second]

    def _computed(self, first: int, second: int) -> Array:
        continuous = self.margins.is_continuous
        if continuous[first] and continuous[second]:
            return self._of_numbers(first, second)
        if continuous[first]:
            first, second = second, first
        return self._of_mixed(first, second) if continuous[second] else self._of_levels(first, second)

    def _of_levels(self, first: int, second: int) -> Array:
        """Two ordinal columns: all is a function of the cell."""
        edges = (_edges(self.margins.cuts[first]), _edges(self.margins.cuts[second]))
        rho = float(self.correlation[first, second])
        cells = _cells(edges[0], edges[1], rho)
        score = _corners(_density(edges[0][:, None], edges[1][None, :], rho)) / cells
        information = float((cells * score**2).sum())
        shared = [
            (_strip(edges[axis], edges[1 - axis], rho) * -np.diff(score if axis == 0 else score.T, axis=0)).sum(axis=1)
            for axis in (0, 1)
        ]
        codes = self.table.codes[:, [first, second]]
        both: Mask = np.all(codes >= 0, axis=1)
        rows = np.where(both, score[codes[:, 0], codes[:, 1]], 0.0) / self._share(both)
        rows -= self._of_cuts(first, shared[0]) + self._of_cuts(second, shared[1])
        return np.asarray(rows / information)

    def _of_mixed(self, ordinal: int, continuous: int) -> Array:
        """An ordinal column and a continuous one: given the value, the levels follow a probit regression."""
        rho = float(self.correlation[ordinal, continuous])
        scale = np.sqrt(1 - rho**2)
        codes, values = self.table.codes[:, ordinal], self._standardised(continuous)
        both = (codes >= 0) & ~np.isnan(values)
        z, levels = np.where(both, values, 0.0), np.where(both, codes, 0)
        edges = _edges(self.margins.cuts[ordinal])
        ends = np.stack([edges[levels], edges[levels + 1]])
        argument = (ends - rho * z) / scale
        density = np.where(np.isfinite(ends), normal.pdf(argument), 0.0)
        turned = density * np.where(np.isfinite(ends), np.where(np.isfinite(ends), ends, 0) * rho - z, 0.0) / scale**3
        share = np.maximum(normal.cdf(argument[1]) - normal.cdf(argument[0]), _TINY)
        score = np.where(both, (turned[1] - turned[0]) / share, 0.0)
        by_value = np.where(both, -rho / scale * (density[1] - density[0]) / share, 0.0)
        weights = self.table.row_weights * both
        mean = weights / weights.sum()
        by_cut = [
            float(mean @ (score * ((levels == k) * density[1] - (levels == k + 1) * density[0]) / share / scale))
            for k in range(len(edges) - 2)
        ]
        information = float(mean @ score**2)
        rows = score / self._share(both) - self._of_cuts(ordinal, np.array(by_cut))
        moments = (-float(mean @ (score * by_value)), -float(mean @ (score * by_value * z)))
        return (rows - self._of_moments(continuous, *moments)) / information

    def _of_numbers(self, first: int, second: int) -> Array:
        """Two continuous columns: Pearson's correlation."""
        x, y = self._standardised(first), self._standardised(second)
        both = ~(np.isnan(x) | np.isnan(y))
        rho = float(self.correlation[first, second])
        return np.asarray(np.where(both, x * y - rho / 2 * (x**2 + y**2), 0.0) / self._share(both))

    def _of_cuts(self, column: int, shared: Array) -> Array:
        """What the cuts of an ordinal column pass on of a row's influence on them."""
        codes, cuts = self.table.codes[:, column], self.margins.cuts[column]
        seen = codes >= 0
        finite = np.isfinite(cuts)
        density = np.where(finite, normal.pdf(np.where(finite, cuts, 0.0)), np.inf)
        below = normal.cdf(cuts)
        by_level = ((np.arange(cuts.size + 1)[:, None] <= np.arange(cuts.size)) - below) / density @ shared
        return np.asarray(np.where(seen, by_level[np.where(seen, codes, 0)], 0.0) / self._share(seen))

    def _of_moments(self, column: int, by_mean: float, by_scale: float) -> Array:
        """The same for mean and scale of a continuous column, in units of the scale."""
        values = self._standardised(column)
        seen = ~np.isnan(values)
        z = np.where(seen, values, 0.0)
        return np.asarray(np.where(seen, by_mean * z + by_scale * (z**2 - 1) / 2, 0.0) / self._share(seen))

    def _standardised(self, column: int) -> Array:
        before = int(self.margins.is_continuous[:column].sum())
        return np.asarray(self.margins.standardised(self.table)[:, before])

    def _share(self, counted: Mask) -> float:
        """Share of the rows, by weight, over which an average is taken."""
        weights = self.table.row_weights
        return float(weights[counted].sum() / weights.sum())


def _edges(cuts: Array) -> Array:
    return np.concatenate([[-np.inf], cuts, [np.inf]])


def _cells(rows: Array, columns: Array, rho: float) -> Array:
    """Probability of each cell."""
    lower = np.stack(np.broadcast_arrays(rows[:-1, None], columns[None, :-1]), axis=-1)
    upper = np.stack(np.broadcast_arrays(rows[1:, None], columns[None, 1:]), axis=-1)
    return np.maximum(bivariate.rectangle(lower, upper, rho), _TINY)


def _corners(values: Array) -> Array:
    """Each cell's value from those at its corners."""
    return np.diff(np.diff(values, axis=0), axis=1)


def _density(x: Array, y: Array, rho: float) -> Array:
    """Bivariate normal density, 0 where an argument is infinite: the derivative of the distribution by ρ."""
    finite = np.isfinite(x) & np.isfinite(y)
    u, v = np.where(np.isfinite(x), x, 0.0), np.where(np.isfinite(y), y, 0.0)
    square = (u**2 - 2 * rho * u * v + v**2) / (1 - rho**2)
    return np.asarray(np.where(finite, np.exp(-square / 2) / (2 * np.pi * np.sqrt(1 - rho**2)), 0.0))


def _strip(edges: Array, across: Array, rho: float) -> Array:
    """(cuts, cells across) derivative of the cells below a cut by that cut."""
    cuts = edges[1:-1]
    finite = np.isfinite(cuts)
    inner = np.where(finite, cuts, 0.0)[:, None]
    below = normal.cdf((across[None, :] - rho * inner) / np.sqrt(1 - rho**2))
    return np.asarray(np.where(finite, normal.pdf(inner[:, 0]), 0.0)[:, None] * np.diff(below, axis=1))
