# SPDX-License-Identifier: MIT
"""A graph over columns and hidden causes, and the changes of its hidden causes.

Nodes are the columns, 0 … n − 1, and then the hidden causes. Each change gives the graph after it with slopes to climb
from; which other arrows come and go is left to the search that follows.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ordag.graphs import Adjacency, is_acyclic

Matrix = NDArray[np.float64]

# A hidden cause by itself needs this many items: three correlations are no more than three loadings, and say no more
# than a chain does. Beside others it needs this many of its own, on which no other hidden cause acts: two items that
# depend on one other hidden cause through their own are the same model as two items of that other with a link.
ITEMS_ALONE, ITEMS_BESIDE_ONE, ITEMS_BESIDE_SEVERAL = 4, 3, 2


@dataclass(frozen=True)
class HiddenGraph:
    """A DAG over columns and hidden causes with slopes to climb from.

    Attributes
    ----------
    dag : (n + k, n + k)
    slopes : (n + k, n + k)
        With unit noise.
    n_columns : int

    Examples
    --------
    >>> graph = HiddenGraph(np.zeros((4, 4), dtype=np.int8), np.zeros((4, 4)), 4)
    >>> graph.with_cause(np.full(4, 0.8)).without_cause(0).n_hidden
    0
    """

    dag: Adjacency
    slopes: Matrix
    n_columns: int

    @property
    def n_hidden(self) -> int:
        """Number of hidden causes."""
        return len(self.dag) - self.n_columns

    @property
    def loads(self) -> NDArray[np.bool_]:
        """(k, n) whether a hidden cause acts on a column."""
        return self.dag[self.n_columns :, : self.n_columns] > 0

    @property
    def links(self) -> Adjacency:
        """(n, n) arrows among the columns."""
        return self.dag[: self.n_columns, : self.n_columns]

    def items(self, cause: int) -> NDArray[np.intp]:
        """The columns that a hidden cause acts on."""
        return np.flatnonzero(self.loads[cause])

    def acts_on_all(self, columns: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """(k,) whether a hidden cause is a general one: it acts on all of some columns, and these are enough for it."""
        return np.asarray((self.loads | ~columns).all(axis=1) & (columns.sum() >= ITEMS_ALONE))

    def unidentified(self) -> NDArray[np.intp]:
        """Hidden causes with too few items to be told from links among these."""
        n_items, n_own = self.loads.sum(axis=1), (self.loads & (self.loads.sum(axis=0) == 1)).sum(axis=1)
        arrows = self.dag[self.n_columns :, self.n_columns :]
        n_beside = ((arrows | arrows.T) & (n_own >= ITEMS_BESIDE_SEVERAL)).sum(axis=1)
        beside_one = (n_own >= ITEMS_BESIDE_ONE) & (n_beside >= 1)
        beside_several = (n_own >= ITEMS_BESIDE_SEVERAL) & (n_beside >= 2)
        return np.flatnonzero((n_items < ITEMS_ALONE) & ~beside_one & ~beside_several)

    def without_cause(self, cause: int) -> "HiddenGraph":
        """The graph without one of its hidden causes."""
        kept = np.delete(np.arange(len(self.dag)), self.n_columns + cause)
        chosen = np.ix_(kept, kept)
        return HiddenGraph(self.dag[chosen], self.slopes[chosen], self.n_columns)

    def without_links_among(self, items: NDArray[np.intp]) -> "HiddenGraph":
        """The graph without the arrows among some columns."""
        dag, slopes = self.dag.copy(), self.slopes.copy()
        among = np.ix_(items, items)
        dag[among], slopes[among] = 0, 0.0
        return HiddenGraph(dag, slopes, self.n_columns)

    def with_cause(self, loadings: NDArray[np.float64], *, correlated: bool = False) -> "HiddenGraph":
        """The graph with another hidden cause, of given slopes to the columns, below all others if `correlated`."""
        size = len(self.dag)
        dag, slopes = np.zeros((size + 1, size + 1), dtype=np.int8), np.zeros((size + 1, size + 1))
        dag[:size, :size], slopes[:size, :size] = self.dag, self.slopes
        dag[size, : self.n_columns], slopes[size, : self.n_columns] = loadings != 0, loadings
        if correlated:
            dag[self.n_columns : size, size] = 1
        return HiddenGraph(dag, slopes, self.n_columns)

    def merged(self, first: int, second: int) -> "HiddenGraph":
        """The graph in which one hidden cause has the items of two."""
        one, two = self.n_columns + first, self.n_columns + second
        sign = float(np.sign(self.slopes[one, two] + self.slopes[two, one])) or 1.0
        dag, slopes = self.dag.copy(), self.slopes.copy()
        only = (self.dag[two, : self.n_columns] > 0) & (self.dag[one, : self.n_columns] == 0)
        dag[one, : self.n_columns][only] = 1
        slopes[one, : self.n_columns][only] = sign * self.slopes[two, : self.n_columns][only]
        return HiddenGraph(dag, slopes, self.n_columns).without_cause(second)

    def split(self, cause: int, moved: NDArray[np.intp]) -> "HiddenGraph":
        """The graph in which some items of a hidden cause have one of their own, that depends on it."""
        node, size = self.n_columns + cause, len(self.dag)
        loadings = np.zeros(self.n_columns)
        loadings[moved] = self.slopes[node, moved]
        graph = self.with_cause(loadings)
        graph.dag[node, moved], graph.slopes[node, moved] = 0, 0.0
        graph.dag[node, size], graph.slopes[node, size] = 1, 1.0
        return graph

    def is_acyclic(self) -> bool:
        """Whether it is a DAG."""
        return is_acyclic(self.dag)
