import numpy as np
import pytest

from ordag.expectation import advance_chains, sparse_precision, start_chains, sweep_chains
from ordag.kernels.latent import truncated_gibbs
from reference.latent_boxes import (
    bounds_of,
    boxes_of,
    gibbs_sweeps,
    quadrature_row,
    random_codes,
    random_correlation,
    single_boxes,
    uniforms,
)

THRESHOLDS = [[-0.5, 0.7], [0.0], [-1.0, 0.0, 1.0], [0.3], [-0.2, 1.1], [0.5]]
# The twin takes exact quantiles, the kernel approximate ones; a few sweeps carry the difference on.
TWIN = 1e-7


@pytest.fixture
def correlation(rng):
    return random_correlation(rng, 6)


@pytest.fixture
def boxes(rng, correlation):
    """Ordinal columns with missing entries, rows that are no multiple of a tile, and weights."""
    codes = random_codes(rng, correlation, THRESHOLDS, 301)
    codes[rng.random(codes.shape) < 0.15] = -1
    return boxes_of(codes, THRESHOLDS, weights=rng.uniform(0.2, 3, 301))


@pytest.fixture
def mixed(rng, correlation):
    """Two continuous columns, with missing entries everywhere."""
    values = rng.multivariate_normal(np.zeros(6), correlation, size=150)
    values[rng.random(values.shape) < 0.2] = np.nan
    thresholds = [None, *THRESHOLDS[1:4], None, THRESHOLDS[5]]
    codes = np.column_stack([np.searchsorted(cuts or [], values[:, i]) for i, cuts in enumerate(thresholds)])
    codes[np.isnan(values)] = -1
    return boxes_of(codes, thresholds, values=values)


@pytest.mark.parametrize("kind", ["boxes", "mixed"])
def test_sweeps_are_those_of_the_plain_twin(request, kind, correlation):
    given = request.getfixturevalue(kind)
    start = start_chains(given, seed=3)
    moments = np.zeros_like(correlation)
    latent = truncated_gibbs(given.native(), np.linalg.inv(correlation), start.latent, 5, 3, 1, 1, moments)
    twin_latent, twin_moments = gibbs_sweeps(given, correlation, start.latent, 5, 3, 1)
    np.testing.assert_allclose(latent, twin_latent, atol=TWIN)
    np.testing.assert_allclose(moments, twin_moments, atol=TWIN * given.n_rows)


def test_observed_continuous_entries_never_move(mixed, correlation):
    state, _ = advance_chains(start_chains(mixed, 1), mixed, correlation, 10)
    fixed = (mixed.continuous[:, None] == 1) & (mixed.codes >= 0)
    np.testing.assert_array_equal(state.latent[fixed], mixed.observed[fixed])
    missing = (mixed.continuous[:, None] == 1) & (mixed.codes < 0)
    assert np.ptp(state.latent[missing]) > 1


def test_result_does_not_depend_on_threads(boxes, correlation):
    start = start_chains(boxes, 9)
    one, moments_one = advance_chains(start, boxes, correlation, 7, n_threads=1)
    two, moments_two = advance_chains(start, boxes, correlation, 7, n_threads=2)
    np.testing.assert_array_equal(one.latent, two.latent)
    np.testing.assert_array_equal(moments_one.second, moments_two.second)


def test_ten_sweeps_are_four_and_six(boxes, correlation):
    start = start_chains(boxes, 9)
    at_once, _ = advance_chains(start, boxes, correlation, 10)
    first, _ = advance_chains(start, boxes, correlation, 4)
    continued, _ = advance_chains(first, boxes, correlation, 6)
    np.testing.assert_array_equal(at_once.latent, continued.latent)
    assert at_once.n_sweeps == continued.n_sweeps
    without_moments = sweep_chains(start, boxes, sparse_precision(correlation), 10)
    np.testing.assert_array_equal(at_once.latent, without_moments.latent)
    assert at_once.n_sweeps == without_moments.n_sweeps


def test_seeds_differ(boxes):
    assert not np.allclose(start_chains(boxes, 1).latent, start_chains(boxes, 2).latent)


def test_no_two_entries_share_a_random_number():
    seen = np.concatenate([uniforms(20, 500, i, sweep, 1) for i in range(20) for sweep in range(3)])
    assert len(np.unique(seen)) == len(seen)


def test_sparse_precision_gives_the_chains_of_the_dense_one(rng):
    """A chain graph: zeros left out of the products must not change the draws."""
    precision = np.eye(6) * 2 - 0.8 * (np.eye(6, k=1) + np.eye(6, k=-1))
    codes = rng.integers(0, 2, size=(100, 6))
    given = boxes_of(codes, [[0.0]] * 6)
    start = start_chains(given, 1)
    sparse = truncated_gibbs(given.native(), precision, start.latent, 5, 1, 1, 1)
    dense = truncated_gibbs(given.native(), precision + 1e-300 * (precision == 0), start.latent, 5, 1, 1, 1)
    np.testing.assert_allclose(sparse, dense, atol=1e-12)


