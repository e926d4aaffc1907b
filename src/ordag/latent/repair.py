# SPDX-License-Identifier: MIT
"""A matrix of pairwise correlations made positive definite.

Correlations estimated pair by pair need not form a positive definite matrix. The caller chooses the repair, which is
recorded in the result and announced by a `RepairWarning`.
"""

from dataclasses import dataclass
from typing import Literal, get_args

import numpy as np
import numpy.typing as npt

from ordag.errors import unknown_option, warn
from ordag.latent.correlation import as_correlation
from ordag.remarks import CorrelationRepaired, NearestCorrelationUnsettled

Correlation = npt.NDArray[np.float64]  # (n, n), symmetric, ones on the diagonal
Repair = Literal["eigenvalue", "nearest", "none"]

# Eigenvalues below the first are raised to the second: the setting of the reference code of the paper.
SMOOTH_BELOW = 1e-3
SMOOTH_TO = 0.1

# Smallest eigenvalue that "nearest" leaves: the nearest matrix without it would be singular.
NEAREST_FLOOR = 1e-4
NEAREST_TOLERANCE = 1e-10
NEAREST_MAX_ROUNDS = 2000


@dataclass(frozen=True, eq=False)
class RepairedCorrelation:
    """A correlation matrix after `repair_correlation`, and whether that changed it.

    Attributes
    ----------
    correlation
        The matrix to use.
    repaired
        Whether it differs from the one given.
    smallest_eigenvalue
        Of the matrix given.
    """

    correlation: Correlation
    repaired: bool
    smallest_eigenvalue: float


def repair_correlation(correlation: Correlation, method: Repair = "nearest") -> RepairedCorrelation:
    """The matrix itself if it is positive definite, else a positive definite one made from it, with a warning.

    Parameters
    ----------
    correlation
        (n, n) symmetric with ones on the diagonal.
    method
        ``"nearest"``: the nearest correlation matrix in the Frobenius norm whose smallest eigenvalue is at least 1e-4
        (Higham 2002: alternating projections with Dykstra's correction), when an eigenvalue lies below that.
        ``"eigenvalue"``: when an eigenvalue is negative, those below 1e-3 are raised to 0.1, all are scaled back to
        their former sum and the diagonal to ones; this is what the paper's own code does, and it moves the matrix
        further. ``"none"``: the matrix is returned as it is.

    Examples
    --------
    >>> import warnings
    >>> pairs = np.array([[1.0, 0.9, -0.9], [0.9, 1.0, 0.9], [-0.9, 0.9, 1.0]])
    >>> with warnings.catch_warnings():
    ...     warnings.simplefilter("ignore")
    ...     result = repair_correlation(pairs)
    >>> result.repaired, round(result.smallest_eigenvalue, 6)
    (True, -0.8)
    >>> result.correlation.round(3)
    array([[ 1. ,  0.5, -0.5],
           [ 0.5,  1. ,  0.5],
           [-0.5,  0.5,  1. ]])
    """
    if method not in get_args(Repair):
        raise unknown_option("repair", method, get_args(Repair))
    values, vectors = np.linalg.eigh(correlation)
    smallest = float(values[0])
    if method == "none" or smallest >= (0.0 if method == "eigenvalue" else NEAREST_FLOOR):
        return RepairedCorrelation(correlation, False, smallest)
    changed = _smooth(values, vectors) if method == "eigenvalue" else _nearest(correlation)
    warn(CorrelationRepaired(method, smallest, float(np.abs(changed - correlation).max())))
    return RepairedCorrelation(changed, True, smallest)


def _smooth(values: npt.NDArray[np.float64], vectors: npt.NDArray[np.float64]) -> Correlation:
    """Small eigenvalues raised, the sum of all kept."""
    raised = np.where(values < SMOOTH_BELOW, SMOOTH_TO, values)
    return as_correlation(_compose(raised * (len(values) / raised.sum()), vectors))


def _nearest(correlation: Correlation) -> Correlation:
    """Nearest matrix that has both a unit diagonal and no eigenvalue below the floor (Higham 2002, algorithm 3.3)."""
    current, correction = correlation, np.zeros_like(correlation)
    for _ in range(NEAREST_MAX_ROUNDS):
        shifted = current - correction
        projected = _with_floor(shifted)
        correction = projected - shifted
        previous, current = current, projected.copy()
        np.fill_diagonal(current, 1.0)
        if np.abs(current - previous).max() < NEAREST_TOLERANCE:
            break
    else:
        warn(NearestCorrelationUnsettled(NEAREST_MAX_ROUNDS))
    # The two projections agree up to the tolerance only; this makes both conditions hold.
    return as_correlation(_with_floor(current))


def _with_floor(matrix: Correlation) -> Correlation:
    values, vectors = np.linalg.eigh(matrix)
    return _compose(np.maximum(values, NEAREST_FLOOR), vectors)


def _compose(values: npt.NDArray[np.float64], vectors: npt.NDArray[np.float64]) -> Correlation:
    matrix: Correlation = (vectors * values) @ vectors.T
    return (matrix + matrix.T) / 2
