# SPDX-License-Identifier: MIT
"""How often resamples find the hidden causes of a network again, and their loadings."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ordag.errors import RequirementError
from ordag.hidden.matching import matched_causes
from ordag.model.checks import frozen_array

Matrix = npt.NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class HiddenSupport:
    """Shares of resamples; a hidden cause is found again where one has nearly proportional loadings.

    Attributes
    ----------
    found : (k,)
        Share of the resamples that have the hidden cause.
    loads : (k, n)
        Share of the resamples in which it acts on the column.
    means, deviations : (k, n)
        Of the loadings over the resamples that have it, signs as in the network; 0 where none has.
    counts : tuple of int
        How many resamples have no hidden cause, one, two and so on.
    """

    found: npt.NDArray[np.float64]
    loads: Matrix
    means: Matrix
    deviations: Matrix
    counts: tuple[int, ...]

    def __post_init__(self) -> None:
        for name in ("found", "loads", "means", "deviations"):
            object.__setattr__(self, name, frozen_array(getattr(self, name), float))
        shape = self.loads.shape
        if {shape, self.means.shape, self.deviations.shape} != {shape} or self.found.shape != shape[:1]:
            raise RequirementError("support of hidden causes", "have one row for each of them")

    @classmethod
    def of(cls, loadings: Matrix, resampled: Sequence[Matrix]) -> "HiddenSupport":
        """The support that the loadings of resamples, (m, n) each, give those of a network, (k, n).

        Examples
        --------
        >>> one = np.array([[0.8, 0.7, 0.6, 0.5]])
        >>> HiddenSupport.of(one, [one, -one, np.zeros((0, 4))]).found.round(2)
        array([0.67])
        """
        again = np.full((len(resampled), *loadings.shape), np.nan)
        for number, others in enumerate(resampled):
            matched = matched_causes(loadings, others)
            found = matched.found
            again[number, found] = matched.signs[found, None] * others[matched.other[found]]
        has = np.asarray(~np.isnan(again[:, :, 0]))
        n_found = np.maximum(has.sum(axis=0), 1)[:, None]
        values = np.nan_to_num(again)
        means = values.sum(axis=0) / n_found
        squares = (np.where(has[:, :, None], values - means, 0.0) ** 2).sum(axis=0) / np.maximum(n_found - 1, 1)
        counts = np.bincount([len(others) for others in resampled])
        return cls(
            has.mean(axis=0), (values != 0).mean(axis=0), means, np.sqrt(squares), tuple(int(count) for count in counts)
        )

    @property
    def n_resamples(self) -> int:
        """Number of resamples."""
        return sum(self.counts)
