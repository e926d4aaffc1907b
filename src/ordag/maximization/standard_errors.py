# SPDX-License-Identifier: MIT
"""Standard errors of weights, correlations and explained variance, from the covariance of the slopes (delta method).

With the names of `ordag.maximization.observed`: y' = A ε for A = (I − βᵀ)⁻¹ and unit noise, Σ' = AAᵀ, d_k = √Σ'_kk,
weights b_ji = β_ji d_j / d_i, correlations ρ_jk = Σ'_jk / (d_j d_k) and explained variance R²_i = 1 − 1 / d_i². A slope
β_ml, of the edge m → l, moves them by

    ∂Σ'_jk = A_jl Σ'_mk + A_kl Σ'_jm        ∂ log d_k = A_kl Σ'_mk / Σ'_kk

    ∂b_ji = [ml = ji] d_j / d_i + b_ji (∂ log d_j − ∂ log d_i)        ∂R²_i = 2 (1 − R²_i) ∂ log d_i
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ordag.graphs import Adjacency

Matrix = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class StandardErrors:
    """Standard errors of the parameters of a graph, on the scale where every latent variable has variance one.

    Attributes
    ----------
    weights : (n, n)
        NaN where there is no edge.
    correlation : (n, n)
        Of the correlations that the network implies; 0 where it implies independence.
    r_squared : (n,)
        Of the variance of each variable that its parents explain.
    """

    weights: Matrix
    correlation: Matrix
    r_squared: NDArray[np.float64]

    def of_first(self, n: int) -> "StandardErrors":
        """Those of the first `n` variables among each other."""
        return StandardErrors(self.weights[:n, :n], self.correlation[:n, :n], self.r_squared[:n])


def standard_errors(dag: Adjacency, slopes: Matrix, covariance: Matrix) -> StandardErrors:
    """Standard errors by the delta method.

    Parameters
    ----------
    dag
        (n, n).
    slopes
        (n, n) with unit noise.
    covariance
        Of the slopes, in the order of ``np.argwhere(dag)``.

    Examples
    --------
    >>> errors = standard_errors(np.array([[0, 1], [0, 0]]), np.array([[0.0, 0.75], [0.0, 0.0]]), np.array([[0.01]]))
    >>> errors.weights[0, 1].round(4), errors.correlation[0, 1].round(4)  # one edge: its weight is the correlation
    (np.float64(0.0512), np.float64(0.0512))
    """
    starts, ends = np.argwhere(dag).T
    scale, log_scale, moved = _moves(dag, slopes)
    weights = np.where(dag, slopes * scale[:, None] / scale, 0.0)
    of_edges = weights[starts, ends] * (log_scale[:, starts] - log_scale[:, ends])
    of_edges += np.diag(scale[starts] / scale[ends])
    errors = np.full(dag.shape, np.nan)
    errors[starts, ends] = _root(of_edges, covariance)
    return StandardErrors(errors, _root(moved, covariance), _root(2 * log_scale / scale**2, covariance))


def correlation_gradient(dag: Adjacency, slopes: Matrix) -> NDArray[np.float64]:
    """(n_edges, n, n) derivatives of the correlations that a network implies by its slopes, of noise one.

    Examples
    --------
    >>> gradient = correlation_gradient(np.array([[0, 1], [0, 0]]), np.array([[0.0, 0.75], [0.0, 0.0]]))
    >>> gradient[0, 0, 1].round(3)  # ρ = β / √(1 + β²)
    np.float64(0.512)
    """
    return _moves(dag, slopes)[2]


def _moves(dag: Adjacency, slopes: Matrix) -> tuple[NDArray[np.float64], Matrix, NDArray[np.float64]]:
    """Scales d, and derivatives by the slopes of log d, (n_edges, n), and of the correlations, (n_edges, n, n)."""
    starts, ends = np.argwhere(dag).T
    effects = np.linalg.inv(np.eye(len(dag)) - slopes).T  # A
    second = effects @ effects.T
    scale = np.sqrt(np.diag(second))
    by_effect, by_moment = effects[:, ends].T, second[starts]  # (n_edges, n)
    log_scale = by_effect * by_moment / scale**2
    moved = by_effect[:, :, None] * by_moment[:, None, :]
    moved = (moved + moved.transpose(0, 2, 1)) / np.outer(scale, scale)
    correlation = second / np.outer(scale, scale)
    moved -= correlation * (log_scale[:, :, None] + log_scale[:, None, :])
    return scale, log_scale, moved


def _root(gradient: NDArray[np.float64], covariance: Matrix) -> NDArray[np.float64]:
    """Standard errors of quantities with this gradient, whose first axis is that of the slopes."""
    variances = np.einsum("e...,ef,f...->...", gradient, covariance, gradient, optimize=True)
    return np.asarray(np.sqrt(np.maximum(variances, 0.0)))
