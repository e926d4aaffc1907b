"""The search of the paper's authors: its moves, its core space, and what it shares with the other searches."""

import numpy as np
import pytest

from ordag.errors import OptionError
from ordag.kernels import sampling
from ordag.scores import GaussianBIC
from ordag.search import SearchSpace, exact
from ordag.search.swap_mcmc import _grown, _move_shares, _n_steps, swap_mcmc
from reference.problems import gaussian_problem

N_NODES = 6
EVERYONE = 1 - np.eye(N_NODES, dtype=np.int8)


def test_the_best_graph_of_a_small_problem_is_found(rng):
    score = gaussian_problem(N_NODES, 300, rng)
    found = swap_mcmc(score, core=EVERYONE, max_searches=3)
    assert found.score == pytest.approx(exact(score).score)
    assert found.score == pytest.approx(score.total(found.adjacency))


def test_one_parent_outside_the_core_is_found_and_joins_it(rng):
    score = gaussian_problem(N_NODES, 300, rng)
    nobody = np.zeros_like(EVERYONE)
    once, often = (swap_mcmc(score, core=nobody, max_searches=k) for k in (1, 10))
    assert once.adjacency.sum(axis=0).max() == 1
    assert often.adjacency.sum(axis=0).max() > 1
    assert often.score > once.score
    assert 1 < len(often.trace) <= 10


def test_knowledge_is_honoured(rng):
    space = SearchSpace(range(N_NODES), required=[(3, 0)], forbidden=[(1, 2), (2, 1)], max_parents=2)
    found = swap_mcmc(gaussian_problem(N_NODES, 300, rng), space, core=EVERYONE, max_searches=5)
    assert space.admits(found.adjacency)


def test_a_seed_fixes_the_graph(rng):
    score = gaussian_problem(N_NODES, 300, rng)
    first, second = (swap_mcmc(score, core=EVERYONE, max_searches=2, random_state=4) for _ in range(2))
    np.testing.assert_array_equal(first.adjacency, second.adjacency)


def test_at_least_one_search_is_needed():
    with pytest.raises(OptionError, match="max_searches is 0"):
        swap_mcmc(GaussianBIC(np.eye(3), 100), core=np.zeros((3, 3)), max_searches=0)


def test_no_node_is_relocated(rng):
    """The control: by default nodes are."""
    score = gaussian_problem(N_NODES, 300, rng).native()
    space = SearchSpace.unrestricted(N_NODES)
    tables = sampling.score_tables(score, space.allowed, space.must, space.limit, maximise=True, extra_parent=True)
    swaps = tables.run_orders(list(range(N_NODES)), 1, 4000, 1, None, _move_shares(N_NODES))
    shares = dict(zip(sampling.ORDER_MOVES, np.array(swaps.proposed) / 4000, strict=True))
    # 6 · 99 · 6 / (36 + 60 − 24) = 49.5 hundredths, rounded, of the 99 in which BiDAG moves.
    assert shares["global swap"] == pytest.approx(50 / 99, abs=0.04)
    assert shares["relocation"] == 0
    assert tables.run_orders(list(range(N_NODES)), 1, 4000, 1).proposed[2] > 0


@pytest.mark.parametrize(("n_nodes", "steps"), [(12, 25_000), (25, 25_000), (30, 10_000), (100, 161_000)])
def test_chains_are_as_long_as_those_of_the_authors(n_nodes, steps):
    """3.5 · 900 · log 30 = 10,714 and 3.5 · 10,000 · log 100 = 161,181."""
    assert _n_steps(n_nodes) == steps


def test_the_core_keeps_the_edges_of_the_latest_graph_alone():
    free = ~np.eye(4, dtype=bool)
    start = np.zeros((4, 4), dtype=bool)
    start[0, 1] = start[1, 0] = True
    dag = np.zeros((4, 4), dtype=np.int8)
    dag[2, 3] = 1
    expected = start.copy()
    expected[2, 3] = expected[3, 2] = True
    np.testing.assert_array_equal(_grown(start, dag, free), expected)
    np.testing.assert_array_equal(_grown(start, np.zeros_like(dag), free), start)


def test_a_crowded_node_gives_up_its_children():
    """A star of eight compelled children of a node that has two parents: more than seven neighbours."""
    n = 11
    dag = np.zeros((n, n), dtype=np.int8)
    dag[[9, 10], 0] = 1
    dag[0, 1:9] = 1
    grown = _grown(np.zeros((n, n), dtype=bool), dag, ~np.eye(n, dtype=bool))
    np.testing.assert_array_equal(np.flatnonzero(grown[:, 0]), [9, 10])
    assert grown[0, 1:9].all()