def test_integer_weights_count_as_repeated_rows_in_the_mean(rng, correlation):
    codes = random_codes(rng, correlation, THRESHOLDS, 40)
    counts = rng.integers(1, 4, size=40)
    weighted = boxes_of(codes, THRESHOLDS, weights=counts)
    repeated = boxes_of(np.repeat(codes, counts, axis=0), THRESHOLDS)
    _, a = advance_chains(start_chains(weighted, 1), weighted, correlation, 2000)
    _, b = advance_chains(start_chains(repeated, 2), repeated, correlation, 2000)
    assert a.total_weight == b.total_weight
    np.testing.assert_array_less(np.abs(a.second - b.second), 6 * np.hypot(a.error, b.error) + 1e-3)


def test_relabelling_rows_and_columns_permutes_the_moments(rng, boxes, correlation):
    """Up to Monte Carlo error: the random numbers belong to places."""
    rows, columns = rng.permutation(boxes.n_rows), rng.permutation(6)
    codes, weights = boxes.codes.T, boxes.weights
    turned = boxes_of(codes[rows][:, columns], [THRESHOLDS[i] for i in columns], weights=weights[rows])
    _, a = advance_chains(start_chains(boxes, 1), boxes, correlation, 1500)
    _, b = advance_chains(start_chains(turned, 1), turned, correlation[np.ix_(columns, columns)], 1500)
    error = np.hypot(a.error[np.ix_(columns, columns)], b.error)
    np.testing.assert_array_less(np.abs(a.second[np.ix_(columns, columns)] - b.second), 6 * error + 1e-3)


DISTANCES = [8.0, 20.0, 36.99, 37.01, 40.0, 1e3]


@pytest.mark.parametrize("distance", DISTANCES)
@pytest.mark.parametrize("width", [np.inf, 1.0, 1e-6, 1e-14, 0.0])
def test_far_and_thin_boxes_hold_their_draws(rng, distance, width):
    side = np.array([1.0, -1.0, 1.0, -1.0])
    lower, upper = np.where(side > 0, distance, -distance - width), np.where(side > 0, distance + width, -distance)
    given = single_boxes(np.tile(lower, (33, 1)), np.tile(upper, (33, 1)))
    for correlation in [np.eye(4) * 0.3 + 0.7, random_correlation(rng, 4, smallest=1e-4)]:
        state, moments = advance_chains(start_chains(given, 1), given, correlation, 10)
        low, high = bounds_of(given)
        assert np.all((state.latent >= low) & (state.latent <= high))
        assert np.all(np.isfinite(moments.second))


@pytest.mark.parametrize("distance", DISTANCES)
def test_draws_far_out_have_the_tail_distribution(distance):
    """Beyond a distance x the excess times x is nearly exponential: mean 1 - 1/x^2 up to the next order."""
    n_rows = 4000
    given = single_boxes(np.full((n_rows, 1), distance), np.full((n_rows, 1), np.inf))
    draws = np.concatenate([start_chains(given, seed).latent[0] for seed in range(5)])
    excess = (draws - distance) * distance
    expected = 1 - 2 / distance**2 + 10 / distance**4
    assert excess.mean() == pytest.approx(expected, abs=5 * excess.std() / np.sqrt(len(excess)))


@pytest.mark.parametrize("n", [2, 3])
def test_moments_agree_with_quadrature(rng, n):
    correlation = random_correlation(rng, n)
    lower, upper = np.array([0.3, -np.inf, -0.5])[:n], np.array([np.inf, -0.4, 0.8])[:n]
    _, _, second = quadrature_row(correlation, lower, upper)
    many = single_boxes(np.tile(lower, (2000, 1)), np.tile(upper, (2000, 1)))
    state, _ = advance_chains(start_chains(many, 4), many, correlation, 100)
    _, moments = advance_chains(state, many, correlation, 400, n_batches=10)
    np.testing.assert_array_less(np.abs(moments.second - second), 5 * moments.error + 1e-6)


def test_nearly_singular_correlation_gives_the_right_moments(rng):
    """Smallest eigenvalue 1e-4: slow chains, but the truth lies within their own error."""
    correlation = random_correlation(rng, 3, smallest=1e-4)
    lower, upper = np.array([-0.2, -1.0, -np.inf]), np.array([1.0, 0.5, 0.4])
    draws = rng.multivariate_normal(np.zeros(3), correlation, size=400_000)
    kept = draws[np.all((draws > lower) & (draws < upper), axis=1)]
    given = single_boxes(np.tile(lower, (3000, 1)), np.tile(upper, (3000, 1)))
    state, _ = advance_chains(start_chains(given, 4), given, correlation, 3000)
    _, moments = advance_chains(state, given, correlation, 1000)
    noise = np.std(kept[:, :, None] * kept[:, None, :], axis=0) / np.sqrt(len(kept))
    np.testing.assert_array_less(np.abs(moments.second - kept.T @ kept / len(kept)), 5 * noise + 5 * moments.error)
