# SPDX-License-Identifier: MIT
"""Graphs among variables, and the graphs among latent coordinates that they stand for.

A variable owns a block of coordinates: one, or several where its categories have no order. The coordinates of a block
are all joined, the earlier pointing to the later, so that their residual covariance is free; an edge between two
variables joins every coordinate of the one with every coordinate of the other. Two graphs among variables are
equivalent exactly if the graphs among coordinates are: inside a block all are joined, so that no v-structure begins or
ends there, and between blocks v-structures are those of the variables (docs/method.md).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from ordag.graphs.adjacency import Adjacency


@dataclass(frozen=True)
class Blocks:
    """How many coordinates each variable owns; they lie side by side in the order of the variables.

    Examples
    --------
    >>> blocks = Blocks((1, 2))
    >>> blocks.expanded(np.array([[0, 1], [0, 0]], dtype=np.int8))
    array([[0, 1, 1],
           [0, 0, 1],
           [0, 0, 0]], dtype=int8)
    """

    sizes: tuple[int, ...]

    @property
    def n_variables(self) -> int:
        """Number of variables."""
        return len(self.sizes)

    @cached_property
    def is_plain(self) -> bool:
        """Whether every variable owns a single coordinate, so that both graphs are one."""
        return all(size == 1 for size in self.sizes)

    @cached_property
    def starts(self) -> NDArray[np.intp]:
        """First coordinate of each variable."""
        return np.concatenate([[0], np.cumsum(self.sizes)[:-1]]).astype(np.intp)

    @cached_property
    def owners(self) -> NDArray[np.intp]:
        """The variable that each coordinate belongs to."""
        return np.repeat(np.arange(self.n_variables), self.sizes)

    @cached_property
    def n_parameters(self) -> NDArray[np.float64]:
        """(n, n) slopes that an edge between two variables has."""
        return np.outer(self.sizes, self.sizes).astype(np.float64)

    def of(self, variable: int) -> range:
        """Coordinates of a variable."""
        start = int(self.starts[variable])
        return range(start, start + self.sizes[variable])

    @cached_property
    def within(self) -> Adjacency:
        """(d, d) arrows inside the blocks."""
        same = self.owners[:, None] == self.owners
        return np.asarray(np.triu(same, 1), dtype=np.int8)

    def between(self, dag: Adjacency) -> Adjacency:
        """The arrows among coordinates that a graph among variables stands for, without those inside the blocks."""
        return np.asarray(dag[np.ix_(self.owners, self.owners)], dtype=np.int8)

    def expanded(self, dag: Adjacency) -> Adjacency:
        """The graph among coordinates of a graph among variables."""
        if self.is_plain:
            return dag
        return self.between(dag) | self.within

    def collapsed(self, dag: Adjacency) -> Adjacency:
        """The graph among variables of a graph among coordinates."""
        return dag if self.is_plain else np.ascontiguousarray(dag[np.ix_(self.starts, self.starts)])

    def order_of(self, coordinates: Sequence[int]) -> list[int]:
        """The order in which variables first occur in one of coordinates.

        Examples
        --------
        >>> Blocks((2, 1)).order_of([2, 0, 1])
        [1, 0]
        """
        return list(dict.fromkeys(self.owners[list(coordinates)].tolist()))
