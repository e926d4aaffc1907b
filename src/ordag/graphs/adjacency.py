# SPDX-License-Identifier: MIT
"""The adjacency matrix: its type, the check that every public graph function starts with, and its skeleton."""

import numpy as np
import numpy.typing as npt

from ordag.errors import RequirementError, RequirementTypeError
from ordag.kernels import graph as kernels
from ordag.messages import Advise, OptionName

Adjacency = npt.NDArray[np.int8]  # (n, n), entries 0 and 1, empty diagonal; [i, j] == 1 means i → j


def as_adjacency(graph: npt.ArrayLike, name: str = "adjacency") -> Adjacency:
    """The graph as an (n, n) array of int8, checked.

    Parameters
    ----------
    graph
        Square array, nested list or frame of 0 and 1 (or booleans) with an empty diagonal.
    name
        What to call the input in an error message.

    Examples
    --------
    >>> as_adjacency([[0, 1], [0, 0]])
    array([[0, 1],
           [0, 0]], dtype=int8)
    """
    matrix = np.asarray(graph)
    if matrix.dtype.kind not in "biuf":
        raise RequirementTypeError(OptionName(name), "be a matrix of 0 and 1", f"found entries of type {matrix.dtype}")
    if matrix.ndim != 2 or matrix.shape[0] != matrix.shape[1]:
        raise RequirementError(OptionName(name), "be a square matrix", f"found shape {matrix.shape}")
    if not _holds_bits(matrix):
        wrong = (matrix != 0) & (matrix != 1)
        i, j = divmod(int(wrong.argmax()), len(matrix))
        raise RequirementError(
            OptionName(name),
            "hold 0 and 1 only",
            f"entry [{i}, {j}] is {matrix[i, j]} ({wrong.sum()} such entries)",
            remedies=[Advise("for a matrix of weights pass (weights != 0)")],
        )
    if matrix.diagonal().any():
        loop = np.flatnonzero(matrix.diagonal())[0]
        raise RequirementError(
            OptionName(name),
            "have an empty diagonal",
            f"node {loop} points at itself",
            remedies=[Advise("set it to 0")],
        )
    return matrix.astype(np.int8)


def _holds_bits(matrix: npt.NDArray[np.generic]) -> bool:
    """Whether all entries are 0 or 1; searches ask this of thousands of matrices of bytes."""
    if matrix.dtype == np.int8:
        return bool((matrix.view(np.uint8) <= 1).all())
    return bool(((matrix == 0) | (matrix == 1)).all())


def as_dag(graph: npt.ArrayLike, name: str = "dag") -> Adjacency:
    """The graph as an (n, n) array of int8, checked to be directed and acyclic.

    Examples
    --------
    >>> as_dag([[0, 1], [1, 0]])
    Traceback (most recent call last):
    ...
    ordag.errors.RequirementError: dag must be directed and acyclic; the edge between nodes 0 and 1 is undirected.
    Direct it, or turn a CPDAG into one of its DAGs with cpdag_to_dag.
    """
    dag = as_adjacency(graph, name)
    order = kernels.topological_order(dag)
    if len(order) == len(dag):
        return dag
    undirected = np.argwhere(np.triu(dag & dag.T))
    if len(undirected):
        i, j = undirected[0]
        raise RequirementError(
            OptionName(name),
            "be directed and acyclic",
            f"the edge between nodes {i} and {j} is undirected",
            remedies=[Advise("direct it, or turn a CPDAG into one of its DAGs with cpdag_to_dag")],
        )
    cycle = _cycle_among(dag, sorted(set(range(len(dag))) - set(order)))
    raise RequirementError(
        name,
        "be directed and acyclic",
        f"found the cycle {' → '.join(map(str, cycle))}",
        remedies=[Advise("remove one of its edges")],
    )


def skeleton(graph: npt.ArrayLike) -> Adjacency:
    """The graph with every edge undirected.

    Examples
    --------
    >>> skeleton([[0, 1], [0, 0]])
    array([[0, 1],
           [1, 0]], dtype=int8)
    """
    adjacency = as_adjacency(graph)
    return adjacency | adjacency.T


def _cycle_among(dag: Adjacency, nodes: list[int]) -> list[int]:
    """A directed cycle, its first node repeated at the end; each of the nodes has a parent among them."""
    path = [nodes[0]]
    inside = np.zeros(len(dag), dtype=bool)
    inside[nodes] = True
    while True:
        parent = int(np.flatnonzero(dag[:, path[-1]] & inside)[0])
        if parent in path:
            return [*path[path.index(parent) :], parent][::-1]
        path.append(parent)
