from dataclasses import replace

import numpy as np
import pytest
from scipy.stats import multivariate_normal

from ordag.errors import InputValueError
from ordag.expectation import integrate_rows, log_probabilities, propagate, scattered_points, start_factors
from reference.latent_boxes import (
    boxes_of,
    log_mass,
    one_factor_correlation,
    one_factor_log_mass,
    quadrature_row,
    random_codes,
    random_correlation,
    single_boxes,
)

THRESHOLDS = [[-0.5, 0.7], [0.0], [-1.0, 0.0, 1.0], [0.3], [-0.2, 1.1], [0.5]]

# The error of one row of two or three coordinates comes from the spread of eight parts: as many errors as a t with 7
# degrees of freedom may stray (once in 2,000 rows).
EIGHT_PARTS = 6
# Four parts, t with 3 degrees: once in 200 rows.
FOUR_PARTS = 8


# Error of the quadrature of `quadrature_row` under a correlation with an eigenvalue of 1e-2.
QUADRATURE = 1e-7


def random_boxes(rng, n, n_rows):
    """Boxes with sides on both ends or one, off the centre."""
    lower = rng.normal(size=(n_rows, n)) - 0.7
    upper = lower + rng.uniform(0.2, 2, size=(n_rows, n))
    lower[rng.random((n_rows, n)) < 0.3] = -np.inf
    upper[rng.random((n_rows, n)) < 0.3] = np.inf
    return lower, upper


@pytest.mark.parametrize("n", [2, 3])
@pytest.mark.parametrize("smallest", [None, 1e-2])
def test_probabilities_agree_with_quadrature(rng, n, smallest):
    correlation = random_correlation(rng, n, smallest)
    lower, upper = random_boxes(rng, n, 10)
    rows = log_probabilities(single_boxes(lower, upper), correlation, n_points=4096)
    for r in range(10):
        mass = quadrature_row(correlation, lower[r], upper[r], n_nodes=150)[0]
        if mass > 1e-12:  # less is beyond the grid of a box cut at nine deviations
            assert rows.log_probability[r] == pytest.approx(np.log(mass), abs=EIGHT_PARTS * rows.error[r] + QUADRATURE)
            assert rows.error[r] < 1e-4


def by_scipy(lower, upper, correlation, **precision):
    """Probability of a rectangle, by the same random numbers each time."""
    law = type(multivariate_normal)(seed=1)
    return law.cdf(upper, np.zeros(len(lower)), correlation, lower_limit=lower, **precision)


@pytest.mark.parametrize("n", [5, 10])
def test_probabilities_agree_with_scipy(rng, n):
    correlation = random_correlation(rng, n)
    lower, upper = random_boxes(rng, n, 4)
    rows = log_probabilities(single_boxes(lower, upper), correlation, n_points=4096)
    precision = {"abseps": 1e-9, "releps": 1e-4, "maxpts": 200_000 * n}
    expected = [by_scipy(lo, hi, correlation, **precision) for lo, hi in zip(lower, upper, strict=True)]
    np.testing.assert_allclose(np.exp(rows.log_probability), expected, rtol=2e-3, atol=3e-9)


def test_orthant_of_equal_correlations_one_half_is_one_in_n_plus_one():
    """Signs of y_i = z_i - z_0: all positive when z_0 is the smallest."""
    for n in [3, 10, 25]:
        correlation = 0.5 * np.eye(n) + 0.5
        rows = log_probabilities(single_boxes(np.zeros(n), np.full(n, np.inf)), correlation, n_points=4096)
        assert rows.total == pytest.approx(-np.log(n + 1), abs=6 * rows.total_error + 1e-6)
        assert rows.total_error < 0.01


