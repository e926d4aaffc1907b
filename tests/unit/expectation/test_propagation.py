import numpy as np
import pytest

from ordag.expectation import Settling, integrate_rows, propagate, start_factors
from reference.latent_boxes import (
    bounds_of,
    boxes_of,
    propagate_row,
    quadrature_row,
    random_codes,
    random_correlation,
    single_boxes,
)

THRESHOLDS = [[-0.5, 0.7], [0.0], [-1.0, 0.0, 1.0], [0.3], [-0.2, 1.1], [0.5]]
EXACT = Settling(tolerance=1e-12, max_sweeps=2000)
TWIN = 1e-8


def integrate(boxes, correlation, **options):
    factors = np.zeros(boxes.codes.shape), np.zeros(boxes.codes.shape)
    return integrate_rows(boxes, correlation, factors, by_row=True, settling=EXACT, **options)


def second_of(rows, n, row):
    """Second moments of one row as a full matrix."""
    full = np.zeros((n, n))
    full[np.tril_indices(n)] = rows.second[:, row]
    return full + np.tril(full, -1).T


@pytest.mark.parametrize("smallest", [None, 1e-2, 1e-4])
def test_rows_are_those_of_the_dense_twin(rng, smallest):
    correlation = random_correlation(rng, 6, smallest)
    codes = random_codes(rng, correlation, THRESHOLDS, 9)
    codes[rng.random(codes.shape) < 0.1] = -1
    boxes = boxes_of(codes, THRESHOLDS)
    rows = integrate(boxes, correlation)
    lower, upper = bounds_of(boxes)
    for r in range(9):
        log_z, mean, covariance = propagate_row(correlation, lower[:, r], upper[:, r])
        assert rows.log_probability[r] == pytest.approx(log_z, abs=TWIN)
        np.testing.assert_allclose(rows.mean[:, r], mean, atol=TWIN)
        np.testing.assert_allclose(second_of(rows, 6, r), covariance + np.outer(mean, mean), atol=TWIN)


def test_boxes_eight_deviations_out_are_those_of_the_dense_twin():
    correlation = np.array([[1, 0.6, 0.2], [0.6, 1, -0.3], [0.2, -0.3, 1]])
    lower, upper = np.array([8.0, -np.inf, -0.5]), np.array([np.inf, -3.0, 0.5])
    rows = integrate(single_boxes(lower, upper), correlation)
    log_z, mean, covariance = propagate_row(correlation, lower, upper)
    assert rows.log_probability[0] == pytest.approx(log_z, abs=TWIN)
    np.testing.assert_allclose(rows.mean[:, 0], mean, atol=TWIN)
    np.testing.assert_allclose(second_of(rows, 3, 0), covariance + np.outer(mean, mean), rtol=TWIN, atol=TWIN)


def test_moments_are_the_weighted_mean_of_rows(rng):
    correlation = random_correlation(rng, 6)
    weights = rng.uniform(0.1, 2, 50)
    boxes = boxes_of(random_codes(rng, correlation, THRESHOLDS, 50), THRESHOLDS, weights=weights)
    rows = integrate(boxes, correlation)
    _, moments = propagate(start_factors(boxes), boxes, correlation, settling=EXACT)
    expected = sum(w * second_of(rows, 6, r) for r, w in enumerate(weights)) / weights.sum()
    np.testing.assert_allclose(moments.second, expected, atol=1e-12)
    assert moments.log_likelihood == pytest.approx(weights @ rows.log_probability)


# Expectation propagation is an approximation: the size of its error on boxes like these.
BIAS_LOG_MASS, BIAS_MOMENT = 0.01, 0.02


@pytest.mark.parametrize("n", [2, 3])
def test_moments_are_close_to_quadrature(rng, n):
    correlation = random_correlation(rng, n)
    lower, upper = np.array([0.3, -np.inf, -0.5])[:n], np.array([np.inf, -0.4, 0.8])[:n]
    mass, mean, second = quadrature_row(correlation, lower, upper)
    rows = integrate(single_boxes(lower, upper), correlation)
    assert rows.log_probability[0] == pytest.approx(np.log(mass), abs=BIAS_LOG_MASS)
    np.testing.assert_allclose(rows.mean[:, 0], mean, atol=BIAS_MOMENT)
    np.testing.assert_allclose(second_of(rows, n, 0), second, atol=BIAS_MOMENT)


def test_independent_coordinates_are_exact():
    lower, upper = np.array([0.3, -np.inf, -0.5]), np.array([np.inf, -0.4, 0.8])
    mass, mean, second = quadrature_row(np.eye(3), lower, upper, n_nodes=120)
    rows = integrate(single_boxes(lower, upper), np.eye(3))
    assert rows.log_probability[0] == pytest.approx(np.log(mass), abs=1e-10)
    np.testing.assert_allclose(second_of(rows, 3, 0), second, atol=1e-10)
    np.testing.assert_allclose(rows.mean[:, 0], mean, atol=1e-10)


def test_continuous_entries_are_conditioned_on_exactly(rng):
    """Conditioning by hand on the continuous column gives the same rows."""
    correlation = random_correlation(rng, 3)
    value = 0.8
    boxes = boxes_of([[0, 1, 1]], [None, [0.2], [-0.4]], values=np.array([[value, np.nan, np.nan]]))
    rows = integrate(boxes, correlation)
    gain = correlation[1:, 0]
    rest = correlation[1:, 1:] - np.outer(gain, gain)
    mass, mean, _ = propagate_row(rest, np.array([0.2, -0.4]) - gain * value, np.array([np.inf, np.inf]))
    log_density = -0.5 * value**2 - 0.5 * np.log(2 * np.pi)
    assert rows.log_probability[0] == pytest.approx(mass + log_density, abs=TWIN)
    np.testing.assert_allclose(rows.mean[:, 0], [value, *(mean + gain * value)], atol=TWIN)
    assert second_of(rows, 3, 0)[0, 0] == pytest.approx(value**2)


