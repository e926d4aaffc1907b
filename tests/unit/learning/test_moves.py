"""Moves that promise most."""

import numpy as np
import pandas as pd
import pytest

from ordag.expectation import propagate
from ordag.learning.moves import Move, likely_arrows, promising_moves
from ordag.maximization.observed import fit_graph, regress
from ordag.maximization.surrogate import Surrogate
from ordag.search import SearchSpace
from ordag.strategies import fit_saturated
from ordag.strategies.final_fit import LAST_CLIMB
from ordag.strategies.information import hidden_variances
from reference.fits import boxes_of_frame, problem

EDGE_COST = 3.5


@pytest.fixture(scope="module")
def surrogate():
    true, frame = problem(n=6, n_rows=600)
    return surrogate_around(boxes_of_frame(frame), true.astype(np.int8))


def surrogate_around(boxes, dag):
    saturated = fit_saturated(boxes)
    fit = fit_graph(boxes, dag, regress(saturated.correlation, dag), saturated.factors, LAST_CLIMB)
    _, moments = propagate(fit.factors, boxes, fit.parameters.correlation)
    return Surrogate.around(fit, moments.second, hidden_variances(boxes), float(boxes.weights.sum()))


def graphs_of_moves(surrogate, space, edge_cost, n_best, **options):
    """The graphs that promising moves lead to."""
    moves = promising_moves(surrogate, space, edge_cost, n_best, **options)
    return [move.applied_to(surrogate.centre.dag) for move in moves]


def n_differences(first, second):
    return int(np.sum(first != second))


def test_they_differ_from_the_graph_by_one_edge_in_and_one_out(surrogate):
    space = SearchSpace.unrestricted(6)
    graphs = graphs_of_moves(surrogate, space, EDGE_COST, 20)
    assert len(graphs) == 20
    assert len({graph.tobytes() for graph in graphs}) == 20
    for graph in graphs:
        assert space.admits(graph)
        assert 1 <= n_differences(graph, surrogate.centre.dag) <= 2
        assert abs(int(graph.sum()) - surrogate.centre.n_edges) <= 1


def test_the_cost_decides_between_more_and_fewer_edges(surrogate):
    space = SearchSpace.unrestricted(6)
    free, costly = (graphs_of_moves(surrogate, space, cost, 1)[0] for cost in (0.0, 1e6))
    assert free.sum() >= surrogate.centre.n_edges
    assert costly.sum() == surrogate.centre.n_edges - 1


def test_wide_moves_move_more_than_one_edge(surrogate):
    space = SearchSpace.unrestricted(6)
    narrow = {graph.tobytes() for graph in graphs_of_moves(surrogate, space, EDGE_COST, 20)}
    wide = graphs_of_moves(surrogate, space, EDGE_COST, 20, wide=True)
    further = [graph for graph in wide if graph.tobytes() not in narrow]
    assert len(wide) == len({graph.tobytes() for graph in wide}) == len(narrow) + len(further)
    assert all(space.admits(graph) for graph in wide)
    assert all(n_differences(graph, surrogate.centre.dag) > 1 for graph in further)
    assert any(n_differences(graph, surrogate.centre.dag) > 2 for graph in further)


@pytest.mark.parametrize("wide", [False, True])
def test_knowledge_binds_all_moves(surrogate, wide):
    edge = tuple(int(end) for end in np.argwhere(surrogate.centre.dag)[0])
    absent = [(int(i), int(j)) for i, j in np.argwhere(surrogate.centre.dag == 0) if i != j]
    space = SearchSpace(range(6), required=[edge], forbidden=[pair for pair in absent if pair != edge[::-1]][:15])
    graphs = graphs_of_moves(surrogate, space, EDGE_COST, 30, wide=wide)
    assert graphs
    assert all(space.admits(graph) for graph in graphs)


def test_none_are_left_when_all_is_known(surrogate):
    edges = [(int(i), int(j)) for i, j in np.argwhere(surrogate.centre.dag)]
    others = [(i, j) for i in range(6) for j in range(6) if i != j and (i, j) not in edges]
    space = SearchSpace(range(6), required=edges, forbidden=others)
    assert graphs_of_moves(surrogate, space, EDGE_COST, 5, wide=True) == []


