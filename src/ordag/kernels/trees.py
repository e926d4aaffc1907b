# SPDX-License-Identifier: MIT
"""Compiled score of a family by its best decision tree."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from ordag import _core
from ordag._core import PcartScore

__all__ = ["MAX_BOXES", "PcartScore", "pcart_score"]

# Cells, one set of remaining levels for each parent, that the score of a family may have to visit.
MAX_BOXES: int = _core.PCART_MAX_BOXES


def pcart_score(
    codes: NDArray[np.integer],
    n_levels: Sequence[int],
    alpha: float,
    kappa: float,
    *,
    ordinal_response: bool,
    ordinal_predictors: bool,
    count_arrangements: bool,
) -> PcartScore:
    """Native PCART score of codes (row x node), which lie in 0 .. n_levels[node] - 1."""
    return _core.PcartScore(
        codes=np.ascontiguousarray(np.asarray(codes).T, dtype=np.uint8),
        n_levels=[int(n) for n in n_levels],
        alpha=float(alpha),
        kappa=float(kappa),
        ordinal_response=ordinal_response,
        ordinal_predictors=ordinal_predictors,
        count_arrangements=count_arrangements,
    )
