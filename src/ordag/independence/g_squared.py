# SPDX-License-Identifier: MIT
"""The likelihood-ratio test of independence of nominal variables."""

from collections.abc import Sequence

import numpy.typing as npt

from ordag.errors import OptionError
from ordag.independence.contract import CompiledTest, checked_codes
from ordag.kernels import independence as kernels
from ordag.options import as_flag, as_number

MIN_ROWS_PER_DF = 10.0  # the rule of pcalg's discrete tests


class GSquared(CompiledTest[kernels.NativeTest]):
    """Test of conditional independence of nominal variables, by the likelihood ratio (G²).

    G² = 2 Σ n_xys log(n_xys n_s / (n_xs n_ys)) over the cells of the table of x, y and the configurations s of the
    conditioning nodes, referred to a chi-squared distribution with (L_x − 1)(L_y − 1) Π L_s degrees of freedom. With
    fewer than ten rows per degree of freedom the p-value is 1: the data are too few to reject independence, so a
    search drops the edge. Rows in which one of the nodes is missing are left out of the test.

    Parameters
    ----------
    codes
        (rows, columns) level codes from 0, −1 where missing.
    n_levels
        Number of levels of each column; by default up to the largest code.
    adaptive
        Take one degree of freedom away for each empty cell, configurations that do not occur included; at least one
        stays.
    min_rows_per_df
        Rows per degree of freedom below which the p-value is 1; 0 tests always.

    Examples
    --------
    >>> import numpy as np
    >>> x = np.repeat([0, 0, 1, 1], [30, 10, 10, 30])
    >>> y = np.repeat([0, 1, 0, 1], [30, 10, 10, 30])
    >>> GSquared(np.column_stack([x, y])).p_value(0, 1) < 0.001
    True
    """

    def __init__(
        self,
        codes: npt.ArrayLike,
        n_levels: Sequence[int] | None = None,
        *,
        adaptive: bool = False,
        min_rows_per_df: float = MIN_ROWS_PER_DF,
    ) -> None:
        if not as_number("min_rows_per_df", min_rows_per_df) >= 0:
            raise OptionError("min_rows_per_df", min_rows_per_df, "zero or more")
        self.codes, self.n_levels = checked_codes(codes, n_levels)
        self.adaptive = as_flag("adaptive", adaptive)
        self.min_rows_per_df = min_rows_per_df

    def native(self) -> kernels.NativeTest:
        """A fresh handle for one run of a compiled search."""
        return kernels.g_squared(self.codes, self.n_levels, self.adaptive, self.min_rows_per_df)
