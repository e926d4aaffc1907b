"""A hidden cause of all columns beside links: how it is found, what it costs, and which arrows it leaves settled."""

import numpy as np
import pandas as pd
import pytest

import ordag
from ordag.graphs import dag_to_cpdag
from ordag.hidden.climbing import HiddenTask
from ordag.hidden.columns import HiddenSpace
from ordag.hidden.general import general_graphs
from ordag.model.hidden_nodes import class_beside_hidden
from ordag.search import SearchSpace
from ordag.strategies.saturated import fit_saturated

N = 9
LINKED = {(0, 1), (2, 3), (4, 5), (6, 7)}


@pytest.fixture(scope="module")
def frame() -> pd.DataFrame:
    """Nine items of one factor, four pairs of which are linked, too."""
    rng = np.random.default_rng(3)
    factor = rng.standard_normal(800)
    latent = rng.standard_normal((800, N))
    for first, second in LINKED:
        latent[:, second] += latent[:, first]
    latent = latent / latent.std(axis=0) + np.outer(factor, rng.uniform(0.6, 0.9, N))
    codes = [np.searchsorted(np.quantile(column, [0.25, 0.5, 0.75]), column) for column in latent.T]
    return pd.DataFrame(np.column_stack(codes), columns=[f"x{j}" for j in range(N)])


@pytest.fixture(scope="module")
def task(frame: pd.DataFrame) -> HiddenTask:
    return task_of(frame, SearchSpace(range(N)))


def task_of(frame: pd.DataFrame, space: SearchSpace) -> HiddenTask:
    table = ordag.data.encode(frame)
    boxes = ordag.expectation.latent_boxes(table, ordag.latent.estimate_thresholds(table))
    return HiddenTask(boxes, fit_saturated(boxes), HiddenSpace(space), 4.0, 1.0)


def pairs(links: np.ndarray) -> set[tuple[int, int]]:
    return {(min(i, j), max(i, j)) for i, j in np.argwhere(links).tolist()}


def test_links_are_found_beside_a_cause_of_all_columns(task: HiddenTask) -> None:
    _, graph = general_graphs(task, -np.inf, np.random.default_rng(1))[0]
    assert pairs(graph.links) == LINKED
    assert graph.loads.all()


def test_none_is_looked_for_where_other_graphs_are_far_ahead(task: HiddenTask) -> None:
    assert general_graphs(task, 0.0, np.random.default_rng(1)) == []


def test_knowledge_is_kept_to(frame: pd.DataFrame) -> None:
    bound = task_of(frame, SearchSpace(range(N), required=[(8, 7)], forbidden=[(0, 1), (1, 0)]))
    _, graph = general_graphs(bound, -np.inf, np.random.default_rng(1))[0]
    assert graph.links[8, 7]
    assert (0, 1) not in pairs(graph.links)


def test_a_network_and_the_response_style_over_it_are_told_apart() -> None:
    rng = np.random.default_rng(12)
    dag = ordag.simulate.random_dag(12, 3, rng)
    latent = ordag.simulate.ordinal_data(dag, 1000, levels=[0] * 12, continuous=range(12), rng=rng).latent
    answers = latent / latent.std(axis=0) + 0.7 * rng.standard_normal((1000, 1))
    codes = [pd.qcut(column, 4, labels=False) for column in answers.T]
    model = ordag.OSEM(hidden="auto").fit(pd.DataFrame(np.column_stack(codes), columns=[f"x{j}" for j in range(12)]))
    assert model.hidden_.loadings.all(axis=1).tolist() == [True]
    assert ordag.metrics.compare_patterns(model.cpdag_, dag).shd <= 2


def test_arrows_beside_a_cause_of_all_columns_are_settled_as_without_it() -> None:
    links = np.zeros((5, 5), dtype=np.int8)
    links[0, 2] = links[1, 2] = links[3, 4] = 1
    dag = np.zeros((6, 6), dtype=np.int8)
    dag[:5, :5], dag[5, :5] = links, 1
    assert class_beside_hidden(dag, SearchSpace(range(5))).tolist() == dag_to_cpdag(links).tolist()


def test_arrows_beside_a_cause_of_some_columns_are_open() -> None:
    dag = np.zeros((6, 6), dtype=np.int8)
    dag[0, 2] = dag[1, 2] = 1
    dag[5, :4] = 1
    found = class_beside_hidden(dag, SearchSpace(range(5)))
    assert np.array_equal(found, found.T)
