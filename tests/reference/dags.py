"""Every DAG, by brute force; for at most five nodes."""

import functools
import itertools

import numpy as np


@functools.cache
def all_dags(n):
    """Every DAG on n nodes, as a tuple of matrices: the subsets of the edges of every order, each once."""
    found = {}
    for order in itertools.permutations(range(n)):
        pairs = list(itertools.combinations(order, 2))
        for chosen in itertools.product([0, 1], repeat=len(pairs)):
            dag = np.zeros((n, n), dtype=np.int8)
            for (i, j), edge in zip(pairs, chosen, strict=True):
                dag[i, j] = edge
            found[dag.tobytes()] = dag
    return tuple(found.values())


def best_total(score, space):
    """Highest score among the DAGs of a space, each local score computed once."""
    local = functools.cache(score.local)
    n = score.n_nodes
    return max(
        sum(local(j, tuple(np.flatnonzero(dag[:, j]).tolist())) for j in range(n))
        for dag in all_dags(n)
        if space.admits(dag)
    )
