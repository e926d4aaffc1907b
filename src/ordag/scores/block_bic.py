# SPDX-License-Identifier: MIT
"""Penalised likelihood of a linear Gaussian network whose nodes own several coordinates each.

With S the covariance of the coordinates of node j given those of its parents P, which is left free,

    local(j, P) = -N/2 log det S - sum over i in P of penalties[i, j].

The likelihood part is the difference of two log determinants of moments, that of j and P together less that of P alone,
so that equivalent graphs score the same as long as the penalties are symmetric (docs/method.md).
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ordag.errors import RequirementError
from ordag.graphs import Adjacency, Blocks
from ordag.kernels import scores as kernels
from ordag.kernels.scores import LocalScore
from ordag.messages import OptionName
from ordag.scores.checks import covariance, positive
from ordag.scores.contract import NativeScore


class BlockBIC(NativeScore):
    """Gaussian score of graphs among variables that own blocks of coordinates.

    Parameters
    ----------
    correlation
        (d, d) correlation or covariance matrix of the coordinates, positive definite; those of a node lie side by side.
    sizes
        How many coordinates each of the n nodes owns.
    n_rows
        Number of observations behind the matrix, at least 1; need not be whole.
    penalties
        (n, n); entry [i, j] is what i → j costs, in nats. None: log(N)/2 for each of its slopes, as many as pairs of
        coordinates.

    Examples
    --------
    >>> score = BlockBIC([[1, 0.6, 0.3], [0.6, 1, 0], [0.3, 0, 1]], sizes=[1, 2], n_rows=100)
    >>> forward, backward = [[0, 1], [0, 0]], [[0, 0], [1, 0]]
    >>> bool(abs(score.total(forward) - score.total(backward)) < 1e-8)
    True
    """

    def __init__(
        self,
        correlation: npt.ArrayLike,
        sizes: Sequence[int],
        n_rows: float,
        penalties: npt.ArrayLike | None = None,
    ) -> None:
        self.correlation = covariance("correlation", correlation)
        self.sizes = [int(size) for size in sizes]
        if min(self.sizes, default=0) < 1 or sum(self.sizes) != len(self.correlation):
            raise RequirementError(
                OptionName("sizes"),
                f"be positive and sum to the {len(self.correlation)} coordinates",
                f"found {self.sizes}",
            )
        self.n_rows = positive("n_rows", n_rows, least=1)
        cost = np.log(self.n_rows) / 2 * np.outer(self.sizes, self.sizes) if penalties is None else penalties
        self.penalties = np.array(cost, dtype=np.float64)

    @property
    def n_nodes(self) -> int:
        """Number of nodes."""
        return len(self.sizes)

    def native(self) -> LocalScore:
        """A fresh handle for one run of a compiled search."""
        return kernels.block_gaussian(self.correlation, self.sizes, self.n_rows, self.penalties)


@dataclass(frozen=True, eq=False)
class PricedBlocks:
    """Blocks of coordinates, and how many times the cost of a single slope an edge between two of them costs.

    Attributes
    ----------
    blocks : Blocks
    factors : (n, n)
        By pair of variables; 1 where both own a single coordinate.
    """

    blocks: Blocks
    factors: npt.NDArray[np.float64]

    @classmethod
    def by_slopes(cls, blocks: Blocks, share: float = 1.0) -> "PricedBlocks":
        """Edges that cost as much as their slopes; of the cost of a single one only a `share` is for the slope.

        The rest, which the extended criteria charge for the choice among many graphs, counts once an edge.

        Examples
        --------
        >>> PricedBlocks.by_slopes(Blocks((1, 3)), share=0.5).factors
        array([[1., 2.],
               [2., 5.]])
        """
        return cls(blocks, share * blocks.n_parameters + (1 - share))

    def n_charged(self, dag: Adjacency) -> float:
        """Edges of a graph among coordinates, each counted by its factor."""
        return float((self.factors * self.blocks.collapsed(dag)).sum())

    def score(self, correlation: npt.NDArray[np.float64], n_rows: float, edge_cost: float) -> BlockBIC:
        """The score of graphs among variables on a correlation of coordinates, at the cost of a single slope."""
        return BlockBIC(correlation, self.blocks.sizes, n_rows, edge_cost * self.factors)
