# SPDX-License-Identifier: MIT
"""Which hidden causes of one fit are those of another: by their loadings, whatever their order and sign."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Matrix = NDArray[np.float64]

# From this congruence on two factors are said to be fairly the same (Lorenzo-Seva and ten Berge 2006).
LEAST_CONGRUENCE = 0.85


@dataclass(frozen=True)
class Matched:
    """The hidden causes of another fit in which those of this one are found again.

    Attributes
    ----------
    other : (k,)
        Number of the hidden cause in the other fit, −1 where there is none like it.
    signs : (k,)
        −1 where it has the opposite sign in the other fit, 1 elsewhere.
    """

    other: NDArray[np.intp]
    signs: NDArray[np.int8]

    @property
    def found(self) -> NDArray[np.bool_]:
        """(k,) whether each was found again."""
        return self.other >= 0


def matched_causes(loadings: Matrix, others: Matrix) -> Matched:
    """Pairs of hidden causes of two fits of the same columns whose loadings are most alike.

    Parameters
    ----------
    loadings, others
        (k, n) and (m, n). Congruence is the cosine of the angle between two rows.

    Examples
    --------
    >>> one = np.array([[0.8, 0.7, 0.6, 0.0], [0.0, 0.0, 0.3, 0.9]])
    >>> matched_causes(one, -one[::-1])
    Matched(other=array([1, 0]), signs=array([-1, -1], dtype=int8))
    >>> matched_causes(one, one[1:]).found
    array([False,  True])
    """
    from scipy.optimize import linear_sum_assignment

    congruence = _of_unit_length(loadings) @ _of_unit_length(others).T
    other, signs = np.full(len(loadings), -1), np.ones(len(loadings), dtype=np.int8)
    for first, second in zip(*linear_sum_assignment(-np.abs(congruence)), strict=True):
        if abs(congruence[first, second]) >= LEAST_CONGRUENCE:
            other[first], signs[first] = second, np.sign(congruence[first, second])
    return Matched(other, signs)


def _of_unit_length(rows: Matrix) -> Matrix:
    lengths = np.linalg.norm(rows, axis=1, keepdims=True)
    return np.asarray(np.divide(rows, lengths, out=np.zeros_like(rows), where=lengths > 0))
