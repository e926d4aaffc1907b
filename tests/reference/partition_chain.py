"""A slow chain on ordered partitions, by the formula alone: splits and joins on listed DAGs.

Its acceptance can be spoiled by leaving out the numbers of neighbours, to show that the checks would notice.
"""

import numpy as np

from reference.dag_posteriors import AllDags

State = tuple[tuple[int, ...], ...]  # layers, each with its nodes ascending


def sample_edges(
    dags: AllDags, n_draws: int, thin: int, rng: np.random.Generator, *, spoiled: bool = False
) -> np.ndarray:
    """(n_draws, n, n) DAGs, one drawn from the partition after each `thin` steps."""
    n = len(dags.parents)
    layers = dags.layers()
    states = [_state(row) for row in layers]
    members = {state: np.flatnonzero([other == state for other in states]) for state in set(states)}
    weights = np.exp(dags.log_weights - dags.log_weights.max())
    mass = {state: weights[index].sum() for state, index in members.items()}
    neighbours = {state: _neighbours(state) for state in mass}
    state: State = (tuple(range(n)),)
    draws = np.empty((n_draws, n, n), dtype=np.int8)
    for step in range(n_draws * thin):
        there = neighbours[state][rng.integers(len(neighbours[state]))]
        ratio = mass[there] / mass[state]
        if not spoiled:
            ratio *= len(neighbours[state]) / len(neighbours[there])
        if rng.random() < ratio:
            state = there
        if (step + 1) % thin == 0:
            index = members[state]
            drawn = rng.choice(index, p=weights[index] / weights[index].sum())
            draws[step // thin] = [[dags.parents[j, drawn] >> i & 1 for j in range(n)] for i in range(n)]
    return draws


def _state(layer: np.ndarray) -> State:
    return tuple(tuple(np.flatnonzero(layer == k).tolist()) for k in range(layer.max() + 1))


def _neighbours(state: State) -> list[State]:
    """Partitions with two neighbouring layers joined, or one layer cut in two."""
    joined = [(*state[:k], tuple(sorted(state[k] + state[k + 1])), *state[k + 2 :]) for k in range(len(state) - 1)]
    cut = []
    for k, layer in enumerate(state):
        for mask in range(1, 2 ** len(layer) - 1):
            low = tuple(v for b, v in enumerate(layer) if mask >> b & 1)
            high = tuple(v for b, v in enumerate(layer) if not mask >> b & 1)
            cut.append((*state[:k], low, high, *state[k + 1 :]))
    return joined + cut
