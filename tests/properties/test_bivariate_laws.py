import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from ordag.kernels import bivariate, normal

ROUNDING = 1e-14

cut = st.floats(-12, 12) | st.sampled_from([-np.inf, np.inf])
rho = st.floats(-1, 1) | st.sampled_from([-1.0, -1 + 1e-12, 0.0, 1 - 1e-15, 1.0])


@given(st.lists(cut, min_size=1, max_size=4), st.lists(cut, min_size=1, max_size=4), rho)
def test_rectangles_of_a_grid_sum_to_one(x, y, rho):
    xs, ys = (np.concatenate([[-np.inf], np.sort(v), [np.inf]]) for v in (x, y))
    lower = np.stack(np.meshgrid(xs[:-1], ys[:-1]), axis=-1)
    upper = np.stack(np.meshgrid(xs[1:], ys[1:]), axis=-1)
    cells = bivariate.rectangle(lower, upper, rho)
    assert (cells >= 0).all()
    assert abs(cells.sum() - 1) < ROUNDING


@given(cut, cut, cut, cut, rho)
def test_swapping_the_coordinates_changes_nothing(a, b, c, d, rho):
    there = float(bivariate.rectangle((a, c), (b, d), rho))
    back = float(bivariate.rectangle((c, a), (d, b), rho))
    assert abs(there - back) <= max(1e-9 * there, 1e-300)


@given(cut, cut, cut, cut, rho)
def test_mirroring_a_coordinate_flips_the_correlation(a, b, c, d, rho):
    there = float(bivariate.rectangle((a, c), (b, d), rho))
    mirrored = float(bivariate.rectangle((a, -d), (b, -c), -rho))
    assert abs(there - mirrored) <= max(1e-9 * there, 1e-300)


@given(cut, cut, rho)
def test_distribution_function_stays_between_its_bounds(h, k, rho):
    value = float(bivariate.cdf(h, k, rho))
    below_h, below_k = normal.cdf(h), normal.cdf(k)
    assert max(0.0, below_h + below_k - 1) - ROUNDING <= value <= min(below_h, below_k) + ROUNDING
