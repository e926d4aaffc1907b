# SPDX-License-Identifier: MIT
"""From boxes to a fitted graph: picks the strategy, runs structural EM, climbs the likelihood of the result."""

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from ordag.errors import InputValueError, unknown_option
from ordag.expectation import BoxArrays, Factors, Points, log_probabilities, propagate, start_factors
from ordag.graphs import Adjacency
from ordag.maximization import Parameters
from ordag.maximization.observed import fit_graph, unit_noise_slopes
from ordag.scores.gaussian_bic import edge_cost
from ordag.search import SearchSpace
from ordag.strategies.effort import (
    FEW,
    MANY,
    THOROUGH,
    Effort,
    effort_for,
    integrated_climb,
    n_points_for,
    points_of_a_search,
    rows_repeat,
)
from ordag.strategies.expected import ExpectedSteps, start_state
from ordag.strategies.information import information_share
from ordag.strategies.judge import Judge
from ordag.strategies.judged import JudgedSteps
from ordag.strategies.paper import PaperSteps
from ordag.strategies.posterior import StructureDraws, StructurePrior, best_on_average, draw_structures
from ordag.strategies.proposals import Proposals
from ordag.strategies.sampled import Chains, SampledSteps, penalty_for_many, sample_saturated, start_iterations
from ordag.strategies.saturated import Saturated, fit_saturated
from ordag.structural_em import Iteration, State, structural_em

CRITERIA = ("evidence", "ebic", "bic", "aic", "cv")
# Weight of the extended BIC: a usual choice, within a few tenths of an edge of the best price in hindsight
# (docs/decisions/criterion.md).
_GAMMA = 0.5
# Prior log odds of an arrow between two variables where the evidence decides; others add γ log(n − 1) (same page).
_ARROW_LOG_ODDS = -1.0
# Where most arrows are likely beforehand, graphs of high posterior probability are looked for at this price, that of
# AIC; the prior itself counts in full when they are weighed.
_LEAST_PRICE = 1.0
# The paper's grid without its ends, from which cross-validation picks.
_CV_PENALTIES = (1.0, 1.5, 2.0, 2.5, 3.0, 4.0, 6.0, 10.0)
_CV_FOLDS = 5
_MAX_ITERATIONS = 60
_MAX_SAMPLED_ITERATIONS = 16
# Up to so many columns a lattice of points is exact. With more, what noise points leave is too much to weigh very many
# rows by, and graphs of a posterior are weighed by propagation (docs/decisions/e-step.md).
_EXACTLY_INTEGRATED = 3
# From about so many rows on the bias of propagation, up to 0.04 for a strong correlation, exceeds standard errors.
_BIAS_SHOWS = 2000
# Graphs that are judged again by their integrated likelihood where rows repeat.
_N_REVIEWED = 8


@dataclass(frozen=True)
class Settings:
    """What `fit_network` is asked for.

    Attributes
    ----------
    penalty : float or None
        λ of the expected score; None: choose the graph by `criterion`.
    criterion : str
        ``"evidence"``, ``"ebic"``, ``"bic"``, ``"aic"`` or ``"cv"``; with a given penalty λ multiplies the cost of AIC
        or, whatever else is said here, of BIC.
    search : str
        Key of `ordag.strategies.SEARCHES`.
    n_threads : int
    known : State or None
        A network of the same columns to start from, beside the full graph or in its place.
    """

    penalty: float | None = None
    criterion: str = "evidence"
    search: str = "boss"
    n_threads: int = 1
    known: State | None = None

    def __post_init__(self) -> None:
        if self.criterion not in CRITERIA:
            raise unknown_option("criterion", self.criterion, CRITERIA)
        if self.penalty is not None and not 0 <= self.penalty < np.inf:
            raise InputValueError(f"penalty is {self.penalty!r}; it must be 'auto' or a number from 0 on.")
        if self.criterion == "cv" and self.penalty is not None:
            raise InputValueError(
                f"criterion='cv' chooses the penalty and needs penalty='auto'; found {self.penalty!r}. Leave out "
                "one of the two."
            )


