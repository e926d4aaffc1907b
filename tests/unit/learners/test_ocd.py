"""Ordinal causal discovery: arrows beyond the class, and what they rest on."""

import numpy as np
import pytest

import ordag
from ordag.learners import LearnedNetwork
from ordag.scores import CumulativeScore
from reference.families import regression_rows

CHAIN = np.array([[0, 1, 0], [0, 0, 1], [0, 0, 0]])


@pytest.fixture(scope="module")
def learned() -> LearnedNetwork:
    codes = regression_rows(CHAIN, 2000, np.random.default_rng(1), "dummies")
    return ordag.learn(codes, "ocd")


def test_the_dag_has_arrows_that_its_class_leaves_open(learned: LearnedNetwork) -> None:
    assert learned.adjacency is not None
    np.testing.assert_array_equal(learned.adjacency, CHAIN)
    np.testing.assert_array_equal(learned.cpdag, CHAIN + CHAIN.T)


def test_such_arrows_are_called_assumed_and_the_assumption_is_told(learned: LearnedNetwork) -> None:
    assert learned.edges_frame().values.tolist() == [["x0", "x1", "assumed"], ["x1", "x2", "assumed"]]
    assert learned.assumption == ordag.methods()["ocd"].assumption
    assert "assumed arrows hold if each variable follows a cumulative regression" in repr(learned)


def test_arrows_of_the_class_are_not_called_assumed() -> None:
    collider = np.array([[0, 1, 0], [0, 0, 0], [0, 1, 0]])
    codes = regression_rows(collider, 2000, np.random.default_rng(2), "codes")
    assert ordag.learn(codes, "ocd").edges_frame()["kind"].tolist() == ["directed", "directed"]


def test_a_higher_penalty_leaves_fewer_edges() -> None:
    codes = regression_rows(CHAIN, 300, np.random.default_rng(3), "codes")
    n_edges = [int(ordag.learn(codes, "ocd", penalty=penalty).cpdag.sum()) for penalty in (0.1, 100.0)]
    assert n_edges[0] > n_edges[1] == 0


def test_other_methods_assume_nothing_of_arrows() -> None:
    assert {name for name, card in ordag.methods().items() if card.assumption} == {"ocd"}


# BIC of the graphs that OrdCD 1.1.2, the R package of the method's authors, finds in these rows.
PUBLISHED = ((500, "dummies", 7753.697), (501, "codes", 8132.364), (502, "dummies", 7458.994), (503, "codes", 7620.188))


@pytest.mark.parametrize(("seed", "effects", "bic"), PUBLISHED)
def test_the_graph_is_as_good_as_that_of_the_published_program(seed: int, effects: str, bic: float) -> None:
    rng = np.random.default_rng(seed)
    dag = ordag.simulate.random_dag(6, 2, rng=rng)
    codes = regression_rows(dag, 500, rng, effects)
    found = ordag.learn(codes, "ocd").adjacency
    assert found is not None
    assert -2 * CumulativeScore(codes, coding="levels").total(found) == pytest.approx(bic, abs=1e-3)
