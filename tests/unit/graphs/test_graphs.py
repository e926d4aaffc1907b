"""Errors, edges and speed of the graph functions; their laws are in tests/properties."""

import subprocess
import sys
import time

import numpy as np
import pytest

from ordag import graphs
from ordag.errors import InputTypeError, InputValueError, MissingDependencyError
from ordag.graphs.cpdag import class_key
from reference.dags import all_dags

N_CLASSES_OF_FOUR = 185  # equivalence classes of the 543 DAGs on four nodes (Gillispie and Perlman, 2001)


@pytest.mark.parametrize(
    ("graph", "error", "message"),
    [
        ([[0, 1, 0], [0, 0, 1]], InputValueError, r"adjacency must be a square matrix; found shape \(2, 3\)"),
        ([[0, 0.5], [0, 0]], InputValueError, r"entry \[0, 1\] is 0.5 \(1 such entries\).*pass \(weights != 0\)"),
        ([[0, 0], [0, 1]], InputValueError, "node 1 points at itself"),
        ([["a", "b"], ["c", "d"]], InputTypeError, "must be a matrix of 0 and 1; found entries of type"),
        ([[0, np.nan], [0, 0]], InputValueError, r"entry \[0, 1\] is nan"),
        (np.array([[0, 0], [-1, 0]], dtype=np.int8), InputValueError, r"entry \[1, 0\] is -1"),
        (np.array([[0, 2, 9], [0, 0, 9]], dtype=np.int8)[:, :2], InputValueError, r"entry \[0, 1\] is 2"),
    ],
)
def test_a_matrix_that_is_no_graph_is_refused(graph, error, message):
    with pytest.raises(error, match=message):
        graphs.skeleton(graph)


def test_keys_tell_equivalence_classes_apart():
    keys = {}
    for dag in all_dags(4):
        keys.setdefault(class_key(dag), []).append(graphs.dag_to_cpdag(dag).tolist())
    assert len(keys) == N_CLASSES_OF_FOUR
    assert all(cpdag == cpdags[0] for cpdags in keys.values() for cpdag in cpdags)


def test_a_cycle_is_named():
    with pytest.raises(InputValueError, match=r"found the cycle 1 → 2 → 3 → 1\. Remove one"):
        graphs.topological_order([[0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1], [0, 1, 0, 0]])


def test_an_undirected_edge_is_no_part_of_a_dag():
    with pytest.raises(InputValueError, match="the edge between nodes 0 and 1 is undirected"):
        graphs.dag_to_cpdag([[0, 1], [1, 0]])


def test_booleans_and_frames_are_graphs():
    import pandas as pd

    frame = pd.DataFrame([[False, True], [False, False]])
    np.testing.assert_array_equal(graphs.dag_to_cpdag(frame), [[0, 1], [1, 0]])


def test_the_empty_graph_passes_everywhere():
    empty = np.zeros((0, 0), dtype=np.int8)
    assert graphs.is_acyclic(empty)
    assert graphs.dag_to_cpdag(empty).shape == (0, 0)
    assert graphs.cpdag_to_dag(empty).shape == (0, 0)
    assert graphs.layered_layout(empty).shape == (0, 2)


def test_results_do_not_share_memory_with_the_input():
    dag = np.array([[0, 1], [0, 0]], dtype=np.int8)
    graphs.meek_closure(dag)[0, 1] = 0
    graphs.as_adjacency(dag)[0, 1] = 0
    assert dag[0, 1] == 1


def test_a_transposed_matrix_is_read_the_right_way():
    dag = np.array([[0, 0, 1], [0, 0, 1], [0, 0, 0]], dtype=np.int8)
    np.testing.assert_array_equal(graphs.dag_to_cpdag(np.asfortranarray(dag)), dag)


def test_orienting_against_the_class_is_refused():
    collider = [[0, 0, 1], [0, 0, 1], [0, 0, 0]]
    with pytest.raises(InputValueError, match="2 → 0 cannot be directed: the class has it the other way"):
        graphs.orient(collider, [(2, 0)])
    with pytest.raises(InputValueError, match="0 → 1 cannot be directed: they are not adjacent"):
        graphs.orient(collider, [(0, 1)])


@pytest.mark.parametrize("edge", [(0, 2), (-1, 0)])
def test_orienting_nodes_that_are_not_there_is_refused(edge):
    with pytest.raises(InputValueError, match="is not in the graph; its nodes are 0 to 1"):
        graphs.orient([[0, 1], [1, 0]], [edge])


def test_orienting_into_a_new_v_structure_is_refused():
    chain = [[0, 1, 0], [1, 0, 1], [0, 1, 0]]
    with pytest.raises(InputValueError, match="2 → 1 cannot be directed"):
        graphs.orient(chain, [(0, 1), (2, 1)])


def test_the_complete_graph_has_a_factorial_of_members():
    complete = 1 - np.eye(5, dtype=np.int8)
    assert sum(1 for _ in graphs.enumerate_dags(complete)) == 120
    assert sum(1 for _ in graphs.enumerate_dags(complete, max_dags=7)) == 7


