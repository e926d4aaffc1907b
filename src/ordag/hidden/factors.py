# SPDX-License-Identifier: MIT
"""Factor analysis of a correlation matrix: how many factors, their loadings, and a rotation to simple structure.

It only provides a start: which items each factor loads on, and how the factors are related, is decided by the
likelihood of graphs (`ordag.hidden.search`).
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Matrix = NDArray[np.float64]

_MOST_ITERATIONS = 500
_TOLERANCE = 1e-5
# A communality is kept below this: a factor that is one of its items is no common cause.
_MOST_COMMUNALITY = 0.95
# Parallel analysis (Horn 1965): eigenvalues count if they exceed this quantile of those without any factor.
_N_PARALLEL, _QUANTILE = 20, 0.95
# Promax raises the varimax loadings to this power (Hendrickson and White 1964).
_PROMAX_POWER = 4


@dataclass(frozen=True)
class FactorSolution:
    """Loadings of items on correlated factors.

    Attributes
    ----------
    pattern : (n, k)
        Weights of the factors in each item.
    correlation : (k, k)
        Of the factors.
    """

    pattern: Matrix
    correlation: Matrix


def number_of_factors(correlation: Matrix, errors: NDArray[np.float64], n_rows: float, rng: np.random.Generator) -> int:
    """How many eigenvalues of the reduced correlation exceed those of independent items, by parallel analysis.

    Parameters
    ----------
    correlation
        (n, n).
    errors
        (n,) variance of the error that would hide as much of each item as its levels do: correlations of coarse items
        vary more than those of continuous ones, by the root of (1 + error) for each of the two.
    n_rows
        Sum of the row weights.
    rng
        Source of the samples of independent items.

    Examples
    --------
    >>> items = 0.5 + 0.5 * np.eye(6)
    >>> number_of_factors(items, np.zeros(6), 500, np.random.default_rng(0))
    1
    """
    n = len(correlation)
    coarseness = np.sqrt(np.outer(1 + errors, 1 + errors))
    independent = np.empty((_N_PARALLEL, n))
    for k in range(_N_PARALLEL):
        noise = np.triu(rng.standard_normal((n, n)) / np.sqrt(n_rows), 1) * coarseness
        independent[k] = np.sort(np.linalg.eigvalsh(_reduced(noise + noise.T + np.eye(n))))[::-1]
    bound = np.quantile(independent, _QUANTILE, axis=0)
    exceeds = np.sort(np.linalg.eigvalsh(_reduced(correlation)))[::-1] > np.maximum(bound, 0.0)
    return int(n if exceeds.all() else np.argmin(exceeds))


def rotated_factors(correlation: Matrix, n_factors: int) -> FactorSolution:
    """Principal axes rotated to simple structure by promax.

    Examples
    --------
    >>> blocks = np.kron(np.eye(2), np.full((3, 3), 0.49)) + 0.51 * np.eye(6)
    >>> np.abs(rotated_factors(blocks, 2).pattern).round(2).max(axis=1)
    array([0.7, 0.7, 0.7, 0.7, 0.7, 0.7])
    """
    loadings = principal_axes(correlation, n_factors)
    if n_factors == 1:
        return FactorSolution(loadings, np.ones((1, 1)))
    simple = _varimax(loadings)
    target = simple * np.abs(simple) ** (_PROMAX_POWER - 1)
    turn = np.linalg.lstsq(simple, target, rcond=None)[0]
    turn *= np.sqrt(np.diag(np.linalg.inv(turn.T @ turn)))
    return FactorSolution(simple @ turn, np.linalg.inv(turn.T @ turn))


def principal_axes(correlation: Matrix, n_factors: int) -> Matrix:
    """(n, k) loadings by iterated principal axis factoring, unrotated."""
    communality = 1 - 1 / np.diag(np.linalg.inv(correlation))
    loadings = np.zeros((len(correlation), n_factors))
    for _ in range(_MOST_ITERATIONS):
        reduced = correlation - np.diag(1 - communality)
        values, vectors = np.linalg.eigh(reduced)
        loadings = vectors[:, -n_factors:] * np.sqrt(np.maximum(values[-n_factors:], 0.0))
        updated = np.minimum(np.sum(loadings**2, axis=1), _MOST_COMMUNALITY)
        settled = np.abs(updated - communality).max() < _TOLERANCE
        communality = updated
        if settled:
            break
    return loadings


def _reduced(correlation: Matrix) -> Matrix:
    """The correlation with squared multiple correlations on its diagonal."""
    smallest = float(np.linalg.eigvalsh(correlation)[0])
    proper = correlation + max(_TOLERANCE - smallest, 0.0) * np.eye(len(correlation))
    return np.asarray(correlation - np.diag(1 / np.diag(np.linalg.inv(proper))))


def _varimax(loadings: Matrix) -> Matrix:
    """The rotation after which the squared loadings of each factor vary most (Kaiser 1958), items weighed alike."""
    rows = loadings / np.maximum(np.sqrt(np.sum(loadings**2, axis=1, keepdims=True)), _TOLERANCE)
    turn, reached = np.eye(loadings.shape[1]), 0.0
    for _ in range(_MOST_ITERATIONS):
        turned = rows @ turn
        left, values, right = np.linalg.svd(rows.T @ (turned**3 - turned * np.mean(turned**2, axis=0)))
        turn = left @ right
        if values.sum() < reached * (1 + _TOLERANCE):
            break
        reached = values.sum()
    return np.asarray(loadings @ turn)
