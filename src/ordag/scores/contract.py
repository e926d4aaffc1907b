# SPDX-License-Identifier: MIT
"""What a score must answer, and how the compiled searches reach it."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from itertools import chain

import numpy as np
import numpy.typing as npt

from ordag.errors import InputValueError, RequirementError
from ordag.graphs import as_dag
from ordag.kernels import scores as kernels
from ordag.kernels.handles import Compiled
from ordag.kernels.scores import LocalScore
from ordag.messages import OptionName


class Score(ABC):
    """A decomposable score; higher is better.

    A subclass gives `n_nodes` and `local`; the searches call these and remember every value, so `local` must be a pure
    function of its arguments. Scores that exist as compiled code override `native` instead (see `NativeScore`).

    Examples
    --------
    A score in a few lines, here the number of parents that lie next to the node:

    >>> from ordag.search import boss
    >>> class Neighbourly(Score):
    ...     n_nodes = 4
    ...
    ...     def local(self, node, parents):
    ...         return sum(1.0 if abs(node - parent) == 1 else -1.0 for parent in parents)
    >>> boss(Neighbourly()).score
    3.0
    """

    @property
    @abstractmethod
    def n_nodes(self) -> int:
        """Number of nodes; they are numbered from 0."""

    @abstractmethod
    def local(self, node: int, parents: Sequence[int]) -> float:
        """Score of a node given its parents, which come without repetition and in ascending order.

        Minus infinity stands for a parent set that the model cannot have.
        """

    def total(self, adjacency: npt.ArrayLike) -> float:
        """Score of a DAG: the sum of its local scores."""
        dag = as_dag(adjacency, "adjacency")
        if len(dag) != self.n_nodes:
            raise RequirementError(
                OptionName("adjacency"), f"have {self.n_nodes} nodes as the score has", f"found {len(dag)}"
            )
        return sum(self.local(node, [int(i) for i in dag[:, node].nonzero()[0]]) for node in range(len(dag)))

    def native(self) -> LocalScore:
        """A fresh handle for one run of a compiled search."""
        return kernels.cached(kernels.from_python(self.n_nodes, self.local))


class NativeScore(Compiled[LocalScore], Score):
    """A score whose local scores are computed by compiled code: a subclass gives `native` and `n_nodes`."""

    def local(self, node: int, parents: Sequence[int]) -> float:
        """Score of a node given its parents, in any order."""
        return self._handle.local(node, self._family(node, parents))

    def totals(self, adjacencies: Sequence[npt.NDArray[np.generic]]) -> npt.NDArray[np.float64]:
        """Scores of DAGs over its nodes; a family that several of them have is scored once."""
        families = [_families(dag) for dag in adjacencies]
        local = {family: self._handle.local(*family) for family in set(chain.from_iterable(families))}
        return np.array([sum(local[family] for family in of_dag) for of_dag in families])

    def _family(self, node: int, parents: Sequence[int]) -> list[int]:
        """The parents in ascending order, checked for compiled code."""
        family = sorted({int(parent) for parent in parents})
        if len(family) < len(parents) or not all(0 <= k < self.n_nodes for k in [node, *family]) or node in family:
            raise InputValueError(
                f"node {node} with parents {list(parents)}",
                "is no family",
                f"nodes run from 0 to {self.n_nodes - 1}, parents are distinct and do not contain the node",
            )
        return family


def _families(dag: npt.NDArray[np.generic]) -> list[tuple[int, tuple[int, ...]]]:
    """Every node with its parents in ascending order."""
    parents: list[list[int]] = [[] for _ in dag]
    for node, parent in zip(*(positions.tolist() for positions in dag.T.nonzero()), strict=True):
        parents[node].append(parent)
    return [(node, tuple(of_node)) for node, of_node in enumerate(parents)]
