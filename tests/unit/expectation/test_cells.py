import numpy as np
import pytest
from scipy import stats
from scipy.integrate import trapezoid

from ordag.expectation import log_probabilities
from ordag.expectation.cells import _box_arrays, cell_probabilities, interval_probability
from reference.latent_networks import box_probability


def correlation(n, rng):
    factor = rng.normal(size=(n, n + 2))
    covariance = factor @ factor.T
    scale = np.sqrt(np.diag(covariance))
    return covariance / np.outer(scale, scale)


@pytest.mark.parametrize("seed", range(4))
def test_three_coordinates_agree_with_nested_quadrature(seed):
    rng = np.random.default_rng(seed)
    matrix = correlation(3, rng)
    lower = rng.normal(size=(1, 3)) - 1
    upper = lower + rng.exponential(1.5, size=(1, 3))
    lower[0, rng.integers(3)], upper[0, rng.integers(3)] = -np.inf, np.inf
    found = np.exp(cell_probabilities(lower, upper, matrix).log_probability[0])
    assert found == pytest.approx(box_probability(lower[0], upper[0], matrix), abs=1e-8)


def test_near_singular_correlations_keep_their_digits():
    # With correlation ρ between all, P(all positive) = 1/8 + 3 asin(ρ) / 4π.
    for rho in (0.9, 0.99, 0.999):
        matrix = np.full((3, 3), rho) + (1 - rho) * np.eye(3)
        found = np.exp(cell_probabilities(np.zeros((1, 3)), np.full((1, 3), np.inf), matrix).log_probability[0])
        assert found == pytest.approx(1 / 8 + 3 * np.arcsin(rho) / (4 * np.pi), abs=1e-9)


@pytest.mark.parametrize("start", [8.9, 9.5, 20.0])
@pytest.mark.parametrize("sign", [1, -1])
def test_boxes_in_the_far_tail_keep_their_relative_error(start, sign):
    ends = np.array([[start, -np.inf, -np.inf], [np.inf, np.inf, np.inf]])
    lower, upper = ends if sign > 0 else -ends[::-1]
    found = cell_probabilities(lower[None], upper[None], np.eye(3)).log_probability[0]
    assert found == pytest.approx(stats.norm.logsf(start), abs=1e-5)


@pytest.mark.parametrize(("rho", "start"), [(0.5, 8.0), (0.9, 8.0), (0.9, 12.0), (0.99, 10.0)])
def test_far_corners_of_correlated_coordinates_keep_their_relative_error(rho, start):
    # Given the first coordinate z the others are independent: ∫ φ(z) Φ((ρz − start) / √(1 − ρ²))² dz.
    matrix = np.array([[1, rho, rho], [rho, 1, rho**2], [rho, rho**2, 1]])
    z = np.linspace(-5, 30, 20_001)
    inside = stats.norm.logpdf(z) + 2 * stats.norm.logsf((start - rho * z) / np.sqrt(1 - rho**2))
    expected = inside.max() + np.log(trapezoid(np.exp(inside - inside.max()), z))
    found = cell_probabilities(np.array([[-np.inf, start, start]]), np.full((1, 3), np.inf), matrix)
    assert found.log_probability[0] == pytest.approx(expected, abs=5e-4)


def test_an_empty_cell_has_no_probability_and_no_error():
    found = cell_probabilities(np.array([[1.0, -1.0], [20.0, 20.0]]), np.array([[1.0, 1.0], [21.0, 21.0]]), np.eye(2))
    assert found.log_probability[0] == -np.inf
    assert found.log_probability[1] == pytest.approx(2 * stats.norm.logsf(20), abs=1e-4)
    assert found.error.tolist() == pytest.approx([0, 0], abs=1e-4)


@pytest.mark.parametrize("n", [1, 2, 3])
def test_quadrature_and_points_agree(n):
    rng = np.random.default_rng(n)
    matrix = correlation(n, rng)
    lower = rng.normal(size=(5, n)) - 1
    upper = lower + 1.2
    exact = cell_probabilities(lower, upper, matrix)
    points = log_probabilities(_box_arrays(lower, upper), matrix, n_points=1 << 14)
    np.testing.assert_allclose(points.log_probability, exact.log_probability, atol=1e-4)


def test_cells_that_tile_the_space_sum_to_one_within_the_tolerance():
    rng = np.random.default_rng(3)
    ends = np.array([-np.inf, -0.3, 0.8, np.inf])
    cells = np.array(list(np.ndindex(3, 3, 3, 3)))
    for tolerance in (1e-3, 1e-5):
        found = cell_probabilities(ends[cells], ends[cells + 1], correlation(4, rng), tolerance=tolerance)
        assert found.error.max() <= tolerance
        assert np.exp(found.log_probability).sum() == pytest.approx(1, abs=10 * tolerance)


def test_no_coordinates_have_all_the_mass():
    assert cell_probabilities(np.empty((2, 0)), np.empty((2, 0)), np.empty((0, 0))).log_probability.tolist() == [0, 0]


def test_interval_in_either_tail_keeps_its_digits():
    np.testing.assert_allclose(
        interval_probability([10, -11], [11, -10]), stats.norm.sf(10) - stats.norm.sf(11), rtol=1e-12
    )
