"""Sizes of equivalence classes against listing their members."""

import math

import numpy as np
import pytest
from hypothesis import given

from ordag.errors import InputValueError
from ordag.graphs import class_size, dag_to_cpdag, enumerate_dags, orient
from reference.dags import all_dags
from reference.strategies import dags


@given(dags(max_nodes=7))
def test_a_class_is_as_large_as_the_list_of_its_members(dag):
    cpdag = dag_to_cpdag(dag)
    assert class_size(cpdag) == sum(1 for _ in enumerate_dags(cpdag, max_dags=10_000))


@pytest.mark.parametrize("n", [1, 2, 3, 4])
def test_the_classes_of_all_dags_hold_all_dags(n):
    classes = {dag_to_cpdag(dag).tobytes(): dag_to_cpdag(dag) for dag in all_dags(n)}
    assert sum(class_size(cpdag) for cpdag in classes.values()) == len(all_dags(n))


@pytest.mark.parametrize("n", [1, 2, 6, 25])
def test_the_empty_graph_is_alone_and_the_complete_one_has_every_order(n):
    assert class_size(np.zeros((n, n))) == 1
    assert class_size(1 - np.eye(n)) == math.factorial(n)


def test_a_long_chain_of_triangles_is_counted_by_its_parts():
    """Listing would never end: neighbours at distance one and two are joined."""
    n = 40
    distance = np.abs(np.subtract.outer(np.arange(n), np.arange(n)))
    band = ((distance > 0) & (distance <= 2)).astype(int)
    small = band[:8, :8]
    assert class_size(small) == sum(1 for _ in enumerate_dags(small, max_dags=10_000))
    assert class_size(band) > class_size(small)


def test_separate_parts_multiply():
    part = np.array([[0, 1, 0], [1, 0, 1], [0, 1, 0]])
    both = np.kron(np.eye(2, dtype=int), part)
    assert class_size(both) == class_size(part) ** 2


def test_a_class_with_further_directions_is_refused():
    triangle = 1 - np.eye(3, dtype=int)
    with pytest.raises(InputValueError, match=r"a whole equivalence class.*enumerate_dags"):
        class_size(orient(triangle, [(0, 1)]))


def test_a_graph_that_stands_for_no_class_is_refused():
    square = [[0, 1, 0, 1], [1, 0, 1, 0], [0, 1, 0, 1], [1, 0, 1, 0]]
    with pytest.raises(InputValueError, match="no consistent extension"):
        class_size(square)


def test_a_matrix_that_is_no_graph_is_refused():
    with pytest.raises(InputValueError):
        class_size([[0, 2], [0, 0]])
