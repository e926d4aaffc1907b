"""What graphs with hidden causes cost, and that climbs on the surrogate count the same."""

from itertools import pairwise

import numpy as np
import pytest

import ordag
from ordag.hidden.climbing import HiddenTask, climbed_on_surrogate
from ordag.hidden.columns import HiddenSpace, log_likelihood_of_unseen, with_hidden_moments
from ordag.hidden.graph import HiddenGraph
from ordag.kernels.surrogate import surrogate_climb
from ordag.maximization.observed import Climb
from ordag.search import SearchSpace
from ordag.simulate import factor_data
from ordag.strategies.saturated import fit_saturated

N, EDGE, MORE = 9, 4.0, 1.0


@pytest.fixture(scope="module")
def task() -> HiddenTask:
    return task_of(SearchSpace(range(N)))


def task_of(space: SearchSpace) -> HiddenTask:
    table = ordag.data.encode(factor_data(3, 3, 600, n_links=2, random_state=1).frame)
    boxes = ordag.expectation.latent_boxes(table, ordag.latent.estimate_thresholds(table))
    return HiddenTask(boxes, fit_saturated(boxes), HiddenSpace(space), EDGE, MORE)


def graph_of(*groups: range, links: tuple[tuple[int, int], ...] = ()) -> HiddenGraph:
    """A hidden cause above each group, a chain among the causes, and links."""
    dag = np.zeros((N + len(groups), N + len(groups)), dtype=np.int8)
    for cause, items in enumerate(groups):
        dag[N + cause, list(items)] = 1
    for first, second in [*pairwise(range(N, len(dag))), *links]:
        dag[first, second] = 1
    return HiddenGraph(dag, 0.3 * dag, N)


def test_a_graph_without_hidden_causes_costs_its_edges(task: HiddenTask) -> None:
    assert task.cost_of_causes(graph_of(links=((0, 1), (1, 2)))) == 0.0


def test_loadings_of_a_general_cause_cost_their_slopes_alone_and_links_beside_it_as_much_as_ever(
    task: HiddenTask,
) -> None:
    cost = task.cost_of(graph_of(range(N), links=((0, 1),)))
    assert cost == pytest.approx(EDGE + N * np.log(600) / 2 + np.log(2) + np.log(N + 1))


def test_first_loadings_of_groups_cost_what_it_takes_to_say_which_items_have_which_cause(task: HiddenTask) -> None:
    # Three of nine have no cause (one of 84 choices), each of the other six has one of two causes without names.
    cost = task.cost_of(graph_of(range(3), range(3, 6), links=((6, 7),)))
    choices = np.log(N + 1) + np.log(84) + 6 * np.log(2) - np.log(2)
    assert cost == pytest.approx(2 * EDGE + MORE + 6 * np.log(600) / 2 + choices + 2 * np.log(2))


def test_a_second_loading_costs_as_much_as_an_edge(task: HiddenTask) -> None:
    once, twice = graph_of(range(5), range(5, 9)), graph_of(range(6), range(5, 9))
    assert task.cost_of(twice) == pytest.approx(task.cost_of(once) + EDGE)


def test_columns_that_may_have_no_cause_are_no_choice() -> None:
    bound = task_of(SearchSpace(range(N), tiers=[[0], list(range(1, N))]))
    bare = task_of(SearchSpace(range(N), forbidden=[(j, 0) for j in range(1, N)]))
    assert bound.cost_of(graph_of(range(1, N))) == bare.cost_of(graph_of(range(1, N)))
    assert bare.cost_of_causes(graph_of(range(1, N))) == pytest.approx(
        np.log(2) + np.log(N) - (N - 1) * bare.choice_of_edge
    )


@pytest.mark.parametrize("groups", [(range(N),), (range(4), range(4, 9)), (range(3), range(3, 6), range(6, 9))])
def test_a_climb_ends_with_the_likelihood_of_its_graph_less_what_that_costs(task: HiddenTask, groups) -> None:
    criterion, graph = climbed_on_surrogate(task, task.start, graph_of(*groups))
    moments = with_hidden_moments(task.start, graph.n_hidden)
    climb = Climb(tolerance=1e-9, max_passes=500).native()
    reached = surrogate_climb(moments.native, graph.dag, graph.slopes.copy(), climb, -np.inf)
    unseen = log_likelihood_of_unseen(task.n_rows, graph.n_hidden)
    assert criterion == pytest.approx(reached - unseen - task.cost_of(graph), abs=0.8)  # slopes end within 0.1 a pass


@pytest.mark.parametrize("number", [13, 21])
def test_factors_are_told_from_one_general_cause_and_from_stars_of_links(number: int) -> None:
    data = factor_data(3, 5, 500, n_links=3, random_state=np.random.default_rng([777, 3, 500, 3, number]))
    found = ordag.OSEM(hidden="auto").fit(data.frame).hidden_.loadings != 0
    assert len(found) == 3
    shared = found.astype(int) @ (data.loadings != 0).T.astype(int)
    assert (shared.max(axis=1) >= 4).all()