def test_probabilities_of_all_cells_sum_to_one(rng):
    correlation = random_correlation(rng, 4)
    thresholds = [[0.3], [-0.5, 0.2], [1.0], [-1.0, 1.0]]
    cells = np.array(list(np.ndindex(2, 3, 2, 3)))
    rows = log_probabilities(boxes_of(cells, thresholds), correlation, n_points=1024)
    probability = np.exp(rows.log_probability)
    error = np.sqrt(np.sum((probability * rows.error) ** 2))
    assert probability.sum() == pytest.approx(1, abs=5 * error)
    assert error < 1e-3


def test_tiny_probabilities_are_right_on_the_log_scale():
    """Independent coordinates: the sum of the logs is exact; 200 decimal orders and far beyond."""
    lower, upper = np.array([20.0, -np.inf, 11.0, 40.0]), np.array([np.inf, -16.0, 11.5, np.inf])
    rows = log_probabilities(single_boxes(lower, upper), np.eye(4), n_points=64)
    expected = log_mass(lower, upper).sum()
    assert expected < np.log(1e-200)
    assert rows.total == pytest.approx(expected, rel=1e-10)


def test_tiny_probabilities_of_dependent_coordinates_are_right():
    """Two coordinates 22 and 25 out: log-scale quadrature of the conditional mass along the first one."""
    rho, a, b = 0.6, 22.0, 25.0
    unit, weight = np.polynomial.legendre.leggauss(400)
    y = a + 4 * (1 + unit)
    log_terms = -0.5 * y**2 - 0.5 * np.log(2 * np.pi) + log_mass((b - rho * y) / np.sqrt(1 - rho**2), np.inf)
    expected = np.log(np.sum(4 * weight * np.exp(log_terms - log_terms.max()))) + log_terms.max()
    assert expected < np.log(1e-150)
    rows = log_probabilities(single_boxes([a, b], [np.inf, np.inf]), np.array([[1, rho], [rho, 1]]), n_points=1024)
    assert rows.total == pytest.approx(expected, abs=1e-4)


def test_missing_entries_are_marginalised_exactly(rng):
    correlation = random_correlation(rng, 6)
    codes = random_codes(rng, correlation, THRESHOLDS, 1)
    codes[0, [1, 3, 4]] = -1
    kept = [0, 2, 5]
    full = log_probabilities(boxes_of(codes, THRESHOLDS), correlation, n_points=4096)
    short = log_probabilities(
        boxes_of(codes[:, kept], [THRESHOLDS[i] for i in kept]), correlation[np.ix_(kept, kept)], n_points=4096
    )
    assert full.total == pytest.approx(short.total, abs=1e-5)


def test_a_row_with_nothing_observed_has_probability_one(rng):
    rows = log_probabilities(boxes_of([[-1] * 6], THRESHOLDS), random_correlation(rng, 6))
    assert rows.total == 0
    assert rows.total_error == 0


def test_continuous_entries_give_their_density(rng):
    correlation = random_correlation(rng, 3)
    values = np.array([[0.4, -1.2, 0.7], [0.4, np.nan, 0.7], [np.nan, np.nan, np.nan]])
    rows = log_probabilities(boxes_of(np.zeros((3, 3)), [None] * 3, values=values), correlation)
    expected = [
        multivariate_normal(np.zeros(3), correlation).logpdf(values[0]),
        multivariate_normal(np.zeros(2), correlation[np.ix_([0, 2], [0, 2])]).logpdf(values[1, [0, 2]]),
        0.0,
    ]
    np.testing.assert_allclose(rows.log_probability, expected, atol=1e-12)


def test_mixed_rows_are_density_times_conditional_mass(rng):
    correlation = random_correlation(rng, 3)
    value = -0.6
    boxes = boxes_of([[1, 0, 0]], [[0.2], [0.5], None], values=np.array([[np.nan, np.nan, value]]))
    gain = correlation[:2, 2]
    rest = correlation[:2, :2] - np.outer(gain, gain)
    lower, upper = np.array([0.2, -np.inf]) - gain * value, np.array([np.inf, 0.5]) - gain * value
    expected = np.log(quadrature_row(rest, lower, upper, n_nodes=150)[0]) - 0.5 * value**2 - 0.5 * np.log(2 * np.pi)
    assert log_probabilities(boxes, correlation, n_points=4096).total == pytest.approx(expected, abs=1e-5)


