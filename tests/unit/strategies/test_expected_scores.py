"""Strategies that search on the expected score: without noise, by persistent chains, and as in the paper."""

from dataclasses import replace

import numpy as np
import pytest

from ordag.expectation import Moments, Settling, propagate, start_factors
from ordag.graphs import dag_to_cpdag
from ordag.maximization import maximize
from ordag.metrics import compare_patterns
from ordag.strategies import ExpectedSteps, PaperSteps, fit_saturated
from ordag.strategies.expected import start_state
from ordag.strategies.paper import AS_PUBLISHED
from ordag.strategies.sampled import Chains, SampledSteps, penalty_for_many, sample_saturated
from ordag.strategies.saturated import shrink
from ordag.structural_em import Iteration, structural_em
from reference.fits import boxes_of_frame, problem, structure_search
from reference.latent_boxes import boxes_of

TRUTH, FRAME = problem()
PENALTY = 3.0


@pytest.fixture(scope="module")
def boxes():
    return boxes_of_frame(FRAME)


@pytest.fixture(scope="module")
def saturated(boxes):
    return fit_saturated(boxes)


# ---- the start ----


def test_the_start_is_a_fixed_point_of_em(boxes, saturated):
    steps = ExpectedSteps(boxes, structure_search(6), saturated.factors, PENALTY)
    moments = steps.expect(start_state(saturated.correlation, 6))
    again = shrink(moments.second, moments.total_weight, 4.0)
    assert again == pytest.approx(saturated.correlation, abs=5e-3)  # two steps of the tolerance of the start


def test_the_prior_pulls_towards_independence(boxes):
    weak, strong = (np.linalg.slogdet(fit_saturated(boxes, ridge=ridge).correlation)[1] for ridge in (1.0, 100.0))
    assert weak < strong < 0


def test_the_start_is_settled_to_a_fraction_of_its_standard_errors(boxes):
    many = replace(boxes, weights=1000 * boxes.weights)
    found, total = fit_saturated(many), many.weights.sum()
    _, moments = propagate(found.factors, many, found.correlation, settling=Settling(tolerance=1e-2))
    change = np.abs(shrink(moments.second, total, 4.0) - found.correlation).max()
    assert change < 0.05 / np.sqrt(total)


def test_moments_that_are_singular_come_with_four_rows_of_independence(boxes):
    steps = ExpectedSteps(boxes, structure_search(2), start_factors(boxes), PENALTY)
    singular = Moments(np.ones((2, 2)), np.zeros((2, 2)), 96.0)
    found = steps.maximize(singular, np.array([[0, 1], [0, 0]], dtype=np.int8))
    assert found.correlation[0, 1] == pytest.approx(96 / 100)


def test_the_prior_alone_leaves_independence():
    assert shrink(np.eye(3), 100.0, 4.0) == pytest.approx(np.eye(3))


def test_chains_and_propagation_give_the_same_start(boxes, saturated):
    sampled = sample_saturated(Chains.started(boxes, 1, 1))
    assert sampled == pytest.approx(saturated.correlation, abs=0.05)  # noise of 60 draws a row on 300 rows


def test_the_full_graph_in_column_order_carries_any_correlation(saturated):
    state = start_state(saturated.correlation, 6)
    assert state.dag.sum() == 15
    assert state.parameters.correlation == pytest.approx(saturated.correlation)


# ---- each strategy ----


def test_without_noise_it_settles_near_the_truth(boxes, saturated):
    steps = ExpectedSteps(boxes, structure_search(6), saturated.factors, PENALTY)
    state = structural_em(steps, start_state(saturated.correlation, 6), 60)
    assert state.settled
    assert compare_patterns(state.dag, TRUTH).shd <= 2


def test_chains_settle_near_the_truth(boxes):
    chains = Chains.started(boxes, 1, 1)
    steps = SampledSteps(chains, structure_search(6), PENALTY)
    state = structural_em(steps, start_state(sample_saturated(chains), 6), 8)
    assert compare_patterns(state.dag, TRUTH).shd <= 2


