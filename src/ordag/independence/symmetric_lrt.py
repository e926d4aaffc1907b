# SPDX-License-Identifier: MIT
"""The symmetric test of mixed variables from two regressions."""

from collections.abc import Sequence

import numpy as np

from ordag.data import OrdinalTable
from ordag.data.table import NUMBER_KINDS
from ordag.errors import InputValueError
from ordag.independence.contract import CompiledTest
from ordag.kernels import independence as kernels


class SymmetricLRT(CompiledTest[kernels.SymmetricTest]):
    """Test of conditional independence of ordinal, binary and continuous variables from two regressions.

    x is regressed on the conditioning nodes S, and on S with y; likewise y. An ordinal target has a proportional-odds
    regression (a binary one thus a logistic one) and a likelihood-ratio test, a continuous one a linear regression and
    an F test. Ordinal predictors enter by level, so that nothing is assumed of their distances, and continuous ones
    linearly. The two p-values p and q become min(2 min(p, q), max(p, q)) (Tsagris, Borboudakis, Lagani, Tsamardinos
    2018). Rows in which one of the nodes is missing are left out of the test.

    Parameters
    ----------
    table
        The encoded rows.

    Examples
    --------
    >>> rng = np.random.default_rng(1)
    >>> x = rng.integers(0, 3, 300)
    >>> y = (x + rng.integers(0, 3, 300)) // 2
    >>> test = SymmetricLRT(OrdinalTable.from_codes(np.column_stack([x, y, rng.integers(0, 2, 300)])))
    >>> test.p_value(0, 1) < 1e-6, test.p_value(0, 2) > 0.05
    (True, True)
    """

    def __init__(self, table: OrdinalTable) -> None:
        self.table = table
        self._values = np.zeros(table.codes.shape)
        places = [place for place, kind in enumerate(table.kinds) if kind in NUMBER_KINDS]
        for place, column in zip(places, table.continuous.T, strict=True):
            # Scale changes no test; standardised columns keep the regressions well conditioned.
            spread = np.nanstd(column)
            self._values[:, place] = np.nan_to_num((column - np.nanmean(column)) / (spread if spread > 0 else 1.0))

    def native(self) -> kernels.SymmetricTest:
        """A fresh handle for one run of a compiled search."""
        return kernels.symmetric(self.table.codes, self.table.n_levels, self._values)

    def log_likelihood(self, target: int, predictors: Sequence[int] = ()) -> float:
        """Maximised log-likelihood of the proportional-odds regression of an ordinal target on other nodes."""
        node, *others = self._distinct("target and predictors", target, *predictors)
        if self.table.kinds[node] in NUMBER_KINDS:
            raise InputValueError(f"node {node}", "is continuous", "this is the likelihood of an ordinal target")
        return self._handle.log_likelihood(node, sorted(others))