def test_weights_and_threads_and_neighbours_do_not_change_a_row(rng):
    correlation = random_correlation(rng, 6)
    codes = random_codes(rng, correlation, THRESHOLDS, 100)
    weights = rng.uniform(0.5, 2, 100)
    plain = log_probabilities(boxes_of(codes, THRESHOLDS), correlation)
    weighted = log_probabilities(boxes_of(codes, THRESHOLDS, weights=weights), correlation, n_threads=2)
    np.testing.assert_array_equal(plain.log_probability, weighted.log_probability)
    assert weighted.total == pytest.approx(weights @ plain.log_probability)
    assert weighted.total_error == pytest.approx(np.sqrt(weights**2 @ plain.error**2))
    head = log_probabilities(boxes_of(codes[:13], THRESHOLDS), correlation)
    np.testing.assert_allclose(head.log_probability, plain.log_probability[:13], atol=1e-12)


def test_nearly_singular_correlation_agrees_with_scipy(rng):
    correlation = random_correlation(rng, 4, smallest=1e-4)
    lower, upper = np.array([-0.2, -1.0, -np.inf, -1.5]), np.array([1.0, 0.5, 0.4, 0.3])
    expected = by_scipy(lower, upper, correlation, abseps=1e-8, releps=1e-6, maxpts=2_000_000)
    rows = log_probabilities(single_boxes(lower, upper), correlation, n_points=16384)
    assert np.exp(rows.total) == pytest.approx(expected, rel=6 * rows.total_error + 1e-3)


@pytest.mark.parametrize("width", [np.inf, 1e-6, 1e-14, 0.0])
@pytest.mark.parametrize("distance", [8.0, 40.0, 1e3])
def test_far_and_thin_boxes_give_finite_values(rng, distance, width):
    lower, upper = np.array([distance, -distance - width]), np.array([distance + width, -distance])
    for correlation in [np.array([[1, 0.7], [0.7, 1]]), random_correlation(rng, 2, smallest=1e-4)]:
        rows = log_probabilities(single_boxes(lower, upper), correlation)
        assert np.isfinite(rows.total)
        assert np.isfinite(rows.total_error)


def far_one_factor(rng, n, smallest, distance):
    """Loadings of a correlation whose smallest eigenvalue is about `smallest`, and a box on random sides far out."""
    loadings = np.sqrt(1 - smallest * rng.uniform(1, 3, n)) * rng.choice([-1, 1], n)
    ends = distance * rng.uniform(0.8, 1.2, n)
    right = rng.random(n) < 0.5
    return loadings, np.where(right, ends, -np.inf), np.where(right, np.inf, -ends)


@pytest.mark.parametrize("distance", [8.0, 40.0, 1e3])
@pytest.mark.parametrize("smallest", [1e-2, 1e-4])
@pytest.mark.parametrize("n", [2, 3, 5, 10])
def test_far_boxes_under_nearly_singular_correlations_agree_with_quadrature(rng, n, smallest, distance):
    """Up to 1e5 conditional deviations out: log-probabilities of -1e10, right within errors of less than 0.1."""
    for _ in range(4):
        loadings, lower, upper = far_one_factor(rng, n, smallest, distance)
        exact = one_factor_log_mass(loadings, lower, upper)
        rows = log_probabilities(single_boxes(lower, upper), one_factor_correlation(loadings), n_points=1024)
        assert rows.total == pytest.approx(exact, rel=0, abs=FOUR_PARTS * rows.total_error)
        assert rows.total_error < 0.1


