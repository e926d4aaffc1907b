import numpy as np
import pytest

from ordag.graphs import Blocks, dag_to_cpdag, is_acyclic
from ordag.simulate import random_dag

BLOCKS = Blocks((1, 3, 2, 1, 4))


@pytest.fixture(params=range(20))
def dag(request: pytest.FixtureRequest) -> np.ndarray:
    return random_dag(BLOCKS.n_variables, 2, rng=request.param)


def test_a_graph_among_coordinates_is_acyclic(dag: np.ndarray) -> None:
    assert is_acyclic(BLOCKS.expanded(dag))


def test_collapsing_undoes_expanding(dag: np.ndarray) -> None:
    np.testing.assert_array_equal(BLOCKS.collapsed(BLOCKS.expanded(dag)), dag)


def test_graphs_are_equivalent_exactly_if_those_among_coordinates_are(dag: np.ndarray) -> None:
    others = [random_dag(BLOCKS.n_variables, 2, rng=seed) for seed in range(20)]
    turned = [np.where((np.arange(25).reshape(5, 5) == at), 0, dag) for at in np.flatnonzero(dag)]
    for at, without in zip(np.argwhere(dag), turned, strict=True):
        without[at[1], at[0]] = 1
    for other in [*others, *(graph for graph in turned if is_acyclic(graph))]:
        among_variables = np.array_equal(dag_to_cpdag(dag), dag_to_cpdag(other))
        expanded = [dag_to_cpdag(BLOCKS.expanded(np.asarray(graph, dtype=np.int8))) for graph in (dag, other)]
        assert among_variables == np.array_equal(*expanded)


def test_single_coordinates_leave_a_graph_as_it_is(dag: np.ndarray) -> None:
    assert Blocks((1,) * 5).expanded(dag) is dag


def test_an_edge_has_a_slope_for_each_pair_of_coordinates(dag: np.ndarray) -> None:
    inside = BLOCKS.within.sum()
    assert BLOCKS.expanded(dag).sum() - inside == (BLOCKS.n_parameters * dag).sum()
