"""The best-first search over graphs."""

from dataclasses import replace

import numpy as np
import pytest

from ordag.expectation import propagate, start_factors
from ordag.graphs import dag_to_cpdag, topological_order
from ordag.learning import best_first
from ordag.learning.best_first import best_first_search, expand, learn_graphs, start
from ordag.learning.candidates import Candidate
from ordag.learning.effort import Effort
from ordag.learning.frontier import Frontier
from ordag.learning.propose import Task
from ordag.learning.refit import Objective
from ordag.strategies import StructureSearch, fit_saturated
from ordag.strategies.extrapolation import extrapolate
from ordag.strategies.final_fit import LAST_CLIMB
from reference.dags import all_dags
from reference.fits import boxes_of_frame, problem, refitted, structure_search

EDGE_COST = 3.5
CLOSE = 0.1  # nats: the tolerance of the climb, twice


@pytest.fixture(scope="module")
def boxes():
    return boxes_of_frame(problem()[1])


@pytest.fixture(scope="module")
def saturated(boxes):
    return fit_saturated(boxes)


def task_of(boxes, effort=None, *, edge_cost=EDGE_COST, seed=0, search="boss", **knowledge):
    effort = effort or Effort()
    found = structure_search(boxes.n_columns, search, seed, **knowledge)
    return Task(Objective(boxes, edge_cost, effort.climb), found, effort)


def test_the_criterion_never_falls(boxes, saturated):
    task = task_of(boxes)
    first = start(task, saturated).pool.highest
    trace = best_first_search(task, saturated).trace
    assert np.all(np.diff([first, *(entry.score for entry in trace)]) >= 0)


def test_it_ends_when_nothing_promising_is_left(boxes, saturated):
    state = best_first_search(task_of(boxes), saturated)
    assert state.graph is None
    assert [entry.settled for entry in state.trace] == [False] * (len(state.trace) - 1) + [True]
    assert state.trace[-1].score == max(graph.criterion for graph in state.pool.ranking)
    assert state.trace[-1].n_edges == state.pool.best.fit.n_edges


def test_it_ends_after_the_most_expansions(boxes, saturated):
    state = best_first_search(task_of(boxes, Effort(max_expansions=2)), saturated)
    assert len(state.trace) == 2
    assert state.graph is not None
    assert not state.trace[-1].settled


def test_an_expansion_leaves_the_state_before_it_as_it_was(boxes, saturated):
    task = task_of(boxes)
    before = start(task, saturated)
    keys, expanded = set(before.pool.refits), before.frontier.expanded
    after = expand(task, before, before.graph)
    assert set(before.pool.refits) == keys
    assert before.frontier.expanded == expanded == frozenset()
    assert after.frontier.expanded == {before.graph.key}
    assert before.trace == ()


def test_graphs_behind_the_best_need_no_factors_of_their_own(boxes, saturated):
    narrow = Effort(n_roots=1, beam_width=1)
    every, few = (
        best_first_search(task_of(boxes, replace(narrow, n_kept=n_kept)), saturated).pool.ranking
        for n_kept in (None, 1)
    )
    assert [graph.criterion for graph in few] == [graph.criterion for graph in every]
    assert all(graph.fit.factors is saturated.factors for graph in few[1:])
    assert not any(graph.fit.factors is saturated.factors for graph in [few[0], *every])
    assert len(every) > 1


def test_two_seeds_find_the_same_class(boxes, saturated):
    first, second = (best_first_search(task_of(boxes, seed=seed), saturated).pool.best.dag for seed in (1, 2))
    assert np.array_equal(dag_to_cpdag(first), dag_to_cpdag(second))


def test_no_graph_of_four_nodes_has_a_higher_criterion():
    boxes = boxes_of_frame(problem(n=4, n_rows=200, seed=5)[1])
    saturated = fit_saturated(boxes)
    found = best_first_search(task_of(boxes), saturated).pool.highest
    objective = Objective(boxes, EDGE_COST, LAST_CLIMB)
    best = max(refitted(objective, dag, saturated).criterion for dag in all_dags(4))
    assert found > best - CLOSE


def test_edges_that_cost_more_are_no_more(boxes, saturated):
    edges = [
        best_first_search(task_of(boxes, edge_cost=cost), saturated).pool.best.fit.n_edges for cost in (1.0, 4.0, 40.0)
    ]
    assert edges[0] >= edges[1] >= edges[2]
    assert edges[0] > edges[2]


