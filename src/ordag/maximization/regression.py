# SPDX-License-Identifier: MIT
"""The paper's parameter update: regression of every latent variable on its parents, from expected second moments.

With M = E[YYᵀ | x] the estimates b = M_pp⁻¹ M_pi and v = M_ii − bᵀM_pi need no pass over the draws. They give
Σ = (I − B)⁻¹ V (I − B)⁻ᵀ, which is then rescaled to a correlation matrix, as identifiability asks.
"""

from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from ordag.graphs import Adjacency
from ordag.latent import as_correlation

Matrix = NDArray[np.float64]


@dataclass(frozen=True)
class Parameters:
    """Parameters of the latent Gaussian network, every latent variable scaled to variance one.

    Attributes
    ----------
    weights : (n, n)
        ``weights[i, j]`` belongs to i → j; zero where there is no edge.
    noise : (n,)
        Residual variances.
    correlation : (n, n)
        The latent correlation that weights and noise imply.
    """

    weights: Matrix
    noise: NDArray[np.float64]
    correlation: Matrix


def maximize(second: Matrix, dag: Adjacency) -> Parameters:
    """Maximisers of the expected complete-data likelihood given the graph (paper, updates of b and v).

    Examples
    --------
    >>> parameters = maximize(np.array([[1.0, 0.6], [0.6, 1.0]]), np.array([[0, 1], [0, 0]], dtype=np.int8))
    >>> parameters.weights[0, 1], parameters.noise[1]
    (np.float64(0.6), np.float64(0.64))
    """
    return standardize(*regressions(second, [np.flatnonzero(column) for column in dag.T]))


def maximize_best_subset(
    second: Matrix, dag: Adjacency, penalty: float, n_values: int, criterion: str = "bic"
) -> Parameters:
    """As `maximize`, with the parents of every node thinned out by best-subset selection.

    The subset minimises ``n_values log v + penalty log(n_values) |subset|``; `n_values` counts rows times draws a row,
    as the authors' code has it. With ``criterion="aic"`` the logarithm gives way to 2.
    """
    cost = penalty * (2.0 if criterion == "aic" else np.log(n_values))
    parents = [_best_subset(second, node, dag, n_values, cost) for node in range(len(dag))]
    return standardize(*regressions(second, parents))


def standardize(weights: Matrix, noise: NDArray[np.float64]) -> Parameters:
    """The same network with every latent variable rescaled to variance one (paper, section on identifiability)."""
    effects = np.linalg.inv(np.eye(len(noise)) - weights)
    covariance = effects.T @ (noise[:, None] * effects)
    scale = np.sqrt(np.diag(covariance))
    return Parameters(weights * scale[:, None] / scale, noise / scale**2, as_correlation(covariance))


def regressions(second: Matrix, parents: list[NDArray[np.intp]]) -> tuple[Matrix, NDArray[np.float64]]:
    """Weights and residual variances of every node given its parents."""
    weights, noise = np.zeros_like(second), np.diag(second).copy()
    for node, family in enumerate(parents):
        if len(family):
            weights[family, node] = np.linalg.solve(second[np.ix_(family, family)], second[family, node])
            noise[node] -= weights[family, node] @ second[family, node]
    return weights, noise


def _best_subset(second: Matrix, node: int, dag: Adjacency, n_values: int, cost: float) -> NDArray[np.intp]:
    """The parents of a node that gain more than their cost."""
    pool = np.flatnonzero(dag[:, node])
    subsets = [np.array(s, dtype=np.intp) for size in range(len(pool) + 1) for s in combinations(pool, size)]
    residuals = np.array([_residual(second, node, subset) for subset in subsets])
    # Rounding can leave no variance, or less than none, to nearly collinear parents: such a subset loses.
    logs = np.log(residuals, out=np.full(len(subsets), np.inf), where=residuals > 0)
    return subsets[int(np.argmin(n_values * logs + cost * np.array([len(subset) for subset in subsets])))]


def _residual(second: Matrix, node: int, family: NDArray[np.intp]) -> float:
    """Residual variance of a node given some parents."""
    slope = np.linalg.solve(second[np.ix_(family, family)], second[family, node])
    return float(second[node, node] - slope @ second[family, node])
