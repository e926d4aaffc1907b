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
from ordag.kernels.arrays import as_doubles, as_indices

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
    return _core.PythonTest(test=test)


def fisher_z(correlation: npt.ArrayLike, sizes: npt.ArrayLike) -> FisherZTest:
    """Fisher's z test; ``sizes`` is one number or one for each pair."""
    matrix = as_doubles(correlation)
    return _core.FisherZTest(correlation=matrix, sizes=as_doubles(np.broadcast_to(sizes, matrix.shape)))


def g_squared(codes: npt.ArrayLike, n_levels: Sequence[int], adaptive: bool, min_rows_per_df: float) -> NativeTest:
    """Likelihood-ratio test of nominal independence."""
    return _core.GSquaredTest(
        codes=_by_column(codes), n_levels=list(n_levels), adaptive=adaptive, min_rows_per_df=min_rows_per_df
    )


def jonckheere(codes: npt.ArrayLike, n_levels: Sequence[int]) -> JonckheereTerpstraTest:
    """Jonckheere–Terpstra test within strata."""
    return _core.JonckheereTerpstraTest(codes=_by_column(codes), n_levels=list(n_levels))


def symmetric(codes: npt.ArrayLike, n_levels: Sequence[int], values: npt.ArrayLike) -> SymmetricTest:
    """Symmetric test from two regressions; ``values`` holds the continuous columns in their places."""
    return _core.SymmetricTest(
        codes=_by_column(codes), n_levels=list(n_levels), values=as_doubles(np.asarray(values).T)
    )


def kendall(codes: npt.ArrayLike, n_levels: Sequence[int]) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
    """Kendall's tau_b of all pairs of columns, and the number of rows that each stands on."""
    columns = _by_column(codes)
    tau = np.empty((len(columns), len(columns)))
    pair_rows = np.empty_like(tau)
    _core.kendall_matrix(codes=columns, n_levels=list(n_levels), tau=tau, pair_rows=pair_rows)
    return tau, pair_rows


def _by_column(codes: npt.ArrayLike) -> npt.NDArray[np.int32]:
    return as_indices(np.asarray(codes).T)
