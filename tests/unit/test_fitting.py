"""Which way of learning is taken, and what a fit holds."""

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from ordag import fitting, simulate
from ordag.expectation import log_probabilities
from ordag.fitting import fit_network, fit_posterior
from ordag.graphs import skeleton
from ordag.learning import effort
from ordag.learning.effort import Effort
from ordag.learning.prior import StructurePrior, arrow_log_odds
from ordag.maximization.observed import Climb
from ordag.search import SearchSpace
from ordag.strategies import final_fit, fixed_penalty, integration
from ordag.strategies.contract import Settings, arrow_log_odds_of_evidence, cost_of_an_edge
from ordag.structural_em import State
from reference.fits import boxes_of_frame, problem

TRUTH, FRAME = problem()


@pytest.fixture(scope="module")
def boxes():
    return boxes_of_frame(FRAME)


def learned(boxes, **settings):
    return fit_network(boxes, SearchSpace(range(6)), Settings(**settings), np.random.default_rng(0))


def test_costs_are_those_of_the_criteria():
    assert cost_of_an_edge("aic", 500, 20) == 1.0
    assert cost_of_an_edge("bic", 500, 20) == pytest.approx(np.log(500) / 2)
    assert cost_of_an_edge("ebic", 500, 20) == pytest.approx(np.log(500) / 2 + np.log(19) / 2)
    assert cost_of_an_edge("evidence", 500, 20) == cost_of_an_edge("ebic", 500, 20)


def test_odds_of_an_arrow_fall_with_the_square_root_of_the_others():
    assert np.exp(arrow_log_odds_of_evidence(2)) == pytest.approx(np.exp(-1))
    assert np.exp(arrow_log_odds_of_evidence(17)) == pytest.approx(np.exp(-1) / 4)


@pytest.mark.parametrize("settings", [{}, {"penalty": 3.0}], ids=["auto", "fixed"])
def test_the_log_likelihood_is_integrated_at_the_parameters_returned(boxes, settings):
    found = learned(boxes, **settings)
    rows = log_probabilities(boxes, found.parameters.correlation, n_points=2048)
    assert found.log_likelihood == pytest.approx(rows.total, abs=0.5)


def test_the_final_parameters_are_at_least_as_likely_as_those_of_the_expected_score(boxes, monkeypatch):
    top = learned(boxes, penalty=3.0).log_likelihood
    monkeypatch.setattr(final_fit, "LAST_CLIMB", Climb(max_passes=1))
    assert top > learned(boxes, penalty=3.0).log_likelihood - 0.1


@pytest.mark.parametrize("is_ranked", [True, False], ids=["less tried", "chains"])
def test_larger_problems_take_cheaper_ways_to_a_like_graph(boxes, monkeypatch, is_ranked):
    usual = learned(boxes)
    for module in (fitting, fixed_penalty, effort, final_fit):
        monkeypatch.setattr(module, "FEW", 2)
    monkeypatch.setattr(effort, "_SOME", 2)
    monkeypatch.setattr(fitting, "are_ranked", lambda n_columns, n_rows: is_ranked)
    cheap = learned(boxes)
    assert (cheap.log_likelihood is None) != is_ranked
    assert np.abs(cheap.dag + cheap.dag.T - usual.dag - usual.dag.T).sum() / 2 <= 2


def test_many_columns_are_searched_from_where_the_chains_lead(boxes, monkeypatch):
    best = learned(boxes)
    no_edges = Effort(
        root_costs=(1e4,), kappas=(1.0,), costs=(1e4,), n_moves=0, n_lineages=(), n_searches=1, n_near_ties=0
    )
    monkeypatch.setattr(fitting, "effort_for", lambda n_columns, near: no_edges)
    monkeypatch.setattr(fitting, "sampled_state", lambda *_: (State(best.dag, best.parameters), 1.0))
    assert learned(boxes).dag.sum() == 0
    monkeypatch.setattr(fitting, "FEW", 5)
    assert learned(boxes).criterion == pytest.approx(best.criterion, abs=0.1)


def test_cross_validation_takes_the_penalty_under_which_left_out_rows_are_likeliest():
    boxes = boxes_of_frame(problem(n_rows=120, neighbours=1)[1])
    fold = np.random.default_rng(0).permutation(boxes.n_rows) % 5

    def likeliest(left_out):
        totals = {}
        for penalty in (1.0, 1.5, 2.0, 2.5, 3.0, 4.0, 6.0, 10.0):
            found = [learned(boxes.rows(~rows), penalty=penalty).parameters.correlation for rows in left_out]
            totals[penalty] = sum(
                log_probabilities(boxes.rows(rows), correlation).total
                for rows, correlation in zip(left_out, found, strict=True)
            )
        return max(totals, key=totals.get)

    chosen = learned(boxes, criterion="cv").penalty
    assert chosen == likeliest([fold == k for k in range(5)])
    assert chosen != likeliest([fold != k for k in range(5)])  # the control: a fifth of the rows chooses another