def test_knowledge_binds_every_graph_that_is_refitted(boxes, saturated):
    task = task_of(boxes, required=[(5, 0)], forbidden=[(0, 1), (1, 0)], max_parents=2)
    for graph in best_first_search(task, saturated).pool.ranking:
        assert graph.dag[5, 0] == 1
        assert graph.dag[0, 1] == graph.dag[1, 0] == 0
        assert graph.dag.sum(axis=0).max() <= 2


def test_extrapolated_moments_stay_a_correlation(boxes):
    _, moments = propagate(start_factors(boxes), boxes, np.eye(6))
    for kappa in (1.0, 4.0, 100.0):
        moved = extrapolate(np.eye(6), moments.second, kappa)
        assert np.array_equal(np.diag(moved), np.ones(6))
        assert np.linalg.eigvalsh(moved)[0] > 0
    assert extrapolate(np.eye(6), moments.second, 1.0) == pytest.approx(moments.correlation, abs=1e-9)


def test_searches_start_from_the_order_of_the_graph_that_is_expanded(boxes, saturated, monkeypatch):
    orders_given = []

    def near_best(self, score, margin, *, orders, **options):
        orders_given.append([list(order) for order in orders])
        return {}

    task = task_of(boxes)
    state = start(task, saturated)
    monkeypatch.setattr(StructureSearch, "near_best", near_best)
    expand(task, state, state.graph)
    assert orders_given == [[topological_order(state.graph.dag)]] * len(orders_given)
    assert orders_given


@pytest.mark.parametrize(("most_idle", "n_searched"), [(np.inf, 3), (2, 2), (0, 0)])
def test_expansions_do_without_searches_that_have_found_nothing_new(
    boxes, saturated, monkeypatch, most_idle, n_searched
):
    asked = []
    monkeypatch.setattr(best_first, "candidates_from_moments", lambda *given: asked.append(given) or [])
    state = best_first_search(task_of(boxes, Effort(most_idle=most_idle, max_expansions=3)), saturated)
    assert len(state.trace) == 3
    assert len(asked) == n_searched


def test_searches_go_on_while_they_find_graphs_that_are_refitted(boxes, saturated, monkeypatch):
    single = [np.outer(np.eye(6)[i], np.eye(6)[5]).astype(np.int8) for i in range(5)]
    asked = []

    def another(task, graph, *given):
        asked.append(graph)
        return [Candidate(single[len(asked) - 1], graph.fit.slopes, graph.penalty)]

    monkeypatch.setattr(best_first, "candidates_from_moments", another)
    # Without moves all that a search finds is refitted.
    effort = Effort(most_idle=1, n_moves=0, n_lineages=(), beam_width=20, max_expansions=4)
    state = best_first_search(task_of(boxes, effort), saturated)
    assert len(asked) == len(state.trace) == 4


# ---- several searches ----

SMALL = Effort(n_roots=3, n_lineages=(), beam_width=1)


def n_searches(boxes, saturated, monkeypatch, effort, **options):
    """How many small searches are made before one is believed."""
    begun = []
    monkeypatch.setattr(best_first, "start", lambda *given: begun.append(start(*given)) or begun[-1])
    pool, trace = learn_graphs(task_of(boxes, effort, **options), saturated)
    assert trace[-1].score <= pool.highest
    assert all(key in pool for state in begun for key in state.pool.refits)
    return len(begun)


def test_a_search_whose_lineages_meet_is_believed(boxes, saturated, monkeypatch):
    assert n_searches(boxes, saturated, monkeypatch, replace(SMALL, enough_meeting=1)) == 1


def test_another_is_repeated_as_often_as_allowed(boxes, saturated, monkeypatch):
    monkeypatch.setattr(Frontier, "lineages_meet", lambda *given: False)
    assert n_searches(boxes, saturated, monkeypatch, replace(SMALL, n_searches=3)) == 3


def test_a_search_without_random_numbers_is_not_repeated(boxes, saturated, monkeypatch):
    monkeypatch.setattr(Frontier, "lineages_meet", lambda *given: False)
    assert n_searches(boxes, saturated, monkeypatch, replace(SMALL, n_searches=3), search="ges") == 1


def test_without_a_number_that_is_enough_all_searches_are_made(boxes, saturated, monkeypatch):
    assert n_searches(boxes, saturated, monkeypatch, replace(SMALL, n_searches=3, enough_meeting=None)) == 3
