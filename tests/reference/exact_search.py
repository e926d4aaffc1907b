"""The best score over all DAGs by dynamic programming over sets of nodes (Silander and Myllymäki 2006)."""

import numpy as np

from ordag.scores import Score


def best_score(score: Score) -> float:
    n = score.n_nodes
    best = np.full((n, 2**n), -np.inf)  # [node, set]: best local score with parents in the set
    for node in range(n):
        for mask in range(2**n):
            if not mask >> node & 1:
                best[node, mask] = score.local(node, [i for i in range(n) if mask >> i & 1])
        for bit in range(n):
            has = np.flatnonzero(np.arange(2**n) >> bit & 1)
            best[node, has] = np.maximum(best[node, has], best[node, has ^ (1 << bit)])
    total = np.full(2**n, -np.inf)
    total[0] = 0.0
    for mask in range(2**n):
        for node in range(n):
            if not mask >> node & 1:
                grown = mask | 1 << node
                total[grown] = max(total[grown], total[mask] + best[node, mask])
    return float(total[-1])