def test_the_limit_on_parents_binds_wide_moves_too(surrogate):
    space = SearchSpace(range(6), max_parents=int(surrogate.centre.dag.sum(axis=0).max()))
    graphs = graphs_of_moves(surrogate, space, 0.0, 30, wide=True)
    assert graphs
    assert all(space.admits(graph) for graph in graphs)


def test_full_nodes_leave_moves_to_find():
    """In a chain with one parent a node at most, arrows that would be one too many do not take the places of others."""
    boxes = boxes_of_frame(problem(n=12, n_rows=500, seed=3, neighbours=4)[1])
    space = SearchSpace(range(12), max_parents=1)
    graphs = graphs_of_moves(surrogate_around(boxes, np.diag(np.ones(11, dtype=np.int8), 1)), space, EDGE_COST, 6)
    assert len(graphs) == 6
    assert all(space.admits(graph) for graph in graphs)


def test_a_move_between_two_graphs_leads_from_one_to_the_other(surrogate):
    first, second = surrogate.centre.dag, surrogate.centre.dag.T.copy()
    move = Move.between(first, second)
    assert np.array_equal(move.applied_to(first), second)
    assert len(move.dropped) == len(move.added) == first.sum()
    assert Move.between(first, first) == Move()


def test_the_reverse_of_an_edge_is_one_of_the_moves(surrogate):
    moves = promising_moves(surrogate, SearchSpace.unrestricted(6), EDGE_COST, 60)
    assert any(move.dropped and move.added == (move.dropped[0][::-1],) for move in moves)


def test_new_parents_are_tried_after_the_reversal_of_a_strong_edge_too(monkeypatch):
    """The class stays the same, which a climb from the slopes of the graph would take long to find out."""
    rng = np.random.default_rng(0)
    values = rng.multivariate_normal(np.zeros(2), [[1.0, 0.98], [0.98, 1.0]], size=2000)
    frame = pd.DataFrame(np.digitize(values, [-0.7, 0.0, 0.7]), columns=["a", "b"])
    surrogate = surrogate_around(boxes_of_frame(frame), np.array([[0, 1], [0, 0]], dtype=np.int8))
    gains = []

    def predicted_gain(self, *given, **options):
        gain, slopes = original(self, *given, **options)
        gains.append(gain)
        return gain, slopes

    original = Surrogate.predicted_gain
    monkeypatch.setattr(Surrogate, "predicted_gain", predicted_gain)
    promising_moves(surrogate, SearchSpace.unrestricted(2), EDGE_COST, 5, wide=True)
    assert gains == pytest.approx([0.0], abs=0.05)


def test_moves_of_single_edges_are_all_those_that_leave_no_cycle(surrogate):
    space, dag = SearchSpace.unrestricted(6), surrogate.centre.dag
    edges, others = np.argwhere(dag).tolist(), np.argwhere((dag == 0) & ~np.eye(6, dtype=bool)).tolist()
    dropped = [Move((tuple(edge),)) for edge in edges]
    added = [Move((), (tuple(arrow),)) for arrow in others]
    replaced = [Move((tuple(edge),), (tuple(arrow),)) for edge in edges for arrow in others]
    possible = {move for move in [*dropped, *added, *replaced] if space.admits(move.applied_to(dag))}
    found = promising_moves(surrogate, space, EDGE_COST, len(dropped) + len(added) + len(replaced))
    assert len(found) == len(set(found))
    assert set(found) == possible


def test_new_links_are_looked_for_where_most_is_left_to_explain():
    true, frame = problem(n=8, n_rows=800, seed=2, neighbours=3)
    lacking = true.astype(np.int8)
    start, end = np.argwhere(true)[0]
    lacking[start, end] = 0
    around = surrogate_around(boxes_of_frame(frame), lacking)
    arrows = {tuple(arrow) for arrow in likely_arrows(around, 1).tolist()}
    assert {(start, end), (end, start)} <= arrows
    assert {(j, i) for i, j in np.argwhere(lacking).tolist()} <= arrows
    assert len(arrows) == lacking.sum() + 2 * 8
    assert Move((), ((start, end),)) in promising_moves(around, SearchSpace.unrestricted(8), EDGE_COST, 4, n_linked=1)
