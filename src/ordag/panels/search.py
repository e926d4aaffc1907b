# SPDX-License-Identifier: MIT
"""The graph of a step from wave to wave, by its observed likelihood less the cost of its links.

Weights are tied in the score and in the climb: a link counts once, however many waves there are. Starts are found by
best order score search on the pooled moments of neighbouring waves, those of the full graph of a step. From the best of
them, links are added, dropped and reversed: each change is judged by the surrogate around the graph, and the best
graphs are refitted, until none is better.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from ordag.expectation import BoxArrays
from ordag.graphs import is_acyclic
from ordag.maximization.correlations import ObservedLikelihood, likelihood_of_surrogate
from ordag.maximization.quasi_newton import inverse_information
from ordag.maximization.regression import regressions
from ordag.maximization.surrogate import SurrogateMoments
from ordag.panels.climb import PanelFit, climb, information
from ordag.panels.transitions import TransitionGraph, WaveLayout
from ordag.scores import GaussianBIC
from ordag.search import SearchSpace, boss
from ordag.strategies.contract import cost_of_an_edge
from ordag.strategies.information import hidden_variances, information_share
from ordag.strategies.saturated import Saturated

Matrix = npt.NDArray[np.float64]

# Multiples of the cost of a link at which starts are searched for, and how many of the starts are refitted.
_ROOT_COSTS = (0.6, 0.8, 1.0, 1.3, 1.7, 2.3)
_N_ROOTS, _N_STARTS, _N_NEAR = 4, 6, 3
# Changes from which climbs on the surrogate start in each step, and the least gain in nats of a change.
_N_CHANGES, _LEAST_GAIN = 5, 0.1
_MAX_ROUNDS = 20
# Stable share of the variance of each item at which a climb with intercepts begins.
_STABLE_AT_FIRST = 0.2
_LAST_TOLERANCE = 1e-3


@dataclass(frozen=True, eq=False)
class PanelRows:
    """Rows of a panel, ready to be fitted: one row per person, the columns wave after wave.

    Attributes
    ----------
    boxes : BoxArrays
    n_items, n_waves : int
    saturated : Saturated
        The correlation of all columns, without any graph.
    n_threads : int
    """

    boxes: BoxArrays
    n_items: int
    n_waves: int
    saturated: Saturated
    n_threads: int = 1

    @cached_property
    def noise(self) -> npt.NDArray[np.float64]:
        """Variances of errors that hide as much of each column as its levels do."""
        return hidden_variances(self.boxes)

    @property
    def n_persons(self) -> float:
        """Number of rows, by weight."""
        return self.boxes.total_weight

    @cached_property
    def n_steps(self) -> float:
        """Steps from wave to wave of all persons: the mean over items of how often both ends were seen."""
        seen = (self.boxes.codes >= 0).reshape(self.n_waves, self.n_items, -1)
        return float(((seen[1:] & seen[:-1]) @ self.boxes.weights).mean(axis=1).sum())

    @property
    def edge_cost(self) -> float:
        """What a link costs in nats, by extended BIC of the steps."""
        return cost_of_an_edge("ebic", max(self.n_steps, 1.0), 2 * self.n_items)

    @property
    def cost_of_intercepts(self) -> float:
        """What the covariance of the persons' levels costs in nats, by AIC.

        Leaving out levels that exist makes false links; including levels that do not exist costs only precision.
        """
        return self.n_items * (self.n_items + 1) / 2

    def around(self, correlation: Matrix, second: Matrix) -> SurrogateMoments:
        """The surrogate around a correlation under which the rows have these moments."""
        return SurrogateMoments.around(correlation, second, self.noise, self.n_persons)

    def start(self) -> SurrogateMoments:
        """The surrogate around the correlation of all columns."""
        correlation = self.saturated.correlation
        return self.around(correlation, correlation)

    def likelihood(self) -> ObservedLikelihood:
        """The observed-data likelihood."""
        return ObservedLikelihood(self.boxes, self.saturated.factors, n_threads=self.n_threads)


@dataclass(frozen=True, eq=False)
class RankedFit:
    """A refitted graph with its criterion, and the moments of the rows under it."""

    fit: PanelFit
    criterion: float
    second: Matrix

    @property
    def graph(self) -> TransitionGraph:
        """Of a step."""
        return self.fit.layout.steps[0]


def learn_transitions(
    rows: PanelRows, space: SearchSpace, rng: np.random.Generator, *, has_intercepts: bool = False
) -> RankedFit:
    """The graph of a step, the same for all, with its weights."""
    best = max(
        (_refitted(rows, each) for each in _roots(rows, space, rng, has_intercepts=has_intercepts)),
        key=lambda ranked: ranked.criterion,
    )
    tried = {_key(best.graph)}
    for _ in range(_MAX_ROUNDS):
        moments = rows.around(best.fit.at.correlation, best.second)
        path = [
            each
            for each in _climbed_over_graphs(rows, best.fit, moments, space)
            if _key(each.layout.steps[0]) not in tried
        ]
        tried |= {_key(each.layout.steps[0]) for each in path[-2:]}
        better = max((_refitted(rows, each) for each in path[-2:]), key=lambda ranked: ranked.criterion, default=best)
        if better.criterion < best.criterion + _LEAST_GAIN:
            break
        best = better
    return _refitted(rows, best.fit, tolerance=_LAST_TOLERANCE)


def refitted_steps(rows: PanelRows, start: PanelFit, steps: tuple[TransitionGraph, ...]) -> RankedFit:
    """Given graphs of the steps, with the weights that make the rows most likely, from those of another fit."""
    layout, before = WaveLayout(steps, rows.n_waves, start.layout.has_intercepts), start.layout
    weights = [before.of_step(start.parameters, step % len(before.steps)) for step in range(len(steps))]
    first = before.weights(start.parameters)[: rows.n_items, : rows.n_items]
    begun = layout.started(first, weights, before.loadings(start.parameters))
    return _refitted(rows, PanelFit(layout, begun), tolerance=_LAST_TOLERANCE)


def _refitted(rows: PanelRows, start: PanelFit, tolerance: float = 0.05) -> RankedFit:
    """The graph of a fit at the top of its observed likelihood."""
    likelihood = rows.likelihood()
    fit = climb(start, likelihood, rows.start(), tolerance=tolerance)
    value, second = likelihood.moments(fit.at.correlation)
    n_links = sum(step.n_edges for step in fit.layout.steps)
    fit = PanelFit(fit.layout, fit.parameters, value, fit.expected_gain)
    return RankedFit(fit, value + min(fit.expected_gain, 1.0) - rows.edge_cost * n_links, second)


def _roots(rows: PanelRows, space: SearchSpace, rng: np.random.Generator, *, has_intercepts: bool) -> list[PanelFit]:
    """Graphs found on the pooled moments of neighbouring waves, the most promising first."""
    moments, n = rows.start(), rows.n_items
    layout = WaveLayout((TransitionGraph.full(n),), rows.n_waves, has_intercepts)
    start = layout.started(np.zeros((n, n)), [np.zeros((2 * n, 2 * n))], np.sqrt(_STABLE_AT_FIRST) * np.eye(n))
    full = climb(PanelFit(layout, start), likelihood_of_surrogate(moments), moments)
    pooled, loadings = pooled_moments(full.at.within, n), layout.loadings(full.parameters)
    n_rows = max(rows.n_steps * information_share(rows.boxes), 1.0)
    found: dict[bytes, PanelFit] = {}
    for multiple in _ROOT_COSTS:
        score = GaussianBIC(pooled, n_rows, multiple * rows.edge_cost / (np.log(n_rows) / 2) if n_rows > 1 else 1.0)
        for scored in boss(score, space, n_starts=_N_STARTS, random_state=rng).pool[:_N_NEAR]:
            graph = TransitionGraph.of_two_waves(scored.adjacency)
            if _key(graph) not in found:
                found[_key(graph)] = _begun(rows, graph, pooled, loadings, full)
    climbed = [climb(each, likelihood_of_surrogate(moments), moments) for each in found.values()]
    return sorted(climbed, key=lambda fit: -_predicted(rows, fit))[:_N_ROOTS]


def pooled_moments(within: Matrix, n_items: int) -> Matrix:
    """(2n, 2n) second moments of a wave and the next, averaged over steps.

    Examples
    --------
    >>> pooled_moments(np.array([[1.0, 0.5, 0.0], [0.5, 1.0, 0.3], [0.0, 0.3, 1.0]]), 1)
    array([[1. , 0.4],
           [0.4, 1. ]])
    """
    n_steps = len(within) // n_items - 1
    windows = [slice(t * n_items, (t + 2) * n_items) for t in range(n_steps)]
    return np.asarray(np.mean([within[window, window] for window in windows], axis=0))


def _begun(rows: PanelRows, graph: TransitionGraph, pooled: Matrix, loadings: Matrix, full: PanelFit) -> PanelFit:
    """A graph with the weights that regressions on pooled moments give."""
    n = rows.n_items
    layout = WaveLayout((graph,), rows.n_waves, full.layout.has_intercepts)
    weights, _ = regressions(pooled, [np.flatnonzero(column) for column in graph.two_waves.T])
    first = full.layout.weights(full.parameters)[:n, :n]
    return PanelFit(layout, layout.started(first, [weights], loadings))


def _predicted(rows: PanelRows, fit: PanelFit) -> float:
    """The criterion of a graph by the surrogate that it was climbed on."""
    return fit.log_likelihood - rows.edge_cost * fit.layout.steps[0].n_edges


def _climbed_over_graphs(
    rows: PanelRows, start: PanelFit, moments: SurrogateMoments, space: SearchSpace
) -> list[PanelFit]:
    """The graphs on the way of a hill climb over single changes of links, judged by a surrogate."""
    likelihood = likelihood_of_surrogate(moments)
    here = climb(start, likelihood, moments)
    path: list[PanelFit] = []
    for _ in range(_MAX_ROUNDS):
        changed = [climb(each, likelihood, moments) for each in _promising_changes(rows, here, moments, space)]
        best = max(changed, key=lambda fit: _predicted(rows, fit), default=here)
        if _predicted(rows, best) < _predicted(rows, here) + _LEAST_GAIN:
            break
        path.append(best)
        here = best
    return path


def _promising_changes(
    rows: PanelRows, fit: PanelFit, moments: SurrogateMoments, space: SearchSpace
) -> Iterator[PanelFit]:
    """The most promising changes of single links, to second order in the weights."""
    graph, layout = fit.layout.steps[0].two_waves, fit.layout
    scored = _scored_links(fit, moments)
    gains: list[tuple[float, npt.NDArray[np.int8]]] = []
    for start, end in np.argwhere(graph):
        dropped = graph.copy()
        dropped[start, end] = 0
        if not space.must[start, end]:
            gains.append((rows.edge_cost - scored.dropping[start, end], dropped))
        if space.allowed[end, start] and not space.must[start, end]:
            turned = dropped.copy()
            turned[end, start] = 1
            gains.append((scored.turning[start, end], turned))
    for start, end in np.argwhere(space.allowed & (graph == 0) & (graph.T == 0)):
        added = graph.copy()
        added[start, end] = 1
        gains.append((scored.adding[start, end] - rows.edge_cost, added))
    gains.sort(key=lambda pair: -pair[0])
    weights = layout.of_step(fit.parameters)
    first = layout.weights(fit.parameters)[: rows.n_items, : rows.n_items]
    n_taken = 0
    for _, dag in gains:
        if n_taken == _N_CHANGES:
            return
        if is_acyclic(dag) and dag.sum(axis=0).max() <= space.limit:
            n_taken += 1
            changed = WaveLayout((TransitionGraph.of_two_waves(dag),), rows.n_waves, layout.has_intercepts)
            begun = changed.started(first, [weights], layout.loadings(fit.parameters))
            yield PanelFit(changed, begun)


@dataclass(frozen=True, eq=False)
class ScoredLinks:
    """(2n, 2n) each, in nats and without costs: what dropping a link loses, and what adding or reversing one gains."""

    dropping: Matrix
    adding: Matrix
    turning: Matrix


def _scored_links(fit: PanelFit, moments: SurrogateMoments) -> ScoredLinks:
    """The log-likelihood of a surrogate to second order in the weights of links, present or absent."""
    n, graph = fit.layout.n_items, fit.layout.steps[0]
    everything = TransitionGraph(np.ones((n, n), dtype=np.int8), 1 - np.eye(n, dtype=np.int8))
    layout = WaveLayout((everything,), fit.layout.n_waves, fit.layout.has_intercepts)
    first = fit.layout.weights(fit.parameters)[:n, :n]
    parameters = layout.started(first, [fit.layout.of_step(fit.parameters)], fit.layout.loadings(fit.parameters))
    at = layout.correlation(parameters)
    assert at is not None
    slope = layout.gradient(parameters, at, likelihood_of_surrogate(moments)(at.correlation)[1])
    known = information(PanelFit(layout, parameters), moments)
    of_link = np.full((2 * n, 2 * n), -1)
    links = layout.links[0]
    of_link[tuple(links.T)] = layout.n_weights - len(links) + np.arange(len(links))
    is_free = np.ones(len(parameters), dtype=bool)
    is_absent = graph.two_waves[tuple(links.T)] == 0
    is_free[of_link[tuple(links[is_absent].T)]] = False
    return _second_order(of_link, parameters, slope, known, is_free)


def _second_order(
    of_link: npt.NDArray[np.intp], parameters: Matrix, slope: Matrix, known: Matrix, is_free: npt.NDArray[np.bool_]
) -> ScoredLinks:
    free, absent = np.flatnonzero(is_free), np.flatnonzero(~is_free)
    variance = inverse_information(known[np.ix_(free, free)])
    moved = variance @ known[np.ix_(free, absent)]
    left = np.maximum(np.diag(known)[absent] - np.sum(known[np.ix_(free, absent)] * moved, axis=0), 1e-9)
    dropping, adding, turning = (np.zeros(of_link.shape) for _ in range(3))
    place_free, place_absent = {k: i for i, k in enumerate(free)}, {k: i for i, k in enumerate(absent)}
    for start, end in np.argwhere(of_link >= 0):
        number, back = of_link[start, end], of_link[end, start]
        if number in place_absent:
            k = place_absent[number]
            adding[start, end] = slope[number] ** 2 / (2 * left[k])
            continue
        k = place_free[number]
        dropping[start, end] = parameters[number] ** 2 / (2 * variance[k, k])
        if back >= 0 and back in place_absent:
            f = place_absent[back]
            gain, value = slope[back] ** 2 / (2 * left[f]), parameters[number] - moved[k, f] * slope[back] / left[f]
            turning[start, end] = gain - value**2 / (2 * (variance[k, k] + moved[k, f] ** 2 / left[f]))
    return ScoredLinks(dropping, adding, turning)


def _key(graph: TransitionGraph) -> bytes:
    return graph.two_waves.tobytes()
