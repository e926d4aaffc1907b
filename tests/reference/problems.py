"""Random problems for the searches."""

import numpy as np

from ordag.scores import GaussianBIC
from ordag.search import SearchSpace


def gaussian_problem(n_nodes, n_rows, rng, neighbours=4.0):
    """The Gaussian score of data from a random network with unit noise."""
    share = min(1.0, neighbours / max(n_nodes - 1, 1))
    edges = np.triu(rng.random((n_nodes, n_nodes)) < share, 1)
    weights = edges * rng.uniform(0.4, 2, edges.shape) * rng.choice([-1, 1], edges.shape)
    values = rng.standard_normal((n_rows, n_nodes))
    for node in range(n_nodes):
        values[:, node] += values @ weights[:, node]
    return GaussianBIC(np.corrcoef(values[:, rng.permutation(n_nodes)].T), n_rows)


def random_space(n_nodes, rng):
    """Required, forbidden, tiered and limited at random, without contradiction."""
    order = rng.permutation(n_nodes)
    tier = np.sort(rng.integers(3, size=n_nodes))
    tiers = [[int(node) for node in order[tier == k]] for k in range(3)] if rng.random() < 0.5 else []
    forward = [(int(order[i]), int(order[j])) for i in range(n_nodes) for j in range(i + 1, n_nodes)]
    rng.shuffle(forward)
    required = [tuple(edge) for edge in forward[: rng.integers(3)]]
    limit = max([sum(child == node for _, child in required) for node in range(n_nodes)])
    forbidden = [
        (i, j)
        for i in range(n_nodes)
        for j in range(n_nodes)
        if i != j and (i, j) not in required and rng.random() < 0.2
    ]
    max_parents = None if rng.random() < 0.5 else int(max(limit, rng.integers(1, 4)))
    return SearchSpace(range(n_nodes), required, forbidden, tiers, max_parents)
