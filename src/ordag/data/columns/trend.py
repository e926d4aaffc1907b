# SPDX-License-Identifier: MIT
"""Do other columns rise or fall along the codes of a column? Those of a nominal one go up and down.

For each other column the variance between the groups is compared with what a monotone sequence of means explains of it
(isotonic regression, in the better direction), and with the noise of the means.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ordag.kernels.tails import chi_squared_tail, f_tail

Array = npt.NDArray[np.float64]

# Groups with fewer rows say nothing of their mean.
_FEWEST_IN_GROUP = 8
# Chance of taking noise for an association, or for a departure from a monotone one, over all columns compared.
_LEVEL = 0.001
# Share of the variance between groups that a monotone sequence explains where codes are in order, and where not.
_SUPPORTS, _DOUBTS, _DENIES = 0.93, 0.75, 0.6
_FEWEST_RELATED = 3
# A share of the variance between groups that is rounding, where nothing varies within them.
_NO_NOISE = 1e-12


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

    @property
    def denies_order(self) -> bool:
        """Whether several other columns go up and down along the codes as along shuffled ones."""
        return self.doubts_order and self.n_related >= _FEWEST_RELATED and self.share < _DENIES


@dataclass(frozen=True, eq=False)
class Others:
    """Columns of numbers, centred, with 0 where missing; their squares; and 1 where they are seen, 0 elsewhere."""

    values: Array
    squares: Array
    seen: Array

    @classmethod
    def of(cls, columns: Sequence[Array]) -> "Others":
        """From (n_rows,) numbers each, NaN where missing."""
        values = np.array(columns)
        seen = np.isfinite(values)
        values = np.where(seen, values, 0.0)
        # No digits are lost to a far-off mean.
        values -= (values.sum(axis=-1) / np.maximum(seen.sum(axis=-1), 1))[..., None]
        values[~seen] = 0.0
        return cls(values, values**2, seen.astype(float))


def trend(codes: npt.NDArray[np.intp], others: Others, left_out: int | None = None) -> Trend:
    """How other columns go along the codes of a column.

    Parameters
    ----------
    codes
        (n_rows,) position among the values, −1 where missing.
    others
        The other columns.
    left_out
        One among them that is the column itself.

    Examples
    --------
    >>> rng = np.random.default_rng(0)
    >>> codes = rng.integers(0, 5, 2000)
    >>> rising = [codes + rng.normal(0, 2, 2000) for _ in range(3)]
    >>> trend(codes, Others.of(rising)).supports_order
    True
    >>> trend(codes, Others.of([np.array([0, 3, 1, 4, 2])[codes] + rng.normal(0, 2, 2000)])).doubts_order
    True
    """
    found = _associations(codes, others, left_out)
    related = [one for one in found if one.p_value * len(found) < _LEVEL]
    between = sum(one.between for one in related)
    left = [_squares_left_by_order(one) for one in related]
    departs = any(
        chi_squared_tail(lost, len(one.sizes) - 2) * len(related) < _LEVEL
        for one, lost in zip(related, left, strict=True)
    )
    return Trend(len(related), (between - sum(left)) / between if between else 1.0, departs)


@dataclass(frozen=True)
class _Association:
    """Means of a column by the groups of another, centred, in units of the noise within groups."""

    means: Array
    sizes: Array
    between: float
    p_value: float


def _associations(codes: npt.NDArray[np.intp], others: Others, left_out: int | None) -> list[_Association]:
    """How the groups of a column differ in each of the others, if three of them or more are large enough."""
    if not len(others.values) or codes.max(initial=-1) < 0:
        return []
    groups = (codes[:, None] == np.arange(codes.max() + 1)).astype(float)
    counts, sums, squares = (part @ groups for part in (others.seen, others.values, others.squares))
    columns = zip(counts, sums, squares, strict=True)
    found = [_association(*column) for place, column in enumerate(columns) if place != left_out]
    return [one for one in found if one is not None]


def _association(counts: Array, sums: Array, squares: Array) -> _Association | None:
    """From the number, sum and squares of the values in each group."""
    big = counts >= _FEWEST_IN_GROUP
    n_groups = int(big.sum())
    if n_groups < 3:
        return None
    sizes, means = counts[big], sums[big] / counts[big]
    centred = means - sums[big].sum() / sizes.sum()
    between = float(sizes @ centred**2)
    spare = float(sizes.sum()) - n_groups
    noise = float(squares[big].sum() - sizes @ means**2) / spare
    if noise <= _NO_NOISE * between:
        return None
    p_value = f_tail(between / (n_groups - 1) / noise, n_groups - 1, spare)
    return _Association(centred / np.sqrt(noise), sizes, between / noise, p_value)


def _squares_left_by_order(association: _Association) -> float:
    """Squares that a monotone sequence in the better direction leaves unexplained."""
    return min(_squares_left(sign * association.means, association.sizes) for sign in (1, -1))


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
