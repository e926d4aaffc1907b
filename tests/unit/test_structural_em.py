"""The loop itself, on steps that only write down what was asked of them."""

from dataclasses import replace

import numpy as np

from ordag.expectation import Moments
from ordag.maximization import maximize
from ordag.structural_em import Iteration, ScoredGraph, State, structural_em

EDGE = np.array([[0, 1], [0, 0]], dtype=np.int8)
NONE = np.zeros((2, 2), dtype=np.int8)


class Scripted:
    """Steps that choose the given graphs one after another and settle when a graph repeats."""

    def __init__(self, graphs):
        self.graphs = list(graphs)
        self.calls = []

    def expect(self, state):
        self.calls.append("expect")
        return Moments(np.array([[1.0, 0.5], [0.5, 1.0]]), np.zeros((2, 2)), 100.0)

    def search(self, moments, state):
        self.calls.append("search")
        dag = self.graphs.pop(0)
        return ScoredGraph(dag, float(dag.sum()), int(dag.sum()))

    def maximize(self, moments, dag):
        self.calls.append("maximize")
        return maximize(moments.second, dag)

    def is_settled(self, before, after):
        return np.array_equal(before.dag, after.dag)


def start():
    return State(NONE, maximize(np.eye(2), NONE))


def test_steps_are_taken_in_the_order_of_the_paper():
    steps = Scripted([EDGE, EDGE])
    structural_em(steps, start(), 10)
    assert steps.calls == ["expect", "search", "maximize"] * 2


def test_it_ends_when_the_strategy_says_so():
    state = structural_em(Scripted([EDGE, NONE, EDGE, EDGE, NONE]), start(), 10)
    assert state.settled
    assert [entry.settled for entry in state.trace] == [False, False, False, True]


def test_it_ends_unsettled_after_the_last_iteration():
    state = structural_em(Scripted([EDGE, NONE, EDGE]), start(), 3)
    assert not state.settled
    assert [entry.settled for entry in state.trace] == [False] * 3


def test_a_settled_state_is_left_alone():
    steps = Scripted([])
    settled = replace(start(), trace=(Iteration(0.0, None, 0, 0, 0.0, settled=True),))
    assert structural_em(steps, settled, 10) is settled
    assert steps.calls == []


def test_the_trace_holds_scores_edges_and_changes():
    state = structural_em(Scripted([EDGE, EDGE]), start(), 10)
    assert [entry.score for entry in state.trace] == [1.0, 1.0]
    assert [entry.n_edges for entry in state.trace] == [1, 1]
    assert [entry.changed_edges for entry in state.trace] == [2, 0]  # an undirected edge is two entries
    assert all(entry.seconds >= 0 and entry.log_likelihood is None for entry in state.trace)


def test_parameters_belong_to_the_last_graph():
    state = structural_em(Scripted([EDGE, EDGE]), start(), 10)
    assert state.parameters.weights[0, 1] == 0.5


def test_the_state_remembers_the_class_of_every_graph():
    state = structural_em(Scripted([EDGE, NONE, NONE]), start(), 10)
    assert len(state.classes) == 3
    assert state.classes[0] != state.classes[1] == state.classes[2]
