# SPDX-License-Identifier: MIT
"""Latent correlations of all pairs of columns."""

from collections.abc import Sequence
from enum import IntEnum
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ordag import _core
from ordag.kernels.arrays import as_doubles

Floats = npt.NDArray[np.float64]

# Estimates by maximum likelihood are kept within plus or minus this.
CORRELATION_LIMIT: float = _core.CORRELATION_LIMIT


class CellSmoothing(IntEnum):
    """Pseudo-counts put into each pairwise table; the numbers are those of the compiled enumeration."""

    NONE = 0
    ADD_ONE = 1
    INDEPENDENCE = 2


class PairwiseCorrelations(NamedTuple):
    """Symmetric (n, n) matrices; ``standard_errors`` is NaN unless asked for, ``n_pairs`` on the diagonal."""

    correlation: Floats
    standard_errors: Floats
    n_pairs: Floats


def pairwise_correlations(
    codes: npt.ArrayLike,
    continuous: npt.ArrayLike,
    weights: npt.ArrayLike | None,
    cuts: Sequence[Floats],
    *,
    smoothing: CellSmoothing = CellSmoothing.NONE,
    standard_errors: bool = True,
    n_threads: int = 1,
) -> PairwiseCorrelations:
    """Polychoric, polyserial or Pearson correlation of each pair, given the cuts of each column.

    Parameters
    ----------
    codes
        (n_rows, n_columns) level codes, -1 for missing; those of continuous columns are not read.
    continuous
        (n_rows, n_continuous) standardised values, NaN for missing.
    weights
        (n_rows,) frequencies, or None.
    cuts
        Inner cuts per column; empty marks a continuous column.
    """
    columns = np.ascontiguousarray(np.asarray(codes, dtype=np.int16).T)
    n = len(cuts)
    result = PairwiseCorrelations(*(np.empty((n, n)) for _ in range(3)))
    _core.pairwise_correlations(
        codes=columns,
        values=as_doubles(np.asarray(continuous).T),
        weights=np.empty(0) if weights is None else as_doubles(weights),
        cuts=[np.asarray(own, dtype=np.float64).tolist() for own in cuts],
        smoothing=int(smoothing),
        standard_errors=standard_errors,
        n_threads=n_threads,
        correlation=result.correlation,
        standard_error=result.standard_errors,
        n_pairs=result.n_pairs,
    )
    return result
