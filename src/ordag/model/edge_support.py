# SPDX-License-Identifier: MIT
"""How often resamples of the rows, or draws of a posterior, have each link and each arrow."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
import numpy.typing as npt
import pandas as pd

Matrix = npt.NDArray[np.float64]  # (n, n)
SupportUnit = Literal["resample", "posterior draw"]


@dataclass(frozen=True, eq=False)
class EdgeSupport:
    """How often resampled data, or draws of a posterior, agree, for each pair of variables.

    Attributes
    ----------
    support : (n, n)
        Share of resamples with an edge between i and j, in either direction.
    direction : (n, n)
        Share of resamples with i → j; an undirected edge counts half for each direction.
    n_resamples : int
    unit : "resample" or "posterior draw"
        What was counted.
    """

    support: Matrix
    direction: Matrix
    n_resamples: int
    unit: SupportUnit = "resample"

    def to_frame(self, names: Sequence[str]) -> pd.DataFrame:
        """One row per pair that was ever joined, most often joined first, from its more frequent direction.

        Parameters
        ----------
        names
            Of the variables.

        Examples
        --------
        >>> support = EdgeSupport(np.array([[0, 0.9], [0.9, 0]]), np.array([[0, 0.3], [0.6, 0]]), 10)
        >>> support.to_frame(["sleep", "mood"])
           from     to  support  direction  reverse
        0  mood  sleep      0.9        0.6      0.3
        """
        i, j = np.nonzero(np.triu(self.support))
        forward = self.direction[i, j] >= self.direction[j, i]
        source, target = np.where(forward, i, j), np.where(forward, j, i)
        labels = np.array(names, dtype=object)
        pairs = pd.DataFrame(
            {
                "from": labels[source],
                "to": labels[target],
                "support": self.support[source, target],
                "direction": self.direction[source, target],
                "reverse": self.direction[target, source],
            }
        )
        return pairs.sort_values("support", ascending=False, kind="stable", ignore_index=True)