def test_a_huge_class_yields_its_first_members_at_once():
    complete = 1 - np.eye(40, dtype=np.int8)
    first, second = graphs.enumerate_dags(complete, max_dags=2)
    assert graphs.is_acyclic(first)
    assert not np.array_equal(first, second)


def test_enumerating_a_graph_without_extension_is_refused():
    square = np.zeros((4, 4), dtype=np.int8)
    for i in range(4):
        square[i, (i + 1) % 4] = square[(i + 1) % 4, i] = 1
    with pytest.raises(InputValueError, match="no consistent extension"):
        next(graphs.enumerate_dags(square))


def test_undirected_edges_are_directed_by_index_where_possible():
    complete = 1 - np.eye(4, dtype=np.int8)
    np.testing.assert_array_equal(graphs.cpdag_to_dag(complete), np.triu(complete))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((0, 0), "first and second must not share a node; both hold 0"),
        ((0, 1, [1]), "second and given must not share a node; both hold 1"),
        ((0, 7), "node 7 is not in the graph; its nodes are 0 to 2"),
    ],
)
def test_separation_of_sets_that_overlap_is_refused(arguments, message):
    with pytest.raises(InputValueError, match=message):
        graphs.d_separated(np.zeros((3, 3)), *arguments)


def test_separation_takes_sets():
    chain = [[0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1], [0, 0, 0, 0]]
    assert graphs.d_separated(chain, [0, 1], 3, given=2)
    assert not graphs.d_separated(chain, [0, 1], [2, 3])


def test_networkx_names_fix_the_order_of_rows():
    digraph = graphs.to_networkx([[0, 1], [0, 0]], names=["b", "a"])
    np.testing.assert_array_equal(graphs.from_networkx(digraph, names=["a", "b"]), [[0, 0], [1, 0]])
    with pytest.raises(InputValueError, match="names must list every node of the graph once"):
        graphs.from_networkx(digraph, names=["a", "c"])


def test_names_must_be_different():
    with pytest.raises(InputValueError, match="names must be 2 different labels, one per node; found 2, 1 different"):
        graphs.to_igraph([[0, 1], [0, 0]], names=["a", "a"])


def test_without_networkx_the_extra_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "networkx", None)
    with pytest.raises(MissingDependencyError, match=r"Install ordag\[graphs\]"):
        graphs.to_networkx([[0, 1], [0, 0]])


def test_layout_gives_every_node_its_own_place_even_without_extension():
    square = np.zeros((4, 4), dtype=np.int8)
    for i in range(4):
        square[i, (i + 1) % 4] = square[(i + 1) % 4, i] = 1
    positions = graphs.layered_layout(square)
    assert len(np.unique(positions, axis=0)) == 4


def test_a_large_dag_becomes_a_cpdag_in_50_ms(rng):
    n_nodes, n_edges, limit_seconds, n_tries = 1000, 4000, 0.05, 5
    upper = rng.choice(n_nodes * (n_nodes - 1) // 2, n_edges, replace=False)
    dag = np.zeros((n_nodes, n_nodes), dtype=np.int8)
    rows, columns = np.triu_indices(n_nodes, 1)
    dag[rows[upper], columns[upper]] = 1
    order = rng.permutation(n_nodes)
    dag = dag[np.ix_(order, order)]
    seconds = []
    for _ in range(n_tries):
        start = time.perf_counter()
        cpdag = graphs.dag_to_cpdag(dag)
        seconds.append(time.perf_counter() - start)
    assert min(seconds) < limit_seconds
    np.testing.assert_array_equal(graphs.meek_closure(graphs.to_pattern(dag)), cpdag)


def test_what_searches_need_loads_without_igraph():
    program = "import sys, ordag.graphs; sys.exit('igraph' in sys.modules or 'scipy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0


def test_every_public_name_can_be_had():
    assert all(getattr(graphs, name) is not None for name in graphs.__all__)
    with pytest.raises(AttributeError, match="has no attribute 'layered_lay'"):
        graphs.layered_lay  # noqa: B018


def graph_of(n, *, arrows=(), lines=()):
    graph = np.zeros((n, n), dtype=np.int8)
    for i, j in [*arrows, *lines, *(edge[::-1] for edge in lines)]:
        graph[i, j] = 1
    return graph


@pytest.mark.parametrize(
    ("arrows", "lines", "implied"),
    [
        pytest.param([(0, 1)], [(1, 2)], [(1, 2)], id="rule 1"),
        pytest.param([(0, 1), (1, 2)], [(0, 2)], [(0, 2)], id="rule 2"),
        pytest.param([(1, 3), (2, 3)], [(0, 1), (0, 2), (0, 3)], [(0, 3)], id="rule 3"),
        pytest.param([(3, 2), (2, 1)], [(0, 1), (0, 2), (0, 3)], [(0, 1)], id="rule 4"),
    ],
)
def test_each_rule_of_meek_directs_its_edge_and_no_other(arrows, lines, implied):
    graph = graph_of(4, arrows=arrows, lines=lines)
    left = [line for line in lines if line not in implied]
    np.testing.assert_array_equal(graphs.meek_closure(graph), graph_of(4, arrows=[*arrows, *implied], lines=left))
