"""Moments moved on in the direction of EM."""

import numpy as np

from ordag.strategies.extrapolation import extrapolate


def test_moments_of_a_singular_graph_are_moved_to_where_a_search_can_look():
    singular = np.array([[1.0, 1.0, 0.3], [1.0, 1.0, 0.3], [0.3, 0.3, 1.0]])
    moved = extrapolate(singular, singular, 2.0)
    assert np.linalg.eigvalsh(moved)[0] > 0.009
    assert np.allclose(np.diag(moved), 1.0)
    assert np.abs(moved - singular).max() < 0.02


def test_moments_clear_of_singularity_are_moved_all_the_way():
    before, after = np.eye(2), np.array([[1.0, 0.2], [0.2, 1.0]])
    assert np.allclose(extrapolate(before, after, 2.0), [[1.0, 0.4], [0.4, 1.0]])
