"""Sampler, expectation propagation and rectangle probabilities against brute force; each claim with its control."""

import numpy as np
import pytest
from scipy import stats

from ordag.expectation import advance_chains, log_probabilities, propagate, start_chains, start_factors
from ordag.kernels.latent import truncated_gibbs
from reference.latent_boxes import (
    boxes_of,
    one_factor_correlation,
    one_factor_log_mass,
    random_codes,
    random_correlation,
    single_boxes,
)

LOWER, UPPER = np.array([0.2, -np.inf, -0.6, -0.3]), np.array([np.inf, 0.1, 0.9, 1.2])
# A uniform p-value falls below this once in a hundred thousand tests.
REJECT = 1e-5


@pytest.fixture
def correlation(rng):
    return random_correlation(rng, 4)


def rejection_draws(rng, correlation, n_draws):
    """Draws of the Gaussian that fall into the box."""
    draws = rng.multivariate_normal(np.zeros(4), correlation, size=n_draws)
    return draws[np.all((draws > LOWER) & (draws < UPPER), axis=1)]


def repeated(n_rows):
    return single_boxes(np.tile(LOWER, (n_rows, 1)), np.tile(UPPER, (n_rows, 1)))


def test_sampled_moments_agree_with_rejection(rng, correlation):
    kept = rejection_draws(rng, correlation, 400_000)
    products = kept[:, :, None] * kept[:, None, :]
    noise = products.std(axis=0) / np.sqrt(len(kept))
    boxes = repeated(2000)
    state, _ = advance_chains(start_chains(boxes, 4), boxes, correlation, 100)
    _, moments = advance_chains(state, boxes, correlation, 200)
    np.testing.assert_array_less(np.abs(moments.second - products.mean(axis=0)), 5 * np.hypot(noise, moments.error))


def test_propagated_moments_are_near_those_of_rejection(rng, correlation):
    kept = rejection_draws(rng, correlation, 400_000)
    boxes = repeated(1)
    _, moments = propagate(start_factors(boxes), boxes, correlation)
    np.testing.assert_allclose(moments.second, kept.T @ kept / len(kept), atol=0.02)


def test_share_of_accepted_draws_is_the_rectangle_probability(rng, correlation):
    share = len(rejection_draws(rng, correlation, 400_000)) / 400_000
    rows = log_probabilities(repeated(1), correlation, n_points=1024)
    assert np.exp(rows.total) == pytest.approx(share, abs=5 * np.sqrt(share / 400_000))


def successive_p_value(rng, used, true, n_sweeps=3):
    """Geweke (2004): draw y ~ N(0, true), note its boxes, sweep within the boxes: y must still be N(0, true).

    Returns the smallest p-value, times their number, of tests that the whitened result is standard normal and that its
    pairwise products have mean zero.
    """
    n_rows, thresholds = 20_000, [[-0.5, 0.6], [0.0], [-1.0, 0.0, 1.0], [0.4]]
    latent = rng.multivariate_normal(np.zeros(4), true, size=n_rows)
    codes = np.column_stack([np.searchsorted(cuts, latent[:, i]) for i, cuts in enumerate(thresholds)])
    swept = truncated_gibbs(boxes_of(codes, thresholds).native(), np.linalg.inv(used), latent.T, n_sweeps, 11, 1, 1)
    white = np.linalg.solve(np.linalg.cholesky(true), swept)
    p_values = [stats.kstest(z, "norm").pvalue for z in white]
    for i in range(4):
        for j in range(i):
            p_values.append(2 * stats.norm.sf(abs(np.sum(white[i] * white[j])) / np.sqrt(n_rows)))
    return min(p_values) * len(p_values)


def test_sweeps_leave_the_joint_distribution_as_it_is(rng, correlation):
    assert successive_p_value(rng, correlation, correlation) > REJECT


def test_sweeps_with_a_spoiled_correlation_do_not(rng, correlation):
    """The control: shrinking the correlations by a tenth must be found out."""
    spoiled = 0.9 * correlation + 0.1 * np.eye(4)
    assert successive_p_value(rng, spoiled, correlation) < REJECT


def test_monte_carlo_error_covers_the_truth():
    """Errors from five batches: the ratio to the true deviation is a t with 4 degrees of freedom, 95 % within 2.78."""
    correlation = np.array([[1, 0.4, 0.2], [0.4, 1, -0.3], [0.2, -0.3, 1]])
    boxes = single_boxes(np.tile(LOWER[:3], (64, 1)), np.tile(UPPER[:3], (64, 1)))
    many = single_boxes(np.tile(LOWER[:3], (5000, 1)), np.tile(UPPER[:3], (5000, 1)))
    state, _ = advance_chains(start_chains(many, 1), many, correlation, 50)
    _, truth = advance_chains(state, many, correlation, 1000)
    covered = []
    for seed in range(150):
        state, _ = advance_chains(start_chains(boxes, 100 + seed), boxes, correlation, 20)
        _, moments = advance_chains(state, boxes, correlation, 100)
        covered.append(np.abs(moments.second - truth.second) < stats.t.ppf(0.975, 4) * moments.error)
    assert 0.9 < np.mean(covered) < 0.99


@pytest.mark.parametrize(
    ("n", "n_points", "n_parts"), [(2, 64, 8), (2, 256, 8), (3, 256, 8), (4, 256, 4), (5, 1024, 4)]
)
def test_error_of_rectangle_probabilities_covers_the_truth(rng, n, n_points, n_parts):
    """Boxes with open and closed sides; the parts of a row's points make a t, 95 % of which lie within its quantile."""
    n_boxes, n_rows = 30, 400
    covered, ratios = [], []
    for _ in range(n_boxes):
        loadings = rng.uniform(0.3, 0.95, n) * rng.choice([-1, 1], n)
        lower = rng.normal(size=n) - 0.7
        upper = lower + rng.uniform(0.2, 2, n)
        lower[rng.random(n) < 0.4], upper[rng.random(n) < 0.4] = -np.inf, np.inf
        boxes = single_boxes(np.tile(lower, (n_rows, 1)), np.tile(upper, (n_rows, 1)))
        rows = log_probabilities(boxes, one_factor_correlation(loadings), n_points=n_points)
        off = rows.log_probability - one_factor_log_mass(loadings, lower, upper)
        covered.append(np.mean(np.abs(off) < stats.t.ppf(0.975, n_parts - 1) * rows.error))
        ratios.append(rows.total_error / (np.sqrt(np.mean(off**2)) * np.sqrt(n_rows)))
        assert abs(off.sum()) < 4.5 * rows.total_error
    assert 0.9 < np.mean(covered) < 0.99
    assert np.median(ratios) == pytest.approx(1, abs=0.15)


def test_both_steps_agree_on_ordinary_data(rng):
    correlation = random_correlation(rng, 6)
    thresholds = [[-0.5, 0.7], [0.0], [-1.0, 0.0, 1.0], [0.3], [-0.2, 1.1], [0.5]]
    boxes = boxes_of(random_codes(rng, correlation, thresholds, 400), thresholds)
    state, _ = advance_chains(start_chains(boxes, 1), boxes, correlation, 50)
    _, sampled = advance_chains(state, boxes, correlation, 300)
    _, propagated = propagate(start_factors(boxes), boxes, correlation)
    np.testing.assert_allclose(propagated.second, sampled.second, atol=0.01)
