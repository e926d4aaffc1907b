# SPDX-License-Identifier: MIT
"""One DAG for many graphs, as McNally, Mair, Mugno and Riemann (2017) average bootstrap networks."""

import numpy as np
import numpy.typing as npt

from ordag.graphs.adjacency import Adjacency
from ordag.graphs.dag import descendants

Matrix = npt.NDArray[np.float64]


def averaged_dag(
    support: Matrix,
    direction: Matrix,
    *,
    allowed: npt.NDArray[np.bool_] | None = None,
    required: npt.NDArray[np.bool_] | None = None,
) -> Adjacency:
    """The DAG of all supported edges, the best supported first, each in its more frequent direction.

    An edge that would close a cycle is turned round, or dropped if that is not allowed.

    Parameters
    ----------
    support
        (n, n) symmetric: weight of an edge between i and j; one of weight 0 stays out.
    direction
        (n, n): weight of i → j.
    allowed, required
        (n, n): edges i → j that may be there (None: all) and that must be.

    Examples
    --------
    >>> support = np.array([[0, 0.9, 0.7], [0.9, 0, 0.8], [0.7, 0.8, 0]])
    >>> direction = np.array([[0, 0.7, 0.1], [0.2, 0, 0.8], [0.6, 0, 0]])  # 0 → 1 → 2 → 0
    >>> averaged_dag(support, direction).tolist()
    [[0, 1, 1], [0, 0, 1], [0, 0, 0]]
    """
    dag = np.zeros(support.shape, dtype=np.int8) if required is None else required.astype(np.int8)
    pairs = np.argwhere(np.triu(support > 0, 1)).tolist()
    for i, j in sorted(pairs, key=lambda pair: -support[pair[0], pair[1]]):
        if dag[i, j] or dag[j, i]:
            continue
        ways = [(i, j), (j, i)] if direction[i, j] >= direction[j, i] else [(j, i), (i, j)]
        for tail, head in ways:
            if (allowed is None or allowed[tail, head]) and tail not in descendants(dag, head):
                dag[tail, head] = 1
                break
    return dag


def direction_shares(cpdag: Adjacency) -> Matrix:
    """Share of every direction in a CPDAG, or in each of several: 1 for i → j, a half each way for an undirected edge.

    Examples
    --------
    >>> direction_shares(np.array([[0, 1, 1], [1, 0, 0], [0, 0, 0]], dtype=np.int8)).tolist()
    [[0.0, 0.5, 1.0], [0.5, 0.0, 0.0], [0.0, 0.0, 0.0]]
    """
    return np.asarray(cpdag - (cpdag & np.swapaxes(cpdag, -1, -2)) / 2)
