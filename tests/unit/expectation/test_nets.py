"""Digital nets fill the cube evenly, and integrate better than random points."""

import numpy as np
import pytest

from ordag.expectation.nets import digital_net


@pytest.mark.parametrize(("n_columns", "n_points"), [(1, 1), (2, 16), (7, 64), (40, 512)])
def test_every_coordinate_has_one_point_in_each_interval(n_columns, n_points):
    net = digital_net(n_columns, n_points, np.random.default_rng(n_columns))
    assert net.shape == (n_columns, n_points)
    assert np.array_equal(np.sort(net, axis=1), np.tile(np.arange(n_points) / n_points, (n_columns, 1)))


def test_coordinates_differ():
    net = digital_net(60, 256, np.random.default_rng(0))
    assert len(np.unique(net, axis=0)) == 60


def test_the_same_source_gives_the_same_net():
    first, second = (digital_net(9, 64, np.random.default_rng(4)) for _ in range(2))
    assert np.array_equal(first, second)


@pytest.mark.parametrize("n_columns", [2, 8, 30])
def test_a_smooth_integral_has_less_than_half_the_error_of_random_points(n_columns):
    rng, errors = np.random.default_rng(n_columns), {"net": [], "random": []}
    for _ in range(40):
        shift = rng.random((n_columns, 1))
        for name, points in {"net": digital_net(n_columns, 256, rng), "random": rng.random((n_columns, 256))}.items():
            folded = np.abs(2 * ((points + shift) % 1) - 1)
            weights = 1 / (1 + np.arange(n_columns)[:, None])
            errors[name].append(np.prod(1 + weights * (folded - 0.5), axis=0).mean() - 1)
    root_mean_square = {name: np.sqrt(np.mean(np.square(found))) for name, found in errors.items()}
    assert root_mean_square["net"] < 0.5 * root_mean_square["random"]
