# SPDX-License-Identifier: MIT
"""Learning at one λ of the expected score, given or chosen by cross-validation, and with very many variables."""

from dataclasses import replace

import numpy as np

from ordag.expectation import BoxArrays, Points, log_probabilities, propagate, start_factors
from ordag.strategies.contract import FEW, MANY, Fit, Settings, cost_of_an_edge
from ordag.strategies.expected import ExpectedSteps, start_state
from ordag.strategies.final_fit import climbed_fit
from ordag.strategies.information import information_share
from ordag.strategies.integration import points_of_a_search
from ordag.strategies.sampled import Chains, SampledSteps, penalty_for_many, sample_saturated, start_iterations
from ordag.strategies.saturated import Saturated, fit_saturated
from ordag.strategies.structure_search import StructureSearch
from ordag.structural_em import State, structural_em

# The paper's grid without its ends, from which cross-validation picks.
_CV_PENALTIES = (1.0, 1.5, 2.0, 2.5, 3.0, 4.0, 6.0, 10.0)
_CV_FOLDS = 5
_MAX_ITERATIONS = 60
_MAX_SAMPLED_ITERATIONS = 16


def fit_at(boxes: BoxArrays, search: StructureSearch, settings: Settings, penalty: float) -> Fit:
    """Structural EM on the expected score at one λ."""
    if boxes.n_columns > MANY:
        return fit_many(boxes, search, replace(settings, penalty=penalty, criterion=settings.multiplied))
    points = points_of_a_search(boxes)
    if settings.known is None:
        saturated = start_of(boxes, search, settings, points)
        start, factors = start_state(saturated.correlation, boxes.n_columns), saturated.factors
    else:
        start, factors = settings.known, start_factors(boxes)
    steps = ExpectedSteps(
        boxes,
        search,
        factors,
        penalty,
        criterion=settings.multiplied,
        points=points,
        n_threads=settings.n_threads,
    )
    state = structural_em(steps, start, _MAX_ITERATIONS)
    return climbed_fit(boxes, state, factors, penalty, settings)


def fit_many(boxes: BoxArrays, search: StructureSearch, settings: Settings) -> Fit:
    """Structural EM on Gibbs chains."""
    state, penalty = sampled_state(boxes, search, settings)
    return Fit(state.dag, state.parameters, penalty, state.trace[-1].score, None, state.trace)


def cross_validated_penalty(boxes: BoxArrays, search: StructureSearch, settings: Settings) -> float:
    """The λ with the highest log-likelihood of rows left out."""
    fold = search.rng.permutation(boxes.n_rows) % _CV_FOLDS
    totals = np.zeros(len(_CV_PENALTIES))
    for k in range(_CV_FOLDS):
        training, left_out = boxes.rows(fold != k), boxes.rows(fold == k)
        for position, penalty in enumerate(_CV_PENALTIES):
            fit = fit_at(training, search, settings, penalty)
            correlation = fit.parameters.correlation
            totals[position] += log_probabilities(left_out, correlation, n_threads=settings.n_threads).total
    return _CV_PENALTIES[int(np.argmax(totals))]


def start_of(boxes: BoxArrays, search: StructureSearch, settings: Settings, points: Points | None) -> Saturated:
    """Correlation of the full graph by the cheaper E-step, if no points are given to integrate with."""
    if boxes.n_columns <= FEW:
        start = None if settings.known is None else settings.known.parameters.correlation
        return fit_saturated(boxes, start=start, points=points, n_threads=settings.n_threads)
    n_iterations = start_iterations(boxes.total_weight)
    correlation = sample_saturated(_chains(boxes, search, settings), n_iterations=n_iterations)
    factors, _ = propagate(start_factors(boxes), boxes, correlation, n_threads=settings.n_threads)
    return Saturated(correlation, factors)


def sampled_state(boxes: BoxArrays, search: StructureSearch, settings: Settings) -> tuple[State, float]:
    """Where structural EM on Gibbs chains ends, at the given λ or one from levels, rows and columns; and that λ."""
    penalty, cost, kappa = settings.penalty, settings.multiplied, 1.0
    if penalty is None:
        edge_cost = cost_of_an_edge("ebic", boxes.total_weight, search.n_variables)
        penalty, cost, kappa = penalty_for_many(boxes, edge_cost), "bic", 1 / information_share(boxes)
    chains = _chains(boxes, search, settings)
    steps = SampledSteps(chains, search, penalty, criterion=cost, kappa=kappa)
    start = settings.known or start_state(sample_saturated(chains), boxes.n_columns)
    return structural_em(steps, start, _MAX_SAMPLED_ITERATIONS), penalty


def _chains(boxes: BoxArrays, search: StructureSearch, settings: Settings) -> Chains:
    return Chains.started(boxes, int(search.rng.integers(2**63)), settings.n_threads)
