"""Tails of test distributions agree with scipy, which takes longer to load than a fit takes."""

import numpy as np
import pytest
from scipy import special

from ordag.kernels.tails import chi_squared_tail, f_tail, log_gamma

RNG = np.random.default_rng(0)


def test_the_tail_of_chi_squared_is_that_of_scipy():
    df, x = np.exp(RNG.uniform(-2, 7, 2000)), np.exp(RNG.uniform(-5, 7, 2000))
    assert chi_squared_tail(x, df) == pytest.approx(special.chdtrc(df, x), rel=1e-10, abs=1e-300)
    assert chi_squared_tail(-1.0, 3) == 1
    assert np.isnan(chi_squared_tail([np.nan, 1.0], [1.0, 0.0])).all()


def test_statistics_and_degrees_are_broadcast():
    assert chi_squared_tail(np.ones((2, 1)), [1, 2, 3]).shape == (2, 3)
    assert chi_squared_tail(1.0, 1.0).shape == ()


def test_the_tail_of_f_is_that_of_scipy():
    for first, second, x in np.exp(RNG.uniform([0, 0, -3], [5, 8, 3], (300, 3))):
        assert f_tail(x, first, second) == pytest.approx(special.fdtrc(first, second, x), rel=1e-9, abs=1e-300)


def test_the_logarithm_of_gamma_is_that_of_scipy():
    x = np.exp(RNG.uniform(-5, 7, (40, 5)))
    assert log_gamma(x) == pytest.approx(special.gammaln(x), rel=1e-12, abs=1e-12)