@dataclass(frozen=True)
class Fit:
    """A graph with its parameters, the λ it belongs to, what it was chosen by, its log-likelihood, and its history.

    The log-likelihood is None beyond some hundred variables, where it would take longer than the fit.
    """

    dag: Adjacency
    parameters: Parameters
    penalty: float
    criterion: float
    log_likelihood: float | None
    trace: tuple[Iteration, ...]

    def scaled_up(self, factor: float) -> "Fit":
        """The fit of a sample of rows, with the log-likelihood that `factor` times as many would have."""
        return self if self.log_likelihood is None else replace(self, log_likelihood=factor * self.log_likelihood)


def price_of_an_edge(criterion: str, n_rows: float, n_columns: int) -> float:
    """What an edge costs in nats under an information criterion; graphs for the evidence are found by extended BIC.

    Examples
    --------
    >>> round(price_of_an_edge("bic", 500, 20), 3), round(price_of_an_edge("ebic", 500, 20), 3)
    (3.107, 4.58)
    """
    return edge_cost("ebic" if criterion == "evidence" else criterion, n_rows, n_columns, _GAMMA)


def arrow_log_odds_of_evidence(n_columns: int) -> float:
    """Prior log odds of an arrow where the evidence decides.

    Examples
    --------
    >>> round(arrow_log_odds_of_evidence(20), 3)
    -2.472
    """
    return _ARROW_LOG_ODDS - _GAMMA * float(np.log(max(n_columns - 1, 1)))


def fit_network(boxes: BoxArrays, space: SearchSpace, settings: Settings, rng: np.random.Generator) -> Fit:
    """The network that the default mode of `ordag.OSEM` learns."""
    proposals = Proposals(settings.search, space, rng)
    if settings.penalty is not None:
        return _fit_at(boxes, proposals, settings, settings.penalty)
    if settings.criterion == "cv":
        penalty = _cross_validated_penalty(boxes, proposals, settings)
        return _fit_at(boxes, proposals, settings, penalty)
    if boxes.n_columns > MANY:
        return _fit_many(boxes, proposals, settings)
    return _fit_judged(boxes, proposals, settings)


def fit_posterior(
    boxes: BoxArrays,
    space: SearchSpace,
    settings: Settings,
    prior: StructurePrior,
    n_draws: int,
    rng: np.random.Generator,
    *,
    average: bool,
) -> tuple[Fit, StructureDraws]:
    """Draws of graphs from their posterior, and the network of highest expected accuracy (`average`) or the best."""
    if boxes.n_columns > FEW:
        raise InputValueError(
            f"prior='wishart' samples graphs of at most {FEW} columns; found {boxes.n_columns}. "
            "Use ordag.bootstrap for edge support of larger networks."
        )
    n_rows, worth = float(boxes.weights.sum()), float(boxes.weights.sum()) * information_share(boxes)
    if worth < 1:
        raise InputValueError(
            f"prior='wishart' needs rows that tell as much as one without levels and gaps; the {n_rows:g} rows found "
            f"are worth {worth:.2g}. Pass more rows, or leave out the prior."
        )
    judge, state = judge_graphs(boxes, space, settings, prior, rng)
    draws = draw_structures(judge, space, prior, n_draws, rng)
    if judge.points is None and rows_repeat(boxes) and n_rows > _BIAS_SHOWS:
        draws = replace(draws, n_repeats=n_rows / boxes.n_rows)
    chosen = best_on_average(judge, prior, space) if average else judge.settle(THOROUGH.last_climb)
    state = replace(state, dag=chosen.fit.dag, parameters=chosen.fit.parameters)
    fit = _conclude(boxes, state, chosen.fit.factors, chosen.penalty, settings)
    return replace(fit, criterion=chosen.criterion), draws


def judge_graphs(
    boxes: BoxArrays, space: SearchSpace, settings: Settings, prior: StructurePrior, rng: np.random.Generator
) -> tuple[Judge, State]:
    """Graphs of high posterior probability, judged, and the state in which the loop over them ended."""
    apart = ~np.eye(boxes.n_columns, dtype=bool)
    price = price_of_an_edge("bic", float(boxes.weights.sum()), boxes.n_columns)
    price = max(price - float(np.median(prior.arrow_log_odds[apart])), _LEAST_PRICE)
    proposals = Proposals(settings.search, space, rng)
    points = points_of_a_search(boxes) if boxes.n_columns <= _EXACTLY_INTEGRATED else None
    climb = replace(THOROUGH.climb, points=points)
    judge = Judge(boxes, price, climb, n_threads=settings.n_threads)
    return _search_judged(judge, proposals, settings, THOROUGH)


