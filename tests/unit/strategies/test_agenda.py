"""Which graph is expanded next."""

import numpy as np
import pytest

from ordag.maximization.observed import GraphFit
from ordag.strategies.agenda import Agenda
from ordag.strategies.effort import Effort
from ordag.strategies.judge import Judged

N_NODES = 8
PAIRS = np.argwhere(np.triu(np.ones((N_NODES, N_NODES)), 1))


class Pool:
    """Graphs with given criteria, each of a class of its own: all that an agenda needs of a judge.

    Preferred are those with the highest criterion, or with the lowest.
    """

    def __init__(self, *worths, prefers_low=False):
        self._graphs = []
        self._prefers_low = prefers_low
        for worth in worths:
            self.add(worth)

    def add(self, worth):
        dag = np.zeros((N_NODES, N_NODES), dtype=np.int8)
        dag[tuple(PAIRS[len(self._graphs)])] = 1
        self._graphs.append(Judged(GraphFit(dag, np.zeros(dag.shape), worth, 0.0, None, 1), price=0.0, penalty=1.0))
        return self._graphs[-1]

    def ranking(self, n_best=None):
        return sorted(self._graphs, key=lambda judged: -judged.criterion)[:n_best]

    def highest(self):
        return self.ranking(1)[0].criterion

    def preferred(self, n_best=None):
        return self.ranking()[:: -1 if self._prefers_low else 1][:n_best]


def expanded(pool, effort, children=()):
    """The criteria of all graphs in the order of their turn; `children` are the criteria of those they lead to."""
    agenda, order, children = Agenda(pool, effort), [], dict(children)
    while (judged := agenda.next()) is not None:
        assert agenda.next() is judged  # the same until it is marked
        agenda.mark_expanded(judged)
        order.append(judged.criterion)
        for worth in children.get(judged.criterion, ()):
            agenda.add_child(pool.add(worth), judged)
    return order


def test_all_roots_come_first_then_the_best_of_all():
    effort = Effort(n_roots=3, n_lines=(), n_beams=2)
    assert expanded(Pool(1.0, 3.0, 2.0), effort, {2.0: [9.0, 8.0]}) == [3.0, 2.0, 1.0, 9.0, 8.0]


def test_a_line_that_is_behind_is_followed_while_there_are_rounds():
    """The line of 3 is ahead, and only that of 2 leads over 2.5 to 9."""
    children = {3.0: [7.0, 6.0], 2.0: [2.5], 2.5: [9.0]}
    in_rounds = Effort(n_roots=2, n_lines=(2, 1), n_beams=1)
    assert expanded(Pool(3.0, 2.0), in_rounds, children) == [3.0, 2.0, 7.0, 2.5, 9.0]
    best_first = Effort(n_roots=2, n_lines=(), n_beams=1)
    assert expanded(Pool(3.0, 2.0), best_first, children) == [3.0, 2.0, 7.0]


def test_the_last_expansions_go_to_the_preferred_graphs():
    effort = Effort(n_roots=1, n_lines=(), n_beams=2)
    assert expanded(Pool(4.0, 3.0, 2.0, 1.0, prefers_low=True), effort) == [4.0, 1.0, 2.0]


def test_a_graph_counts_to_the_line_that_found_it_first():
    pool = Pool(2.0, 1.0)
    agenda = Agenda(pool, Effort(n_roots=2, n_lines=(2,), n_beams=1))
    first, second = pool.ranking()
    child = pool.add(5.0)
    for parent in (first, second):
        agenda.mark_expanded(parent)
        agenda.add_child(child, parent)
    assert agenda.next() is child
    agenda.mark_expanded(child)
    assert agenda.next() is None  # the second line has nothing left to expand


@pytest.mark.parametrize("n_beams", [1, 3])
def test_it_ends_when_the_best_have_been_expanded(n_beams):
    order = expanded(Pool(4.0, 3.0, 2.0, 1.0), Effort(n_roots=1, n_lines=(), n_beams=n_beams))
    assert order == [4.0, 3.0, 2.0, 1.0][:n_beams]


def lines_that_lead_to(worth, n_meeting, effort):
    """An agenda after the expansion of five roots, of which some lead to the same graph."""
    pool = Pool(5.0, 4.0, 3.0, 2.0, 1.0)
    agenda, roots = Agenda(pool, effort), pool.ranking()
    best = pool.add(worth)
    for k, root in enumerate(roots):
        agenda.mark_expanded(root)
        agenda.add_child(best if k < n_meeting else pool.add(worth - 3.0), root)
    return agenda, best


@pytest.mark.parametrize(("n_meeting", "believed"), [(1, False), (2, False), (3, True), (5, True)])
def test_the_best_graph_is_believed_when_enough_lines_lead_to_it(n_meeting, believed):
    agenda, _ = lines_that_lead_to(9.0, n_meeting, Effort(n_roots=5, enough_meeting=3))
    assert agenda.lines_meet() == believed


@pytest.mark.parametrize(("worth", "meets"), [(8.5, True), (7.5, True), (6.5, False)])
def test_a_line_that_ends_nearly_as_high_has_met_the_best(worth, meets):
    pool = Pool(2.0, 1.0)
    agenda, (first, second) = Agenda(pool, Effort(n_roots=2, enough_meeting=2)), pool.ranking()
    agenda.add_child(pool.add(9.0), first)
    assert not agenda.lines_meet()
    agenda.note_way(pool.add(worth).key, second)
    assert agenda.lines_meet() == meets


def test_few_roots_can_all_meet():
    assert Agenda(Pool(1.0), Effort(n_roots=5, enough_meeting=3)).lines_meet()


@pytest.mark.parametrize(("enough_meeting", "n_expanded"), [(3, 3), (None, 5)])
def test_the_other_roots_are_left_alone_once_most_have_met(enough_meeting, n_expanded):
    """Each root leads to the same graph, which alone is preferred in the end."""
    pool = Pool(5.0, 4.0, 3.0, 2.0, 1.0)
    agenda = Agenda(pool, Effort(n_roots=5, n_lines=(5,), n_beams=1, enough_meeting=enough_meeting))
    best = pool.add(9.0)
    for _ in range(n_expanded):
        root = agenda.next()
        assert root is not best
        agenda.mark_expanded(root)
        agenda.add_child(best, root)
    assert agenda.next() is best


@pytest.mark.parametrize(("n_meeting", "n_followed"), [(2, 4), (3, 1)])
def test_no_line_is_followed_further_when_most_have_met(n_meeting, n_followed):
    agenda, best = lines_that_lead_to(9.0, n_meeting, Effort(n_roots=5, n_lines=(5,), n_beams=1))
    followed = []
    while (judged := agenda.next()) is not None:
        agenda.mark_expanded(judged)
        followed.append(judged)
    assert followed[0] is best
    assert len(followed) == n_followed
