# SPDX-License-Identifier: MIT
"""Graphs from which a search for hidden causes starts, and changes of the hidden causes of a graph.

Starts are factor solutions of the correlation of the full graph, and the best graph without hidden causes. Changes take
one hidden cause away, join two, split one, or add one: above a densely linked group of columns, above what the graph
leaves unexplained of their correlations, or above all columns, as acquiescence or a method would be.
"""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from ordag.graphs import Adjacency, skeleton
from ordag.hidden.factors import FactorSolution, principal_axes, rotated_factors
from ordag.hidden.graph import ITEMS_ALONE, HiddenGraph
from ordag.maximization.observed import regress
from ordag.search import SearchSpace

Matrix = NDArray[np.float64]

# Loadings from which on a factor is said to act on an item. Of several, every item has the one that it loads on most.
_SALIENT = 0.3
# The same for a factor of what a graph leaves unexplained, whose loadings are small.
_SALIENT_REST = 0.2
# Eigenvalues are raised to this, to give a proper correlation; the start need not be exact.
_LEAST_EIGENVALUE = 1e-2
# Columns that are linked with this many others of a group may have a common cause.
_DENSE = 2


def factor_start(correlation: Matrix, n_factors: int, may_load: NDArray[np.bool_]) -> HiddenGraph:
    """The graph of a factor solution: correlated hidden causes that act on the items that load on them, no links.

    Examples
    --------
    >>> blocks = np.kron(np.eye(2), np.full((4, 4), 0.49)) + 0.51 * np.eye(8)
    >>> factor_start(blocks, 2, np.ones(8, dtype=bool)).loads.sum(axis=1)
    array([4, 4])
    """
    n = len(correlation)
    solution = rotated_factors(correlation, n_factors)
    size = np.abs(solution.pattern)
    loads = (size > _SALIENT) | ((size == size.max(axis=1, keepdims=True)) & (n_factors > 1))
    dag = np.zeros((n + n_factors, n + n_factors), dtype=np.int8)
    dag[n:, :n] = (loads & may_load[:, None]).T
    dag[n:, n:] = np.triu(np.ones((n_factors, n_factors), dtype=np.int8), 1)
    return HiddenGraph(dag, regress(_joint(correlation, solution), dag), n)


def plain_start(dag: Adjacency, slopes: Matrix) -> HiddenGraph:
    """A graph without hidden causes."""
    return HiddenGraph(dag.astype(np.int8), slopes, len(dag))


def with_required(graph: HiddenGraph, space: SearchSpace) -> HiddenGraph:
    """The graph with the arrows among columns that the given knowledge requires."""
    graph.dag[: graph.n_columns, : graph.n_columns] |= space.must.astype(np.int8)
    return graph


def fewer(graph: HiddenGraph) -> Iterator[HiddenGraph]:
    """The graph without one of its hidden causes, or with two of them joined."""
    for cause in range(graph.n_hidden):
        yield graph.without_cause(cause)
    for first in range(graph.n_hidden):
        for second in range(first + 1, graph.n_hidden):
            yield graph.merged(first, second)


def more(
    graph: HiddenGraph, correlation: Matrix, implied: Matrix, may_load: NDArray[np.bool_]
) -> Iterator[HiddenGraph]:
    """The graph with another hidden cause.

    Parameters
    ----------
    graph
        The graph.
    correlation, implied
        (n, n) of the columns: of the full graph, and as the graph has it without the links among them.
    may_load
        (n,) columns that a hidden cause may act on.
    """
    for cause in range(graph.n_hidden):
        if len(items := graph.items(cause)) >= ITEMS_ALONE:
            yield from _halves(graph, cause, items, correlation)
    for items in dense_groups(graph.links):
        if may_load[items].all():
            loadings = np.zeros(graph.n_columns)
            loadings[items] = principal_axes(correlation[np.ix_(items, items)], 1)[:, 0]
            bare = graph.without_links_among(items)
            yield bare.with_cause(loadings)
            if graph.n_hidden:
                yield bare.with_cause(loadings, correlated=True)
    yield from _of_the_rest(graph, correlation - implied, may_load)


def dense_groups(links: Adjacency) -> list[NDArray[np.intp]]:
    """Columns with their neighbours, as far as these are linked with each other: semi-cliques of a graph.

    Examples
    --------
    >>> full = np.triu(np.ones((4, 4), dtype=np.int8), 1)
    >>> [group.tolist() for group in dense_groups(full)]
    [[0, 1, 2, 3]]
    """
    joined = skeleton(links) > 0
    groups: dict[bytes, NDArray[np.intp]] = {}
    for node in range(len(joined)):
        around = joined[node].copy()
        around[node] = True
        close = around & ((joined[:, around].sum(axis=1) >= _DENSE) | (np.arange(len(joined)) == node))
        for group in (around, close):
            if group.sum() >= ITEMS_ALONE:
                groups.setdefault(group.tobytes(), np.flatnonzero(group))
    return list(groups.values())


def as_proper(matrix: Matrix, *, rescaled: bool = True) -> Matrix:
    """The nearest covariance without eigenvalues near zero, as a correlation if `rescaled`.

    Examples
    --------
    >>> as_proper(np.array([[1.0, 1.2], [1.2, 1.0]])).round(2)
    array([[1.  , 0.99],
           [0.99, 1.  ]])
    """
    values, vectors = np.linalg.eigh(matrix)
    proper = (vectors * np.maximum(values, _LEAST_EIGENVALUE)) @ vectors.T
    scale = np.sqrt(np.diag(proper)) if rescaled else np.ones(len(proper))
    return np.asarray(proper / np.outer(scale, scale))


def _halves(graph: HiddenGraph, cause: int, items: NDArray[np.intp], correlation: Matrix) -> Iterator[HiddenGraph]:
    """The graph with one hidden cause split in two by the factors of its items."""
    pattern = np.abs(rotated_factors(correlation[np.ix_(items, items)], 2).pattern)
    moved = items[pattern[:, 1] > pattern[:, 0]]
    if 2 <= len(moved) <= len(items) - 2:
        yield graph.split(cause, moved).without_links_among(items)


def _of_the_rest(graph: HiddenGraph, rest: Matrix, may_load: NDArray[np.bool_]) -> Iterator[HiddenGraph]:
    """A hidden cause of what is left unexplained: of the columns that it concerns most, and of all columns."""
    values, vectors = np.linalg.eigh(rest - np.diag(np.diag(rest)))
    loadings = vectors[:, -1] * np.sqrt(max(values[-1], 0.0))
    concerned = np.where((np.abs(loadings) > _SALIENT_REST) & may_load, loadings, 0.0)
    if np.count_nonzero(concerned) >= ITEMS_ALONE:
        yield graph.without_links_among(np.flatnonzero(concerned)).with_cause(concerned)
    everything = np.where(may_load, loadings, 0.0)
    yield graph.with_cause(everything)
    yield graph.without_links_among(np.arange(graph.n_columns)).with_cause(everything)


def _joint(correlation: Matrix, solution: FactorSolution) -> Matrix:
    """Correlation of columns and factors."""
    structure = solution.pattern @ solution.correlation
    return as_proper(np.block([[correlation, structure], [structure.T, solution.correlation]]))
