# SPDX-License-Identifier: MIT
"""From the boxes of rows and their best graph without hidden causes to a graph with hidden causes, if it is better."""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from ordag.expectation import BoxArrays
from ordag.graphs import Adjacency
from ordag.hidden.climbing import HiddenTask, Judged
from ordag.hidden.columns import HiddenSpace, with_hidden_columns
from ordag.hidden.evidence import CauseEvidence, evidence_of
from ordag.hidden.proposals import plain_start
from ordag.hidden.search import search_hidden
from ordag.maximization import Parameters
from ordag.maximization.observed import Climb, fit_graph, slope_covariance, unit_noise_slopes
from ordag.maximization.standard_errors import standard_errors
from ordag.search import SearchSpace
from ordag.strategies.contract import Settings, cost_of_an_edge
from ordag.strategies.saturated import fit_saturated
from ordag.structural_em import State

Matrix = NDArray[np.float64]

_LAST_CLIMB = Climb(tolerance=1e-3, max_passes=60)
# A link beside hidden causes costs as much as with γ = 1 in the extended BIC, an edge otherwise as much as with 1/2: of
# the many pairs of items, few are linked beyond what their common causes explain.
_GAMMA_OF_LINKS = 0.5


@dataclass(frozen=True)
class HiddenFit:
    """A graph over columns and hidden causes with its parameters.

    Attributes
    ----------
    dag : (n + k, n + k)
    parameters : Parameters
        Of columns and hidden causes; every hidden cause has a positive weight in its strongest item.
    errors : (n + k, n + k)
        Standard errors of the weights, 0 where there is no arrow.
    evidence : tuple of CauseEvidence
    criterion, plain_criterion : float
        Of the graph, and of the best graph without hidden causes.
    n_columns : int
    """

    dag: Adjacency
    parameters: Parameters
    errors: Matrix
    evidence: tuple[CauseEvidence, ...]
    criterion: float
    plain_criterion: float
    n_columns: int

    @property
    def n_hidden(self) -> int:
        """Number of hidden causes."""
        return len(self.dag) - self.n_columns

    @property
    def columns(self) -> State:
        """The part of graph and parameters that is among the columns; the correlation is that of the whole."""
        n = self.n_columns
        whole = self.parameters
        return State(
            np.ascontiguousarray(self.dag[:n, :n]),
            Parameters(whole.weights[:n, :n], whole.noise[:n], whole.correlation[:n, :n]),
        )


def fit_hidden(
    boxes: BoxArrays,
    space: SearchSpace,
    settings: Settings,
    plain: State,
    n_hidden: int | None,
    rng: np.random.Generator,
) -> HiddenFit | None:
    """The best graph with a given number of hidden causes, or with as many as improve it; None if it has none.

    Parameters
    ----------
    boxes
        The rows.
    space
        What is allowed among the columns.
    settings
        What graphs are judged by; the evidence has the cost of extended BIC.
    plain
        The best graph without hidden causes.
    n_hidden
        How many hidden causes; None: as many as improve it.
    rng
        Source of random numbers.
    """
    n, n_rows = boxes.n_columns, boxes.total_weight
    task = HiddenTask(
        boxes,
        fit_saturated(boxes, n_threads=settings.n_threads),
        HiddenSpace(space),
        edge_cost=cost_of_an_edge(settings.criterion, n_rows, n),
        link_surcharge=_GAMMA_OF_LINKS * float(np.log(max(n - 1, 1))),
        n_threads=settings.n_threads,
    )
    found = search_hidden(task, plain_start(plain.dag, unit_noise_slopes(plain.parameters)), n_hidden, rng)
    if not found.best.n_hidden:
        return None
    return _finished(task, found.best, found.plain.criterion)


def _finished(task: HiddenTask, best: Judged, plain_criterion: float) -> HiddenFit:
    """The graph at the maximum of its likelihood, with its hidden causes signed and in order, strongest first."""
    boxes = with_hidden_columns(task.boxes, best.n_hidden)
    fit = fit_graph(boxes, best.fit.dag, best.fit.slopes, best.fit.factors, _LAST_CLIMB, n_threads=task.n_threads)
    evidence = evidence_of(task, best)
    edges = np.argwhere(fit.dag)
    covariance = slope_covariance(
        boxes, edges, fit.slopes[tuple(edges.T)], fit.factors, _LAST_CLIMB, n_threads=task.n_threads
    )
    n = task.n_columns
    errors = np.nan_to_num(standard_errors(fit.dag, fit.slopes, covariance).weights)
    loadings = fit.parameters.weights[n:, :n]
    causes = np.argsort(-np.sum(loadings**2, axis=1), kind="stable")
    strongest = loadings[np.arange(len(loadings)), np.abs(loadings).argmax(axis=1)]
    order = np.concatenate([np.arange(n), n + causes])
    signs = np.concatenate([np.ones(n), np.sign(strongest)])
    turned = _turned(fit.parameters, signs)
    chosen = np.ix_(order, order)
    parameters = Parameters(turned.weights[chosen], turned.noise[order], turned.correlation[chosen])
    return HiddenFit(
        np.ascontiguousarray(fit.dag[chosen]),
        parameters,
        errors[chosen],
        tuple(evidence[cause] for cause in causes),
        fit.log_likelihood - task.edge_cost * fit.n_edges,
        plain_criterion,
        n,
    )


def _turned(parameters: Parameters, signs: NDArray[np.float64]) -> Parameters:
    """The same network with the signs of some hidden causes reversed."""
    both = np.outer(signs, signs)
    return replace(parameters, weights=parameters.weights * both, correlation=parameters.correlation * both)
