"""Rows drawn from each family of models, written from the definitions."""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from ordag.graphs import topological_order

Codes = NDArray[np.int_]
N_LEVELS = 4


def regression_rows(dag: NDArray[np.int_], n_rows: int, rng: np.random.Generator, effects: str) -> Codes:
    """Cumulative probit regressions on the parents' codes, or on numbers of their own for the parents' levels."""

    def draw(parents: Codes) -> NDArray[np.int_]:
        shift = np.zeros(n_rows)
        for parent in parents.T:
            slope = rng.uniform(0.5, 0.9) * rng.choice([-1, 1])
            of_level = slope * np.arange(N_LEVELS) if effects == "codes" else rng.permutation([-1.2, -0.4, 0.4, 1.2])
            shift += of_level[parent]
        latent = shift + rng.normal(size=n_rows)
        return np.digitize(latent, np.quantile(latent, [0.25, 0.5, 0.75]))

    return _in_order(dag, n_rows, draw)


def table_rows(dag: NDArray[np.int_], n_rows: int, rng: np.random.Generator) -> Codes:
    """A distribution drawn for every combination of the parents' levels."""

    def draw(parents: Codes) -> NDArray[np.int_]:
        combination = parents @ (3 ** np.arange(parents.shape[1]))
        tables = rng.dirichlet(np.full(3, 0.4), size=3 ** parents.shape[1])
        return (rng.random((n_rows, 1)) > tables[combination].cumsum(axis=1)[:, :-1]).sum(axis=1)

    return _in_order(dag, n_rows, draw)


def _in_order(dag: NDArray[np.int_], n_rows: int, draw: Callable[[Codes], NDArray[np.int_]]) -> Codes:
    codes = np.zeros((n_rows, len(dag)), dtype=int)
    for node in topological_order(dag):
        codes[:, node] = draw(codes[:, np.flatnonzero(dag[:, node])])
    return codes
