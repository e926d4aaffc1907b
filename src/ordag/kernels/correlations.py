# SPDX-License-Identifier: MIT
"""Latent correlations of all pairs of columns."""

from collections.abc import Sequence
from enum import IntEnum
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ordag import _core

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
    values = np.ascontiguousarray(np.asarray(continuous, dtype=np.float64).T)
    frequencies = np.empty(0) if weights is None else np.ascontiguousarray(weights, dtype=np.float64)
    n = len(cuts)
    result = PairwiseCorrelations(*(np.empty((n, n)) for _ in range(3)))
    lists = [np.asarray(own, dtype=np.float64).tolist() for own in cuts]
    options = (int(smoothing), standard_errors, n_threads)
    _core.pairwise_correlations(columns, values, frequencies, lists, *options, *result)
    return result
