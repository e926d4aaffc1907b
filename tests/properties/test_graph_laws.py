"""Laws of graphs and equivalence classes, and agreement of the kernels with their plain twins."""

import hypothesis.strategies as st
import numpy as np
import pytest
from hypothesis import given

from ordag import graphs
from ordag.errors import InputValueError
from reference import graphs as plain
from reference.strategies import dags, pdags


@given(dags())
def test_cpdag_is_the_union_of_the_equivalence_class(dag):
    np.testing.assert_array_equal(graphs.dag_to_cpdag(dag), plain.dag_to_cpdag(dag))


@given(dags(max_nodes=12))
def test_cpdag_of_a_member_is_the_cpdag(dag):
    cpdag = graphs.dag_to_cpdag(dag)
    np.testing.assert_array_equal(graphs.dag_to_cpdag(graphs.cpdag_to_dag(cpdag)), cpdag)


@given(dags(), dags())
def test_same_cpdag_means_same_skeleton_and_v_structures(one, other):
    if one.shape != other.shape:
        return
    same_class = (one | one.T == other | other.T).all() and plain.v_structures(one) == plain.v_structures(other)
    assert same_class == np.array_equal(graphs.dag_to_cpdag(one), graphs.dag_to_cpdag(other))


@given(dags(min_nodes=2, max_nodes=10))
def test_reversing_an_edge_keeps_the_cpdag_exactly_when_it_is_covered(dag):
    for i, j in np.argwhere(dag):
        others = np.delete(np.arange(len(dag)), [i, j])
        covered = np.array_equal(dag[others, i], dag[others, j])
        reversed_dag = dag.copy()
        reversed_dag[i, j], reversed_dag[j, i] = 0, 1
        same = graphs.is_acyclic(reversed_dag) and np.array_equal(
            graphs.dag_to_cpdag(dag), graphs.dag_to_cpdag(reversed_dag)
        )
        assert same == covered


@given(dags(max_nodes=8), st.randoms())
def test_relabelling_the_nodes_relabels_cpdag_and_pattern(dag, random):
    order = random.sample(range(len(dag)), len(dag))
    relabelled = dag[np.ix_(order, order)]
    for transform in (graphs.dag_to_cpdag, graphs.to_pattern):
        np.testing.assert_array_equal(transform(relabelled), transform(dag)[np.ix_(order, order)])


@given(pdags())
def test_extension_is_found_exactly_when_one_exists(pdag):
    candidates = plain.extensions(pdag)
    if candidates:
        assert any(np.array_equal(graphs.cpdag_to_dag(pdag), dag) for dag in candidates)
    else:
        with pytest.raises(InputValueError, match="no consistent extension"):
            graphs.cpdag_to_dag(pdag)


@given(pdags())
def test_meek_closure_agrees_with_its_twin_on_extendable_graphs(pdag):
    if plain.extensions(pdag):
        np.testing.assert_array_equal(graphs.meek_closure(pdag), plain.meek_closure(pdag))


@given(dags(max_nodes=12))
def test_meek_closure_completes_the_pattern(dag):
    np.testing.assert_array_equal(graphs.meek_closure(graphs.to_pattern(dag)), graphs.dag_to_cpdag(dag))


@given(dags(min_nodes=2), st.data())
def test_orienting_gives_the_union_of_the_members_that_agree(dag, data):
    edges = [(int(i), int(j)) for i, j in np.argwhere(dag)]
    known = data.draw(st.lists(st.sampled_from(edges), unique=True)) if edges else []
    members = [m for m in plain.equivalence_class(dag) if all(m[i, j] for i, j in known)]
    np.testing.assert_array_equal(graphs.orient(graphs.dag_to_cpdag(dag), known), plain.union(members))


@given(dags())
def test_enumeration_gives_every_member_once(dag):
    found = [member.tobytes() for member in graphs.enumerate_dags(graphs.dag_to_cpdag(dag))]
    assert len(found) == len(set(found))
    assert set(found) == {member.tobytes() for member in plain.equivalence_class(dag)}


@given(pdags())
def test_pattern_agrees_with_its_twin(pdag):
    np.testing.assert_array_equal(graphs.to_pattern(pdag), plain.to_pattern(pdag))


@given(dags(max_nodes=8))
def test_dag_and_cpdag_have_the_same_pattern(dag):
    np.testing.assert_array_equal(graphs.to_pattern(dag), graphs.to_pattern(graphs.dag_to_cpdag(dag)))


@given(dags(max_nodes=8))
def test_topological_order_agrees_with_its_twin(dag):
    assert graphs.topological_order(dag) == plain.topological_order(dag)


@given(pdags())
def test_acyclic_means_no_power_returns(graph):
    assert graphs.is_acyclic(graph) == (not plain.has_cycle(graph))


@given(dags(min_nodes=2), st.data())
def test_separation_agrees_with_the_moral_graph(dag, data):
    first, second, *rest = data.draw(st.permutations(range(len(dag))))
    given_nodes = rest[: data.draw(st.integers(0, len(rest)))]
    assert graphs.d_separated(dag, first, second, given_nodes) == plain.d_separated(dag, first, second, given_nodes)


@given(dags(max_nodes=8))
def test_ancestry_is_the_transitive_closure(dag):
    n = len(dag)
    closure = np.linalg.matrix_power(np.eye(n) + dag, n) > 0
    for node in range(n):
        assert graphs.descendants(dag, node) == [j for j in range(n) if closure[node, j] and j != node]
        assert graphs.ancestors(dag, node) == [i for i in range(n) if closure[i, node] and i != node]


@given(pdags())
def test_conversion_there_and_back_is_the_identity(graph):
    np.testing.assert_array_equal(graphs.from_networkx(graphs.to_networkx(graph)), graph)
    np.testing.assert_array_equal(graphs.from_igraph(graphs.to_igraph(graph)), graph)


@given(dags(max_nodes=10))
def test_layout_puts_parents_above_children_of_dag_and_class(dag):
    for graph in (dag, graphs.dag_to_cpdag(dag)):
        height = graphs.layered_layout(graph)[:, 1]
        directed = graph & ~graph.T
        assert all(height[i] > height[j] for i, j in np.argwhere(directed))
