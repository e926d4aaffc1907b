# SPDX-License-Identifier: MIT
"""The linear Gaussian model of a DAG: random weights, implied covariance, data.

Each variable is the weighted sum of its parents plus independent noise, y_j = Σ_i weights[i, j] y_i + ε_j with
Var ε_j = noise[j].
"""

import numpy as np
import numpy.typing as npt

from ordag.errors import OptionError
from ordag.graphs import as_dag, topological_order

Weights = npt.NDArray[np.float64]  # (n, n), non-zero where the DAG has an edge
Noise = npt.NDArray[np.float64]  # (n,), variances
Covariance = npt.NDArray[np.float64]  # (n, n)

WEIGHT_SIZES = (0.4, 1.0)  # the paper's simulations


def random_weights(
    dag: npt.ArrayLike,
    rng: np.random.Generator | int | None = None,
    sizes: tuple[float, float] = WEIGHT_SIZES,
) -> Weights:
    """Weights for the edges of a DAG: size uniform between the two bounds, sign by a fair coin.

    Parameters
    ----------
    dag
        (n, n) adjacency matrix.
    rng
        Generator, or a seed for one.
    sizes
        Smallest and largest size of a weight.

    Examples
    --------
    >>> weights = random_weights([[0, 1], [0, 0]], rng=1)
    >>> bool(0.4 <= abs(weights[0, 1]) <= 1.0), float(weights[1, 0])
    (True, 0.0)
    """
    adjacency = as_dag(dag)
    low, high = sizes
    if not 0 < low <= high:
        raise OptionError("sizes", sizes, "two positive numbers in ascending order")
    generator = np.random.default_rng(rng)
    n_edges = int(adjacency.sum())
    weights = np.zeros(adjacency.shape)
    weights[adjacency == 1] = generator.uniform(low, high, n_edges) * generator.choice([-1.0, 1.0], n_edges)
    return weights


def implied_covariance(weights: Weights, noise: Noise) -> Covariance:
    """The covariance (I − B)⁻ᵀ V (I − B)⁻¹ of the model, with B the weights and V the noise on the diagonal.

    Parameters
    ----------
    weights
        (n, n) weights of the edges.
    noise
        (n,) residual variances.

    Examples
    --------
    >>> implied_covariance(np.array([[0.0, 0.5], [0.0, 0.0]]), np.ones(2))
    array([[1.  , 0.5 ],
           [0.5 , 1.25]])
    """
    totals = np.linalg.inv(np.eye(len(weights)) - weights)  # [i, j]: total effect of i on j
    return np.asarray(totals.T @ (noise[:, None] * totals))


def gaussian_data(
    weights: Weights, noise: Noise, n_rows: int, rng: np.random.Generator | int | None = None
) -> npt.NDArray[np.float64]:
    """Rows of the model, (n_rows, n), made in topological order.

    Parameters
    ----------
    weights
        (n, n) weights of the edges; ``weights[i, j]`` belongs to i → j.
    noise
        (n,) residual variances.
    n_rows
        Number of rows.
    rng
        Generator, or a seed for one.

    Examples
    --------
    >>> gaussian_data(np.array([[0.0, 0.5], [0.0, 0.0]]), np.array([1.0, 0.0]), 2, rng=1).shape
    (2, 2)
    """
    rows = np.random.default_rng(rng).standard_normal((n_rows, len(noise))) * np.sqrt(noise)
    for node in topological_order(weights != 0):
        parents = np.flatnonzero(weights[:, node])
        rows[:, node] += rows[:, parents] @ weights[parents, node]
    return rows