def test_moments_are_taken_once_the_parameters_fit(boxes, saturated):
    """From parameters far off, a few rounds of EM come near where many lead; the moments then say the same."""
    dag = TRUTH.astype(np.int8)

    def expected(correlation):
        chains = Chains.started(boxes, 1, 1)
        state = replace(start_state(correlation, 6), dag=dag, trace=(Iteration(0.0, None, 0, 0, 0.0),))
        return SampledSteps(chains, structure_search(6), PENALTY, kappa=1.5).expect(state).correlation

    near = maximize(saturated.correlation, dag).correlation
    distance = np.abs(expected(np.eye(6)) - expected(near)).max()
    assert distance < np.abs(near - np.eye(6)).max() / 4


def test_with_kappa_the_moments_of_the_chains_go_on_as_far_from_the_parameters(boxes):
    start = start_state(np.eye(6), 6)
    near, far = (
        SampledSteps(Chains.started(boxes, 1, 1), structure_search(6), PENALTY, kappa=kappa).expect(start).correlation
        - np.eye(6)
        for kappa in (1.0, 1.4)
    )
    assert far == pytest.approx(1.4 * near, abs=0.02)  # variances of draws are not quite one
    assert np.abs(near).max() > 0.1


def test_the_paper_stops_when_the_class_repeats(boxes, saturated):
    steps = PaperSteps(boxes, structure_search(6, "iterative_mcmc"), PENALTY, 5, variant=AS_PUBLISHED)
    state = structural_em(steps, start_state(saturated.correlation, 6), steps.max_iterations)
    assert state.settled
    assert state.trace[-1].changed_edges == 0
    assert 2 <= len(state.trace) <= 10


def test_the_paper_allows_fewer_iterations_where_graphs_are_large(boxes):
    search = structure_search(6, "iterative_mcmc")
    assert [
        PaperSteps(boxes, search, penalty, 5, variant=AS_PUBLISHED).max_iterations for penalty in (0.5, 1, 1.5, 6)
    ] == [5, 5, 10, 10]


def test_more_draws_leave_less_noise(boxes, saturated):
    def spread(n_draws):
        steps = PaperSteps(boxes, structure_search(6), PENALTY, n_draws, variant=AS_PUBLISHED)
        state = start_state(saturated.correlation, 6)
        return np.std([steps.expect(state).correlation[0, 1] for _ in range(20)])

    assert spread(50) < spread(1)


def test_refining_leaves_a_correlation(boxes, saturated):
    refined = PaperSteps(boxes, structure_search(6), PENALTY, 5, variant=AS_PUBLISHED).refine(saturated.correlation)
    assert np.array_equal(np.diag(refined), np.ones(6))
    assert np.linalg.eigvalsh(refined)[0] > 0


def test_the_search_of_the_paper_keeps_to_the_knowledge(boxes, saturated):
    search = structure_search(6, "iterative_mcmc", required=[(5, 0)], forbidden=[(0, 1), (1, 0)], max_parents=2)
    steps = PaperSteps(boxes, search, 1.5, 5, variant=AS_PUBLISHED)
    start = start_state(saturated.correlation, 6)
    dag = steps.search(steps.expect(start), start).dag
    assert dag[5, 0] == 1
    assert dag[0, 1] == dag[1, 0] == 0
    assert dag.sum(axis=0).max() <= 2
    assert dag_to_cpdag(dag).shape == (6, 6)


# ---- λ for many variables ----


def test_lambda_follows_the_share_of_variance_that_the_levels_explain(rng):
    price = 1.5 * np.log(500) / 2  # half as much again as the BIC cost, and λ is twice that of full information
    binary = boxes_of(rng.integers(0, 2, (500, 3)), [[0.0]] * 3)
    assert penalty_for_many(binary, price) == pytest.approx(3.0 / (2 / np.pi) ** 2)
    values = rng.standard_normal((500, 2))
    continuous = boxes_of(np.zeros((500, 2)), [None, None], values=values)
    assert penalty_for_many(continuous, price) == pytest.approx(3.0)
    values[:250] = np.nan
    assert penalty_for_many(boxes_of(np.zeros((500, 2)), [None, None], values=values), price) == pytest.approx(12.0)
