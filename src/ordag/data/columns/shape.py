# SPDX-License-Identifier: MIT
"""Shape of the continuous columns: the model takes their values as normal, so a column far from a bell is named."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ordag.data.table import OrdinalTable
from ordag.errors import warn
from ordag.remarks import FarFromNormal

# Skewness of an exponential variable, the plainest of those that start at zero and have a long tail.
_SKEWED = 2.0
# Of the entries so many on one value make a heap that no bell has.
_HEAP = 0.5
# Fewer entries tell no shape.
_FEWEST = 30


@dataclass(frozen=True)
class Shape:
    """Skewness of a column, the value that most of its entries have, and their share."""

    skewness: float
    commonest: float
    share: float

    @property
    def is_far_from_normal(self) -> bool:
        """Whether a normal distribution is a poor description."""
        return abs(self.skewness) > _SKEWED or self.share > _HEAP


def shape_of(values: npt.NDArray[np.float64]) -> Shape | None:
    """Shape of a column, NaN where missing; None if too few entries tell.

    Examples
    --------
    >>> shape_of(np.repeat([0.0, 1.0, 2.0, 50.0], [70, 20, 9, 1]))
    Shape(skewness=9.60..., commonest=0.0, share=0.7)
    """
    seen = values[~np.isnan(values)]
    distinct, counts = np.unique(seen, return_counts=True)
    if len(seen) < _FEWEST or len(distinct) < 2:
        return None
    # In units of the largest entry, so that cubes of huge numbers stay finite.
    scaled = (seen - seen.mean()) / np.abs(seen - seen.mean()).max()
    skewness = float((scaled**3).mean() / (scaled**2).mean() ** 1.5)
    most = int(counts.argmax())
    return Shape(skewness, float(distinct[most]), float(counts[most] / len(seen)))


def remark_on_shapes(table: OrdinalTable) -> None:
    """Warn of continuous columns that are far from normal, all in one warning."""
    names = [name for name, kind in zip(table.names, table.kinds, strict=True) if kind == "continuous"]
    shapes = {name: shape_of(values) for name, values in zip(names, table.continuous.T, strict=True)}
    far = {name: shape for name, shape in shapes.items() if shape is not None and shape.is_far_from_normal}
    if far:
        skewness = {name: shape.skewness for name, shape in far.items()}
        heaps = {name: (shape.commonest, shape.share) for name, shape in far.items() if shape.share > _HEAP}
        warn(FarFromNormal(skewness, heaps))
