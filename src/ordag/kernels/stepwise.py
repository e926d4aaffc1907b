# SPDX-License-Identifier: MIT
"""Which terms of a quadratic form to keep, found one change at a time; see ``cpp/include/ordag/stepwise.hpp``."""

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ordag import _core
from ordag._core import StepwiseTerms
from ordag.kernels.arrays import as_bytes, as_doubles, as_indices

__all__ = ["StepwiseTerms", "stepwise_terms", "toggle_and_improve"]


def stepwise_terms(
    swept: ArrayLike, present: ArrayLike, held: ArrayLike, least: ArrayLike, group: ArrayLike, limit: int
) -> StepwiseTerms:
    """The form and its terms; `ordag.maximization.stepwise.Terms` says what each array holds."""
    return _core.StepwiseTerms(
        swept=as_doubles(swept),
        present=as_bytes(present),
        held=as_bytes(held),
        least=as_doubles(least),
        group=as_indices(group),
        limit=limit,
    )


def toggle_and_improve(
    terms: StepwiseTerms, n_terms: int, term_cost: float, toggles: NDArray[np.intp]
) -> tuple[NDArray[np.bool_], NDArray[np.float64]]:
    """Sets of terms, ``(n_toggles, n_terms)``, and what each adds to the value of the first."""
    chosen, gains = np.empty((len(toggles), n_terms), dtype=np.uint8), np.empty(len(toggles))
    _core.toggle_and_improve(terms=terms, term_cost=term_cost, toggles=as_indices(toggles), chosen=chosen, gains=gains)
    return chosen.view(np.bool_), gains
