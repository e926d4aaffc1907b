# SPDX-License-Identifier: MIT
"""Random DAGs: a random undirected graph of some kind, directed along a random order of its nodes.

The kinds bear the names that ``pcalg::randDAG`` gives them. Each has the wanted number of neighbours in expectation.
"""

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from ordag.errors import InputValueError, unknown_option
from ordag.graphs import Adjacency
from ordag.messages import Advise, OptionName
from ordag.options import as_count, as_number
from ordag.simulate.roots import bisect

Points = npt.NDArray[np.float64]
Skeleton = npt.NDArray[np.bool_]  # (n, n), True above the diagonal where two nodes are joined

_STEEPEST = 60.0  # exponent of the power law at which nearly all degrees are 1


def random_dag(n: int, neighbours: float, rng: np.random.Generator | int | None = None, kind: str = "er") -> Adjacency:
    """A random DAG on n nodes.

    Parameters
    ----------
    n
        Number of nodes, at least 1.
    neighbours
        Expected number of neighbours (parents and children) of a node.
    rng
        Generator, or a seed for one.
    kind
        ``"er"``: every pair is joined independently (Erdős–Rényi). ``"power"``: degrees follow a power law whose
        exponent gives the wanted mean. ``"bipartite"``: two halves, edges only between them. ``"geometric"``: nodes are
        points on a torus, near ones are joined.

    Returns
    -------
    (n, n) array of 0 and 1
        Acyclic, with the nodes in no particular order.

    Examples
    --------
    >>> dag = random_dag(20, 4, rng=1)
    >>> dag.shape, int(dag.sum())
    ((20, 20), 44)
    """
    if kind not in _KINDS:
        raise unknown_option("kind", kind, _KINDS)
    n, neighbours = as_count("n", n), as_number("neighbours", neighbours)
    generator = np.random.default_rng(rng)
    joined = _KINDS[kind](n, neighbours, generator)
    order = generator.permutation(n)
    return np.triu(joined, 1).astype(np.int8)[np.ix_(order, order)]


def _erdos_renyi(n: int, neighbours: float, rng: np.random.Generator) -> Skeleton:
    _check_neighbours("er", n, neighbours, 0, n - 1)
    return rng.random((n, n)) < neighbours / max(n - 1, 1)


def _power_law(n: int, neighbours: float, rng: np.random.Generator) -> Skeleton:
    """Degrees k with probability ∝ k^−γ on 1 … n − 1; i, j are then joined with probability min(1, c k_i k_j)."""
    _check_neighbours("power", n, neighbours, 1, n / 2)
    degrees = np.arange(1, n)

    def shares(exponent: float) -> Points:
        weights = degrees.astype(np.float64) ** -exponent
        return np.asarray(weights / weights.sum())

    def excess(exponent: float) -> float:
        return float(degrees @ shares(exponent)) - neighbours

    # The mean falls from n / 2 for equal shares to hardly above 1 for the steepest law.
    exponent = _STEEPEST if excess(_STEEPEST) >= 0 else bisect(excess, 0.0, _STEEPEST)
    wanted = rng.choice(degrees, size=n, p=shares(exponent)).astype(np.float64)
    propensity = np.outer(wanted, wanted)[np.triu_indices(n, 1)]
    scale = _scale_to_mean(propensity, wanted.sum() / 2)
    joined = np.zeros((n, n), dtype=bool)
    joined[np.triu_indices(n, 1)] = rng.random(len(propensity)) < scale * propensity
    return joined


def _bipartite(n: int, neighbours: float, rng: np.random.Generator) -> Skeleton:
    half = n // 2
    n_between = half * (n - half)
    _check_neighbours("bipartite", n, neighbours, 0, 2 * n_between / n)
    # The order of the nodes is drawn later for the directions, so the halves must be drawn here, not be index ranges.
    in_first = rng.permutation(n) < half
    probability = neighbours * n / (2 * n_between) if n_between else 0.0
    return np.asarray((in_first[:, None] != in_first[None, :]) & (rng.random((n, n)) < probability))


def _geometric(n: int, neighbours: float, rng: np.random.Generator) -> Skeleton:
    """Uniform points; on the torus a disc of radius up to ½ holds a share π r² of the others, wherever it lies."""
    _check_neighbours("geometric", n, neighbours, 0, np.pi / 4 * (n - 1))
    points = rng.random((n, 2))
    apart = np.abs(points[:, None] - points[None, :])
    distance = np.hypot(*np.moveaxis(np.minimum(apart, 1 - apart), 2, 0))
    return np.asarray(distance < np.sqrt(neighbours / max(n - 1, 1) / np.pi))


_KINDS: dict[str, Callable[[int, float, np.random.Generator], Skeleton]] = {
    "er": _erdos_renyi,
    "power": _power_law,
    "bipartite": _bipartite,
    "geometric": _geometric,
}


def _check_neighbours(kind: str, n: int, neighbours: float, low: float, high: float) -> None:
    if low > high:
        raise InputValueError(
            OptionName("n"),
            f"is {n}, too few nodes for a graph of kind {kind!r}",
            remedies=[Advise("take more, or another kind")],
        )
    if not low <= neighbours <= high:
        raise InputValueError(
            OptionName("neighbours"),
            f"is {neighbours:g}",
            f"with {n} node{'s' * (n != 1)} and kind {kind!r} it must lie between {low:g} and {high:g}",
            remedies=[Advise("change neighbours, or the number of nodes")],
        )


def _scale_to_mean(propensity: Points, n_edges: float) -> float:
    """The factor c with Σ min(1, c · propensity) = n_edges; the propensities are at least 1."""

    def excess(scale: float) -> float:
        return float(np.minimum(1.0, scale * propensity).sum()) - n_edges

    return 1.0 if excess(1.0) <= 0 else bisect(excess, 0.0, 1.0)
