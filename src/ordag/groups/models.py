# SPDX-License-Identifier: MIT
"""What groups share, step by step: links, weights, thresholds.

| model | graph | weights | thresholds |
|---|---|---|---|
| own networks | by group | by group | by group |
| same links | common | by group | by group |
| same weights | common | common | by group |
| same thresholds | common | common | common |

A parameter costs log(N)/2, N being the number of rows from which it is estimated: those of its group, or all. Thus the
BIC of the first model is the sum of the groups' own, and the criteria of all four are comparable.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

import numpy as np

from ordag.data import MergedLevels, OrdinalTable
from ordag.errors import collected_warnings
from ordag.expectation import BoxArrays, latent_boxes, log_probabilities, start_factors
from ordag.fitting import fit_network
from ordag.graphs import Adjacency
from ordag.groups.stacked import stacked
from ordag.latent import Margins
from ordag.maximization import Parameters
from ordag.maximization.observed import fit_graph, unit_noise_slopes
from ordag.model import FittedNetwork
from ordag.search import SearchSpace
from ordag.strategies import Fit, Settings, estimate_margins
from ordag.strategies.final_fit import final_climb
from ordag.strategies.integration import n_points_for

Graph = tuple[Adjacency, Parameters]
# Nats of BIC by which the graph of one group has to lead the common one: very strong evidence (Kass and Raftery 1995).
_DECISIVE_LEAD = 5.0
STEPS = ("own networks", "same links", "same weights", "same thresholds")


@dataclass(frozen=True, eq=False)
class PreparedRows:
    """Rows with their margins and boxes, ready to be fitted.

    Attributes
    ----------
    declared : OrdinalTable
    merged : MergedLevels
    margins : Margins
    boxes : BoxArrays
    """

    declared: OrdinalTable
    merged: MergedLevels
    margins: Margins
    boxes: BoxArrays

    @classmethod
    def of(cls, table: OrdinalTable, n_threads: int = 1) -> "PreparedRows":
        """Rows with margins of their own."""
        with collected_warnings():  # a level that a group lacks is merged there
            merged = table.merged()
        margins = estimate_margins(merged.table, n_threads=n_threads)
        return cls(table, merged, margins, latent_boxes(merged.table, margins, distinct=True))

    @property
    def n_rows(self) -> float:
        """Number of rows, by weight."""
        return self.declared.total_weight

    @property
    def n_margins(self) -> int:
        """Number of thresholds, means and scales."""
        return int(sum(cuts.size or 2 for cuts in self.margins.cuts))

    def network(self, dag: Adjacency, parameters: Parameters) -> FittedNetwork:
        """A network with these margins."""
        return FittedNetwork.of(self.merged, self.declared, self.margins, dag, parameters)

    def log_likelihood(self, parameters: Parameters, n_threads: int = 1) -> float:
        """Observed-data log-likelihood of the rows, integrated."""
        correlation, n_points = parameters.correlation, n_points_for(self.boxes)
        total = log_probabilities(self.boxes, correlation, n_points=n_points, n_threads=n_threads).total
        n_seen = self.declared.row_weights @ ~self.declared.missing
        return total - float(n_seen @ np.log(self.margins.scales))  # densities in the units of the data

    def climbed(self, dag: Adjacency, start: Parameters, n_threads: int = 1) -> Parameters:
        """Parameters of a graph that make the rows most likely."""
        slopes, factors = unit_noise_slopes(start), start_factors(self.boxes)
        return fit_graph(self.boxes, dag, slopes, factors, final_climb(self.boxes), n_threads=n_threads).parameters


@dataclass(frozen=True, eq=False)
class GroupModel:
    """One step: the network of each group, and how well all of them describe the rows.

    Attributes
    ----------
    networks : tuple of FittedNetwork
    log_likelihood : float
    n_parameters : int
    cost : float
        Of the parameters, in nats.
    """

    networks: tuple[FittedNetwork, ...]
    log_likelihood: float
    n_parameters: int
    cost: float

    @property
    def bic(self) -> float:
        """Log-likelihood less the cost of the parameters."""
        return self.log_likelihood - self.cost


@dataclass(frozen=True, eq=False)
class Learning:
    """How the models of groups are learned: in which space, with which settings, and with which λ where speed matters.

    Attributes
    ----------
    space : SearchSpace
    settings : Settings
    quick_penalties : tuple of float
        Of each group, and last of the common network.
    """

    space: SearchSpace
    settings: Settings
    quick_penalties: tuple[float, ...] = ()

    def common(self, groups: Sequence[PreparedRows], rng: np.random.Generator) -> Fit:
        """One network for all groups, each with thresholds of its own."""
        return fit_network(stacked([group.boxes for group in groups]), self.space, self.settings, rng)


def models_of(
    groups: Sequence[PreparedRows],
    own: Sequence[Graph],
    shared: GroupModel,
    common: Graph,
    pooled: PreparedRows,
    n_threads: int = 1,
) -> Mapping[str, GroupModel]:
    """All steps: the networks of the groups, one graph for all (`with_shared_links`), and the common network."""
    dag, weights = common
    of_all = pooled.climbed(dag, weights, n_threads)
    steps = (
        _model(groups, [graph for graph, _ in own], [weights for _, weights in own], n_threads),
        shared,
        _shared_weights(groups, dag, weights, n_threads),
        _one_for_all(groups, pooled, dag, of_all, n_threads),
    )
    return MappingProxyType(dict(zip(STEPS, steps, strict=True)))


def with_shared_links(
    groups: Sequence[PreparedRows], own: Sequence[Graph], common: Graph, n_threads: int = 1
) -> GroupModel:
    """One graph for all groups, each with weights of its own: the common one, or a group's if decidedly better.

    Where a link is strong in one group and absent in another, the common network, which has one weight for it, may have
    put another in its place. The graph of a group that leads by little does so by what the groups differ by chance, and
    tests of differences along it would reject too often.
    """
    of_common = _by_group(groups, *common, n_threads)
    of_groups = (_by_group(groups, graph, common[1], n_threads) for graph, _ in own)
    best = max(of_groups, key=lambda model: model.bic)
    return best if best.bic - of_common.bic > _DECISIVE_LEAD else of_common


def _by_group(groups: Sequence[PreparedRows], dag: Adjacency, start: Parameters, n_threads: int) -> GroupModel:
    """A graph with the weights that make each group's rows most likely."""
    weights = [group.climbed(dag, start, n_threads) for group in groups]
    return _model(groups, [dag] * len(groups), weights, n_threads)


