"""The score of an order by listing the parent sets of every node, from the definition."""

from itertools import combinations

import numpy as np

from ordag.scores import Score
from ordag.search import SearchSpace


def order_score(
    score: Score, space: SearchSpace, core: np.ndarray, order: list[int], *, maximise: bool, extra_parent: bool = True
) -> float:
    """Sum over the nodes of the best, or the log of the summed exponentials, over parent sets among predecessors."""
    total = 0.0
    for place, node in enumerate(order):
        required = set(np.flatnonzero(space.must[:, node]).tolist())
        values = []
        for size in range(place + 1):
            for parents in combinations(sorted(order[:place]), size):
                outside = [i for i in parents if not core[i, node] and i not in required]
                if (
                    required <= set(parents)
                    and size <= space.limit
                    and len(outside) <= int(extra_parent)
                    and all(space.allowed[i, node] for i in parents)
                ):
                    values.append(score.local(node, list(parents)))
        total += max(values) if maximise else float(np.logaddexp.reduce(values))
    return total
