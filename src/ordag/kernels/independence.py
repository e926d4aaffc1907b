# SPDX-License-Identifier: MIT
"""Conditional-independence tests of ``independence_test.hpp`` and rank correlations.

Codes come as (rows, columns) integers with −1 for missing; the kernels read one column after the other.
"""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from ordag import _core
from ordag._core import FisherZTest, JonckheereTerpstraTest, SymmetricTest
from ordag._core import IndependenceTest as NativeTest

__all__ = [
    "FisherZTest",
    "JonckheereTerpstraTest",
    "NativeTest",
    "SymmetricTest",
    "fisher_z",
    "from_python",
    "g_squared",
    "jonckheere",
    "kendall",
    "symmetric",
]


def from_python(test: object) -> NativeTest:
    """A test written in Python, to be called from a compiled search."""
    return _core.PythonTest(test)


def fisher_z(correlation: npt.ArrayLike, sizes: npt.ArrayLike) -> FisherZTest:
    """Fisher's z test; ``sizes`` is one number or one for each pair."""
    matrix = np.ascontiguousarray(correlation, dtype=np.float64)
    return _core.FisherZTest(matrix, np.ascontiguousarray(np.broadcast_to(sizes, matrix.shape), dtype=np.float64))


def g_squared(codes: npt.ArrayLike, n_levels: Sequence[int], adaptive: bool, min_rows_per_df: float) -> NativeTest:
    """Likelihood-ratio test of nominal independence."""
    return _core.GSquaredTest(_by_column(codes), list(n_levels), adaptive, min_rows_per_df)


def jonckheere(codes: npt.ArrayLike, n_levels: Sequence[int]) -> JonckheereTerpstraTest:
    """Jonckheere–Terpstra test within strata."""
    return _core.JonckheereTerpstraTest(_by_column(codes), list(n_levels))


def symmetric(codes: npt.ArrayLike, n_levels: Sequence[int], values: npt.ArrayLike) -> SymmetricTest:
    """Symmetric test from two regressions; ``values`` holds the continuous columns in their places."""
    return _core.SymmetricTest(
        _by_column(codes), list(n_levels), np.ascontiguousarray(np.asarray(values, dtype=np.float64).T)
    )


def kendall(codes: npt.ArrayLike, n_levels: Sequence[int]) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
    """Kendall's tau_b of all pairs of columns, and the number of rows that each stands on."""
    columns = _by_column(codes)
    tau = np.empty((len(columns), len(columns)))
    pair_rows = np.empty_like(tau)
    _core.kendall_matrix(columns, list(n_levels), tau, pair_rows)
    return tau, pair_rows


def _by_column(codes: npt.ArrayLike) -> npt.NDArray[np.int32]:
    return np.ascontiguousarray(np.asarray(codes).T, dtype=np.int32)
