"""What averages are compared with: lengths on the scale of chi-squared variables."""

import numpy as np
import pytest

from ordag.goodness.bands import bands_of
from ordag.goodness.expected import expect
from ordag.goodness.reference import Complement, Length, averages, expected_lengths, of_pairs, scaled_to_chi_squared
from ordag.model import FittedNetwork


def test_scaled_lengths_have_the_mean_and_the_variance_of_chi_squared_variables():
    drawn = 7 * np.random.default_rng(1).chisquare(4, 50_000)
    scaled = scaled_to_chi_squared(drawn, Length(drawn.mean(), drawn.var(ddof=1)))
    np.testing.assert_allclose(scaled.statistic.mean(), scaled.df)
    np.testing.assert_allclose(scaled.statistic.var(ddof=1), 2 * scaled.df)


def test_what_cannot_vary_is_no_misfit():
    scaled = scaled_to_chi_squared(np.zeros(3), Length(np.zeros(3), np.zeros(3)))
    np.testing.assert_array_equal(scaled.statistic / scaled.df, 0)


@pytest.mark.parametrize("n_rows", [1, 60])
def test_lengths_are_expected_as_those_of_tables_of_the_network_are(n_rows: int):
    weights = np.zeros((5, 5))
    weights[[0, 1, 1, 3], [1, 2, 3, 4]] = [0.9, -0.7, 0.6, 1.2]
    cuts = [[-0.5, 0.8], [0.0], [-1.0, 0.0, 1.0], [0.4], [-0.3, 0.9]]
    network = FittedNetwork.from_parameters(weights, cuts)
    complement = Complement.of(expect(network, bands_of(network.margins, 10_000, 2)))
    rng = np.random.default_rng(5)
    root, of = np.linalg.cholesky(network.correlation), complement.expectation.bands
    tables = np.stack(
        [
            averages(complement.expectation, of.of_latent(root @ rng.standard_normal((5, n_rows))), np.ones(n_rows))
            for _ in range(3_000)
        ]
    )
    left = np.sqrt(n_rows) * complement.residual(tables)
    lengths = np.sum(left**2, axis=1), np.sum(of_pairs(complement.expectation, left) ** 2, axis=-1)
    alone = list(np.arange(len(complement.expectation.first))[:, None])
    expected = expected_lengths(complement, network.correlation, n_rows, rng, alone)
    for drawn, of_network, within in zip(lengths, expected, (0.05, 0.25), strict=True):
        assert of_network.mean == pytest.approx(drawn.mean(axis=0), rel=within)
        assert np.mean(np.sqrt(of_network.variance) / drawn.std(axis=0)) == pytest.approx(1, rel=0.1)


def test_what_can_hardly_vary_is_no_misfit() -> None:
    scaled = scaled_to_chi_squared(np.array([1e-3, 5.0]), Length(np.array([1e-20, 2.0]), np.array([0.0, 4.0])))
    np.testing.assert_allclose(scaled.statistic, [0.0, 5.0])
