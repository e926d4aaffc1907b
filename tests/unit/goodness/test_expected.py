"""What a network expects of pairs of columns, and its derivatives, against plain integration and finite differences."""

from dataclasses import replace

import numpy as np
import pytest

from ordag.goodness.bands import MOST_BANDS, bands_of
from ordag.goodness.expected import expect
from ordag.goodness.reference import products
from ordag.latent import Margins
from ordag.maximization import standardize
from ordag.maximization.observed import unit_noise_slopes
from ordag.model import FittedNetwork
from reference.latent_networks import random_network

N_ROWS = 1000


def test_functions_are_orthonormal_under_the_margin():
    bands = bands_of(Margins((np.array([-1.0, 0.2, 0.9]), np.empty(0)), np.zeros(2), np.ones(2)), N_ROWS, 3)
    for shares, functions in zip(bands.shares, bands.single, strict=True):
        used = functions.any(axis=0)
        assert shares @ functions == pytest.approx(np.zeros(4), abs=1e-12)
        assert functions.T @ (shares[:, None] * functions) == pytest.approx(np.diag(used.astype(float)), abs=1e-10)


def test_a_binary_column_has_one_function():
    bands = bands_of(Margins((np.array([0.3]), np.array([-0.5, 0.5])), np.zeros(2), np.ones(2)), N_ROWS, 2)
    assert np.any(bands.functions, axis=1).tolist() == [[True, False], [True, True]]


def test_rare_levels_join_their_neighbours():
    cuts = np.array([-3.5, 0.0, 3.5])
    bands = bands_of(Margins((cuts,), np.zeros(1), np.ones(1)), N_ROWS, 2)
    assert bands.cuts[0].tolist() == [0.0]


def test_many_levels_are_put_together():
    bands = bands_of(Margins((np.linspace(-2, 2, 30),), np.zeros(1), np.ones(1)), N_ROWS, 2)
    assert bands.cuts.shape[1] < MOST_BANDS
    assert bands.shares.min() > 0.1


def test_expected_products_are_averages_over_many_rows():
    network = random_network(4, np.random.default_rng(3), continuous=(2,))
    expectation = expect(network, bands_of(network.margins, N_ROWS, 2))
    rng = np.random.default_rng(4)
    latent = np.linalg.cholesky(network.correlation) @ rng.standard_normal((4, 200_000))
    rows = products(expectation, expectation.bands.of_latent(latent))
    assert rows.mean(axis=0) == pytest.approx(expectation.mean, abs=0.02)
    assert rows.var(axis=0) == pytest.approx(expectation.variance, rel=0.05, abs=0.02)


def test_cells_sum_to_one():
    network = random_network(3, np.random.default_rng(5))
    assert expect(network, bands_of(network.margins, N_ROWS, 2)).cells.sum(axis=(1, 2)) == pytest.approx(np.ones(3))


def moved(network: FittedNetwork, by: np.ndarray) -> FittedNetwork:
    """The network with its slopes moved."""
    parameters = standardize(unit_noise_slopes(network.parameters) + by, np.ones(network.n_columns))
    return replace(network, weights=parameters.weights, noise=parameters.noise, correlation=parameters.correlation)


def test_the_gradient_by_slopes_is_that_of_finite_differences():
    network = random_network(4, np.random.default_rng(6), continuous=(1,))
    bands = bands_of(network.margins, N_ROWS, 2)
    gradient, step = expect(network, bands).gradient.toarray(), 1e-5
    for position, (start, end) in enumerate(np.argwhere(network.dag)):
        by = np.zeros((4, 4))
        by[start, end] = step
        slope = (expect(moved(network, by), bands).mean - expect(moved(network, -by), bands).mean) / (2 * step)
        assert gradient[:, position] == pytest.approx(slope, abs=1e-6)


def test_the_gradient_by_a_cut_is_that_of_finite_differences():
    network = random_network(3, np.random.default_rng(7))
    bands, step = bands_of(network.margins, N_ROWS, 2), 1e-5
    gradient = expect(network, bands).gradient.toarray()[:, network.n_edges]  # the first cut of the first column
    ends = []
    for by in (step, -step):
        cuts = bands.cuts.copy()
        cuts[0, 0] += by
        ends.append(expect(network, replace(bands, cuts=cuts)).mean[: 3 * 2 * 2])
    assert gradient[: 3 * 2 * 2] == pytest.approx((ends[0] - ends[1]) / (2 * step), abs=1e-6)