@pytest.mark.parametrize("distance", [8.0, 40.0, 1e3])
@pytest.mark.parametrize("n", [2, 5, 10])
def test_propagated_log_probability_of_far_boxes_keeps_its_digits(rng, n, distance):
    """The bias of propagation is small this far out; what is left is rounding."""
    for _ in range(4):
        loadings, lower, upper = far_one_factor(rng, n, 1e-4, distance)
        boxes = single_boxes(lower, upper)
        _, moments = propagate(start_factors(boxes), boxes, one_factor_correlation(loadings))
        exact = one_factor_log_mass(loadings, lower, upper)
        assert moments.log_likelihood == pytest.approx(exact, rel=1e-5, abs=0.2)


@pytest.mark.parametrize("n_points", [0, 32, 100])
def test_number_of_points_must_be_a_power_of_two(n_points):
    boxes = boxes_of([[0, 1]], [[0.0], [0.0]])
    with pytest.raises(InputValueError, match=r"must be a power of two, at least 64\. Try (64|128)"):
        log_probabilities(boxes, np.eye(2), n_points=n_points)


@pytest.mark.parametrize("n", [1, 2, 3])
def test_integrated_moments_agree_with_quadrature(rng, n):
    correlation = random_correlation(rng, n)
    lower, upper = random_boxes(rng, n, 6)
    boxes = replace(single_boxes(lower, upper), weights=rng.uniform(0.5, 2, 6))
    factors = start_factors(boxes).copies()
    rows = integrate_rows(boxes, correlation, factors, scattered_points(n, 4096))
    exact = [quadrature_row(correlation, lower[r], upper[r], n_nodes=150)[2] for r in range(6)]
    np.testing.assert_allclose(rows.moments, np.tensordot(boxes.weights, exact, 1), atol=2e-3 * boxes.weights.sum())


def test_moments_of_missing_and_continuous_entries_follow_the_boxes(rng):
    correlation = random_correlation(rng, 5)  # two boxes, an observed value, and two missing entries
    codes, value = np.array([[1, -1, 0, 0, -1]]), 0.8
    boxes = boxes_of(codes, [[-0.5, 0.7], [0.0], None, [0.3], [1.0]], values=np.full((1, 5), value))
    rows = integrate_rows(boxes, correlation, start_factors(boxes).copies(), scattered_points(5, 4096))

    seen, missing = [0, 3, 2], [1, 4]
    given = correlation[np.ix_([0, 3], [2])] * value
    left = correlation[np.ix_([0, 3], [0, 3])] - correlation[np.ix_([0, 3], [2])] @ correlation[np.ix_([2], [0, 3])]
    corner = np.array([-0.5, -np.inf]) - given[:, 0], np.array([0.7, 0.3]) - given[:, 0]
    _, mean, second = quadrature_row(left, *corner, n_nodes=150)
    mean, second = mean + given[:, 0], second + np.outer(mean, given) + np.outer(given, mean) + np.outer(given, given)
    of_seen = np.block([[second, value * mean[:, None]], [value * mean[None, :], np.full((1, 1), value**2)]])
    slopes = correlation[np.ix_(missing, seen)] @ np.linalg.inv(correlation[np.ix_(seen, seen)])
    around = correlation[np.ix_(missing, missing)] - slopes @ correlation[np.ix_(seen, missing)]
    whole = np.block([[of_seen, of_seen @ slopes.T], [slopes @ of_seen, slopes @ of_seen @ slopes.T + around]])
    order = [*seen, *missing]
    np.testing.assert_allclose(rows.moments[np.ix_(order, order)], whole, atol=2e-3)


def test_a_row_has_the_same_probability_in_any_company(rng):
    correlation = random_correlation(rng, 6)
    codes = random_codes(rng, correlation, THRESHOLDS, 30)
    together = log_probabilities(boxes_of(codes, THRESHOLDS), correlation, n_points=64).log_probability
    turned = log_probabilities(boxes_of(codes[::-1], THRESHOLDS), correlation, n_points=64).log_probability[::-1]
    alone = log_probabilities(boxes_of(codes[[7]], THRESHOLDS), correlation, n_points=64).log_probability
    np.testing.assert_allclose(turned, together, atol=1e-9)
    assert alone[0] == pytest.approx(together[7], abs=1e-9)
