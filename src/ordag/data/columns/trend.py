# SPDX-License-Identifier: MIT
"""Do other columns rise or fall along the codes of a column? Those of a nominal one go up and down.

For each other column the variance between the groups is compared with what a monotone sequence of means explains of it
(isotonic regression, in the better direction), and with the noise of the means.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from scipy import stats

Array = npt.NDArray[np.float64]

# Groups with fewer rows say nothing of their mean.
_FEWEST_IN_GROUP = 8
# Chance of taking noise for an association, or for a departure from a monotone one, over all columns compared.
_LEVEL = 0.001
# Share of the variance between groups that a monotone sequence explains where codes are in order, and where not.
_SUPPORTS, _DOUBTS = 0.93, 0.75
_FEWEST_RELATED = 3


@dataclass(frozen=True)
class Trend:
    """How many other columns are associated, and what share of that a monotone sequence explains."""

    n_related: int
    share: float
    departs: bool

    @property
    def supports_order(self) -> bool:
        """Whether several other columns rise or fall along the codes."""
        return self.n_related >= _FEWEST_RELATED and self.share >= _SUPPORTS

    @property
    def doubts_order(self) -> bool:
        """Whether other columns go up and down along the codes."""
        return self.departs and self.share < _DOUBTS


def trend(codes: npt.NDArray[np.intp], others: Sequence[Array]) -> Trend:
    """How other columns go along the codes of a column.

    Parameters
    ----------
    codes
        (n_rows,) position among the values, −1 where missing.
    others
        (n_rows,) numbers each, NaN where missing.

    Examples
    --------
    >>> rng = np.random.default_rng(0)
    >>> codes = rng.integers(0, 5, 2000)
    >>> rising = [codes + rng.normal(0, 2, 2000) for _ in range(3)]
    >>> trend(codes, rising).supports_order
    True
    >>> trend(codes, [np.array([0, 3, 1, 4, 2])[codes] + rng.normal(0, 2, 2000)]).doubts_order
    True
    """
    found = [one for values in others if (one := _departure(codes, values)) is not None]
    related = [one for one in found if one[0] * len(found) < _LEVEL]
    between, monotone = sum(one[1] for one in related), sum(one[2] for one in related)
    departs = any(one[3] * len(related) < _LEVEL for one in related)
    return Trend(len(related), monotone / between if between else 1.0, departs)


def _departure(codes: npt.NDArray[np.intp], values: Array) -> tuple[float, float, float, float] | None:
    """P-value of an association, squares between groups in units of noise, those explained, p-value of a departure."""
    seen = (codes >= 0) & np.isfinite(values)
    counts = np.bincount(codes[seen])
    big = np.flatnonzero(counts >= _FEWEST_IN_GROUP)
    if len(big) < 3:
        return None
    kept = seen & np.isin(codes, big)
    sums = np.bincount(codes[kept], values[kept], minlength=len(counts))[big]
    sizes = counts[big].astype(float)
    means = sums / sizes
    centred = means - sums.sum() / sizes.sum()
    between = float(sizes @ centred**2)
    total = float(((values[kept] - sums.sum() / sizes.sum()) ** 2).sum())
    spare = sizes.sum() - len(big)
    noise = float(total - between) / float(spare)
    if noise <= 0:
        return None
    p_value = float(stats.f.sf(between / (len(big) - 1) / noise, len(big) - 1, spare))
    left = min(_squares_left(sign * centred, sizes) for sign in (1, -1))
    return p_value, between / noise, (between - left) / noise, float(stats.chi2.sf(left / noise, len(big) - 2))


def _squares_left(means: Array, sizes: Array) -> float:
    """Squares that a rising sequence leaves unexplained: neighbours that fall are pooled."""
    pools: list[tuple[float, float]] = []
    for mean, size in zip(means.tolist(), sizes.tolist(), strict=True):
        pools.append((mean, size))
        while len(pools) > 1 and pools[-2][0] > pools[-1][0]:
            (low, n_low), (high, n_high) = pools[-2:]
            pools[-2:] = [((low * n_low + high * n_high) / (n_low + n_high), n_low + n_high)]
    explained = sum(size * mean**2 for mean, size in pools)
    return float(sizes @ means**2) - explained