@pytest.mark.parametrize("seed", range(10))
def test_values_that_contradict_a_singular_correlation_are_as_good_as_impossible(seed):
    """The last column is a sum of the others in the model, not in the row; rounding decides the sign of its rest."""
    rng = np.random.default_rng(seed)
    parts = rng.normal(size=(6, 6))
    parts[-1] = parts[:-1].sum(axis=0)
    scale = np.sqrt((parts**2).sum(axis=1))
    correlation = parts @ parts.T / np.outer(scale, scale)
    values = rng.normal(size=(1, 6))
    rows = integrate(boxes_of(np.zeros((1, 6), dtype=int), [None] * 6, values=values), correlation)
    assert -1e12 < rows.log_probability[0] < -1e6
    assert rows.mean[:, 0] == pytest.approx(values[0])
    assert second_of(rows, 6, 0) == pytest.approx(np.outer(values[0], values[0]))


def test_missing_entries_count_as_left_out(rng):
    correlation = random_correlation(rng, 4)
    thresholds = [[0.1], [-0.3, 0.5], None, [0.4]]
    boxes = boxes_of([[1, 2, 0, -1]], thresholds, values=np.full((1, 4), np.nan))
    kept = boxes_of([[1, 2]], thresholds[:2])
    rows, short = integrate(boxes, correlation), integrate(kept, correlation[:2, :2])
    assert rows.log_probability[0] == pytest.approx(short.log_probability[0], abs=1e-10)
    np.testing.assert_allclose(rows.mean[:2], short.mean, atol=1e-10)


def test_a_row_does_not_depend_on_its_neighbours(rng):
    """Rows are worked on several at a time; each must stop when it has settled itself."""
    correlation = random_correlation(rng, 6)
    boxes = boxes_of(random_codes(rng, correlation, THRESHOLDS, 40), THRESHOLDS)
    order = rng.permutation(40)
    turned = boxes_of(boxes.codes.T[order], THRESHOLDS)
    factors, _ = propagate(start_factors(boxes), boxes, correlation)
    turned_factors, _ = propagate(start_factors(turned), turned, correlation)
    np.testing.assert_allclose(turned_factors.shift, factors.shift[:, order], atol=1e-13)


def test_relabelling_columns_permutes_the_moments(rng):
    correlation = random_correlation(rng, 6)
    boxes = boxes_of(random_codes(rng, correlation, THRESHOLDS, 40), THRESHOLDS)
    order = rng.permutation(6)
    turned = boxes_of(boxes.codes.T[:, order], [THRESHOLDS[i] for i in order])
    _, moments = propagate(start_factors(boxes), boxes, correlation, settling=EXACT)
    _, permuted = propagate(start_factors(turned), turned, correlation[np.ix_(order, order)], settling=EXACT)
    np.testing.assert_allclose(permuted.second, moments.second[np.ix_(order, order)], atol=TWIN)


def test_result_does_not_depend_on_threads(rng):
    correlation = random_correlation(rng, 6)
    boxes = boxes_of(random_codes(rng, correlation, THRESHOLDS, 333), THRESHOLDS)
    _, one = propagate(start_factors(boxes), boxes, correlation, n_threads=1)
    _, two = propagate(start_factors(boxes), boxes, correlation, n_threads=2)
    np.testing.assert_array_equal(one.second, two.second)
    assert one.log_likelihood == two.log_likelihood


def test_settled_factors_are_a_fixed_point(rng):
    correlation = random_correlation(rng, 6)
    boxes = boxes_of(random_codes(rng, correlation, THRESHOLDS, 64), THRESHOLDS)
    factors, first = propagate(start_factors(boxes), boxes, correlation, settling=EXACT)
    again, second = propagate(factors, boxes, correlation, settling=Settling(1e-6, 1))
    np.testing.assert_allclose(again.shift, factors.shift, rtol=1e-8, atol=1e-8)
    np.testing.assert_allclose(second.second, first.second, atol=1e-9)


def test_start_is_not_changed(rng):
    boxes = boxes_of(rng.integers(0, 2, size=(20, 3)), [[0.0]] * 3)
    start = start_factors(boxes)
    propagate(start, boxes, random_correlation(rng, 3))
    assert not start.shift.any()


@pytest.mark.parametrize("distance", [8.0, 40.0, 1e3])
@pytest.mark.parametrize("width", [np.inf, 1e-3, 1e-9, 0.0])
def test_far_and_thin_boxes_give_finite_moments(rng, distance, width):
    side = np.array([1.0, -1.0, 1.0, -1.0])
    lower, upper = np.where(side > 0, distance, -distance - width), np.where(side > 0, distance + width, -distance)
    boxes = single_boxes(lower, upper)
    for correlation in [np.eye(4) * 0.3 + 0.7, random_correlation(rng, 4, smallest=1e-4)]:
        rows = integrate_rows(boxes, correlation, start_factors(boxes).copies(), by_row=True)
        assert np.isfinite(rows.log_probability[0])
        assert np.all(np.isfinite(rows.second))
        assert np.all((rows.mean[:, 0] >= lower - 1e-6 * distance) & (rows.mean[:, 0] <= upper + 1e-6 * distance))
