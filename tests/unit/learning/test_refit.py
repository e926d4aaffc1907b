"""Refitted graphs: what is fitted again, what a pool ranks and keeps, and what the final criterion is."""

from dataclasses import replace

import numpy as np
import pytest

from ordag.learning.best_first import best_first_search
from ordag.learning.effort import Effort
from ordag.learning.pool import Pool
from ordag.learning.propose import Task
from ordag.learning.refit import Objective, climbed, refit
from ordag.maximization.observed import Climb, slope_posterior
from ordag.strategies import fit_saturated
from reference.fits import boxes_of_frame, candidate, problem, refitted, structure_search

EDGE_COST = 3.5
CLOSE = 0.1  # nats: the tolerance of the climb, twice
EFFORT = Effort()


@pytest.fixture(scope="module")
def boxes():
    return boxes_of_frame(problem()[1])


@pytest.fixture(scope="module")
def saturated(boxes):
    return fit_saturated(boxes)


@pytest.fixture(scope="module")
def objective(boxes):
    return Objective(boxes, EDGE_COST, EFFORT.climb)


@pytest.fixture(scope="module")
def pool(objective, saturated):
    """What a search has refitted."""
    return best_first_search(Task(objective, structure_search(6), EFFORT), saturated).pool


def one_edge():
    edge = np.zeros((6, 6), dtype=np.int8)
    edge[0, 1] = 1
    return edge


def test_a_hopeless_graph_reaches_its_top_when_asked_to(objective, saturated, pool):
    dag = pool.best.dag.copy()
    dag[tuple(np.argwhere(dag)[0])] = 0
    flat = candidate(dag, np.eye(len(dag)))  # a start from which much is left to climb
    among = replace(pool, refits={pool.best.key: pool.best})
    cut_short = refit(objective, among, flat, saturated.factors)
    whole = refit(objective, cut_short, flat, saturated.factors, to_convergence=True)
    alone = refit(objective, Pool(), flat, saturated.factors)
    assert not cut_short[flat.key].converged
    assert whole[flat.key].converged
    assert whole[flat.key].criterion == pytest.approx(alone[flat.key].criterion, abs=CLOSE)


def test_equivalent_graphs_have_the_same_criterion(objective, saturated):
    chain = np.zeros((6, 6), dtype=np.int8)
    chain[0, 1] = chain[1, 2] = chain[2, 3] = 1
    first, second = (refitted(objective, dag, saturated) for dag in (chain, chain.T.copy()))
    assert first.criterion == pytest.approx(second.criterion, abs=CLOSE)


def test_an_equivalent_graph_is_not_fitted_again(objective, saturated):
    forth, back = (candidate(dag, saturated.correlation) for dag in (one_edge(), one_edge().T.copy()))
    pool = refit(objective, Pool(), forth, saturated.factors)
    assert refit(objective, pool, back, saturated.factors) is pool
    assert back.key in pool


def test_evidence_is_that_of_the_last_fit(boxes, saturated, pool):
    objective = Objective(boxes, EDGE_COST, EFFORT.climb, arrow_log_odds=-2.0)
    flat = candidate(pool.best.dag, np.eye(6))
    rough = climbed(objective, flat, saturated.factors, Climb(max_passes=1))
    before = objective.log_marginal(rough)
    further = climbed(objective, rough.as_candidate(), rough.fit.factors, EFFORT.climb)
    alone = slope_posterior(boxes, further.fit).log_volume() + further.log_likelihood
    assert objective.log_marginal(further) == pytest.approx(alone, abs=1e-9)
    assert before != pytest.approx(alone, abs=0.1)


def test_the_evidence_of_a_fit_is_computed_once(boxes, pool, monkeypatch):
    objective = Objective(boxes, EDGE_COST, EFFORT.climb, arrow_log_odds=-2.0)
    first = objective.final_criterion(pool.best)
    monkeypatch.setattr("ordag.learning.refit.slope_posterior", None)
    without_factors = replace(pool.best, fit=replace(pool.best.fit, factors=None))
    assert objective.final_criterion(without_factors) == first


def test_without_odds_the_final_criterion_is_the_criterion(objective, pool):
    assert objective.final_criterion(pool.best) == pool.best.criterion == pool.highest


def test_an_empty_pool_has_no_best():
    assert Pool().highest == -np.inf
    assert Pool().ranking == []


def test_of_two_fits_of_a_graph_the_merged_pool_has_that_of_the_longer_climb(boxes, saturated):
    flat = candidate(one_edge(), np.eye(6))
    short, long = (
        refit(Objective(boxes, EDGE_COST, Climb(max_passes=passes)), Pool(), flat, saturated.factors)
        for passes in (1, 20)
    )
    assert short.highest < long.highest
    assert short.merged_with(long).best is long.best
    assert long.merged_with(short).best is long.best
    assert long.merged_with(Pool()).ranking == [long.best]
