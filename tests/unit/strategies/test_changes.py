"""Changes of a graph that promise most."""

import numpy as np
import pytest

from ordag.expectation import propagate
from ordag.maximization.observed import fit_graph, regress
from ordag.maximization.surrogate import Surrogate
from ordag.search import SearchSpace
from ordag.strategies import fit_saturated
from ordag.strategies.changes import promising_changes
from ordag.strategies.effort import Effort
from ordag.strategies.information import hidden_variances
from reference.fits import boxes_of_frame, problem

PRICE = 3.5


@pytest.fixture(scope="module")
def surrogate():
    true, frame = problem(n=6, n_rows=600)
    return surrogate_around(boxes_of_frame(frame), true.astype(np.int8))


def surrogate_around(boxes, dag):
    saturated = fit_saturated(boxes)
    fit = fit_graph(boxes, dag, regress(saturated.correlation, dag), saturated.factors, Effort().last_climb)
    _, moments = propagate(fit.factors, boxes, fit.parameters.correlation)
    return Surrogate.around(fit, moments.second, hidden_variances(boxes), float(boxes.weights.sum()))


def n_differences(first, second):
    return int(np.sum(first != second))


def test_they_differ_from_the_graph_by_one_edge_in_and_one_out(surrogate):
    space = SearchSpace.unrestricted(6)
    changed = promising_changes(surrogate, space, PRICE, 20)
    assert len(changed) == 20
    assert len({graph.tobytes() for graph in changed}) == 20
    for graph in changed:
        assert space.admits(graph)
        assert 1 <= n_differences(graph, surrogate.centre.dag) <= 2
        assert abs(int(graph.sum()) - surrogate.centre.n_edges) <= 1


def test_the_price_decides_between_more_and_fewer_edges(surrogate):
    space = SearchSpace.unrestricted(6)
    cheap, dear = (promising_changes(surrogate, space, price, 1)[0] for price in (0.0, 1e6))
    assert cheap.sum() >= surrogate.centre.n_edges
    assert dear.sum() == surrogate.centre.n_edges - 1


def test_wide_changes_move_more_than_one_edge(surrogate):
    space = SearchSpace.unrestricted(6)
    narrow = {graph.tobytes() for graph in promising_changes(surrogate, space, PRICE, 20)}
    wide = promising_changes(surrogate, space, PRICE, 20, wide=True)
    further = [graph for graph in wide if graph.tobytes() not in narrow]
    assert len(wide) == len({graph.tobytes() for graph in wide}) == len(narrow) + len(further)
    assert all(space.admits(graph) for graph in wide)
    assert all(n_differences(graph, surrogate.centre.dag) > 1 for graph in further)
    assert any(n_differences(graph, surrogate.centre.dag) > 2 for graph in further)


@pytest.mark.parametrize("wide", [False, True])
def test_knowledge_binds_them(surrogate, wide):
    edge = tuple(int(end) for end in np.argwhere(surrogate.centre.dag)[0])
    absent = [(int(i), int(j)) for i, j in np.argwhere(surrogate.centre.dag == 0) if i != j]
    space = SearchSpace(range(6), required=[edge], forbidden=[pair for pair in absent if pair != edge[::-1]][:15])
    changed = promising_changes(surrogate, space, PRICE, 30, wide=wide)
    assert changed
    assert all(space.admits(graph) for graph in changed)


def test_none_are_left_when_all_is_known(surrogate):
    edges = [(int(i), int(j)) for i, j in np.argwhere(surrogate.centre.dag)]
    others = [(i, j) for i in range(6) for j in range(6) if i != j and (i, j) not in edges]
    space = SearchSpace(range(6), required=edges, forbidden=others)
    assert promising_changes(surrogate, space, PRICE, 5, wide=True) == []


def test_the_limit_on_parents_binds_wide_changes_too(surrogate):
    space = SearchSpace(range(6), max_parents=int(surrogate.centre.dag.sum(axis=0).max()))
    changed = promising_changes(surrogate, space, 0.0, 30, wide=True)
    assert changed
    assert all(space.admits(graph) for graph in changed)


def test_full_nodes_leave_changes_to_find():
    """In a chain with one parent a node at most, arrows that would be one too many do not take the places of others."""
    boxes = boxes_of_frame(problem(n=12, n_rows=500, seed=3, neighbours=4)[1])
    space = SearchSpace(range(12), max_parents=1)
    changed = promising_changes(surrogate_around(boxes, np.diag(np.ones(11, dtype=np.int8), 1)), space, PRICE, 6)
    assert len(changed) == 6
    assert all(space.admits(graph) for graph in changed)
