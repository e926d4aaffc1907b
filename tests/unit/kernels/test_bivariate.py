import numpy as np
import pytest

from ordag.kernels import bivariate, normal
from reference import bivariate_normal as slow

ABSOLUTE = 1e-15
RELATIVE = 1e-12

INF = np.inf
# both sides of every switch of method (0.3, 0.75, 0.925), and the neighbourhood of one
CORRELATIONS = [0.0, 0.29, -0.31, 0.76, 0.924, -0.926, -0.99, 1 - 1e-6, 1.0, -1.0]
BOXES = {
    "around the origin": ((-0.5, -1.0), (1.0, 0.3)),
    "quadrant": ((-INF, -INF), (0.4, -0.2)),
    "strip": ((-INF, 0.1), (INF, 0.7)),
    "whole plane": ((-INF, -INF), (INF, INF)),
    "on the diagonal": ((-INF, -INF), (-0.7, -0.7)),
    "thin": ((0.2, -0.4), (0.2 + 1e-7, 1.0)),
    "opposite tails": ((-INF, 4.0), (-4.5, INF)),
    "same tail": ((5.0, 6.0), (5.5, INF)),
    "nine deviations out": ((-INF, -INF), (-9.0, -8.0)),
    "small and far": ((-7.1, -1.5), (-7.09999, -1.49999)),
}


@pytest.mark.parametrize("rho", CORRELATIONS)
@pytest.mark.parametrize("box", BOXES.values(), ids=BOXES)
def test_rectangle_agrees_with_its_definition(box, rho):
    lower, upper = box
    exact = float(slow.rectangle(lower, upper, rho))
    found = float(bivariate.rectangle(lower, upper, rho))
    assert abs(found - exact) < ABSOLUTE
    if exact > 1e-290:
        assert abs(found / exact - 1) < RELATIVE


@pytest.mark.parametrize("rho", CORRELATIONS)
def test_distribution_function_agrees_with_its_definition(rho):
    for h, k in [(-1.2, 0.4), (2.5, 2.5), (0.8, 0.8001)]:
        exact = float(slow.rectangle((-INF, -INF), (h, k), rho))
        assert abs(float(bivariate.cdf(h, k, rho)) - exact) < ABSOLUTE


@pytest.mark.parametrize("rho", [-1.0, -0.3, 0.999, 1.0])
def test_empty_rectangles_have_no_probability(rho):
    assert bivariate.rectangle((0.5, -1.0), (0.5, 1.0), rho) == 0.0
    assert bivariate.rectangle((1.0, -1.0), (0.5, 1.0), rho) == 0.0


def test_zero_thresholds_give_the_arcsine_law():
    rho = np.linspace(-1, 1, 41)
    np.testing.assert_allclose(bivariate.cdf(0.0, 0.0, rho), 0.25 + np.arcsin(rho) / (2 * np.pi), atol=ABSOLUTE)


def test_unbounded_side_leaves_the_margin():
    np.testing.assert_array_equal(bivariate.cdf([-INF, 1.3, INF], [0.2, INF, INF], 0.6), [0.0, normal.cdf(1.3), 1.0])


def test_inputs_broadcast():
    assert bivariate.rectangle(np.zeros((3, 1, 2)), np.ones((4, 2)), 0.1).shape == (3, 4)
