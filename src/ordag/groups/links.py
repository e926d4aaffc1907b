# SPDX-License-Identifier: MIT
"""How much groups differ in each link: weights by group, each with its variance, and their heterogeneity.

Every pair of columns has a weight in every group, whether the networks join it or not: with a graph fixed beforehand,
the weight of i → j is its slope in the regression of j on the graph's parents of j and on i, i before j in the order of
the graph. So no link is tested because the groups made it look interesting. With thresholds, correlations and influence
functions of each group alone, thresholds that differ between groups move no weight. The heterogeneity

    Q = Σ_g (w_g − w̄)² / s_g²,      w̄ = Σ_g w_g s_g⁻² / Σ_g s_g⁻²,

is studentised, which keeps permutations valid where variances differ between groups (Janssen 1997; Chung and Romano
2013).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

import numpy as np
import numpy.typing as npt

from ordag.data import OrdinalTable
from ordag.errors import collected_warnings
from ordag.graphs import Adjacency, topological_order
from ordag.groups.split import GroupedRows, Members
from ordag.latent import estimate_correlations
from ordag.latent.influence import CorrelationInfluence
from ordag.latent.polychoric import PolychoricResult

Array = npt.NDArray[np.float64]

# Least variance: otherwise a group in which a pair of columns agrees in all rows would outweigh all others.
_LEAST_VARIANCE = 1e-8


@dataclass(frozen=True, eq=False)
class WeightDesign:
    """Which weights are estimated, whatever the groups.

    Attributes
    ----------
    dag : (n, n)
        That all groups share.
    effects : tuple of (int, int)
        Cause and outcome of total effects in it.

    Examples
    --------
    >>> design = WeightDesign(np.array([[0, 1, 0], [0, 0, 1], [0, 0, 0]]), ((0, 2),))
    >>> design.pairs.tolist()
    [[0, 1], [0, 2], [1, 2]]
    >>> weights, _ = design.weights(np.array([[1, 0.5, 0.25], [0.5, 1, 0.5], [0.25, 0.5, 1]]))
    >>> weights.round(6) + 0.0  # of the three pairs, and the total effect
    array([0.5 , 0.  , 0.5 , 0.25])
    """

    dag: Adjacency
    effects: tuple[tuple[int, int], ...] = ()

    @cached_property
    def pairs(self) -> npt.NDArray[np.intp]:
        """(n_pairs, 2): start and end of each weight."""
        return np.array(list(combinations(topological_order(self.dag), 2)), dtype=np.intp).reshape(-1, 2)

    @cached_property
    def number(self) -> npt.NDArray[np.intp]:
        """(n, n): the number of the pair of two columns, in either order."""
        numbers = np.full(self.dag.shape, -1, dtype=np.intp)
        first, second = np.triu_indices(len(self.dag), 1)
        numbers[first, second] = numbers[second, first] = np.arange(len(first))
        return numbers

    def weights(self, correlation: Array) -> tuple[Array, Array]:
        """Weights of all pairs and total effects, and their derivatives by the correlations, (n_correlations, k)."""
        n_pairs = len(self.pairs)
        weights, gradient = np.empty(n_pairs), np.zeros((n_pairs, n_pairs))
        for k, (start, end) in enumerate(self.pairs.tolist()):
            family = [start, *(p for p in np.flatnonzero(self.dag[:, end]).tolist() if p != start)]
            inverse = np.linalg.inv(correlation[np.ix_(family, family)])
            slopes = inverse @ correlation[family, end]
            weights[k] = slopes[0]
            # dw = u · (dR_Pj − dR_PP b), u the row of the inverse that belongs to the start
            gradient[self.number[family, end], k] += inverse[0]
            by_pair = np.outer(inverse[0], slopes)
            first, second = np.triu_indices(len(family), 1)
            moved = by_pair[first, second] + by_pair[second, first]
            gradient[self.number[np.array(family)[first], np.array(family)[second]], k] -= moved
        return self._with_effects(weights, gradient)

    def _with_effects(self, weights: Array, gradient: Array) -> tuple[Array, Array]:
        if not self.effects:
            return weights, gradient
        starts, ends = self.pairs.T
        is_link = self.dag[starts, ends] == 1
        matrix = np.zeros(self.dag.shape)
        matrix[starts[is_link], ends[is_link]] = weights[is_link]
        total = np.linalg.inv(np.eye(len(matrix)) - matrix)
        by_weight = [
            np.where(is_link, total[cause, starts] * total[ends, outcome], 0) for cause, outcome in self.effects
        ]
        values = np.array([total[cause, outcome] for cause, outcome in self.effects])
        return np.concatenate([weights, values]), np.hstack([gradient, gradient @ np.stack(by_weight, axis=1)])


@dataclass(frozen=True, eq=False)
class GroupEstimates:
    """Weights of one group, their variances, and the correlations that they rest on."""

    weights: Array
    variances: Array
    pairwise: PolychoricResult


def estimate_weights(table: OrdinalTable, design: WeightDesign, clusters: Members | None = None) -> GroupEstimates:
    """Weights in one group, with variances from the influence of its rows, or of its clusters."""
    with collected_warnings():  # of levels that permuted groups lack, and of correlations that are at their bounds
        rows = table.merged().table
        pairwise = estimate_correlations(rows, smoothing="independence", standard_errors=False)
        influence = CorrelationInfluence.of(rows, pairwise)
        columns = [influence.of_pair(i, j) for i, j in combinations(range(rows.n_columns), 2)]
    weights, gradient = design.weights(pairwise.correlation)
    shares = rows.row_weights / rows.total_weight
    moved = shares[:, None] * (np.stack(columns, axis=1) @ gradient)
    if clusters is not None:
        moved = _summed(moved, clusters)
    variances = np.maximum((moved**2).sum(axis=0), _LEAST_VARIANCE)
    return GroupEstimates(weights, variances, pairwise)


def estimate_groups(rows: GroupedRows, design: WeightDesign) -> list[GroupEstimates]:
    """Weights in every group."""
    clusters = [None if rows.clusters is None else rows.clusters[rows.members == g] for g in range(rows.n_groups)]
    return [estimate_weights(table, design, blocks) for table, blocks in zip(rows.tables(), clusters, strict=True)]


def heterogeneity(groups: Sequence[GroupEstimates]) -> Array:
    """Q of each weight: where groups do not differ, chi-squared with one degree of freedom fewer than there are groups.

    Examples
    --------
    >>> estimates = [GroupEstimates(np.array([w]), np.array([0.01]), None) for w in (0.2, 0.5)]
    >>> heterogeneity(estimates).round(2)  # (0.3)² / 0.02
    array([4.5])
    """
    weights = np.stack([group.weights for group in groups])
    precision = 1 / np.stack([group.variances for group in groups])
    mean = (weights * precision).sum(axis=0) / precision.sum(axis=0)
    return np.asarray((precision * (weights - mean) ** 2).sum(axis=0))


def _summed(rows: Array, clusters: Members) -> Array:
    _, number = np.unique(clusters, return_inverse=True)
    summed = np.zeros((number.max() + 1, rows.shape[1]))
    np.add.at(summed, number, rows)
    return summed
