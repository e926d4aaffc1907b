"""MAGs say of the seen nodes what the DAG with hidden ones does."""

from itertools import combinations

import numpy as np
import pytest

from ordag.errors import RequirementError
from ordag.graphs import d_separated, dag_to_mag, is_mag, m_separated, pag_to_mag
from ordag.search import is_valid_pag, mag_to_pag
from reference.pag import plain_m_separated


def dag_with_hidden(rng: np.random.Generator, n: int = 7) -> tuple[np.ndarray, list[int], list[int]]:
    dag = np.triu(rng.random((n, n)) < 0.4, 1).astype(np.int8)
    order = rng.permutation(n)
    hidden = sorted(rng.choice(n, 2, replace=False).tolist())
    return dag[np.ix_(order, order)], hidden, [k for k in range(n) if k not in hidden]


def subsets(nodes: list[int]) -> list[tuple[int, ...]]:
    return [given for size in range(len(nodes) + 1) for given in combinations(nodes, size)]


def test_a_mag_keeps_the_independences_of_its_dag(rng: np.random.Generator) -> None:
    for _ in range(10):
        dag, hidden, seen = dag_with_hidden(rng)
        mag = dag_to_mag(dag, hidden)
        assert is_mag(mag)
        for i, j in combinations(range(len(seen)), 2):
            for given in subsets([k for k in range(len(seen)) if k not in (i, j)]):
                of_dag = d_separated(dag, seen[i], seen[j], [seen[k] for k in given])
                assert m_separated(mag, i, j, given) == of_dag == plain_m_separated(mag, i, j, given)


def test_nodes_of_a_mag_are_adjacent_unless_a_set_separates_them(rng: np.random.Generator) -> None:
    for _ in range(10):
        dag, hidden, seen = dag_with_hidden(rng)
        mag = dag_to_mag(dag, hidden)
        for i, j in combinations(range(len(seen)), 2):
            others = [k for k in range(len(seen)) if k not in (i, j)]
            assert (mag[i, j] == 0) == any(m_separated(mag, i, j, given) for given in subsets(others))


def test_without_hidden_nodes_a_mag_is_the_dag() -> None:
    dag = np.array([[0, 1, 1], [0, 0, 0], [0, 0, 0]])
    np.testing.assert_array_equal(dag_to_mag(dag) == 2, dag)


@pytest.mark.parametrize(
    ("marks", "why"),
    [
        ([[0, 2, 3], [3, 0, 2], [2, 3, 0]], "a cycle"),
        ([[0, 2, 2], [3, 0, 2], [2, 3, 0]], "0 causes 2 and a hidden cause joins them"),
        ([[0, 1], [2, 0]], "a circle"),
        ([[0, 3], [3, 0]], "two tails"),
        # 2 ↔ 0 ↔ 1 ↔ 3, 0 → 3, 1 → 2: no set separates 2 and 3, which are not joined
        ([[0, 2, 2, 2], [2, 0, 2, 2], [2, 3, 0, 0], [3, 2, 0, 0]], "not maximal"),
    ],
)
def test_what_is_no_mag_is_told(marks, why) -> None:
    assert not is_mag(marks), why


def test_a_member_of_a_pag_has_that_pag(rng: np.random.Generator) -> None:
    for _ in range(20):
        dag, hidden, _ = dag_with_hidden(rng)
        marks = mag_to_pag(dag_to_mag(dag, hidden))
        member = pag_to_mag(marks)
        assert is_mag(member)
        np.testing.assert_array_equal(mag_to_pag(member), marks)


def test_m_separation_refuses_circles_and_shared_nodes() -> None:
    with pytest.raises(RequirementError, match="no circles"):
        m_separated([[0, 1], [1, 0]], 0, 1)
    with pytest.raises(RequirementError, match="not share a node"):
        m_separated([[0, 2], [3, 0]], 0, 1, 1)


def test_marks_that_no_class_has_are_not_valid() -> None:
    from ordag.graphs import Pag

    assert is_valid_pag(Pag([[0, 2, 0], [1, 0, 1], [0, 2, 0]]))
    assert not is_valid_pag(Pag([[0, 2], [3, 0]]))
    assert not is_valid_pag(Pag([[0, 3], [3, 0]]))
