# SPDX-License-Identifier: MIT
"""The Ordinal Structural EM algorithm (Algorithm 1 of the paper): E-step, structure update, parameter update, repeat.

How each step is done is a strategy (`ordag.strategies`): the paper's own, with draws, or the same without their noise,
or with chains for many variables. The default, which needs no penalty, is no such loop but a search over graphs
(`ordag.learning`).
"""

import time
from dataclasses import dataclass, replace
from typing import Protocol

import numpy as np

from ordag.expectation import Moments
from ordag.graphs import Adjacency, dag_to_cpdag
from ordag.graphs.cpdag import class_key
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
    """Where the algorithm stands: graph, parameters, and the iterations that led there.

    Attributes
    ----------
    dag : (n, n)
    parameters : Parameters
    trace : tuple of Iteration
    classes : tuple of bytes
        Key of the equivalence class that each iteration chose.
    """

    dag: Adjacency
    parameters: Parameters
    trace: tuple[Iteration, ...] = ()
    classes: tuple[bytes, ...] = ()

    @property
    def settled(self) -> bool:
        """Whether the last iteration met the stopping rule."""
        return bool(self.trace) and self.trace[-1].settled


@dataclass(frozen=True)
class ScoredGraph:
    """The graph that a structure update chose, with its score, and how many edges between variables it has."""

    dag: Adjacency
    score: float
    n_edges: int


class Steps(Protocol):
    """The steps of one iteration; a strategy may keep a warm start of its E-step between them (chains, factors)."""

    def expect(self, state: State) -> Moments:
        """E-step: expected second moments of the latent variables under the current parameters."""

    def search(self, moments: Moments, state: State) -> ScoredGraph:
        """Structure update: the best graph for these moments."""

    def maximize(self, moments: Moments, dag: Adjacency) -> Parameters:
        """Parameter update: the best parameters for this graph."""

    def is_settled(self, before: State, after: State) -> bool:
        """Stopping rule."""


def structural_em(steps: Steps, state: State, max_iterations: int) -> State:
    """The state in which the algorithm settles, or that after `max_iterations`."""
    while not state.settled and len(state.trace) < max_iterations:
        began = time.perf_counter()
        moments = steps.expect(state)
        chosen = steps.search(moments, state)
        parameters = steps.maximize(moments, chosen.dag)
        after = _advanced(state, chosen, parameters, began)
        entry = replace(after.trace[-1], settled=steps.is_settled(state, after))
        state = replace(after, trace=(*state.trace, entry))
    return state


def _advanced(state: State, chosen: ScoredGraph, parameters: Parameters, began: float) -> State:
    """The state with a graph and its parameters, and a line of the trace."""
    changed = int(np.count_nonzero(dag_to_cpdag(chosen.dag) != dag_to_cpdag(state.dag)))
    entry = Iteration(chosen.score, None, chosen.n_edges, changed, time.perf_counter() - began)
    return State(chosen.dag, parameters, (*state.trace, entry), (*state.classes, class_key(chosen.dag)))
