"""The graph of highest expected accuracy against comparing all pairs."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ordag.metrics import compare_patterns, most_accurate
from reference.dags import all_dags


@pytest.mark.parametrize("seed", range(20))
def test_it_is_the_one_that_comparing_all_pairs_gives(seed):
    rng = np.random.default_rng(seed)
    graphs = [all_dags(4)[k] for k in rng.choice(543, 30, replace=False)]
    weights = rng.dirichlet(np.full(30, 0.3))
    expected = [weights @ [compare_patterns(graph, truth).shd for truth in graphs] for graph in graphs]
    assert expected[most_accurate(graphs, graphs, weights)] == pytest.approx(min(expected))


@given(st.integers(0, 24))
def test_a_certain_truth_is_its_own_best_guess(k):
    graphs = list(all_dags(3))
    chosen = graphs[most_accurate(graphs, graphs, np.eye(25)[k])]
    assert compare_patterns(chosen, graphs[k]).shd == 0


def test_weights_need_not_sum_to_one():
    graphs = list(all_dags(3))
    weights = np.arange(25.0)
    assert most_accurate(graphs, graphs, weights) == most_accurate(graphs, graphs, weights / weights.sum())


def test_a_single_node_has_a_single_graph():
    assert most_accurate([np.zeros((1, 1), dtype=np.int8)], [np.zeros((1, 1), dtype=np.int8)], [1.0]) == 0
