import mpmath as mp
import numpy as np
import pytest

from ordag.kernels import normal

# A few units in the last place.
RELATIVE = 1e-15

BODY = np.concatenate([np.linspace(-8, 8, 81), [-1e-9, 1e-300]])
LEFT_TAIL = -np.geomspace(8, 37.5, 40)


def worst_relative_error(found, exact):
    with mp.workdps(40):
        return max(float(abs((mp.mpf(float(f)) - e) / e)) for f, e in zip(found, exact, strict=True))


def exact(function, points):
    with mp.workdps(40):
        return [function(mp.mpf(float(x))) for x in points]


@pytest.mark.parametrize("points", [BODY, LEFT_TAIL], ids=["body", "tail"])
def test_density_has_full_accuracy(points):
    assert worst_relative_error(normal.pdf(points), exact(mp.npdf, points)) < RELATIVE


@pytest.mark.parametrize("points", [BODY, LEFT_TAIL], ids=["body", "tail"])
def test_distribution_function_has_full_relative_accuracy(points):
    assert worst_relative_error(normal.cdf(points), exact(mp.ncdf, points)) < RELATIVE


def test_log_distribution_function_goes_on_where_the_plain_one_underflows():
    points = np.concatenate([BODY, LEFT_TAIL, -np.geomspace(38, 1e6, 20)])
    logs = exact(lambda x: mp.log(mp.erfc(-x / mp.sqrt(2)) / 2), points)
    assert worst_relative_error(normal.log_cdf(points), logs) < RELATIVE


def test_quantile_inverts_the_distribution_function_in_body_and_tails():
    shares = np.concatenate(
        [10.0 ** -np.linspace(0.01, 307, 60), 0.5 + 10.0 ** -np.arange(1, 16), np.linspace(0.01, 0.99, 30)]
    )
    found = normal.quantile(shares)
    with mp.workdps(40):
        misses = [
            float(abs((mp.ncdf(mp.mpf(float(x))) - mp.mpf(float(p))) / (mp.npdf(float(x)) * x)))
            for p, x in zip(shares, found, strict=True)
        ]
    assert max(misses) < RELATIVE


def test_infinite_ends_are_exact():
    np.testing.assert_array_equal(normal.cdf([-np.inf, np.inf]), [0.0, 1.0])
    np.testing.assert_array_equal(normal.pdf([-np.inf, np.inf]), [0.0, 0.0])
    np.testing.assert_array_equal(normal.log_cdf([-np.inf, np.inf]), [-np.inf, 0.0])
    np.testing.assert_array_equal(normal.quantile([0.0, 0.5, 1.0]), [-np.inf, 0.0, np.inf])


def test_quantile_of_no_probability_is_nan():
    assert np.isnan(normal.quantile([-0.1, 1.1, np.nan])).all()


def test_shape_is_kept():
    assert normal.cdf(np.zeros((2, 3))).shape == (2, 3)
    assert normal.cdf(0.0).shape == ()
