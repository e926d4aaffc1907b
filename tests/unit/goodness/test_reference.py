"""What averages are compared with: lengths on the scale of chi-squared variables."""

import numpy as np

from ordag.goodness.reference import scaled_to_chi_squared


def test_scaled_lengths_have_the_mean_and_the_variance_of_chi_squared_variables():
    drawn = 7 * np.random.default_rng(1).chisquare(4, 50_000)
    scaled = scaled_to_chi_squared(drawn, drawn)
    np.testing.assert_allclose(scaled.statistic.mean(), scaled.df)
    np.testing.assert_allclose(scaled.statistic.var(ddof=1), 2 * scaled.df)


def test_what_cannot_vary_is_no_misfit():
    scaled = scaled_to_chi_squared(np.zeros(3), np.zeros((10, 3)))
    np.testing.assert_array_equal(scaled.statistic / scaled.df, 0)
