"""A coordinate that is known in some rows and lies in a box in others, as a column with a floor has it.

Each row has to be what it would be if the coordinate were known in all rows, or in a box in all.
"""

from dataclasses import replace

import numpy as np
import pytest

from ordag.expectation import (
    BoxArrays,
    draw_moments,
    integrate_rows,
    log_probabilities,
    sparse_precision,
    start_chains,
    start_factors,
    sweep_chains,
)
from reference.latent_boxes import random_correlation

N_ROWS, FLOOR, CEILING = 120, -0.4, 1.1


@pytest.fixture
def correlation() -> np.ndarray:
    return random_correlation(np.random.default_rng(5), 4)


@pytest.fixture
def mixed() -> BoxArrays:
    """Two coordinates with limits, one of levels and one that is continuous, with gaps in all."""
    rng = np.random.default_rng(6)
    values = rng.normal(size=(4, N_ROWS))
    codes = np.zeros((4, N_ROWS), dtype=np.int16)
    codes[:2] = np.where(values[:2] < FLOOR, 1, np.where(values[:2] > CEILING, 2, 0))
    codes[2] = np.digitize(values[2], [-0.5, 0.7])
    codes[rng.random(codes.shape) < 0.15] = -1
    limits = np.array([[-np.inf, -np.inf, -np.inf, CEILING]] * 2), np.array([[np.inf, np.inf, FLOOR, np.inf]] * 2)
    lower = np.vstack([limits[0], [[-np.inf, -np.inf, -0.5, 0.7], [-np.inf] * 4]])
    upper = np.vstack([limits[1], [[np.inf, -0.5, 0.7, np.inf], [np.inf] * 4]])
    return BoxArrays(codes, lower, upper, [1, 1, 0, 1], np.where(codes == 0, values, 0.0), np.ones(N_ROWS))


def alike(mixed: BoxArrays) -> list[tuple[np.ndarray, BoxArrays]]:
    """Rows in which the same coordinates with limits are known, each set as plain boxes."""
    exact = mixed.exact[:2]
    sets = []
    for pattern in np.unique(exact, axis=1).T:
        rows = (pattern == exact.T).all(axis=1)
        sets.append((rows, replace(mixed.rows(rows), continuous=np.array([*pattern.astype(np.uint8), 0, 1]))))
    return sets


def test_all_sorts_of_rows_are_looked_at(mixed: BoxArrays):
    assert len(alike(mixed)) == 4


def test_propagation_treats_every_row_by_itself(mixed: BoxArrays, correlation: np.ndarray):
    found = integrate_rows(mixed, correlation, start_factors(mixed).copies(), by_row=True)
    for rows, plain in alike(mixed):
        wanted = integrate_rows(plain, correlation, start_factors(plain).copies(), by_row=True)
        np.testing.assert_allclose(found.log_probability[rows], wanted.log_probability, rtol=1e-10)
        np.testing.assert_allclose(found.mean[:, rows], wanted.mean, atol=1e-9)
        np.testing.assert_allclose(found.second[:, rows], wanted.second, atol=1e-9)


def test_integration_gives_probabilities_and_densities(mixed: BoxArrays, correlation: np.ndarray):
    found = log_probabilities(mixed, correlation, n_points=512).log_probability
    for rows, plain in alike(mixed):
        wanted = log_probabilities(plain, correlation, n_points=512).log_probability
        np.testing.assert_allclose(found[rows], wanted, rtol=1e-6, atol=2e-3)


def test_chains_keep_known_entries_and_stay_in_boxes(mixed: BoxArrays, correlation: np.ndarray):
    latent = sweep_chains(start_chains(mixed, 1), mixed, sparse_precision(correlation), 30).latent
    np.testing.assert_array_equal(latent[mixed.exact], mixed.observed[mixed.exact])
    at = mixed.codes.astype(int) + 1
    assert (latent >= np.take_along_axis(mixed.lower, at, axis=1)).all()
    assert (latent <= np.take_along_axis(mixed.upper, at, axis=1)).all()


def test_draws_have_the_moments_of_propagation(mixed: BoxArrays, correlation: np.ndarray):
    drawn = draw_moments(mixed, correlation, 400, np.random.default_rng(2)).second
    expected = integrate_rows(mixed, correlation, start_factors(mixed).copies()).moments / N_ROWS
    np.testing.assert_allclose(drawn, expected, atol=0.03)
