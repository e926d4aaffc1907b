# SPDX-License-Identifier: MIT
"""Graphs of several groups whose links are shared unless one of them differs, and what such graphs are ranked by.

A link that all groups have with one weight is a single parameter. A link differs if some groups lack it, or if each
group has its own weight for it. With l_g the observed log-likelihood of a group, N_p the rows that the weight p is
estimated from, M the number of links that some group has and k of those that differ,

    criterion = Σ_g l_g − Σ_p (log(N_p) / 2 + γ log(n − 1)) − log(M + 1) − log (M over k):

extended BIC, less the code length of which links differ. The cost of a difference thus follows from their number, from
log M for the first to nearly nothing where all links differ, and nothing has to be chosen.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import comb, log

import numpy as np
import numpy.typing as npt

from ordag.graphs import Adjacency
from ordag.maximization.tied import TiedCorrelation, TiedWeights
from ordag.strategies.contract import cost_of_an_edge

Vector = npt.NDArray[np.float64]
Matrix = npt.NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class SharedGraphs:
    """A graph for each group, and which links have one weight in all groups that have them.

    Attributes
    ----------
    dags : (n_groups, n, n)
    tied : (n, n)
        Of each arrow; without effect where no group has it.

    Examples
    --------
    >>> chain = np.array([[0, 1, 0], [0, 0, 1], [0, 0, 0]], dtype=np.int8)
    >>> shared = SharedGraphs.common(chain, 2)
    >>> shared.n_parameters, shared.n_differing
    (2, 0)
    >>> lacking = shared.changed([(1, 1, 2, 0)])  # group 1 has no link from 1 to 2
    >>> lacking.n_parameters, lacking.n_differing
    (2, 1)
    """

    dags: npt.NDArray[np.int8]
    tied: npt.NDArray[np.bool_]

    @classmethod
    def common(cls, dag: Adjacency, n_groups: int) -> "SharedGraphs":
        """One graph with one set of weights."""
        return cls(np.stack([dag] * n_groups).astype(np.int8), np.ones(dag.shape, dtype=bool))

    @classmethod
    def apart(cls, dags: Sequence[Adjacency]) -> "SharedGraphs":
        """Graphs that share nothing."""
        return cls(np.stack(dags).astype(np.int8), np.zeros(dags[0].shape, dtype=bool))

    @property
    def n_groups(self) -> int:
        """Number of groups."""
        return len(self.dags)

    @property
    def n_columns(self) -> int:
        """Number of variables."""
        return int(self.dags.shape[1])

    @cached_property
    def numbers(self) -> npt.NDArray[np.intp]:
        """(n_groups, n, n): the parameter that is the weight of each arrow in each group, −1 without an edge."""
        numbers = np.full(self.dags.shape, -1, dtype=np.intp)
        next_number = 0
        for i, j in np.argwhere(self.dags.any(axis=0)):
            groups = np.flatnonzero(self.dags[:, i, j])
            own = next_number + (0 if self.tied[i, j] else np.arange(len(groups)))
            numbers[groups, i, j] = own
            next_number += 1 if self.tied[i, j] else len(groups)
        return numbers

    @cached_property
    def n_parameters(self) -> int:
        """Number of weights."""
        return int(self.numbers.max(initial=-1)) + 1

    @cached_property
    def differing(self) -> npt.NDArray[np.bool_]:
        """(n, n), symmetric: pairs that are linked in some group, and not alike in all."""
        some, alike = self.dags.any(axis=0), self.dags.all(axis=0) & self.tied
        return np.asarray((some | some.T) & ~(alike | alike.T))

    @property
    def n_differing(self) -> int:
        """Number of links that differ."""
        return int(self.differing.sum()) // 2

    @cached_property
    def key(self) -> bytes:
        """The same for the same graphs and ties."""
        return self.numbers.tobytes()

    def weights_of(self, group: int) -> TiedWeights:
        """Which parameter each weight of a group is."""
        starts, ends = np.nonzero(self.dags[group])
        return TiedWeights(starts, ends, self.numbers[group][starts, ends], self.n_columns, self.n_parameters)

    def correlations(self, parameters: Vector) -> list[TiedCorrelation] | None:
        """The correlation of each group, or None where one of them has none."""
        found = [self.weights_of(group).correlation(parameters) for group in range(self.n_groups)]
        possible = [each for each in found if each is not None]
        return possible if len(possible) == len(found) else None

    def matrices(self, parameters: Vector) -> Matrix:
        """(n_groups, n, n): the weights of each group."""
        return np.where(self.numbers >= 0, np.append(parameters, 0.0)[self.numbers], 0.0)

    def started(self, matrices: Matrix) -> Vector:
        """Parameters that come closest to the weights of each group: for tied weights their mean."""
        chosen = self.numbers >= 0
        total = np.bincount(self.numbers[chosen], matrices[chosen], self.n_parameters)
        return np.asarray(total / np.maximum(np.bincount(self.numbers[chosen], minlength=self.n_parameters), 1))

    def changed(self, edges: Sequence[tuple[int, int, int, int]], tied: bool | None = None) -> "SharedGraphs":
        """With some edges, (group, start, end, 0 or 1), set; and these arrows tied or not, if `tied` is given."""
        dags, ties = self.dags.copy(), self.tied.copy()
        for group, start, end, is_there in edges:
            dags[group, start, end] = is_there
            if tied is not None:
                ties[start, end] = tied
        return replace(self, dags=dags, tied=ties)

    def cost(self, n_rows: Sequence[float]) -> float:
        """Of all weights, and of saying which links differ, in nats; `n_rows` of each group."""
        rows_of = np.zeros(self.n_parameters)
        for group, count in enumerate(n_rows):
            numbers = self.numbers[group]
            rows_of[np.unique(numbers[numbers >= 0])] += count
        some = self.dags.any(axis=0)
        n_links = int((some | some.T).sum()) // 2
        told = log(n_links + 1) + log(comb(n_links, self.n_differing))
        values, times = np.unique(rows_of, return_counts=True)
        of_weights = [cost_of_an_edge("ebic", float(count), self.n_columns) for count in values]
        return told + float(times @ np.array(of_weights)) if len(values) else told
