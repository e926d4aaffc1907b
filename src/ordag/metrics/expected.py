# SPDX-License-Identifier: MIT
"""The graph that is closest to an uncertain truth."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from ordag.graphs import Adjacency, to_pattern

# Distance of two patterns at one pair of nodes, as `compare_patterns` counts it: apart, →, ←, undirected.
_DISTANCE = np.array([[0, 1, 1, 1], [1, 0, 1, 0.5], [1, 1, 0, 0.5], [1, 0.5, 0.5, 0]])


def most_accurate(candidates: Sequence[Adjacency], draws: Sequence[Adjacency], weights: npt.ArrayLike) -> int:
    """Index of the candidate with the lowest expected SHD to a truth that is each of the draws with its weight.

    The distance is that of patterns with half credit, as in `ordag.metrics.compare_patterns`.

    Examples
    --------
    >>> empty, one, two = np.zeros((3, 3, 3), dtype=int)
    >>> one[0, 1] = two[0, 1] = two[1, 2] = 1
    >>> most_accurate([empty, one, two], [empty, one, two], [0.3, 0.3, 0.4])
    1
    """
    probabilities = np.tensordot(np.asarray(weights, dtype=np.float64), _states(draws), axes=(0, 0))
    expected = np.tensordot(_states(candidates), probabilities @ _DISTANCE, axes=([1, 2], [0, 1]))
    return int(np.argmin(expected))


def _states(dags: Sequence[Adjacency]) -> npt.NDArray[np.float64]:
    """(graphs, pairs, 4): in which of the four states each pair of nodes is."""
    patterns = np.stack([to_pattern(dag) for dag in dags])
    before, after = np.triu_indices(patterns.shape[1], 1)
    return np.asarray(np.eye(4)[patterns[:, before, after] + 2 * patterns[:, after, before]])
