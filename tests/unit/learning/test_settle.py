"""The final choice: near ties, and graphs that are climbed further before one is chosen."""

import itertools
from dataclasses import replace

import numpy as np
import pytest

from ordag.expectation import log_probabilities, scattered_points
from ordag.learning import settle as settling
from ordag.learning.best_first import best_first_search
from ordag.learning.effort import Effort
from ordag.learning.pool import Pool
from ordag.learning.propose import Task
from ordag.learning.refit import Objective, refit
from ordag.learning.settle import preferred, refit_near_ties, reviewed, settle
from ordag.learning.tolerances import CLOSE_CALL, WITHIN_CHOICE
from ordag.maximization.observed import Climb, slope_posterior
from ordag.strategies import fit_saturated
from reference.fits import boxes_of_frame, candidate, problem, structure_search

EDGE_COST = 3.5
TO_THE_TOP = Climb(tolerance=1e-4, max_passes=40)


@pytest.fixture(scope="module")
def boxes():
    return boxes_of_frame(problem()[1])


@pytest.fixture(scope="module")
def doubtful():
    """Few rows of few levels: many graphs come close to the best, and the evidence prefers another."""
    return boxes_of_frame(problem(n=7, n_rows=150, seed=24, levels=3, neighbours=3)[1])


def task_of(boxes, effort=None, *, edge_cost=EDGE_COST, arrow_log_odds=None):
    effort = effort or Effort()
    objective = Objective(boxes, edge_cost, effort.climb, arrow_log_odds=arrow_log_odds)
    return Task(objective, structure_search(boxes.n_columns), effort)


def searched(boxes, **options):
    """Objective and pool of a search, near ties included."""
    task = task_of(boxes, **options)
    return task.objective, refit_near_ties(task, best_first_search(task, fit_saturated(boxes)).pool)


def test_all_graphs_that_come_close_are_climbed_further(doubtful, monkeypatch):
    objective, pool = searched(doubtful)
    close = {graph.key for graph in pool.ranking if graph.criterion > pool.highest - CLOSE_CALL}
    climbed, gone_on = settling.climbed, {}
    monkeypatch.setattr(settling, "climbed", lambda *given: gone_on.setdefault(given[1].key, climbed(*given)))
    settle(objective, pool, Climb(tolerance=1e-9, max_passes=200))
    assert len(close) > 1
    assert close <= gone_on.keys()
    assert all(graph.fit.expected_gain < 1e-8 for graph in gone_on.values())


def test_a_review_ranks_the_best_graphs_by_their_integrated_likelihood(boxes):
    objective, pool = searched(boxes)
    objective, again = reviewed(objective, pool, Climb(points=scattered_points(boxes.n_columns, 1024)), 3)
    assert {graph.key for graph in again.ranking} == {graph.key for graph in pool.ranking[:3]}
    assert objective.points is not None
    for graph in again.ranking:
        rows = log_probabilities(boxes, graph.fit.parameters.correlation, n_points=1024)
        assert graph.fit.log_likelihood == pytest.approx(rows.total, abs=5 * rows.total_error + 0.01)


def test_close_calls_are_decided_at_the_very_top(boxes):
    rough = Climb(tolerance=0.4)
    objective, pool = searched(boxes, effort=Effort(n_roots=2, beam_width=2, climb=rough))
    chosen = settle(objective, pool, TO_THE_TOP)
    assert chosen.fit.expected_gain < 1e-3
    assert chosen.criterion > pool.highest - CLOSE_CALL


def test_a_criterion_that_is_no_number_does_not_keep_it_busy(boxes, monkeypatch):
    objective, pool = searched(boxes)
    n_asked = itertools.count()

    def final_criterion(self, graph):
        assert next(n_asked) < 1000
        return np.nan

    monkeypatch.setattr(Objective, "final_criterion", final_criterion)
    assert settle(objective, pool, Climb()).key in pool


def test_without_odds_the_best_graph_is_chosen(boxes):
    objective, pool = searched(boxes)
    assert preferred(objective, pool, 1) == [pool.best]


