"""The DAG that stands for many graphs: what enters, in which order, and which way."""

import numpy as np

from ordag.graphs import averaged_dag

CYCLE = np.array([[0, 0.8, 0.2], [0.2, 0, 0.75], [0.7, 0.2, 0]])  # 0 → 1 → 2 → 0, the last the weakest
SUPPORT = CYCLE + CYCLE.T


def test_the_weakest_edge_of_a_cycle_is_turned_round():
    np.testing.assert_array_equal(averaged_dag(SUPPORT, CYCLE), [[0, 1, 1], [0, 0, 1], [0, 0, 0]])


def test_an_edge_that_may_not_be_turned_round_is_dropped():
    allowed = np.ones((3, 3), dtype=bool)
    allowed[0, 2] = False
    np.testing.assert_array_equal(averaged_dag(SUPPORT, CYCLE, allowed=allowed), [[0, 1, 0], [0, 0, 1], [0, 0, 0]])


def test_a_direction_that_is_not_allowed_gives_way():
    allowed = np.triu(np.ones((3, 3), dtype=bool))
    backwards = np.array([[0, 0.1, 0], [0.9, 0, 0], [0, 0, 0]])
    dag = averaged_dag(backwards + backwards.T, backwards, allowed=allowed)
    np.testing.assert_array_equal(dag, [[0, 1, 0], [0, 0, 0], [0, 0, 0]])


def test_required_edges_come_first_whatever_their_support():
    required = np.zeros((3, 3), dtype=bool)
    required[2, 1] = True
    dag = averaged_dag(SUPPORT, CYCLE, required=required)
    np.testing.assert_array_equal(dag, [[0, 1, 0], [0, 0, 0], [1, 1, 0]])


def test_an_edge_without_support_stays_out_and_a_tie_follows_the_columns():
    half = np.array([[0, 0.5, 0], [0.5, 0, 0], [0, 0, 0]])
    np.testing.assert_array_equal(averaged_dag(half + half.T, half), [[0, 1, 0], [0, 0, 0], [0, 0, 0]])
