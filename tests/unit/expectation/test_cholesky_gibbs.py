import numpy as np
import pytest

from ordag.expectation import draw_moments
from ordag.kernels.latent import cholesky_gibbs
from reference.latent_boxes import (
    bounds_of,
    boxes_of,
    cholesky_sweeps,
    quadrature_row,
    random_codes,
    random_correlation,
    single_boxes,
)

THRESHOLDS = [[-0.5, 0.7], [0.0], [-1.0, 0.0, 1.0], [0.3], [-0.2, 1.1], [0.5]]
# The twin takes exact quantiles, the kernel approximate ones; a few sweeps carry the difference on.
TWIN = 1e-6


@pytest.fixture
def correlation(rng):
    return random_correlation(rng, 6)


@pytest.fixture
def boxes(rng, correlation):
    """Missing entries, rows that are no multiple of a tile, and rows that count several times."""
    codes = random_codes(rng, correlation, THRESHOLDS, 301)
    codes[rng.random(codes.shape) < 0.15] = -1
    return boxes_of(codes, THRESHOLDS, weights=rng.integers(1, 4, 301))


def started(boxes, seed=3):
    """Bounds, and independent truncated normals within them."""
    lower, upper = bounds_of(boxes)
    return lower, upper, cholesky_gibbs(lower, upper, np.eye(len(lower)), np.clip(0.0, lower, upper), 1, seed, 0, 1)


def test_sweeps_are_those_of_the_plain_twin(boxes, correlation):
    lower, upper, start = started(boxes)
    factor = np.linalg.cholesky(correlation)
    white = np.linalg.solve(factor, start)
    found = cholesky_gibbs(lower, upper, factor, white, 5, 3, 1, 1)
    np.testing.assert_allclose(found, cholesky_sweeps(lower, upper, factor, white, 5, 3, 1), atol=TWIN)


def test_chains_stay_in_their_boxes_however_near_the_correlation_is_to_singular(rng):
    correlation = random_correlation(rng, 6, smallest=1e-6)
    boxes = boxes_of(rng.integers(0, 2, (100, 6)), [[0.0]] * 6)
    lower, upper, start = started(boxes)
    factor = np.linalg.cholesky(correlation)
    latent = factor @ cholesky_gibbs(lower, upper, factor, np.linalg.solve(factor, start), 20, 1, 1, 1)
    slack = 1e-8  # of the product with the factor
    assert ((latent > lower - slack) & (latent < upper + slack)).all()


def test_a_box_far_out_in_the_tail_is_sampled():
    lower, upper = np.full((2, 64), 40.0), np.full((2, 64), np.inf)
    drawn = cholesky_gibbs(lower, upper, np.eye(2), np.full((2, 64), 41.0), 1, 5, 1, 1)
    # Beyond 40 a normal is exponential with rate 40; its mean over 128 draws has a standard error of 0.0022.
    assert (drawn > 40).all()
    assert drawn.mean() == pytest.approx(40.025, abs=0.011)


def test_result_does_not_depend_on_threads(boxes, correlation):
    one, two = (draw_moments(boxes, correlation, 5, np.random.default_rng(1), n_threads=k) for k in (1, 2))
    np.testing.assert_array_equal(one.second, two.second)


def test_ten_sweeps_are_four_and_six(boxes, correlation):
    lower, upper, start = started(boxes)
    factor = np.linalg.cholesky(correlation)
    white = np.linalg.solve(factor, start)
    at_once = cholesky_gibbs(lower, upper, factor, white, 10, 3, 1, 1)
    first = cholesky_gibbs(lower, upper, factor, white, 4, 3, 1, 1)
    np.testing.assert_allclose(cholesky_gibbs(lower, upper, factor, first, 6, 3, 5, 1), at_once, atol=TWIN)


def test_a_row_has_the_same_chain_in_any_company(boxes, correlation):
    lower, upper, start = started(boxes)
    factor = np.linalg.cholesky(correlation)
    white = np.linalg.solve(factor, start)
    few = cholesky_gibbs(lower[:, :20], upper[:, :20], factor, white[:, :20], 3, 3, 1, 1)
    np.testing.assert_array_equal(few, cholesky_gibbs(lower, upper, factor, white, 3, 3, 1, 1)[:, :20])