def fit_paper(
    boxes: BoxArrays,
    space: SearchSpace,
    settings: Settings,
    pairwise: Callable[[], NDArray[np.float64]],
    n_draws: int,
    rng: np.random.Generator,
) -> Fit:
    """The network that the paper's algorithm learns, from the pairwise-likelihood correlation on."""
    if settings.penalty is None:
        raise InputValueError("mode='paper' needs a number as penalty, as in the paper; found 'auto'. Try penalty=6.")
    steps = PaperSteps(
        boxes,
        Proposals(settings.search, space, rng),
        settings.penalty,
        n_draws,
        criterion=_cost(settings),
        n_threads=settings.n_threads,
    )
    start = start_state(steps.refine(pairwise()), boxes.n_columns)
    state = structural_em(steps, start, steps.max_iterations)
    return _assessed(boxes, state, start_factors(boxes), settings.penalty, settings)


def _fit_judged(boxes: BoxArrays, proposals: Proposals, settings: Settings) -> Fit:
    """Structural EM judged by the observed likelihood, of many columns from where chains lead on."""
    if boxes.n_columns > FEW and settings.known is None:
        settings = replace(settings, known=_sampled(boxes, proposals, settings)[0])
    price = price_of_an_edge(settings.criterion, float(boxes.weights.sum()), boxes.n_columns)
    effort = effort_for(boxes.n_columns)
    judge = Judge(
        boxes,
        price,
        effort.climb,
        arrow_log_odds=arrow_log_odds_of_evidence(boxes.n_columns) if settings.criterion == "evidence" else None,
        n_kept=max(effort.n_roots, effort.n_beams),
        n_threads=settings.n_threads,
    )
    judge, state = _search_judged(judge, proposals, settings, effort)
    if (exact := integrated_climb(boxes)) is not None:
        judge = judge.review(exact, _N_REVIEWED)
        JudgedSteps(judge, proposals, effort).hear_rivals()
    chosen = judge.settle(exact or effort.last_climb)
    state = replace(state, dag=chosen.fit.dag, parameters=chosen.fit.parameters)
    fit = _assessed(boxes, state, chosen.fit.factors, chosen.penalty, settings)
    return replace(fit, criterion=judge.merit(chosen))


def _search_judged(judge: Judge, proposals: Proposals, settings: Settings, effort: Effort) -> tuple[Judge, State]:
    """A judge like the given one that has heard the graphs of all searches, and the state in which the best ended.

    A search whose lines of descent met at the best graph is believed, another is repeated.
    """
    saturated = _saturated(judge.boxes, proposals, settings, judge.points)
    searches: list[tuple[Judge, JudgedSteps, State]] = []
    for _ in range(effort.n_searches):
        judge = judge.anew()
        steps = JudgedSteps(judge, proposals, effort)
        state = structural_em(steps, steps.start(saturated, settings.known), effort.max_iterations)
        searches.append((judge, steps, state))
        if steps.lines_meet() or not proposals.is_random:
            break
    judge, steps, state = max(searches, key=lambda search: search[0].highest())
    for other, _, _ in searches:
        judge.adopt(other)
    if effort.n_rivals:
        steps.hear_rivals()
    return judge, state


def _saturated(boxes: BoxArrays, proposals: Proposals, settings: Settings, points: Points | None) -> Saturated:
    """Correlation of the full graph by the cheaper E-step, if no points are given to integrate with."""
    if boxes.n_columns <= FEW:
        return fit_saturated(boxes, points=points, n_threads=settings.n_threads)
    n_iterations = start_iterations(float(boxes.weights.sum()))
    correlation = sample_saturated(_chains(boxes, proposals, settings), n_iterations=n_iterations)
    factors, _ = propagate(start_factors(boxes), boxes, correlation, n_threads=settings.n_threads)
    return Saturated(correlation, factors)


