# SPDX-License-Identifier: MIT
"""The Jonckheere–Terpstra test of trend between ordinal variables."""

from collections.abc import Sequence

import numpy.typing as npt

from ordag.independence.contract import CompiledTest, checked_codes
from ordag.kernels import independence as kernels


class JonckheereTerpstra(CompiledTest[kernels.JonckheereTerpstraTest]):
    """Test of conditional independence of ordinal variables, against a trend within the strata.

    Within each configuration of the conditioning nodes the statistic counts the pairs of rows in which x and y rise
    together, ties by half; its deviations from the mean and its variances (with ties on both sides) are summed over the
    configurations, and the ratio is referred to the standard normal distribution, both tails (Musella 2013). It is the
    same whichever of the two nodes is called x. As in bnlearn, strata of two rows add to the deviation but not to the
    variance. Rows in which one of the nodes is missing are left out of the test.

    Parameters
    ----------
    codes
        (rows, columns) level codes from 0, −1 where missing.
    n_levels
        Number of levels of each column; by default up to the largest code.

    Examples
    --------
    >>> import numpy as np
    >>> codes = np.column_stack([np.repeat([0, 1, 2], 20), np.tile([0, 0, 1, 1], 15)])
    >>> test = JonckheereTerpstra(codes)
    >>> test.statistic(0, 1), test.p_value(0, 1)
    (0.0, 1.0)
    """

    def __init__(self, codes: npt.ArrayLike, n_levels: Sequence[int] | None = None) -> None:
        self.codes, self.n_levels = checked_codes(codes, n_levels)

    def native(self) -> kernels.JonckheereTerpstraTest:
        """A fresh handle for one run of a compiled search."""
        return kernels.jonckheere(self.codes, self.n_levels)

    def statistic(self, x: int, y: int, conditioning: Sequence[int] = ()) -> float:
        """The standardised statistic: positive where ``x`` and ``y`` rise together, 0 where nothing varies."""
        return self._handle.statistic(*self._checked(x, y, conditioning))
