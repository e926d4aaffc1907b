"""Bootstrapped hill climbing: support of edges, the averaged network, and the method."""

import numpy as np
import pytest

import ordag
from ordag.data import OrdinalTable
from ordag.errors import InputValueError
from ordag.learners.hc import edge_support
from ordag.search import SearchSpace

COLLIDER = np.array([[0, 0, 1], [0, 0, 1], [0, 0, 0]], dtype=np.int8)
CHAIN = np.array([[0, 1, 0], [0, 0, 1], [0, 0, 0]], dtype=np.int8)
FREE = SearchSpace.unrestricted(3)


def test_undirected_edges_count_half_each_way():
    support = edge_support([CHAIN], FREE)
    np.testing.assert_array_equal(support.support, [[0, 1, 0], [1, 0, 1], [0, 1, 0]])
    np.testing.assert_array_equal(support.direction, [[0, 0.5, 0], [0.5, 0, 0.5], [0, 0.5, 0]])


def test_directed_edges_of_a_class_count_their_way():
    support = edge_support([COLLIDER, np.zeros_like(COLLIDER)], FREE)
    assert support.support[0, 2] == 0.5
    assert support.direction[0, 2] == 0.5  # of all networks, as everywhere in the package
    assert support.direction[2, 0] == 0.0


def test_an_edge_that_may_go_one_way_only_counts_that_way():
    space = SearchSpace(range(3), tiers=[[0], [1], [2]])
    assert edge_support([CHAIN], space).direction[0, 1] == 1.0


@pytest.fixture(scope="module")
def table():
    rng = np.random.default_rng(5)
    first, second = rng.integers(4, size=(2, 400))
    both = (first + second + rng.integers(2, size=400)) // 2
    return OrdinalTable.from_codes(np.column_stack([first, second, both]), names=["a", "b", "c"])


def test_collider_is_found(table):
    learned = ordag.learn(table, "hc", n_boot=30)
    np.testing.assert_array_equal(learned.adjacency, COLLIDER)
    assert learned.detail.support[0, 2] == 1.0


def test_edges_below_the_threshold_are_left_out(table):
    support = ordag.learn(table, "hc", n_boot=10, n_restarts=1, threshold=0.01).detail.support
    reached = np.unique(support[support > 0])
    for threshold in (reached[0], 1.0):  # an edge right at the threshold stays
        learned = ordag.learn(table, "hc", n_boot=10, n_restarts=1, threshold=threshold)
        np.testing.assert_array_equal(learned.adjacency | learned.adjacency.T, support >= threshold)


def test_number_of_workers_changes_nothing(table):
    one, two = (ordag.learn(table, "hc", n_boot=10, n_restarts=2, n_jobs=jobs) for jobs in (1, 2))
    np.testing.assert_array_equal(one.detail.direction, two.detail.direction)


def test_constraints_are_honoured(table):
    learned = ordag.learn(table, "hc", n_boot=10, n_restarts=2, required=[("a", "b")], tiers=[["c"], ["a", "b"]])
    assert learned.adjacency[0, 1] == 1
    assert not learned.adjacency[:2, 2].any()


def test_threshold_out_of_range_is_refused(table):
    with pytest.raises(InputValueError, match="threshold"):
        ordag.learn(table, "hc", threshold=0.0)
