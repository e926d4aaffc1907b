import itertools
from dataclasses import replace

import numpy as np
import pytest

from ordag.errors import InputTypeError, InputValueError
from ordag.graphs import dag_to_cpdag, enumerate_dags
from ordag.search import SearchSpace
from reference.dags import all_dags

NAMES = ["a", "b", "c", "d"]


def test_unrestricted_space_admits_every_dag():
    assert SearchSpace(NAMES).admits(np.triu(np.ones((4, 4), dtype=int), 1))


def test_cyclic_graph_is_not_admitted():
    assert not SearchSpace(["a", "b"]).admits([[0, 1], [1, 0]])


@pytest.mark.parametrize(
    ("knowledge", "edge", "admitted"),
    [
        ({"forbidden": [("a", "b")]}, (0, 1), False),
        ({"forbidden": [("a", "b")]}, (1, 0), True),
        ({"tiers": [["a"], ["b", "c"]]}, (1, 0), False),
        ({"tiers": [["a"], ["b", "c"]]}, (2, 1), True),
        ({"tiers": [["a"], ["b", "c"]]}, (3, 0), True),
        ({"candidates": {"b": ["c"]}}, (0, 1), False),
        ({"candidates": {"b": ["c"]}}, (2, 1), True),
        ({"max_parents": 0}, (2, 1), False),
        ({"required": [("a", "b")]}, (2, 1), False),
        ({"required": [("a", "b")]}, (0, 1), True),
    ],
)
def test_knowledge_decides_which_edges_are_admitted(knowledge, edge, admitted):
    graph = np.zeros((4, 4), dtype=int)
    graph[edge] = 1
    assert SearchSpace(NAMES, **knowledge).admits(graph) == admitted


@pytest.mark.parametrize(
    ("knowledge", "message"),
    [
        ({"required": [("a", "b")], "forbidden": [("a", "b")]}, "required and forbidden contradict.*'a' → 'b'"),
        ({"required": [("b", "a")], "tiers": [["a"], ["b"]]}, "required and tiers contradict"),
        ({"required": [("a", "b")], "candidates": {"b": ["c"]}}, "required and candidates contradict"),
        ({"required": [("a", "b"), ("b", "c"), ("c", "a")]}, "required must be acyclic"),
        ({"required": [("a", "b"), ("b", "a")]}, "both directions between 'a' and 'b'"),
        ({"required": [("a", "b"), ("c", "b")], "max_parents": 1}, "'b' has 2 required parents"),
        ({"required": [("a", "aa")]}, "unknown name in required 'aa'; did you mean 'a'"),
        ({"tiers": [["a"], ["a"]]}, "'a' in tiers 1 and 2"),
        ({"forbidden": [("a", "a")]}, "must join two nodes"),
        ({"max_parents": -1}, "zero or more"),
    ],
)
def test_contradictions_are_refused(knowledge, message):
    with pytest.raises(InputValueError, match=message):
        SearchSpace(NAMES, **knowledge)


@pytest.mark.parametrize("knowledge", [{"tiers": ["a"]}, {"required": ["ab"]}, {"candidates": {"a": "b"}}])
def test_bare_names_where_groups_are_meant_are_refused(knowledge):
    with pytest.raises(InputTypeError):
        SearchSpace(NAMES, **knowledge)


def test_repeated_names_are_refused():
    with pytest.raises(InputValueError, match="'a' twice"):
        SearchSpace(["a", "a"])


def test_matrices_make_a_space():
    space = SearchSpace.from_matrices([[0, 1, 0], [0, 0, 1], [0, 0, 0]], required=[[0, 1, 0], [0, 0, 0], [0, 0, 0]])
    assert space.admits([[0, 1, 0], [0, 0, 1], [0, 0, 0]])
    assert not space.admits([[0, 0, 0], [0, 0, 1], [0, 0, 0]])


def test_edges_from_an_iterator_outlive_a_copy():
    space = SearchSpace(NAMES, required=iter([("a", "b")]), forbidden=iter([("c", "d")]))
    copied = replace(space, max_parents=2)
    assert np.array_equal(copied.must, space.must)
    assert np.array_equal(copied.allowed, space.allowed)


@pytest.mark.parametrize(
    "knowledge",
    [
        {},
        {"forbidden": [("a", "b"), ("d", "b")]},
        {"required": [("a", "c")]},
        {"tiers": [["c"], ["a", "b"]]},
        {"max_parents": 1},
        {"max_parents": 2, "forbidden": [("b", "a")]},
    ],
)
def test_equivalent_graphs_are_counted_within_the_space(knowledge):
    space = SearchSpace(NAMES, **knowledge)
    for dag in filter(space.admits, all_dags(4)):
        members = enumerate_dags(dag_to_cpdag(dag))
        assert space.n_equivalent(dag) == sum(map(space.admits, members))


def test_equivalent_graphs_of_many_separate_pairs_are_counted_at_once():
    dag = np.kron(np.eye(25, dtype=np.int8), np.array([[0, 1], [0, 0]], dtype=np.int8))
    space = SearchSpace(range(50), required=[(0, 1)])
    assert space.n_equivalent(dag) == 2**24


def test_a_limit_of_parents_admits_all_members_of_a_class_or_none():
    dag = np.zeros((11, 11), dtype=np.int8)  # two groups of six that share a node: 158,400 members
    for group in (range(6), range(5, 11)):
        for i, j in itertools.combinations(group, 2):
            dag[i, j] = 1
    assert SearchSpace(range(11), max_parents=5).n_equivalent(dag) == SearchSpace(range(11)).n_equivalent(dag) > 100_000