def _model(
    groups: Sequence[PreparedRows], dags: Sequence[Adjacency], weights: Sequence[Parameters], n_threads: int
) -> GroupModel:
    counts = [int(dag.sum()) + group.n_margins for group, dag in zip(groups, dags, strict=True)]
    return GroupModel(
        tuple(group.network(dag, each) for group, dag, each in zip(groups, dags, weights, strict=True)),
        sum(group.log_likelihood(each, n_threads) for group, each in zip(groups, weights, strict=True)),
        sum(counts),
        sum(count * _price(group.n_rows) for group, count in zip(groups, counts, strict=True)),
    )


def _shared_weights(groups: Sequence[PreparedRows], dag: Adjacency, shared: Parameters, n_threads: int) -> GroupModel:
    total = sum(group.n_rows for group in groups)
    n_edges = int(dag.sum())
    return GroupModel(
        tuple(group.network(dag, shared) for group in groups),
        sum(group.log_likelihood(shared, n_threads) for group in groups),
        n_edges + sum(group.n_margins for group in groups),
        n_edges * _price(total) + sum(group.n_margins * _price(group.n_rows) for group in groups),
    )


def _one_for_all(
    groups: Sequence[PreparedRows], pooled: PreparedRows, dag: Adjacency, parameters: Parameters, n_threads: int
) -> GroupModel:
    n_parameters = int(dag.sum()) + pooled.n_margins
    return GroupModel(
        (pooled.network(dag, parameters),) * len(groups),
        pooled.log_likelihood(parameters, n_threads),
        n_parameters,
        n_parameters * _price(pooled.n_rows),
    )


def _price(n_rows: float) -> float:
    return float(np.log(n_rows)) / 2
