"""Posteriors over all DAGs of a few nodes, by listing them.

A DAG is listed as one parent set per node, each a bit mask. Out of all combinations of parent sets the acyclic ones are
those with a topological order, which are counted anyway: that number is the order bias.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from ordag.search import SearchSpace

MOST_NODES = 5  # 29 281 DAGs among a million combinations; counts of orders stay below 256


@dataclass(frozen=True)
class AllDags:
    parents: np.ndarray  # (n, k) bit masks
    log_weights: np.ndarray  # (k,) scores
    n_orders: np.ndarray  # (k,) topological orders of each

    def edge_probabilities(self, *, by_orders: bool = False) -> np.ndarray:
        """(n, n) posterior of each edge, DAGs weighted by exp(score), and by their orders if asked."""
        weights = np.exp(self.log_weights - self.log_weights.max()) * (self.n_orders if by_orders else 1.0)
        weights /= weights.sum()
        nodes = range(len(self.parents))
        return np.array([[weights @ (self.parents[j] >> i & 1) for j in nodes] for i in nodes])

    def layers(self) -> np.ndarray:
        """(k, n) length of the longest path into each node."""
        n, count = self.parents.shape
        depth = np.zeros((n, count), dtype=int)
        for _ in range(n):
            for j in range(n):
                below = [np.where(self.parents[j] >> i & 1, depth[i] + 1, 0) for i in range(n)]
                depth[j] = np.max(below, axis=0)
        return depth.T

    @property
    def best_score(self) -> float:
        return float(self.log_weights.max())


def list_dags(
    local: Callable[[int, Sequence[int]], float],
    space: SearchSpace,
    core: np.ndarray | None = None,
    extra_parent: bool = True,
) -> AllDags:
    """All DAGs of the space whose parents lie in the core, but for at most one extra parent a node."""
    n = space.n_nodes
    assert n <= MOST_NODES
    families = [[mask for mask in range(2**n) if _fits(mask, node, space, core, extra_parent)] for node in range(n)]
    parents = np.array(np.meshgrid(*families, indexing="ij")).reshape(n, -1)
    orders = _count_orders(parents)
    parents, orders = parents[:, orders > 0], orders[orders > 0]
    log_weights = np.zeros(len(orders))
    for node in range(n):
        table = np.zeros(2**n)
        for mask in families[node]:
            table[mask] = local(node, _members(mask, n))
        log_weights += table[parents[node]]
    return AllDags(parents, log_weights, orders)


def _members(mask: int, n: int) -> list[int]:
    return [i for i in range(n) if mask >> i & 1]


def _fits(mask: int, node: int, space: SearchSpace, core: np.ndarray | None, extra_parent: bool) -> bool:
    members = _members(mask, space.n_nodes)
    required = np.flatnonzero(space.must[:, node])
    outside = [] if core is None else [i for i in members if not core[i, node] and i not in required]
    return (
        all(space.allowed[i, node] for i in members)
        and all(i in members for i in required)
        and len(members) <= space.limit
        and len(outside) <= int(extra_parent)
    )


def _count_orders(parents: np.ndarray) -> np.ndarray:
    """Topological orders of each combination: ways to reach the full set by adding nodes whose parents are in."""
    n, count = parents.shape
    ways = np.zeros((2**n, count), dtype=np.uint8)
    ways[0] = 1
    for subset in range(2**n):
        for node in range(n):
            if not subset >> node & 1:
                ways[subset | 1 << node] += np.where(parents[node] & ~subset, 0, ways[subset]).astype(np.uint8)
    return ways[-1]
