# SPDX-License-Identifier: MIT
"""The Ordinal Structural EM algorithm (Algorithm 1 of the paper): E-step, structure update, parameter update, repeat.

How each step is done is a strategy (`ordag.strategies`): the paper's own, with draws and an expected score, or ours,
which judges graphs by their observed-data likelihood. The loop is the same.
"""

import time
from dataclasses import dataclass, replace
from typing import Protocol

import numpy as np

from ordag.expectation import Moments
from ordag.graphs import Adjacency, dag_to_cpdag
from ordag.maximization import Parameters


@dataclass(frozen=True)
class Iteration:
    """What one iteration did.

    Attributes
    ----------
    score : float
        Penalised score of the graph that the structure update chose.
    log_likelihood : float or None
        Observed-data log-likelihood where it was computed.
    n_edges : int
    changed_edges : int
        Entries of the CPDAG that differ from the iteration before.
    seconds : float
    settled : bool
        Whether the strategy's stopping rule was met after it.
    """

    score: float
    log_likelihood: float | None
    n_edges: int
    changed_edges: int
    seconds: float
    settled: bool = False


@dataclass(frozen=True)
class State:
    """Where the algorithm stands: graph, parameters, and the iterations that led there."""

    dag: Adjacency
    parameters: Parameters
    trace: tuple[Iteration, ...] = ()

    @property
    def settled(self) -> bool:
        """Whether the last iteration met the stopping rule."""
        return bool(self.trace) and self.trace[-1].settled


class Steps(Protocol):
    """The steps of one iteration; a strategy may keep what it needs between them (chains, factors, graphs seen)."""

    def expect(self, state: State) -> Moments:
        """E-step: expected second moments of the latent variables under the current parameters."""

    def search(self, moments: Moments, state: State) -> Adjacency:
        """Structure update: the best graph for these moments."""

    def maximize(self, moments: Moments, dag: Adjacency) -> Parameters:
        """Parameter update: the best parameters for this graph."""

    def assess(self, dag: Adjacency) -> tuple[float, float | None]:
        """Score of the graph just chosen, and its observed-data log-likelihood where known."""

    def is_settled(self, before: State, after: State) -> bool:
        """Stopping rule."""


def structural_em(steps: Steps, state: State, max_iterations: int) -> State:
    """The state in which the algorithm settles, or that after `max_iterations`."""
    while not state.settled and len(state.trace) < max_iterations:
        began = time.perf_counter()
        moments = steps.expect(state)
        dag = steps.search(moments, state)
        parameters = steps.maximize(moments, dag)
        score, log_likelihood = steps.assess(dag)
        changed = int(np.count_nonzero(dag_to_cpdag(dag) != dag_to_cpdag(state.dag)))
        entry = Iteration(score, log_likelihood, int(dag.sum()), changed, time.perf_counter() - began)
        after = State(dag, parameters, (*state.trace, entry))
        entry = replace(entry, settled=steps.is_settled(state, after))
        state = replace(after, trace=(*state.trace, entry))
    return state
