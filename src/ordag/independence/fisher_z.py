# SPDX-License-Identifier: MIT
"""Fisher's z test of partial correlations."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from ordag.errors import OptionError, RequirementError
from ordag.independence.contract import CompiledTest
from ordag.kernels import independence as kernels
from ordag.messages import OptionName

SYMMETRY_TOLERANCE = 1e-8  # of a matrix that was computed in double precision and written to a file


class FisherZ(CompiledTest[kernels.FisherZTest]):
    """Test that a partial correlation vanishes, by Fisher's transformation.

    With r the partial correlation of x and y given k nodes and N rows, sqrt(N − k − 3) atanh(r) is referred to the
    standard normal distribution, both tails; the p-value is 1 where N − k − 3 is not positive. The matrix need not be
    positive definite, as rank correlations may not be: the size of r is cut at 0.9999999, and r counts as 0 where it is
    undefined.

    Parameters
    ----------
    correlation
        (n, n) correlation matrix.
    n_rows
        Number of rows behind it; or, where entries differ (missing values), an (n, n) matrix of effective sizes. A test
        takes the mean over the pairs among its nodes (Cui, Groot, Heskes 2019).

    Examples
    --------
    >>> chain = [[1.0, 0.6, 0.36], [0.6, 1.0, 0.6], [0.36, 0.6, 1.0]]
    >>> test = FisherZ(chain, 100)
    >>> round(test.p_value(0, 2), 5), test.p_value(0, 2, [1])
    (0.00021, 1.0)
    """

    def __init__(self, correlation: npt.ArrayLike, n_rows: float | npt.ArrayLike) -> None:
        self.correlation = _square("correlation", correlation)
        if np.isinf(self.correlation).any():
            raise RequirementError(OptionName("correlation"), "be finite", "found inf")
        shape = self.correlation.shape
        self.n_rows = np.array(n_rows, dtype=np.float64)
        if self.n_rows.ndim:
            self.n_rows = _square("n_rows", n_rows)
            if self.n_rows.shape != shape:
                raise RequirementError(
                    OptionName("n_rows"), f"be one number or have shape {shape}", f"found {self.n_rows.shape}"
                )
        if not (self.n_rows >= 0).all():
            raise OptionError("n_rows", self.n_rows.min(), "zero or more")

    def native(self) -> kernels.FisherZTest:
        """A fresh handle for one run of a compiled search."""
        return kernels.fisher_z(self.correlation, self.n_rows)

    def partial_correlation(self, x: int, y: int, conditioning: Sequence[int] = ()) -> float:
        """Partial correlation of ``x`` and ``y`` given the nodes in ``conditioning``."""
        return self._handle.partial_correlation(*self._checked(x, y, conditioning))


def _square(name: str, values: npt.ArrayLike) -> npt.NDArray[np.float64]:
    matrix = np.array(values, dtype=np.float64)
    if matrix.ndim != 2 or matrix.shape[0] != matrix.shape[1] or np.isnan(matrix).any():
        raise RequirementError(OptionName(name), "be a square matrix without NaN", f"found shape {matrix.shape}")
    if not np.allclose(matrix, matrix.T, rtol=SYMMETRY_TOLERANCE, atol=SYMMETRY_TOLERANCE):
        raise RequirementError(OptionName(name), "be symmetric")
    return matrix
