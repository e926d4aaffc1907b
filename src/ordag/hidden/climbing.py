# SPDX-License-Identifier: MIT
"""From a graph with hidden causes to the best one near it, by climbs on the surrogate and on the rows in turn.

criterion(G) = l_obs(G) − cost · |edges|, as for graphs without hidden causes (`ordag.learning.refit`); a loading is an
edge, and so is an arrow between hidden causes. A surrogate of the likelihood of the observed columns
(`ordag.hidden.columns`) proposes which arrows to add and to drop; the observed likelihood of the resulting graph
decides.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from ordag.expectation import BoxArrays, Factors, Settling, propagate
from ordag.hidden.columns import (
    HiddenSpace,
    log_likelihood_of_unseen,
    with_hidden_columns,
    with_hidden_factors,
    with_hidden_moments,
)
from ordag.hidden.graph import HiddenGraph
from ordag.kernels import surrogate as kernels
from ordag.kernels.tails import log_gamma
from ordag.learning.side_by_side import side_by_side
from ordag.maximization import Parameters
from ordag.maximization.observed import Climb, GraphFit, fit_graph
from ordag.maximization.surrogate import SurrogateMoments
from ordag.strategies.information import hidden_variances
from ordag.strategies.saturated import Saturated

Matrix = NDArray[np.float64]

_SLOPES = Climb(tolerance=0.1, max_passes=60).native()
# A change is made if it gains this many nats, and changes continue until none does.
_CHANGES = kernels.SurrogateSearchOptions(least_gain=0.2, max_changes=400, n_tries=3, climb=_SLOPES)
_REFIT = Climb(tolerance=0.02, max_passes=200, settling=Settling(tolerance=1e-2, max_sweeps=2))
_SETTLING = Settling(tolerance=1e-2)
# The turns on a graph end when one adds less than this, or after this many.
_LEAST_TURN, _MOST_TURNS = 0.2, 5
# Variance that every column must keep given its parents, and every hidden cause given the others: a solution in which
# none is left is improper (Heywood 1931), and its likelihood is no evidence.
LEAST_NOISE = 0.05
# A graph with one hidden cause more is half as likely beforehand.
_COST_OF_A_CAUSE = float(np.log(2))


@dataclass(frozen=True)
class HiddenTask:
    """What graphs with hidden causes are judged by.

    Attributes
    ----------
    boxes : BoxArrays
        The rows.
    saturated : Saturated
        Correlation of the full graph, and its factors.
    space : HiddenSpace
    edge_cost : float
        In nats.
    n_threads : int
    """

    boxes: BoxArrays
    saturated: Saturated
    space: HiddenSpace
    edge_cost: float
    link_surcharge: float
    n_threads: int = 1

    @property
    def n_columns(self) -> int:
        """Number of columns."""
        return self.boxes.n_columns

    def surcharge(self, graph: HiddenGraph) -> Matrix:
        """What each arrow costs beyond the cost of an edge: links cost more beside causes of groups of columns."""
        n, general = self.n_columns, self.is_general(graph)
        charges = np.zeros(graph.dag.shape)
        charges[:n, :n] = 0.0 if general.all() else self.link_surcharge
        return charges

    def cost_of_groups(self, n_hidden: int) -> NDArray[np.float64]:
        """(n + 1,) what so many causes and the choice of their items cost, by the number of columns that have no cause.

        Which columns have no cause takes log (n + 1) nats for their number and the logarithm of the number of such
        choices; which of the k causes acts on each of the others, log k; and log k! is saved, as causes have no names.
        This stands in the place of what the edge cost has for the choice of the first loading of every column.
        """
        n, n_items = self.n_columns, int(self.may_load.sum())
        if not (n_hidden and n_items):
            return np.zeros(n + 1)
        bare = np.maximum(np.arange(n + 1) - (n - n_items), 0)
        without = log_gamma(n_items + 1) - log_gamma(bare + 1) - log_gamma(n_items - bare + 1) + np.log(n_items + 1)
        which = (n_items - bare) * (np.log(n_hidden) - self.choice_of_edge) - log_gamma(n_hidden + 1)
        return np.asarray(_COST_OF_A_CAUSE * n_hidden + without + which)

    def cost_of_causes(self, graph: HiddenGraph) -> float:
        """What the hidden causes of a graph and the choice of their items cost beyond the cost of the arrows."""
        return float(self.cost_of_groups(graph.n_hidden)[np.count_nonzero(~graph.loads.any(axis=0))])

    @cached_property
    def may_load(self) -> NDArray[np.bool_]:
        """(n,) columns that a hidden cause may act on."""
        return self.space.may_load

    def is_general(self, graph: HiddenGraph) -> NDArray[np.bool_]:
        """(k,) whether a hidden cause acts on all columns that may have one."""
        return graph.acts_on_all(self.may_load)

    @cached_property
    def choice_of_edge(self) -> float:
        """What an edge costs beyond its slope."""
        return max(self.edge_cost - float(np.log(self.n_rows)) / 2, 0.0)

    def cost_of(self, graph: HiddenGraph) -> float:
        """What the arrows and the hidden causes of a graph cost."""
        surcharge = float(self.surcharge(graph)[graph.dag > 0].sum())
        return self.edge_cost * float(graph.dag.sum()) + surcharge + self.cost_of_causes(graph)

    @cached_property
    def n_rows(self) -> float:
        """Sum of the row weights."""
        return self.boxes.total_weight

    @cached_property
    def noise(self) -> NDArray[np.float64]:
        """Variances of the errors that would hide as much of the columns as their levels do."""
        return hidden_variances(self.boxes)

    @cached_property
    def start(self) -> SurrogateMoments:
        """The surrogate around the full graph."""
        second = self.saturated.correlation + np.diag(self.noise)
        return SurrogateMoments(second, self.noise, self.n_rows)


@dataclass(frozen=True)
class Judged:
    """A graph with hidden causes at the top of its observed likelihood.

    Attributes
    ----------
    fit : GraphFit
        Over columns and hidden causes.
    criterion : float
        As for graphs without hidden causes; −∞ for an improper solution.
    charged : float
        The same less the surcharge of links beside hidden causes: what graphs with hidden causes are ranked by.
    n_columns : int
    """

    fit: GraphFit
    criterion: float
    charged: float
    n_columns: int

    @property
    def graph(self) -> HiddenGraph:
        """The graph with its slopes."""
        return HiddenGraph(self.fit.dag, self.fit.slopes, self.n_columns)

    @property
    def n_hidden(self) -> int:
        """Number of hidden causes."""
        return len(self.fit.dag) - self.n_columns


def is_proper(parameters: Parameters) -> bool:
    """Whether every variable keeps some variance given its parents, and all values are finite."""
    return bool(np.isfinite(parameters.noise).all() and parameters.noise.min() >= LEAST_NOISE)


def climbed_on_surrogate(task: HiddenTask, seen: SurrogateMoments, graph: HiddenGraph) -> tuple[float, HiddenGraph]:
    """A graph that no single arrow added, dropped or replaced improves, and its criterion on a surrogate.

    Hidden causes that are left with too few items are removed, the poorest first, before the climb continues.
    """
    while True:
        moments = with_hidden_moments(seen, graph.n_hidden)
        unseen = log_likelihood_of_unseen(task.n_rows, graph.n_hidden)
        slopes = graph.slopes.copy()
        reached = kernels.surrogate_climb(moments.native, graph.dag, slopes, _SLOPES, -np.inf)
        criterion, dag, slopes = kernels.surrogate_search(
            moments.native,
            task.space.native(task.is_general(graph)),
            _CHANGES,
            task.edge_cost,
            reached - task.cost_of(graph),
            graph.dag,
            slopes,
            task.surcharge(graph),
            task.cost_of_groups(graph.n_hidden),
        )
        graph = HiddenGraph(dag, slopes, graph.n_columns)
        poor = graph.unidentified()
        if not poor.size:
            return criterion - unseen, graph
        graph = graph.without_cause(int(poor[np.argmin(graph.loads[poor].sum(axis=1))]))


def judged(task: HiddenTask, graph: HiddenGraph, factors: Factors | None = None) -> Judged:
    """A graph after the climb of its observed likelihood, from the factors of one with as many nodes if given."""
    boxes = with_hidden_columns(task.boxes, graph.n_hidden)
    start = factors or with_hidden_factors(task.saturated.factors, graph.n_hidden)
    fit = fit_graph(boxes, graph.dag, graph.slopes, start, _REFIT, n_threads=task.n_threads)
    proper = is_proper(fit.parameters) if graph.n_hidden else True
    log_likelihood = fit.log_likelihood if proper else -np.inf
    return Judged(
        fit, log_likelihood - task.edge_cost * fit.n_edges, log_likelihood - task.cost_of(graph), graph.n_columns
    )


def surrogate_around(task: HiddenTask, found: Judged) -> SurrogateMoments:
    """The surrogate of the columns that were seen which agrees with the rows under a judged graph."""
    n, boxes = found.n_columns, with_hidden_columns(task.boxes, found.n_hidden)
    correlation = found.fit.parameters.correlation
    _, moments = propagate(found.fit.factors, boxes, correlation, settling=_SETTLING, n_threads=task.n_threads)
    expected, correlation = moments.second[:n, :n], correlation[:n, :n]
    spread = np.eye(n) + task.noise[:, None] * np.linalg.inv(correlation)
    second = correlation + np.diag(task.noise) + spread @ (expected - correlation) @ spread.T
    return SurrogateMoments((second + second.T) / 2, task.noise, task.n_rows)


def climbed(task: HiddenTask, seen: SurrogateMoments, graph: HiddenGraph) -> Judged:
    """The best graph of the turns between surrogate and rows, from a graph and the surrogate around another."""
    return climbed_further(task, judged(task, climbed_on_surrogate(task, seen, graph)[1]))


def climbed_further(task: HiddenTask, best: Judged) -> Judged:
    """The best graph of the turns between the surrogate around a judged graph and the rows."""
    for _ in range(_MOST_TURNS):
        _, graph = climbed_on_surrogate(task, surrogate_around(task, best), best.graph)
        if np.array_equal(graph.dag, best.fit.dag):
            break
        factors = best.fit.factors if graph.n_hidden == best.n_hidden else None
        found = judged(task, graph, factors)
        if found.charged < best.charged + _LEAST_TURN:
            break
        best = found
    return best


def climbed_all(
    task: HiddenTask, seen: SurrogateMoments, graphs: Sequence[HiddenGraph]
) -> list[tuple[float, HiddenGraph]]:
    """Each graph climbed on a surrogate, the most promising first; graphs that meet count once."""
    alone = replace(task, n_threads=1)
    reached = side_by_side(lambda graph: climbed_on_surrogate(alone, seen, graph), list(graphs), task.n_threads)
    distinct = {graph.dag.tobytes(): (criterion, graph) for criterion, graph in reached}
    return sorted(distinct.values(), key=lambda pair: -pair[0])
