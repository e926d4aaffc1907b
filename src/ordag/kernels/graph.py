# SPDX-License-Identifier: MIT
"""Graph algorithms of ``graph.hpp`` on square 0/1 matrices, where entry [i, j] is 1 for i → j."""

import numpy as np
import numpy.typing as npt

from ordag import _core
from ordag.kernels.arrays import as_bytes

Matrix = npt.NDArray[np.int8]  # (n, n), entries 0 and 1, empty diagonal


def topological_order(graph: Matrix) -> list[int]:
    """Nodes with parents first; shorter than n where there is a cycle."""
    return _core.topological_order(graph=as_bytes(graph))


def dag_to_cpdag(dag: Matrix) -> Matrix:
    """The completed partially directed graph of an acyclic graph."""
    cpdag = np.empty(dag.shape, dtype=np.uint8)
    _core.dag_to_cpdag(dag=as_bytes(dag), cpdag=cpdag)
    return cpdag.view(np.int8)


def pdag_to_dag(pdag: Matrix) -> Matrix | None:
    """A consistent extension of a partially directed graph, or None."""
    dag = np.empty(pdag.shape, dtype=np.uint8)
    return dag.view(np.int8) if _core.pdag_to_dag(pdag=as_bytes(pdag), dag=dag) else None


def meek_closure(pdag: Matrix) -> Matrix:
    """The graph after Meek's rules 1 to 4 have been applied until nothing changes."""
    closed = np.array(pdag, dtype=np.uint8, order="C")
    _core.meek_closure(pdag=closed)
    return closed.view(np.int8)


def to_pattern(pdag: Matrix) -> Matrix:
    """The graph with the edges of v-structures directed and all others undirected."""
    pattern = np.empty(pdag.shape, dtype=np.uint8)
    _core.to_pattern(pdag=as_bytes(pdag), pattern=pattern)
    return pattern.view(np.int8)
