"""A hidden cause of all columns beside links: what it costs, and that shakes go on where climbs stop."""

import numpy as np
import pytest

import ordag
from ordag.hidden.climbing import HiddenTask, climbed_on_surrogate
from ordag.hidden.columns import HiddenSpace
from ordag.hidden.proposals import general_start
from ordag.hidden.shaken import shaken
from ordag.search import SearchSpace
from ordag.strategies.saturated import fit_saturated

N = 9


@pytest.fixture(scope="module")
def task() -> HiddenTask:
    """Nine items of one factor, four pairs of which are linked, too."""
    rng = np.random.default_rng(3)
    factor = rng.standard_normal(800)
    latent = rng.standard_normal((800, N))
    for first in (0, 2, 4, 6):
        latent[:, first + 1] += latent[:, first]
    latent = latent / latent.std(axis=0) + np.outer(factor, rng.uniform(0.6, 0.9, N))
    codes = np.column_stack([np.searchsorted(np.quantile(column, [0.25, 0.5, 0.75]), column) for column in latent.T])
    table = ordag.data.encode(codes)
    boxes = ordag.expectation.latent_boxes(table, ordag.latent.estimate_thresholds(table))
    return HiddenTask(boxes, fit_saturated(boxes), HiddenSpace(SearchSpace(range(N))), 4.0, 1.0)


def test_shakes_reach_at_least_what_a_climb_does(task: HiddenTask) -> None:
    start = general_start(task.saturated.correlation, task.n_rows, 2.0, task.space, 1)
    alone, _ = climbed_on_surrogate(task, task.start, start)
    best, graph = shaken(task, task.start, start, np.random.default_rng(1))
    assert best >= alone
    linked = {tuple(sorted(pair)) for pair in np.argwhere(graph.links).tolist()}
    assert linked == {(0, 1), (2, 3), (4, 5), (6, 7)}


def test_shakes_keep_to_what_is_required(task: HiddenTask) -> None:
    required = SearchSpace(range(N), required=[(8, 7)], forbidden=[(0, 1), (1, 0)])
    bound = HiddenTask(task.boxes, task.saturated, HiddenSpace(required), task.edge_cost, task.link_surcharge)
    start = general_start(task.saturated.correlation, task.n_rows, 2.0, bound.space, 1)
    _, graph = shaken(bound, bound.start, start, np.random.default_rng(1))
    assert graph.links[8, 7]
    assert not graph.links[0, 1]
    assert not graph.links[1, 0]


def test_loadings_of_a_general_cause_cost_their_slopes_alone(task: HiddenTask) -> None:
    start = general_start(task.saturated.correlation, task.n_rows, 2.0, task.space, 1)
    assert task.is_general(start).all()
    n_links = int(start.links.sum())
    expected = (4.0 + 1.0) * n_links + np.log(task.n_rows) / 2 * N
    assert task.cost_of_arrows(start) == pytest.approx(expected)
    fewer = start.dag.copy()
    fewer[N, : N // 2] = 0
    part = type(start)(fewer, start.slopes, N)
    assert task.cost_of_arrows(part) == pytest.approx(5.0 * n_links + 4.0 * (N - N // 2))
