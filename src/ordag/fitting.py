# SPDX-License-Identifier: MIT
"""From boxes to a fitted network, one function a mode: the default, the posterior, the paper's algorithm."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from ordag.errors import InputValueError
from ordag.expectation import BoxArrays, start_factors
from ordag.graphs import Blocks
from ordag.hidden import HiddenFit, fit_hidden
from ordag.learning.best_first import Trace, learn_graphs
from ordag.learning.draws import StructureDraws, best_on_average, draw_structures
from ordag.learning.effort import AGAIN, THOROUGH, Effort, effort_for
from ordag.learning.pool import Pool
from ordag.learning.prior import StructurePrior
from ordag.learning.propose import Task
from ordag.learning.refit import Objective
from ordag.learning.settle import refit_near_ties, reviewed, settle
from ordag.maximization import maximize
from ordag.messages import Advise, Setting, UseFunction
from ordag.scores import PricedBlocks
from ordag.search import SearchSpace
from ordag.strategies.contract import (
    FEW,
    Fit,
    Settings,
    are_ranked,
    arrow_log_odds_of_evidence,
    cost_of_an_edge,
    share_of_slopes,
)
from ordag.strategies.expected import start_state
from ordag.strategies.final_fit import LAST_CLIMB, climbed_fit, final_climb, integrated_fit
from ordag.strategies.fixed_penalty import cross_validated_penalty, fit_at, fit_many, sampled_state, start_of
from ordag.strategies.information import information_share
from ordag.strategies.integration import integrated_climb, points_of_a_search, rows_repeat
from ordag.strategies.many_rows import rows_to_begin_with
from ordag.strategies.paper import PaperSteps, PaperVariant
from ordag.strategies.saturated import Saturated, fit_saturated
from ordag.strategies.structure_search import StructureSearch
from ordag.structural_em import State, structural_em

# Where most arrows are likely beforehand, graphs of high posterior probability are looked for at this edge cost, that
# of AIC; the prior itself counts in full when they are weighed.
_LEAST_COST = 1.0
# Up to so many columns a lattice of points is exact. With more, what noise points leave is too much to weigh very many
# rows by, and graphs of a posterior are weighed by propagation (docs/decisions/e-step.md).
_EXACTLY_INTEGRATED = 3
# From about so many rows on the bias of propagation, up to 0.04 for a strong correlation, exceeds standard errors.
_BIAS_SHOWS = 2000
# Graphs that are refitted by their integrated likelihood where rows repeat.
_N_REVIEWED = 8


def fit_network(
    boxes: BoxArrays, space: SearchSpace, settings: Settings, rng: np.random.Generator, blocks: Blocks | None = None
) -> Fit:
    """The network that the default mode of `ordag.OSEM` learns; its graph is one among coordinates.

    `space` is that of graphs among variables, which may own `blocks` of coordinates; None: each owns one.
    """
    priced = None
    if blocks is not None and not blocks.is_plain:
        criterion = settings.multiplied if settings.penalty is not None else settings.criterion
        priced = PricedBlocks.by_slopes(blocks, share_of_slopes(criterion, boxes.total_weight, space.n_nodes))
        settings = replace(settings, known=_among_coordinates(settings.known, blocks))
    search = StructureSearch(settings.search, space, rng, priced)
    if settings.penalty is not None:
        return fit_at(boxes, search, settings, settings.penalty)
    if settings.criterion == "cv":
        return fit_at(boxes, search, settings, cross_validated_penalty(boxes, search, settings))
    if not are_ranked(boxes.n_columns, boxes.n_rows):
        return fit_many(boxes, search, settings)
    return fit_best_first(boxes, search, settings)


def fit_found(boxes: BoxArrays, found: Fit, settings: Settings) -> Fit:
    """A graph that was found on other boxes of the same coordinates, with the parameters that these boxes ask for."""
    correlation, factors = np.eye(boxes.n_columns), start_factors(boxes)
    if boxes.n_columns <= FEW:
        saturated = fit_saturated(boxes, n_threads=settings.n_threads)
        correlation, factors = saturated.correlation, saturated.factors
    state = State(found.dag, maximize(correlation, found.dag), found.trace)
    fit = climbed_fit(boxes, state, factors, found.penalty, settings)
    return replace(fit, criterion=found.criterion)


def fit_best_first(boxes: BoxArrays, search: StructureSearch, settings: Settings) -> Fit:
    """The graph that a best-first search prefers; with many rows it begins at that of a part of them."""
    some = rows_to_begin_with(boxes, search.rng)
    if some is None:
        return _search_all(boxes, search, settings)
    first = fit_best_first(some, search, settings)
    known = State(first.dag, first.parameters)
    from_known = Saturated(first.parameters.correlation, start_factors(boxes))  # no root comes from the full graph
    return _chosen(_task(boxes, search, settings, AGAIN), from_known, known, settings)


def _search_all(boxes: BoxArrays, search: StructureSearch, settings: Settings) -> Fit:
    """The same from the full graph, from a network that is known, or with many columns from where chains lead."""
    effort = effort_for(boxes.n_columns, near=settings.known is not None)
    if boxes.n_columns > FEW and settings.known is None:
        settings = replace(settings, known=sampled_state(boxes, search, settings)[0])
    task = _task(boxes, search, settings, effort)
    saturated, known = start_of(boxes, search, settings, task.objective.points), settings.known
    if known is not None and search.blocks is not None:
        known = replace(known, parameters=maximize(saturated.correlation, known.dag))
    return _chosen(task, saturated, known, settings)


def _task(boxes: BoxArrays, search: StructureSearch, settings: Settings, effort: Effort) -> Task:
    """To find the graph that the criterion of the settings prefers."""
    by_evidence = settings.criterion == "evidence"
    objective = Objective(
        boxes,
        cost_of_an_edge(settings.criterion, boxes.total_weight, search.n_variables),
        effort.climb,
        arrow_log_odds=arrow_log_odds_of_evidence(search.n_variables) if by_evidence else None,
        n_threads=settings.n_threads,
        blocks=search.blocks,
    )
    return Task(objective, search, effort)


def _chosen(task: Task, saturated: Saturated, known: State | None, settings: Settings) -> Fit:
    """The graph that is preferred of all that the search meets, fitted."""
    objective, boxes = task.objective, task.objective.boxes
    pool, trace = learn_graphs(task, saturated, known)
    if (integrated := integrated_climb(boxes)) is not None:
        objective, pool = reviewed(objective, pool, integrated, _N_REVIEWED)
        pool = refit_near_ties(replace(task, objective=objective), pool)
    chosen = settle(objective, pool, final_climb(boxes))
    state = State(chosen.dag, chosen.fit.parameters, trace)
    fit = integrated_fit(boxes, state, chosen.fit.factors, chosen.penalty, settings)
    return replace(fit, criterion=objective.final_criterion(chosen))


def _among_coordinates(known: State | None, blocks: Blocks) -> State | None:
    """The graph of a known state, with coordinates for variables; these rows may show others, so slopes are unknown."""
    if known is None:
        return None
    dag = blocks.expanded(known.dag)
    return State(dag, maximize(np.eye(len(dag)), dag), known.trace)


def with_hidden_causes(
    boxes: BoxArrays,
    space: SearchSpace,
    settings: Settings,
    plain: Fit,
    n_hidden: int | None,
    rng: np.random.Generator,
) -> tuple[Fit, HiddenFit | None]:
    """The fit, or one with hidden causes: with so many, or (None) with as many as the criterion wants, if any."""
    hidden = fit_hidden(boxes, space, settings, State(plain.dag, plain.parameters), n_hidden, rng)
    if hidden is None:
        return plain, None
    state = replace(hidden.columns, trace=plain.trace)
    fit = integrated_fit(boxes, state, start_factors(boxes), plain.penalty, settings)
    return replace(fit, criterion=hidden.criterion), hidden


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
    _check_information(boxes)
    objective, pool, trace = graphs_of_posterior(boxes, space, settings, prior, rng)
    draws, pool = draw_structures(objective, pool, space, prior, n_draws, rng)
    n_rows = boxes.total_weight
    if objective.points is None and rows_repeat(boxes) and n_rows > _BIAS_SHOWS:
        draws = replace(draws, n_repeats=n_rows / boxes.n_rows)
    chosen = best_on_average(objective, pool, prior, space) if average else settle(objective, pool, LAST_CLIMB)
    state = State(chosen.dag, chosen.fit.parameters, trace)
    fit = climbed_fit(boxes, state, chosen.fit.factors, chosen.penalty, settings)
    return replace(fit, criterion=chosen.criterion), draws


def graphs_of_posterior(
    boxes: BoxArrays, space: SearchSpace, settings: Settings, prior: StructurePrior, rng: np.random.Generator
) -> tuple[Objective, Pool, Trace]:
    """Graphs of high posterior probability, what they are ranked by, and the history of the search for the best."""
    apart = ~np.eye(boxes.n_columns, dtype=bool)
    edge_cost = cost_of_an_edge("bic", boxes.total_weight, boxes.n_columns)
    edge_cost = max(edge_cost - float(np.median(prior.arrow_log_odds[apart])), _LEAST_COST)
    points = points_of_a_search(boxes) if boxes.n_columns <= _EXACTLY_INTEGRATED else None
    objective = Objective(boxes, edge_cost, replace(THOROUGH.climb, points=points), n_threads=settings.n_threads)
    task = Task(objective, StructureSearch(settings.search, space, rng), THOROUGH)
    pool, trace = learn_graphs(task, start_of(boxes, task.search, settings, points), settings.known)
    return objective, pool, trace


def fit_paper(
    boxes: BoxArrays,
    space: SearchSpace,
    settings: Settings,
    penalty: float,
    pairwise: Callable[[], NDArray[np.float64]],
    n_draws: int,
    rng: np.random.Generator,
    *,
    variant: PaperVariant,
) -> Fit:
    """The network that the paper's algorithm learns at one λ, from the pairwise-likelihood correlation on."""
    steps = PaperSteps(
        boxes,
        StructureSearch(settings.search, space, rng),
        penalty,
        n_draws,
        variant=variant,
        criterion=settings.multiplied,
        n_threads=settings.n_threads,
    )
    start = start_state(steps.refine(pairwise()), boxes.n_columns)
    state = structural_em(steps, start, steps.max_iterations)
    return integrated_fit(boxes, state, start_factors(boxes), penalty, settings)


def check_columns_for_hidden(n_columns: int, n_hidden: int | None) -> None:
    """Refuse more columns than graphs with hidden causes are looked for among."""
    if n_columns > FEW:
        raise InputValueError(
            Setting("hidden", "auto" if n_hidden is None else n_hidden),
            f"looks for hidden causes of at most {FEW} columns",
            f"found {n_columns}",
            remedies=[Advise("leave out columns that are no items")],
        )


def _check_information(boxes: BoxArrays) -> None:
    """Refuse data that a posterior over graphs cannot be drawn from."""
    if boxes.n_columns > FEW:
        raise InputValueError(
            Setting("prior", "wishart"),
            f"samples graphs of at most {FEW} columns",
            f"found {boxes.n_columns}",
            remedies=[UseFunction("ordag.bootstrap", "for edge support of larger networks")],
        )
    n_rows = boxes.total_weight
    effective = n_rows * information_share(boxes)
    if effective < 1:
        raise InputValueError(
            Setting("prior", "wishart"),
            "needs rows that carry as much information as one row without levels and gaps",
            f"the {n_rows:g} rows found carry that of {effective:.2g}",
            remedies=[Advise("pass more rows"), Advise(("leave out ", Setting("prior", "wishart")))],
        )