LOWER, UPPER = np.array([0.2, -np.inf, -0.6]), np.array([np.inf, 0.1, 0.9])


def in_errors(correlation, exact_correlation):
    """Deviations of first and second moments from those of the truncated normal, in standard errors of eight runs."""
    boxes = single_boxes(np.tile(LOWER, (2000, 1)), np.tile(UPPER, (2000, 1)))
    seeds = range(8)
    runs = [
        draw_moments(boxes, correlation, 20, np.random.default_rng(seed), burn_in=300, thinning=4) for seed in seeds
    ]
    _, mean, second = quadrature_row(exact_correlation, LOWER, UPPER)
    sampled = np.array([[*run.mean, *run.second[np.triu_indices(3)]] for run in runs])
    exact = np.array([*mean, *second[np.triu_indices(3)]])
    return np.abs(sampled.mean(axis=0) - exact) / (sampled.std(axis=0, ddof=1) / np.sqrt(len(runs)))


# A t with seven degrees of freedom passes this once in five thousand times.
FAR = 7


@pytest.mark.parametrize("smallest", [None, 0.05])
def test_long_chains_have_the_moments_of_the_truncated_normal(rng, smallest):
    correlation = random_correlation(rng, 3, smallest)
    assert in_errors(correlation, correlation).max() < FAR


def test_a_spoiled_correlation_would_be_noticed(rng):
    """The control: shrinking the correlations by a tenth must be found out."""
    correlation = random_correlation(rng, 3)
    assert in_errors(0.9 * correlation + 0.1 * np.eye(3), correlation).max() > FAR


def test_equal_rows_share_a_chain_with_as_many_draws(rng, correlation):
    codes = np.repeat(random_codes(rng, correlation, THRESHOLDS, 40), 25, axis=0)
    apart = boxes_of(codes, THRESHOLDS)
    grouped = boxes_of(codes[::25], THRESHOLDS, weights=np.full(40, 25.0))
    first = draw_moments(apart, correlation, 50, np.random.default_rng(1), burn_in=100)
    second = draw_moments(grouped, correlation, 50, np.random.default_rng(2), burn_in=100)
    assert first.total_weight == second.total_weight == 1000
    np.testing.assert_allclose(first.second, second.second, atol=0.05)


def test_weights_that_are_no_counts_weigh_the_draws(rng, correlation):
    codes = random_codes(rng, correlation, THRESHOLDS, 60)
    double = draw_moments(
        boxes_of(codes, THRESHOLDS, weights=np.full(60, 0.3)), correlation, 9, np.random.default_rng(1)
    )
    assert double.total_weight == pytest.approx(18)
    assert np.trace(double.second) == pytest.approx(6, abs=1.5)


def test_observed_continuous_entries_are_given(rng, correlation):
    """Latent Gaussian rows with two columns seen as they are: the moments must be those of the rows."""
    values = rng.multivariate_normal(np.zeros(6), correlation, size=3000)
    second = values.T @ values / 3000
    holes = values.copy()
    holes[rng.random(values.shape) < 0.1] = np.nan
    thresholds = [None, *THRESHOLDS[1:4], None, THRESHOLDS[5]]
    codes = np.column_stack([np.searchsorted(cuts or [], holes[:, i]) for i, cuts in enumerate(thresholds)])
    codes[np.isnan(holes)] = -1
    boxes = boxes_of(codes, thresholds, values=holes)
    found = draw_moments(boxes, correlation, 3, np.random.default_rng(4), burn_in=100)
    np.testing.assert_allclose(found.second, second, atol=0.1)
    seen = ~np.isnan(holes[:, [0, 4]]).any(axis=1)
    whole = draw_moments(boxes.rows(seen), correlation, 3, np.random.default_rng(4))
    np.testing.assert_allclose(
        whole.second[np.ix_([0, 4], [0, 4])],
        values[seen][:, [0, 4]].T @ values[seen][:, [0, 4]] / seen.sum(),
        atol=1e-12,
    )


def test_the_correlation_is_that_about_the_mean(boxes, correlation):
    moments = draw_moments(boxes, correlation, 5, np.random.default_rng(1))
    covariance = moments.second - np.outer(moments.mean, moments.mean)
    scale = np.sqrt(np.diag(covariance))
    np.testing.assert_allclose(moments.correlation, covariance / np.outer(scale, scale))