def final_criterion_anew(boxes, graph, odds):
    """What the choice should go by, from a volume computed afresh."""
    volume = slope_posterior(boxes, graph.fit).log_volume()
    return min(graph.criterion, graph.log_likelihood + volume + odds * graph.fit.n_edges)


def test_the_evidence_chooses_among_graphs_close_to_the_best(doubtful):
    objective, pool = searched(doubtful, arrow_log_odds=-3.0)
    chosen = settle(objective, pool, TO_THE_TOP)
    close = [graph for graph in pool.ranking if graph.criterion >= pool.highest - WITHIN_CHOICE]
    by_evidence = sorted(close, key=lambda graph: -final_criterion_anew(doubtful, graph, -3.0))
    assert chosen.key == by_evidence[0].key
    assert chosen.key != pool.best.key  # the criterion alone would have chosen another
    assert chosen.fit.expected_gain < 1e-3
    assert objective.final_criterion(chosen) == pytest.approx(final_criterion_anew(doubtful, chosen, -3.0))


def test_the_evidence_sees_three_nats_down(doubtful, monkeypatch):
    objective, pool = searched(doubtful, arrow_log_odds=0.0)
    monkeypatch.setattr(Objective, "log_marginal", lambda self, graph: -graph.criterion)  # the worse, the better
    seen = {graph.key for graph in preferred(objective, pool)}
    assert seen == {graph.key for graph in pool.ranking if graph.criterion >= pool.highest - WITHIN_CHOICE}
    assert len(seen) < len(pool.ranking)


def test_no_graph_is_charged_less_than_the_cost_of_its_edges(doubtful):
    objective, pool = searched(doubtful, arrow_log_odds=10.0)
    assert all(objective.final_criterion(graph) == graph.criterion for graph in preferred(objective, pool))
    assert preferred(objective, pool, 1) == [pool.best]


def test_longer_odds_choose_no_more_edges(doubtful):
    edges = [preferred(*searched(doubtful, arrow_log_odds=odds), 1)[0].fit.n_edges for odds in (0.0, -3, -30)]
    assert edges[0] >= edges[1] >= edges[2]
    assert edges[0] > edges[2]


def test_near_ties_are_those_of_the_preferred_graph(doubtful, monkeypatch):
    task = task_of(doubtful, arrow_log_odds=-3.0)
    pool = best_first_search(task, fit_saturated(doubtful)).pool
    around = []
    monkeypatch.setattr(
        settling,
        "candidates_from_moves",
        lambda task, graph, surrogate, n_best, *, wide: around.append((graph.key, wide)) or [],
    )
    assert refit_near_ties(task, pool) is pool
    best = preferred(task.objective, pool, 1)[0]
    assert around == [(best.key, True)]
    assert best.key != pool.best.key


def test_near_ties_of_the_best_graph_are_refitted(boxes):
    narrow = Effort(n_roots=1, n_lineages=(), beam_width=1, n_refitted=1, max_expansions=5)
    task = task_of(boxes, narrow, edge_cost=1.0)  # an edge too many costs little
    pool = best_first_search(task, fit_saturated(boxes)).pool
    more = refit_near_ties(task, pool)
    assert len(more.ranking) > len(pool.ranking)
    assert more.highest >= pool.highest


def test_a_graph_that_comes_first_only_when_others_fall_is_settled_too(boxes, monkeypatch):
    """Far apart as they are, the second becomes the best when the first is climbed further and turns out worse."""
    saturated, objective, pool = fit_saturated(boxes), Objective(boxes, EDGE_COST, Effort().climb), Pool()
    for child in (1, 2):
        edge = np.zeros((6, 6), dtype=np.int8)
        edge[0, child] = 1
        pool = refit(objective, pool, candidate(edge, saturated.correlation), saturated.factors)
    first, second = pool.ranking
    worse = replace(first, fit=replace(first.fit, log_likelihood=second.fit.log_likelihood - 10))
    better = replace(second, fit=replace(second.fit, expected_gain=0.0))
    monkeypatch.setattr(settling, "climbed", lambda *given: worse if given[1].key == first.key else better)
    assert first.criterion > second.criterion + 1
    assert settle(objective, pool, Climb()) is better
