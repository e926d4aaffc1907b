"""Scores to search on."""

import numpy as np

from ordag.scores import GaussianBIC


def random_gaussian_score(
    n_nodes: int, n_rows: int, rng: np.random.Generator, neighbours: float = 3.0, penalty: float = 1.0
) -> GaussianBIC:
    """BIC of data from a random linear Gaussian network whose edges are neither weak nor overwhelming."""
    order = rng.permutation(n_nodes)
    later = np.triu(rng.random((n_nodes, n_nodes)) < neighbours / (n_nodes - 1), 1)
    weights = np.zeros((n_nodes, n_nodes))
    weights[np.ix_(order, order)] = later * rng.choice([-1, 1], later.shape) * rng.uniform(0.4, 1.0, later.shape)
    data = np.zeros((n_rows, n_nodes))
    for node in order:
        data[:, node] = data @ weights[:, node] + rng.normal(size=n_rows)
    return GaussianBIC(np.corrcoef(data.T), n_rows, penalty)