def _fit_many(boxes: BoxArrays, proposals: Proposals, settings: Settings) -> Fit:
    """Structural EM on Gibbs chains."""
    state, penalty = _sampled(boxes, proposals, settings)
    return Fit(state.dag, state.parameters, penalty, state.trace[-1].score, None, state.trace)


def _sampled(boxes: BoxArrays, proposals: Proposals, settings: Settings) -> tuple[State, float]:
    """Where structural EM on Gibbs chains ends, at the given λ or one from levels, rows and columns; and that λ."""
    penalty, cost, kappa = settings.penalty, _cost(settings), 1.0
    if penalty is None:
        price = price_of_an_edge("ebic", float(boxes.weights.sum()), boxes.n_columns)
        penalty, cost, kappa = penalty_for_many(boxes, price), "bic", 1 / information_share(boxes)
    chains = _chains(boxes, proposals, settings)
    steps = SampledSteps(chains, proposals, penalty, criterion=cost, kappa=kappa)
    start = settings.known or start_state(sample_saturated(chains), boxes.n_columns)
    return structural_em(steps, start, _MAX_SAMPLED_ITERATIONS), penalty


def _chains(boxes: BoxArrays, proposals: Proposals, settings: Settings) -> Chains:
    return Chains.started(boxes, int(proposals.rng.integers(2**63)), settings.n_threads)


def _cost(settings: Settings) -> str:
    """The cost that a given λ multiplies."""
    return "aic" if settings.criterion == "aic" else "bic"


def _fit_at(boxes: BoxArrays, proposals: Proposals, settings: Settings, penalty: float) -> Fit:
    """Structural EM on the expected score at one λ."""
    if boxes.n_columns > MANY:
        return _fit_many(boxes, proposals, replace(settings, penalty=penalty, criterion=_cost(settings)))
    points = points_of_a_search(boxes)
    if settings.known is None:
        saturated = _saturated(boxes, proposals, settings, points)
        start, factors = start_state(saturated.correlation, boxes.n_columns), saturated.factors
    else:
        start, factors = settings.known, start_factors(boxes)
    steps = ExpectedSteps(
        boxes,
        proposals,
        factors,
        penalty,
        criterion=_cost(settings),
        points=points,
        n_threads=settings.n_threads,
    )
    state = structural_em(steps, start, _MAX_ITERATIONS)
    return _conclude(boxes, state, factors, penalty, settings)


def _conclude(boxes: BoxArrays, state: State, factors: Factors, penalty: float, settings: Settings) -> Fit:
    """Climb the observed likelihood of the final graph to its top."""
    slopes = unit_noise_slopes(state.parameters)
    climb = integrated_climb(boxes) or effort_for(boxes.n_columns).last_climb
    fit = fit_graph(boxes, state.dag, slopes, factors, climb, n_threads=settings.n_threads)
    return _assessed(boxes, replace(state, parameters=fit.parameters), fit.factors, penalty, settings)


def _assessed(boxes: BoxArrays, state: State, factors: Factors, penalty: float, settings: Settings) -> Fit:
    """The state with its integrated observed log-likelihood."""
    rows = log_probabilities(
        boxes, state.parameters.correlation, n_points=n_points_for(boxes), factors=factors, n_threads=settings.n_threads
    )
    return Fit(state.dag, state.parameters, penalty, state.trace[-1].score, rows.total, state.trace)


def _cross_validated_penalty(boxes: BoxArrays, proposals: Proposals, settings: Settings) -> float:
    """The λ with the highest log-likelihood of rows left out."""
    fold = proposals.rng.permutation(boxes.n_rows) % _CV_FOLDS
    totals = np.zeros(len(_CV_PENALTIES))
    for k in range(_CV_FOLDS):
        training, left_out = boxes.rows(fold != k), boxes.rows(fold == k)
        for position, penalty in enumerate(_CV_PENALTIES):
            fit = _fit_at(training, proposals, settings, penalty)
            correlation = fit.parameters.correlation
            totals[position] += log_probabilities(left_out, correlation, n_threads=settings.n_threads).total
    return _CV_PENALTIES[int(np.argmax(totals))]
