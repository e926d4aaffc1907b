"""Parameters drawn given a graph: their scatter against the curvature of the likelihood."""

import numpy as np
import pytest
from scipy.special import logsumexp

from ordag.expectation import Settling, propagate, start_factors
from ordag.maximization.observed import (
    Climb,
    SlopePosterior,
    fit_graph,
    log_slope_prior,
    slope_covariance,
    slope_posterior,
    unit_noise_slopes,
)
from reference import graph_climb as plain
from reference.exact_posterior import log_prior
from reference.latent_boxes import boxes_of, random_codes, random_correlation

DAG = np.array([[0, 1, 1, 0], [0, 0, 1, 0], [0, 0, 0, 1], [0, 0, 0, 0]], dtype=np.int8)
EDGES = np.argwhere(DAG)
CUTS = [[-0.5, 0.6], [0.2], [-0.8, 0.1, 0.9], [0.0]]
TOP = Climb(tolerance=1e-8, max_passes=100, settling=Settling(tolerance=1e-8, max_sweeps=100))
STEP = 1e-3  # of the differences


@pytest.fixture(scope="module")
def boxes():
    """Rows of the graph itself: under a wrong one, scores and curvature estimate different things."""
    rng = np.random.default_rng(3)
    correlation = plain.correlation_of(DAG * rng.uniform(0.3, 0.9, DAG.shape))
    return boxes_of(random_codes(rng, correlation, CUTS, 2000), CUTS)


@pytest.fixture(scope="module")
def fit(boxes):
    return fit_graph(boxes, DAG, np.zeros((4, 4)), start_factors(boxes), TOP)


def objective(boxes, values):
    slopes = np.zeros((4, 4))
    slopes[tuple(EDGES.T)] = values
    correlation = plain.correlation_of(slopes)
    _, moments = propagate(start_factors(boxes), boxes, correlation, settling=TOP.settling)
    return moments.log_likelihood + TOP.ridge * plain.log_prior(correlation)


def curvature(boxes, top):
    steps = STEP * np.eye(len(top))
    at = [
        [
            (
                objective(boxes, top + s + t)
                - objective(boxes, top + s - t)
                - objective(boxes, top - s + t)
                + objective(boxes, top - s - t)
            )
            for s in steps
        ]
        for t in steps
    ]
    return -np.array(at) / (4 * STEP**2)


def test_the_covariance_is_the_inverse_of_the_covariance_of_row_scores(rng):
    codes = random_codes(rng, random_correlation(rng, 4), CUTS, 40)
    few = boxes_of(codes, CUTS, weights=rng.integers(1, 4, 40).astype(float))
    slopes = DAG * 0.3
    _, information = plain.score_and_information(few, DAG, slopes, TOP.ridge)
    found = slope_covariance(few, EDGES, slopes[tuple(EDGES.T)], start_factors(few), TOP)
    assert found == pytest.approx(np.linalg.inv(information), rel=1e-4, abs=1e-6)


def test_the_covariance_agrees_with_the_curvature_of_the_likelihood(boxes, fit):
    """Row scores estimate the information with an error of 1/√rows, here some 5 % in each direction."""
    found = slope_covariance(boxes, EDGES, fit.slopes[tuple(EDGES.T)], fit.factors, TOP)
    product = curvature(boxes, fit.slopes[tuple(EDGES.T)]) @ found
    assert np.linalg.eigvals(product).real == pytest.approx(np.ones(len(EDGES)), abs=0.2)


def test_draws_scatter_by_the_covariance_around_the_top(boxes, fit, rng):
    found = slope_covariance(boxes, EDGES, fit.slopes[tuple(EDGES.T)], fit.factors, Climb())
    slopes = slope_posterior(boxes, fit)
    draws = np.array([unit_noise_slopes(slopes.draw(rng))[tuple(EDGES.T)] for _ in range(2000)])
    whitened = (draws - fit.slopes[tuple(EDGES.T)]) @ np.linalg.cholesky(np.linalg.inv(found))
    assert whitened.mean(axis=0) == pytest.approx(np.zeros(len(EDGES)), abs=0.1)
    assert np.cov(whitened.T) == pytest.approx(np.eye(len(EDGES)), abs=0.12)


def test_draws_are_valid_parameters_of_the_graph(boxes, fit, rng):
    drawn = slope_posterior(boxes, fit).draw(rng)
    assert np.array_equal(drawn.weights != 0, DAG == 1)
    assert np.diag(drawn.correlation) == pytest.approx(np.ones(4))
    assert np.linalg.eigvalsh(drawn.correlation)[0] > 0


def test_a_graph_without_edges_has_nothing_to_draw(boxes, rng):
    empty = fit_graph(boxes, 0 * DAG, np.zeros((4, 4)), start_factors(boxes), TOP)
    nothing = slope_posterior(boxes, empty)
    assert np.array_equal(nothing.draw(rng).correlation, np.eye(4))
    assert nothing.log_volume() == 0


@pytest.mark.parametrize("broken", [np.nan, np.inf])
def test_a_covariance_that_cannot_be_computed_makes_no_graph_likely(fit, broken):
    assert SlopePosterior(fit, np.full((4, 4), broken)).log_volume() == -np.inf


def test_the_prior_of_slopes_is_that_of_the_listed_posterior(fit):
    assert log_slope_prior(DAG, fit.slopes) == pytest.approx(log_prior(DAG, fit.slopes))


def test_laplace_gives_the_integral_of_a_small_graph(boxes):
    """One edge: the marginal likelihood by quadrature over its slope."""
    dag = np.zeros((4, 4), dtype=np.int8)
    dag[0, 1] = 1
    fit = fit_graph(boxes, dag, np.zeros((4, 4)), start_factors(boxes), TOP)
    spread = np.sqrt(slope_posterior(boxes, fit).covariance[0, 0])
    grid = fit.slopes[0, 1] + spread * np.linspace(-6, 6, 61)
    values = []
    for slope in grid:
        slopes = slope * dag
        _, moments = propagate(start_factors(boxes), boxes, plain.correlation_of(slopes), settling=TOP.settling)
        values.append(moments.log_likelihood + log_prior(dag, slopes))
    integral = logsumexp(values) + np.log(grid[1] - grid[0])
    found = fit.log_likelihood + slope_posterior(boxes, fit).log_volume()
    assert found == pytest.approx(integral, abs=0.1)


def test_the_scatter_of_slopes_is_freed_from_the_bias_of_an_inverse_covariance(rng):
    """An inverse Wishart matrix of p columns and N rows is N / (N − p − 1) times too large on average."""
    codes = random_codes(rng, random_correlation(rng, 4), CUTS, 40)
    few = boxes_of(codes, CUTS, weights=np.repeat([1.0, 2.0], 20))  # 60 rows, four slopes
    fit = fit_graph(few, DAG, np.zeros((4, 4)), start_factors(few), TOP)
    plainly = slope_covariance(few, EDGES, fit.slopes[tuple(EDGES.T)], fit.factors, Climb())
    assert slope_posterior(few, fit).covariance == pytest.approx(plainly * 55 / 60)
