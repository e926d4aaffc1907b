"""Which graph is expanded next."""

import numpy as np
import pytest

from ordag.learning.effort import Effort
from ordag.learning.frontier import Frontier
from ordag.learning.pool import Pool, Refit
from ordag.maximization.observed import GraphFit


def refit_of(criterion):
    """A graph of the given criterion; those of different criteria are of different classes."""
    dag = np.zeros((2, 2), dtype=np.int8)
    return Refit(GraphFit(dag, np.zeros(dag.shape), criterion, 0.0, None, 1), 0.0, 1.0, repr(criterion).encode())


def pool_of(*criteria):
    pool = Pool()
    for criterion in criteria:
        pool = pool.with_refit(refit_of(criterion))
    return pool


def after(frontier, pool, graph, *children, promising=()):
    """Frontier and pool once a graph has been expanded to others, given by their criteria."""
    refits = [refit_of(criterion) for criterion in children]
    for refit in refits:
        pool = pool.with_refit(refit)
    return frontier.expanding(graph, promising, [refit.key for refit in refits]), pool


def expanded(pool, effort, children=(), *, prefers_low=False, frontier=None):
    """The criteria of all graphs in the order of their turn; `children` are the criteria of those they lead to.

    Preferred are those with the highest criterion, or with the lowest.
    """
    frontier, order, children = frontier or Frontier.from_roots(pool, effort), [], dict(children)
    while True:
        frontier = frontier.advanced(pool)
        assert frontier.advanced(pool) == frontier
        best = pool.ranking[:: -1 if prefers_low else 1][: effort.beam_width]
        graph = frontier.next_graph(lambda best=best: best)
        if graph is None:
            return order
        order.append(graph.criterion)
        frontier, pool = after(frontier, pool, graph, *children.get(graph.criterion, ()))


def test_all_roots_come_first_then_the_best_of_all():
    effort = Effort(n_roots=3, n_lineages=(), beam_width=2)
    assert expanded(pool_of(1.0, 3.0, 2.0), effort, {2.0: [9.0, 8.0]}) == [3.0, 2.0, 1.0, 9.0, 8.0]


def test_a_lineage_that_is_behind_is_followed_while_there_are_rounds():
    """The lineage of 3 is ahead, and only that of 2 leads over 2.5 to 9."""
    children = {3.0: [7.0, 6.0], 2.0: [2.5], 2.5: [9.0]}
    in_rounds = Effort(n_roots=2, n_lineages=(2, 1), followed_within=5.0, beam_width=1)
    assert expanded(pool_of(3.0, 2.0), in_rounds, children) == [3.0, 2.0, 7.0, 2.5, 9.0]
    best_first = Effort(n_roots=2, n_lineages=(), beam_width=1)
    assert expanded(pool_of(3.0, 2.0), best_first, children) == [3.0, 2.0, 7.0]


@pytest.mark.parametrize(("followed_within", "followed"), [(5.0, [7.0, 2.5]), (4.0, [7.0])])
def test_a_lineage_that_is_too_far_behind_is_given_up(followed_within, followed):
    effort = Effort(n_roots=2, n_lineages=(2,), followed_within=followed_within, beam_width=1)
    assert expanded(pool_of(3.0, 2.0), effort, {3.0: [7.0], 2.0: [2.5]}) == [3.0, 2.0, *followed]


def test_the_last_expansions_go_to_the_preferred_graphs():
    effort = Effort(n_roots=1, n_lineages=(), beam_width=2)
    assert expanded(pool_of(4.0, 3.0, 2.0, 1.0), effort, prefers_low=True) == [4.0, 1.0, 2.0]


def test_a_graph_belongs_to_the_lineage_that_found_it_first():
    pool, effort = pool_of(2.0, 1.0), Effort(n_roots=2, n_lineages=(2,), beam_width=1)
    frontier = Frontier.from_roots(pool, effort)
    for root in pool.ranking:
        frontier, pool = after(frontier, pool, root, 5.0)
    assert expanded(pool, effort, frontier=frontier) == [5.0]  # the second lineage has nothing left to expand


@pytest.mark.parametrize("width", [1, 3])
def test_it_ends_when_the_best_have_been_expanded(width):
    order = expanded(pool_of(4.0, 3.0, 2.0, 1.0), Effort(n_roots=1, n_lineages=(), beam_width=width))
    assert order == [4.0, 3.0, 2.0, 1.0][:width]


def lineages_that_lead_to(criterion, n_meeting, effort):
    """Frontier and pool after the expansion of five roots, of which some lead to the same graph."""
    pool = pool_of(5.0, 4.0, 3.0, 2.0, 1.0)
    frontier = Frontier.from_roots(pool, effort)
    for k, root in enumerate(pool.ranking):
        frontier, pool = after(frontier, pool, root, criterion if k < n_meeting else criterion - 3.0 - k / 10)
    return frontier, pool


@pytest.mark.parametrize(("n_meeting", "believed"), [(1, False), (2, False), (3, True), (5, True)])
def test_the_best_graph_is_believed_when_enough_lineages_lead_to_it(n_meeting, believed):
    frontier, pool = lineages_that_lead_to(9.0, n_meeting, Effort(n_roots=5, enough_meeting=3))
    assert frontier.lineages_meet(pool) == believed


@pytest.mark.parametrize(("criterion", "meets"), [(8.5, True), (7.5, True), (6.5, False)])
def test_a_lineage_that_ends_nearly_as_high_has_met_the_best(criterion, meets):
    pool = pool_of(2.0, 1.0)
    first, second = pool.ranking
    frontier, pool = after(Frontier.from_roots(pool, Effort(n_roots=2, enough_meeting=2)), pool, first, 9.0)
    assert not frontier.lineages_meet(pool)
    pool = pool.with_refit(refit_of(criterion))
    frontier, pool = after(frontier, pool, second, promising=[refit_of(criterion).key])
    assert frontier.lineages_meet(pool) == meets


def test_few_roots_can_all_meet():
    pool = pool_of(1.0)
    assert Frontier.from_roots(pool, Effort(n_roots=5, enough_meeting=3)).lineages_meet(pool)


@pytest.mark.parametrize(("enough_meeting", "n_expanded"), [(3, 3), (None, 5)])
def test_the_other_roots_are_left_alone_once_enough_have_met(enough_meeting, n_expanded):
    """Each root leads to the same graph, which alone is preferred in the end."""
    effort = Effort(n_roots=5, n_lineages=(5,), beam_width=1, enough_meeting=enough_meeting)
    roots = [5.0, 4.0, 3.0, 2.0, 1.0]
    order = expanded(pool_of(*roots), effort, {root: [9.0] for root in roots})
    assert order == [*roots[:n_expanded], 9.0]


@pytest.mark.parametrize(("n_meeting", "n_followed"), [(2, 4), (3, 1)])
def test_no_lineage_is_followed_further_when_enough_have_met(n_meeting, n_followed):
    effort = Effort(n_roots=5, n_lineages=(5,), beam_width=1, enough_meeting=3)
    frontier, pool = lineages_that_lead_to(9.0, n_meeting, effort)
    followed = expanded(pool, effort, frontier=frontier)
    assert followed[0] == 9.0
    assert len(followed) == n_followed
