"""Graphs with hidden causes: their changes, and which hidden causes have too few items."""

import numpy as np

from ordag.hidden.graph import HiddenGraph

N = 8


def graph(*causes: list[int], arrows: tuple[tuple[int, int], ...] = ()) -> HiddenGraph:
    """Hidden causes of some items, and arrows between hidden causes."""
    dag = np.zeros((N + len(causes), N + len(causes)), dtype=np.int8)
    for cause, items in enumerate(causes):
        dag[N + cause, items] = 1
    for source, target in arrows:
        dag[N + source, N + target] = 1
    return HiddenGraph(dag, np.where(dag, 0.5, 0.0), N)


def test_a_hidden_cause_alone_needs_four_items() -> None:
    assert graph([0, 1, 2, 3]).unidentified().tolist() == []
    assert graph([0, 1, 2]).unidentified().tolist() == [0]


def test_three_items_of_its_own_do_beside_another_hidden_cause() -> None:
    assert graph([0, 1, 2], [3, 4, 5], arrows=((0, 1),)).unidentified().tolist() == []
    assert graph([0, 1, 2], [3, 4, 5]).unidentified().tolist() == [0, 1]


def test_two_items_of_their_own_need_two_hidden_causes_beside_them() -> None:
    pairs = ([0, 1], [2, 3], [4, 5])
    assert graph(*pairs, arrows=((0, 1), (0, 2), (1, 2))).unidentified().tolist() == []
    assert graph([0, 1], [2, 3, 4, 5], arrows=((0, 1),)).unidentified().tolist() == [0]


def test_items_of_another_cause_do_not_count_as_its_own() -> None:
    assert graph([0, 1, 2], [2, 3, 4, 5], arrows=((0, 1),)).unidentified().tolist() == [0]


def test_merged_causes_have_the_items_of_both() -> None:
    merged = graph([0, 1, 2, 3], [3, 4, 5]).merged(0, 1)
    assert merged.n_hidden == 1
    assert merged.items(0).tolist() == [0, 1, 2, 3, 4, 5]


def test_a_split_cause_shares_out_its_items() -> None:
    split = graph([0, 1, 2, 3]).split(0, np.array([2, 3]))
    assert [split.items(cause).tolist() for cause in (0, 1)] == [[0, 1], [2, 3]]
    assert split.is_acyclic()


def test_a_change_leaves_the_graph_as_it_was() -> None:
    before = graph([0, 1, 2, 3], [4, 5, 6, 7])
    kept = before.dag.copy()
    before.split(0, np.array([2, 3]))
    before.merged(0, 1)
    before.without_links_among(np.arange(N))
    assert np.array_equal(before.dag, kept)
