"""The compiled score tables against their slow twin."""

import numpy as np
import pytest

from ordag.kernels import sampling
from ordag.scores import GaussianBIC
from ordag.search import SearchSpace
from reference.order_scores import order_score
from reference.problems import gaussian_problem

N_NODES = 6


def tables_for(score, space: SearchSpace, core: np.ndarray, *, maximise: bool, extra_parent: bool):
    tables = sampling.score_tables(
        score.native(), space.allowed, space.must, space.limit, maximise=maximise, extra_parent=extra_parent
    )
    for node in range(space.n_nodes):
        tables.set_core(score.native(), node, np.flatnonzero(core[:, node]).tolist())
    return tables


SPACES = {
    "all": SearchSpace.unrestricted(N_NODES),
    "few parents": SearchSpace(range(N_NODES), max_parents=2),
    "knowledge": SearchSpace(range(N_NODES), required=[(0, 3), (1, 3)], forbidden=[(2, 4)], max_parents=3),
}


@pytest.mark.parametrize("maximise", [True, False])
@pytest.mark.parametrize("extra_parent", [True, False])
@pytest.mark.parametrize("space", SPACES)
def test_scores_of_orders_are_those_of_the_definition(
    rng: np.random.Generator, maximise: bool, extra_parent: bool, space: str
) -> None:
    for _ in range(5):
        score = gaussian_problem(N_NODES, 100, rng)
        core = (rng.random((N_NODES, N_NODES)) < 0.5) & ~np.eye(N_NODES, dtype=bool)
        tables = tables_for(score, SPACES[space], core, maximise=maximise, extra_parent=extra_parent)
        run = tables.run_orders(list(range(N_NODES)), 3, 50, seed_of(rng))
        expected = order_score(score, SPACES[space], core, run.best_order, maximise=maximise, extra_parent=extra_parent)
        assert run.best_score == pytest.approx(expected, abs=1e-9)


def test_the_best_dag_of_an_order_has_its_score(rng: np.random.Generator) -> None:
    score = gaussian_problem(N_NODES, 100, rng)
    core = np.triu(np.ones((N_NODES, N_NODES), dtype=bool), 1)
    tables = tables_for(score, SPACES["all"], core, maximise=True, extra_parent=True)
    run = tables.run_orders(list(range(N_NODES)), 1, 500, seed_of(rng))
    dag, value = tables.best_dag(run.best_order)
    assert value == pytest.approx(run.best_score, abs=1e-9)
    assert score.total(dag.astype(np.int8)) == pytest.approx(value, abs=1e-9)


def test_scores_of_drawn_dags_are_theirs(rng: np.random.Generator) -> None:
    score = gaussian_problem(N_NODES, 100, rng)
    core = (rng.random((N_NODES, N_NODES)) < 0.4) & ~np.eye(N_NODES, dtype=bool)
    tables = tables_for(score, SPACES["knowledge"], core, maximise=False, extra_parent=True)
    start = [0, 0, 0, 1, 0, 0]
    for run in (tables.run_orders(list(range(N_NODES)), 30, 5, 1), tables.run_partitions(start, 30, 5, 1)):
        for dag, value in zip(run.dags, run.dag_scores, strict=True):
            assert SPACES["knowledge"].admits(dag)
            assert score.total(dag.astype(np.int8)) == pytest.approx(value, abs=1e-9)


def test_the_skeleton_of_a_chain_has_its_edges_alone() -> None:
    score = GaussianBIC([[1.0, 0.6, 0.36], [0.6, 1.0, 0.6], [0.36, 0.6, 1.0]], n_rows=500)
    allowed = ~np.eye(3, dtype=bool)
    expected = np.array([[0, 1, 0], [1, 0, 1], [0, 1, 0]], dtype=bool)
    assert (sampling.score_skeleton(score.native(), allowed, 1) == expected).all()
    assert sampling.score_skeleton(score.native(), allowed, 0).sum() == 6  # without conditioning all three stay


def seed_of(rng: np.random.Generator) -> int:
    return int(rng.integers(2**32))