def test_near_ties_are_settled_before_the_best_graph_of_a_posterior_is_taken(boxes, monkeypatch):
    chosen, settle = [], fitting.settle
    monkeypatch.setattr(fitting, "settle", lambda *given: chosen.append(settle(*given)) or chosen[-1])
    prior = StructurePrior(arrow_log_odds("sparse", list(FRAME.columns)))
    found, _ = fit_posterior(
        boxes, SearchSpace(range(6)), Settings(), prior, 2, np.random.default_rng(0), average=False
    )
    assert np.array_equal(found.dag, chosen[0].fit.dag)
    assert found.criterion == chosen[0].criterion


def test_rows_that_repeat_are_chosen_between_by_their_integrated_likelihood(monkeypatch):
    rows = simulate.ordinal_data(simulate.random_dag(5, 2, rng=7), 50_000, levels=2, rng=7).frame
    boxes = boxes_of_frame(rows)
    chosen = fit_network(boxes, SearchSpace(range(5)), Settings(None), np.random.default_rng(0))
    for module in (fitting, final_fit):
        monkeypatch.setattr(module, "integrated_climb", lambda boxes: None)
    by_propagation = fit_network(boxes, SearchSpace(range(5)), Settings(None), np.random.default_rng(0))
    assert chosen.dag.sum() <= by_propagation.dag.sum()
    assert chosen.log_likelihood > by_propagation.log_likelihood + 100


@pytest.mark.parametrize(("n_rows", "count", "n_points"), [(32, 30, 2_048), (32, 10_000, 8_192), (250, 30, 1_024)])
def test_rows_that_stand_for_many_are_integrated_with_more_points(boxes, n_rows, count, n_points):
    few = replace(boxes.rows(slice(0, n_rows)), weights=np.full(n_rows, float(count)))
    assert integration.integrated_climb(few).points.unit.shape == (boxes.n_columns, n_points)


@pytest.mark.parametrize("count", [1, 9])
def test_rows_that_stand_for_few_are_left_to_propagation(boxes, count):
    few = replace(boxes.rows(slice(0, 32)), weights=np.full(32, float(count)))
    assert integration.integrated_climb(few) is None


def chain_of_three(n_rows, seed):
    """Binary columns of a chain with correlations of 0.85."""
    rng = np.random.default_rng(seed)
    latent = [rng.normal(size=n_rows)]
    for _ in range(2):
        latent.append(0.85 * latent[-1] + np.sqrt(1 - 0.85**2) * rng.normal(size=n_rows))
    return boxes_of_frame(pd.DataFrame(dict(zip("abc", latent, strict=True))).gt([0.3, -0.6, 0.8]).astype(int))


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_graph_that_propagation_never_proposed_is_found_where_rows_repeat(seed):
    found = fit_network(chain_of_three(20_000, seed), SearchSpace(range(3)), Settings(None), np.random.default_rng(0))
    assert skeleton(found.dag)[0].tolist() == [0, 1, 0]


def test_a_posterior_of_rows_that_repeat_is_that_of_their_integrals():
    """Exactly 0.09 to 0.12 by all DAGs with quadrature and importance sampling; by propagation 1."""
    prior = StructurePrior(arrow_log_odds("sparse", list("abc")))
    boxes, rng = chain_of_three(20_000, 1), np.random.default_rng(0)
    _, draws = fit_posterior(boxes, SearchSpace(range(3)), Settings(), prior, 400, rng, average=False)
    joined = np.average([dag[0, 2] | dag[2, 0] for dag in draws.dags], weights=draws.weights)
    assert 0.05 < joined < 0.2
    assert draws.n_repeats == 0


def test_a_posterior_of_more_columns_that_repeat_says_so():
    rows = simulate.ordinal_data(simulate.random_dag(4, 2, rng=7), 5_000, levels=2, rng=7).frame
    prior = StructurePrior(arrow_log_odds("sparse", list(rows.columns)))
    boxes, rng = boxes_of_frame(rows), np.random.default_rng(0)
    _, draws = fit_posterior(boxes, SearchSpace(range(4)), Settings(), prior, 10, rng, average=False)
    assert draws.n_repeats == 5_000 / boxes.n_rows
