# SPDX-License-Identifier: MIT
"""Shape of the continuous columns: one far from a bell counts by the normal scores of its values."""

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
