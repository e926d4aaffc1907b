"""The half-credit rule on graphs small enough to count by hand."""

import math

import numpy as np
import pytest
from hypothesis import given

from ordag import graphs, metrics
from ordag.errors import InputValueError
from reference.strategies import dags

CHAIN = [[0, 1, 0], [0, 0, 1], [0, 0, 0]]
COLLIDER = [[0, 1, 0], [0, 0, 0], [0, 1, 0]]
EMPTY = [[0, 0, 0], [0, 0, 0], [0, 0, 0]]


@given(dags(max_nodes=8))
def test_a_graph_is_at_no_distance_from_itself_and_its_class(dag):
    for other in (dag, graphs.dag_to_cpdag(dag)):
        comparison = metrics.compare_patterns(dag, other)
        assert comparison.shd == comparison.fp == comparison.fn == 0
        assert comparison.tp == dag.sum()
        assert metrics.structural_hamming_distance(dag, other) == 0


def test_an_undirected_edge_for_a_directed_one_earns_half():
    comparison = metrics.compare_patterns(CHAIN, COLLIDER)
    assert (comparison.tp, comparison.fp, comparison.fn, comparison.tn) == (1.0, 1.0, 0, 1)
    assert (comparison.tpr, comparison.fprp, comparison.precision, comparison.shd) == (0.5, 0.5, 0.5, 1.0)


def test_without_half_credit_it_earns_nothing():
    comparison = metrics.compare_patterns(CHAIN, COLLIDER, half_credit=False)
    assert (comparison.tp, comparison.fp, comparison.shd) == (0, 2, 2)


def test_an_opposite_direction_earns_nothing():
    truth = np.zeros((4, 4), dtype=int)
    truth[[0, 1], 2] = 1  # 0 → 2 ← 1
    estimated = np.zeros((4, 4), dtype=int)
    estimated[[2, 3], 0] = 1  # 2 → 0 ← 3
    comparison = metrics.compare_patterns(estimated, truth)
    assert (comparison.tp, comparison.fp, comparison.fn, comparison.tn) == (0, 2, 1, 3)


def test_directions_do_not_matter_between_skeletons():
    assert metrics.compare_skeletons(CHAIN, COLLIDER).shd == 0


def test_rates_without_a_denominator_are_undefined():
    against_nothing = metrics.compare_patterns(CHAIN, EMPTY)
    assert math.isnan(against_nothing.tpr)
    assert math.isnan(against_nothing.fprp)
    assert math.isnan(metrics.compare_patterns(EMPTY, CHAIN).precision)
    complete = 1 - np.eye(3, dtype=int)
    assert math.isnan(metrics.compare_patterns(CHAIN, complete).fprn)


def test_graphs_of_different_size_are_refused():
    with pytest.raises(InputValueError, match="estimated and truth must have the same nodes; found 3 and 2"):
        metrics.compare_patterns(CHAIN, [[0, 1], [0, 0]])
    with pytest.raises(InputValueError, match="truth must hold 0 and 1 only"):
        metrics.compare_skeletons(CHAIN, np.full((3, 3), 0.5))


def test_hamming_distance_counts_pairs_of_the_cpdags():
    assert metrics.structural_hamming_distance(CHAIN, COLLIDER) == 2
    assert metrics.structural_hamming_distance(EMPTY, COLLIDER) == 2
