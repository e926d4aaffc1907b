"""Which graph is expanded next."""

import numpy as np
import pytest

from ordag.maximization.observed import GraphFit
from ordag.strategies import Judge
from ordag.strategies.agenda import Agenda, Stage
from ordag.strategies.effort import Effort
from ordag.strategies.judge import Judged


class Pool(Judge):
    """A judge whose verdicts are given."""

    def __init__(self):
        self._pool = {}

    def add(self, worth):
        """A graph of its own class with the given criterion."""
        n_nodes = 8
        dag = np.zeros((n_nodes, n_nodes), dtype=np.int8)
        pairs = np.argwhere(np.triu(np.ones((n_nodes, n_nodes)), 1))
        dag[tuple(pairs[len(self._pool)])] = 1
        judged = Judged(GraphFit(dag, np.zeros(dag.shape), worth, 0.0, None, 1), price=0.0, penalty=1.0)
        self._pool[judged.key] = judged
        return judged


@pytest.fixture
def pool():
    return Pool()


def expanded(agenda, children=None):
    """The criteria of all graphs in the order of their turn, and the stage of each."""
    order = []
    while (judged := agenda.next()) is not None:
        assert agenda.next() is judged  # the same until it is closed
        agenda.close(judged)
        order.append((judged.criterion, agenda.stage))
        for child in (children or {}).pop(judged.criterion, ()):
            agenda.descends(child(), judged)
    return order


def test_all_roots_come_first_then_the_best_of_all(pool):
    for worth in (1.0, 3.0, 2.0):
        pool.add(worth)
    agenda = Agenda(pool, Effort(n_roots=3, lines=(), n_beams=2))
    agenda.begin()
    order = expanded(agenda, {2.0: [lambda: pool.add(5.0), lambda: pool.add(4.0)]})
    roots = [(worth, Stage.ROOTS) for worth in (3.0, 2.0, 1.0)]
    assert order == [*roots, (5.0, Stage.BEST), (4.0, Stage.BEST)]


def test_a_line_that_is_behind_is_followed_while_there_are_rounds(pool):
    """The first line fills the ranks of the best; only the rounds lead from 2 over 2.5 to 9."""
    for worth in (3.0, 2.0):
        pool.add(worth)
    children = {
        3.0: [lambda: pool.add(7.0), lambda: pool.add(6.0)],
        2.0: [lambda: pool.add(2.5)],
        2.5: [lambda: pool.add(9.0)],
    }
    with_rounds = Agenda(pool, Effort(n_roots=2, lines=(2, 1), n_beams=1))
    with_rounds.begin()
    order = expanded(with_rounds, dict(children))
    assert order[:4] == [(3.0, Stage.ROOTS), (2.0, Stage.ROOTS), (7.0, Stage.LINES), (2.5, Stage.LINES)]
    assert order[4:] == [(9.0, Stage.LINES)]

    best_first = Pool()
    for worth in (3.0, 2.0):
        best_first.add(worth)
    children = {3.0: [lambda: best_first.add(7.0)], 2.0: [lambda: best_first.add(2.5)], 2.5: [pytest.fail]}
    without = Agenda(best_first, Effort(n_roots=2, lines=(), n_beams=1))
    without.begin()
    assert [worth for worth, _ in expanded(without, children)] == [3.0, 2.0, 7.0]


def test_a_graph_counts_to_the_line_that_found_it_first(pool):
    first, second = pool.add(2.0), pool.add(1.0)
    agenda = Agenda(pool, Effort(n_roots=2, lines=(2,), n_beams=1))
    agenda.begin()
    agenda.close(first)
    child = pool.add(5.0)
    agenda.descends(child, first)
    agenda.close(second)
    agenda.descends(child, second)
    order = expanded(agenda)
    assert order == [(5.0, Stage.LINES)]  # the second line has nothing left to expand
