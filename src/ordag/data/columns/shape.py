# SPDX-License-Identifier: MIT
"""Shape of the continuous columns: how far from a bell, and whether many rows are at a floor or a ceiling."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ordag.kernels import normal

# Correlation of the ordered entries with those that a normal variable would have. Normal entries lie above, but for
# some of few rows, and so do evenly spread ones (0.977); entries of skewness one fall below, where links begin to be
# lost (docs/decisions/normal-scores.md).
_LEAST_LIKE_A_BELL = 0.97
# Of the entries so many on one value are worth a word.
_HEAP = 0.2
# Fewer entries tell no shape.
_FEWEST = 30
# A limit is a value at an end that many rows share; without a declaration, clearly more than share any other, of many.
_LEAST_ROWS, _LEAST_SHARE = 5, 0.02
_CLEAR_ROWS, _CLEAR_SHARE, _TIMES_OTHERS, _FEWEST_VALUES = 20, 0.05, 4, 20
# Values that a limit cut off come close to it; a gap of this share of their range parts two questions.
_GAP = 0.2


@dataclass(frozen=True)
class Shape:
    """How near a column is to a bell (1: straight in a normal plot), its skewness, its commonest value and the share.

    `straightness` is the correlation of the ordered entries with normal quantiles.
    """

    straightness: float
    skewness: float
    commonest: float
    share: float

    @property
    def is_far_from_normal(self) -> bool:
        """Whether a normal distribution is a poor description."""
        return self.straightness < _LEAST_LIKE_A_BELL

    @property
    def has_heap(self) -> bool:
        """Whether many of the entries are the same."""
        return self.share > _HEAP


def shape_of(values: npt.NDArray[np.float64]) -> Shape | None:
    """Shape of a column, NaN where missing; None if too few entries tell.

    Examples
    --------
    >>> shape_of(np.repeat([0.0, 1.0, 2.0, 50.0], [70, 20, 9, 1]))
    Shape(straightness=0.35..., skewness=9.60..., commonest=0.0, share=0.7)
    """
    seen = values[~np.isnan(values)]
    distinct, counts = np.unique(seen, return_counts=True)
    if len(seen) < _FEWEST or len(distinct) < 2:
        return None
    # In units of the largest entry, so that cubes of huge numbers stay finite.
    scaled = (seen - seen.mean()) / np.abs(seen - seen.mean()).max()
    skewness = float((scaled**3).mean() / (scaled**2).mean() ** 1.5)
    most = int(counts.argmax())
    normal_ones = normal.quantile((np.arange(len(seen)) + 0.5) / len(seen))
    straightness = float(np.sort(scaled) @ normal_ones / np.sqrt((scaled @ scaled) * (normal_ones @ normal_ones)))
    return Shape(straightness, skewness, float(distinct[most]), float(counts[most] / len(seen)))


@dataclass(frozen=True)
class Limits:
    """A floor and a ceiling of a column, None where it has none, and the share of the entries there.

    `is_apart` is whether no other value comes near one of them, as amounts do not come near the zero of those without.
    """

    floor: float | None
    ceiling: float | None
    share: float
    is_apart: bool = False

    @property
    def any(self) -> bool:
        """Whether there is one."""
        return self.floor is not None or self.ceiling is not None

    @property
    def worded(self) -> str:
        """Both in words."""
        return " and ".join(f"{limit:g}" for limit in (self.floor, self.ceiling) if limit is not None)


def shared_limits(values: npt.NDArray[np.float64]) -> Limits:
    """Ends of a column that several rows share.

    Examples
    --------
    >>> shared_limits(np.r_[np.zeros(30), np.arange(1.0, 71)])
    Limits(floor=0.0, ceiling=None, share=0.3, is_apart=False)
    """
    distinct, counts = np.unique(values[~np.isnan(values)], return_counts=True)
    return _limits(distinct, counts, counts >= max(_LEAST_ROWS, _LEAST_SHARE * counts.sum()))


def clear_limits(values: npt.NDArray[np.float64]) -> Limits:
    """Ends at which a column is cut off, by its values alone: many rows are there, and few share any other of many.

    Examples
    --------
    >>> clear_limits(np.repeat(np.arange(5.0), [40, 30, 20, 10, 5])).any  # a count
    False
    """
    distinct, counts = np.unique(values[~np.isnan(values)], return_counts=True)
    if len(distinct) < _FEWEST_VALUES:
        return Limits(None, None, 0.0)
    elsewhere = int(counts[1:-1].max())
    enough = max(_CLEAR_ROWS, _CLEAR_SHARE * counts.sum(), _TIMES_OTHERS * elsewhere)
    return _limits(distinct, counts, counts >= enough)


def _limits(distinct: npt.NDArray[np.float64], counts: npt.NDArray[np.intp], is_limit: npt.NDArray[np.bool_]) -> Limits:
    ends = [place for place in (0, len(distinct) - 1) if len(distinct) > 1 and is_limit[place]]
    floor, ceiling = (float(distinct[place]) if place in ends else None for place in (0, len(distinct) - 1))
    gaps = [abs(distinct[place] - distinct[1 if place == 0 else -2]) for place in ends]
    others = np.delete(distinct, ends)
    is_apart = len(others) > 1 and max(gaps, default=0.0) > _GAP * np.ptp(others)
    return Limits(floor, ceiling, float(counts[ends].sum() / max(counts.sum(), 1)), bool(is_apart))
