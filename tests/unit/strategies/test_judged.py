"""Structural EM that climbs the observed-data criterion."""

import numpy as np
import pytest

from ordag.expectation import propagate, start_factors
from ordag.graphs import dag_to_cpdag, topological_order
from ordag.strategies import Judge, JudgedSteps, Proposals, fit_saturated
from ordag.strategies.effort import Effort
from ordag.strategies.extrapolation import extrapolate
from ordag.structural_em import structural_em
from reference.dags import all_dags
from reference.fits import boxes_of_frame, heard, problem, proposals

PRICE = 3.5
CLOSE = 0.1  # nats: the tolerance of the climb, twice


@pytest.fixture(scope="module")
def boxes():
    return boxes_of_frame(problem()[1])


@pytest.fixture(scope="module")
def saturated(boxes):
    return fit_saturated(boxes)


def run(boxes, saturated, seed=0, **knowledge):
    judge = Judge(boxes, PRICE, Effort().climb)
    steps = JudgedSteps(judge, proposals(boxes.n_columns, seed=seed, **knowledge), Effort())
    return judge, structural_em(steps, steps.start(saturated), 60)


def test_the_criterion_never_falls(boxes, saturated):
    judge = Judge(boxes, PRICE, Effort().climb)
    steps = JudgedSteps(judge, proposals(boxes.n_columns), Effort())
    state = steps.start(saturated)
    first = judge.ranking(1)[0].criterion
    state = structural_em(steps, state, 60)
    assert np.all(np.diff([first, *(entry.score for entry in state.trace)]) >= 0)


def test_it_settles_on_the_best_graph_of_all_that_were_heard(boxes, saturated):
    judge, state = run(boxes, saturated)
    assert state.settled
    assert np.array_equal(state.dag, judge.ranking(1)[0].fit.dag)
    assert state.trace[-1].score == max(judged.criterion for judged in judge.ranking())


def test_graphs_behind_the_best_need_no_factors_of_their_own(boxes, saturated):
    narrow = Effort(n_roots=1, n_beams=1)
    rankings = []
    for n_kept in (None, 1):
        judge = Judge(boxes, PRICE, narrow.climb, n_kept=n_kept)
        steps = JudgedSteps(judge, proposals(boxes.n_columns), narrow)
        structural_em(steps, steps.start(saturated), 60)
        rankings.append(judge.ranking())
    every, few = rankings
    assert [judged.criterion for judged in few] == [judged.criterion for judged in every]
    assert all(judged.fit.factors is saturated.factors for judged in few[1:])
    assert not any(judged.fit.factors is saturated.factors for judged in [few[0], *every])
    assert len(every) > 1


def test_two_seeds_find_the_same_class(boxes, saturated):
    first, second = (run(boxes, saturated, seed)[1].dag for seed in (1, 2))
    assert np.array_equal(dag_to_cpdag(first), dag_to_cpdag(second))


def test_no_graph_of_four_nodes_has_a_higher_criterion():
    boxes = boxes_of_frame(problem(n=4, n_rows=200, seed=5)[1])
    saturated = fit_saturated(boxes)
    _, state = run(boxes, saturated)
    judge = Judge(boxes, PRICE, Effort().last_climb)
    best = max(heard(judge, dag, saturated).criterion for dag in all_dags(4))
    assert state.trace[-1].score > best - CLOSE


def test_a_higher_price_gives_no_more_edges(boxes, saturated):
    edges = []
    for price in (1.0, 4.0, 40.0):
        steps = JudgedSteps(Judge(boxes, price, Effort().climb), proposals(boxes.n_columns), Effort())
        edges.append(structural_em(steps, steps.start(saturated), 60).dag.sum())
    assert edges[0] >= edges[1] >= edges[2]
    assert edges[0] > edges[2]


def test_knowledge_binds_every_graph_that_is_heard(boxes, saturated):
    judge, _ = run(boxes, saturated, required=[(5, 0)], forbidden=[(0, 1), (1, 0)], max_parents=2)
    for judged in judge.ranking():
        assert judged.fit.dag[5, 0] == 1
        assert judged.fit.dag[0, 1] == judged.fit.dag[1, 0] == 0
        assert judged.fit.dag.sum(axis=0).max() <= 2


def test_extrapolated_moments_stay_a_correlation(boxes):
    _, moments = propagate(start_factors(boxes), boxes, np.eye(6))
    for kappa in (1.0, 4.0, 100.0):
        moved = extrapolate(np.eye(6), moments.second, kappa)
        assert np.array_equal(np.diag(moved), np.ones(6))
        assert np.linalg.eigvalsh(moved)[0] > 0
    assert extrapolate(np.eye(6), moments.second, 1.0) == pytest.approx(moments.correlation, abs=1e-9)


def test_searches_start_from_the_order_of_the_graph_they_go_on_from(boxes, saturated, monkeypatch):
    asked = []

    def near_best(self, score, margin, *, orders, **options):
        asked.append([list(order) for order in orders])
        return {}

    steps = JudgedSteps(Judge(boxes, PRICE, Effort().climb), proposals(boxes.n_columns), Effort())
    state = steps.start(saturated)
    monkeypatch.setattr(Proposals, "near_best", near_best)
    steps.search(steps.expect(state), state)
    assert asked == [[topological_order(state.dag)]] * len(asked)
    assert asked


def test_rivals_of_the_best_graph_are_heard(boxes, saturated):
    narrow = Effort(n_roots=1, n_lines=(), n_beams=1, n_heard=1)
    judge = Judge(boxes, 1.0, narrow.climb)  # an edge too many costs little
    steps = JudgedSteps(judge, proposals(boxes.n_columns), narrow)
    structural_em(steps, steps.start(saturated), 5)
    before, best = len(judge.ranking()), judge.highest()
    steps.hear_rivals()
    assert len(judge.ranking()) > before
    assert judge.highest() >= best
