"""Where nodes and lines of drawings lie: layers, stress, and which reads better."""

import itertools

import numpy as np
import pytest

from ordag import simulate
from ordag.errors import UnknownNameError
from ordag.graphs import Spacing, arrange, modular_groups
from ordag.graphs.arrangement import WORTH_OF_LAYERS
from ordag.graphs.crossings import n_crossings, untangled
from ordag.graphs.legibility import legibility
from ordag.graphs.stress import apart, stress_layout

SPACING = Spacing(0.22, 0.25, (0.85, 2.0), 0.45, 1.8)
BOXES = {n: np.full((n, 2), 0.4) for n in (10, 12, 25, 60, 120)}


def clustered(n, rng, within=0.35, between=0.02):
    """A network of four clusters, with its labels."""
    labels = np.arange(n) % 4
    chance = np.where(labels[:, None] == labels, within, between)
    return np.triu(rng.random((n, n)) < chance, 1).astype(np.int8), [str(k) for k in labels]


def test_the_order_of_layers_has_few_crossings_more_than_the_best():
    rng, more = np.random.default_rng(1), []
    for _ in range(20):
        pieces = [(i, 4 + j) for i in range(4) for j in range(4) if rng.random() < 0.5]
        below = {i: [b for a, b in pieces if a == i] for i in range(8)}
        orders = itertools.product(itertools.permutations(range(4)), itertools.permutations(range(4, 8)))
        best = min(n_crossings([list(a), list(b)], below) for a, b in orders)
        more.append(n_crossings(untangled([[0, 1, 2, 3], [4, 5, 6, 7]], pieces), below) - best)
    assert min(more) == 0
    assert np.mean(more) < 1


@pytest.mark.parametrize("n", [10, 25, 60, 120])
def test_boxes_by_stress_do_not_overlap(n, rng):
    graph, labels = clustered(n, rng)
    places = arrange(graph, BOXES[n], SPACING, groups=labels, kind="stress").positions
    offset = np.abs(places[:, None] - places[None, :]).max(axis=2) + np.eye(n)
    assert offset.min() > 0.4


def test_stress_keeps_groups_together(rng):
    graph, labels = clustered(60, rng)
    places = arrange(graph, BOXES[60], SPACING, groups=labels, kind="stress").positions
    same = np.array(labels)[:, None] == np.array(labels)
    lengths = np.linalg.norm(places[:, None] - places[None, :], axis=2)
    assert lengths[same].mean() < 0.6 * lengths[~same].mean()


def test_strong_links_are_short():
    weights = np.array([[0, 0.9, 0.1], [0, 0, 0], [0, 0, 0]])
    places = stress_layout(weights, np.full((3, 2), 0.4), 0.5)
    assert np.linalg.norm(places[0] - places[1]) < 0.7 * np.linalg.norm(places[0] - places[2])


def test_the_same_graph_has_the_same_drawing_and_other_numbers_of_its_nodes_only_turn_it(rng):
    graph, _ = clustered(25, rng)
    first, again = (stress_layout(graph, BOXES[25], 0.4) for _ in range(2))
    assert np.array_equal(first, again)
    order = rng.permutation(25)
    other = stress_layout(graph[np.ix_(order, order)] + graph.T[np.ix_(order, order)], BOXES[25], 0.4)
    lengths = [np.linalg.norm(x[:, None] - x[None, :], axis=2) for x in (first[order], other)]
    assert np.corrcoef(lengths[0].ravel(), lengths[1].ravel())[0, 1] > 0.95


def test_a_chain_stays_in_layers_and_a_dense_network_does_not(rng):
    chain = np.eye(10, k=1, dtype=np.int8)
    tree = np.zeros((12, 12), dtype=np.int8)
    tree[(np.arange(1, 12) - 1) // 2, np.arange(1, 12)] = 1
    assert arrange(tree, BOXES[12], SPACING).kind == "layered"
    dense, labels = clustered(25, rng, within=0.8)
    assert arrange(dense, BOXES[25], SPACING, groups=labels).kind == "stress"
    assert arrange(chain, BOXES[10], SPACING).legibility(chain).crossings == 0


@pytest.mark.parametrize("seed", range(4))
def test_what_is_chosen_reads_about_as_well_as_the_other(seed):
    graph = simulate.random_dag(12, 2.5, rng=seed)
    costs = {kind: arrange(graph, BOXES[12], SPACING, kind=kind).legibility(graph).cost for kind in KINDS}
    assert costs["auto"] <= costs["stress"] + WORTH_OF_LAYERS
    assert costs["auto"] <= costs["layered"]


KINDS = ("auto", "layered", "stress")


def test_an_unknown_layout_is_refused():
    with pytest.raises(UnknownNameError, match="circle"):
        arrange(np.zeros((2, 2)), BOXES[10][:2], SPACING, kind="circle")


def test_lines_that_share_a_node_do_not_cross():
    places = np.array([[0.0, 0.0], [1.0, 0.0], [1.0, 1.0]])
    assert legibility(places, [(0, 1), (0, 2)], [places[[0, 1]], places[[0, 2]]]).crossings == 0


def test_boxes_that_lie_apart_are_not_moved(rng):
    places = np.array([[0.0, 0.0], [3.0, 0.0], [0.0, 3.0]])
    assert np.array_equal(apart(places, np.ones((3, 2)), 0.5), places)


def test_groups_raise_the_modularity_as_far_as_joining_can(rng):
    graph, labels = clustered(60, rng, within=0.5)
    found = modular_groups(graph)
    assert {frozenset(labels[k] for k in group) for group in found} == {frozenset(str(k)) for k in range(4)}
    assert modular_groups(np.zeros((3, 3))) == ()
