"""FCI: exact where independences are known, within its knowledge, and the same for any order of nodes."""

from itertools import product

import numpy as np
import pytest

import ordag
from ordag.errors import InputValueError
from ordag.graphs import dag_to_mag
from ordag.graphs.marks import ARROW, CIRCLE, NONE, TAIL
from ordag.independence import FisherZ
from ordag.scores import GaussianBIC
from ordag.search import SearchSpace, boss_fci, fci, mag_to_pag
from ordag.search.fci import MSeparation
from ordag.search.fci.rules import Orientation, rule_5, rule_6, rule_7
from reference.pag import plain_pag

# 0 ↔ 1, 0 → 2, 0 ↔ 4, 0 → 5, 1 → 3, 2 ↔ 3, 3 → 4.
BEYOND = [
    [0, 2, 2, 0, 2, 2],
    [2, 0, 0, 2, 0, 0],
    [3, 0, 0, 2, 0, 0],
    [0, 3, 2, 0, 2, 0],
    [2, 0, 0, 3, 0, 0],
    [3, 0, 0, 0, 0, 0],
]


def hidden_world(rng: np.random.Generator, n: int = 6, n_hidden: int = 2) -> np.ndarray:
    """MAG of a random DAG in which some nodes are hidden."""
    dag = np.triu(rng.random((n, n)) < 0.45, 1)
    order = rng.permutation(n)
    return dag_to_mag(dag[np.ix_(order, order)].astype(np.int8), rng.choice(n, n_hidden, replace=False).tolist())


def gaussian_of(dag: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Correlation of a linear Gaussian model on a DAG."""
    weights = dag * rng.uniform(0.5, 0.9, dag.shape) * rng.choice([-1, 1], dag.shape)
    inverse = np.linalg.inv(np.eye(len(dag)) - weights)
    covariance = inverse.T @ inverse
    scale = np.sqrt(np.diag(covariance))
    return covariance / np.outer(scale, scale)


def test_known_independences_give_the_marks_that_all_mags_share(rng: np.random.Generator) -> None:
    n_compared = 0
    while n_compared < 25:
        mag = hidden_world(rng)
        if (mag != NONE).sum() // 2 <= 5:
            np.testing.assert_array_equal(mag_to_pag(mag), plain_pag(mag))
            n_compared += 1


@pytest.mark.slow
def test_known_independences_give_the_marks_that_all_mags_of_five_nodes_share() -> None:
    rng = np.random.default_rng(11)
    for _ in range(150):
        mag = hidden_world(rng, n=7)
        np.testing.assert_array_equal(mag_to_pag(mag), plain_pag(mag))


@pytest.mark.parametrize("orientation", ["any", "standard", "conservative", "majority"])
def test_without_contradictions_tests_give_the_marks_however_colliders_are_judged(
    orientation, rng: np.random.Generator
) -> None:
    for _ in range(10):
        mag = hidden_world(rng, n=7)
        found = fci(MSeparation(mag), orientation=orientation).pag.marks
        np.testing.assert_array_equal(found, mag_to_pag(mag))


class SeparatedByEither:
    """0 and 1 are independent given 2 and given 3, and nothing else is."""

    n_nodes = 4

    def p_value(self, x: int, y: int, conditioning: tuple[int, ...]) -> float:
        return 0.5 if {x, y} == {0, 1} and set(conditioning) in ({2}, {3}) else 0.0


def test_a_node_in_any_of_the_smallest_separating_sets_is_no_collider() -> None:
    # The first set found, {2}, would make 3 a collider, though it separates as well as 2 does.
    assert fci(SeparatedByEither(), orientation="standard").pag.marks[0, 3] == ARROW
    found = fci(SeparatedByEither())
    assert found.pag.marks[0, 3] == found.pag.marks[0, 2] == CIRCLE
    assert found.separating_sets == {(0, 1): (2,)}


def test_relabelling_nodes_relabels_the_marks(rng: np.random.Generator) -> None:
    for _ in range(10):
        mag = hidden_world(rng, n=7)
        order = rng.permutation(len(mag))
        at = np.ix_(order, order)
        np.testing.assert_array_equal(mag_to_pag(mag[at]), mag_to_pag(mag)[at])


def test_an_uncovered_path_of_several_edges_gives_a_tail() -> None:
    # Rule 9 along 1 o−o 6 o→ 2 → 4 → 0: 1 is a cause of 0, though 6 is not adjacent to 0.
    mag = np.zeros((7, 7), dtype=np.int8)
    for cause, effect in [(1, 0), (4, 0), (5, 0), (2, 4), (5, 1), (6, 1), (3, 2), (6, 2), (6, 5)]:
        mag[cause, effect], mag[effect, cause] = ARROW, TAIL
    marks = fci(MSeparation(mag)).pag.marks
    assert (marks[1, 0], marks[0, 1]) == (ARROW, TAIL)
    assert (marks[1, 6], marks[6, 1]) == (CIRCLE, CIRCLE)


def test_a_separating_set_beyond_the_neighbours_is_found() -> None:
    # Some pair here is separated by no set of neighbours of either end.
    mag = np.array(BEYOND, dtype=np.int8)
    assert (fci(MSeparation(mag), max_possible=0).skeleton == 1).sum() > (mag != NONE).sum()
    np.testing.assert_array_equal(fci(MSeparation(mag)).skeleton == 1, mag != NONE)


def test_selection_rules_fire_on_a_ring_of_circles() -> None:
    # Four nodes in a ring without chords: no DAG and no hidden cause explains it, selection of rows does.
    ring = np.zeros((4, 4), dtype=np.int8)
    for k in range(4):
        ring[k, (k + 1) % 4] = ring[(k + 1) % 4, k] = CIRCLE
    never = np.zeros((4, 4, 4), dtype=bool)
    orientation = Orientation(ring.copy(), ring != NONE, never, lambda *_: None)
    rule_5(orientation)
    assert (orientation.marks[ring != NONE] == TAIL).all()


def test_a_node_with_an_undirected_edge_gets_no_arrowhead() -> None:
    marks = np.array([[0, TAIL, 0], [TAIL, 0, CIRCLE], [0, CIRCLE, 0]], dtype=np.int8)
    orientation = Orientation(marks, marks != NONE, np.zeros((3, 3, 3), dtype=bool), lambda *_: None)
    rule_6(orientation)
    assert orientation.marks[2, 1] == TAIL


def test_rule_seven_puts_a_tail_behind_a_tail() -> None:
    marks = np.array([[0, CIRCLE, 0], [TAIL, 0, CIRCLE], [0, CIRCLE, 0]], dtype=np.int8)
    orientation = Orientation(marks, marks != NONE, np.zeros((3, 3, 3), dtype=bool), lambda *_: None)
    rule_7(orientation)
    assert orientation.marks[2, 1] == TAIL


def test_tiers_put_arrowheads_and_leave_hidden_causes_possible() -> None:
    chain = [[1.0, 0.6], [0.6, 1.0]]
    space = SearchSpace(["mood", "age"], tiers=[["age"], ["mood"]])
    marks = fci(FisherZ(chain, 500), space=space).pag.marks
    assert marks.tolist() == [[0, CIRCLE], [ARROW, 0]]  # age o→ mood


def test_a_required_edge_is_a_cause_and_is_not_tested() -> None:
    apart = np.eye(2)
    space = SearchSpace(["dose", "relief"], required=[("dose", "relief")])
    result = fci(FisherZ(apart, 500), space=space)
    assert str(result.pag) == "dose → relief"
    assert result.n_tests == 0


def test_no_arrow_of_any_search_runs_against_the_tiers(rng: np.random.Generator) -> None:
    dag = np.triu(rng.random((8, 8)) < 0.4, 1).astype(np.int8)
    correlation = gaussian_of(dag, rng)
    space = SearchSpace(range(8), tiers=[[5, 6, 7], [0, 1, 2, 3, 4]])
    test, score = FisherZ(correlation, 300), GaussianBIC(correlation, 300)
    for result in (fci(test, space=space), boss_fci(score, test, space=space)):
        for later, earlier in product(range(5), range(5, 8)):
            assert result.pag.marks[earlier, later] in (NONE, ARROW)


@pytest.mark.parametrize("seed", range(6))
def test_boss_fci_ends_in_the_same_marks_where_the_sample_is_large(seed: int) -> None:
    rng = np.random.default_rng(seed)
    dag = np.triu(rng.random((7, 7)) < 0.4, 1).astype(np.int8)
    seen = gaussian_of(dag, rng)[1:, 1:]
    n_rows = 10_000_000
    found = boss_fci(GaussianBIC(seen, n_rows), FisherZ(seen, n_rows), alpha=1e-6)
    np.testing.assert_array_equal(found.pag.marks, fci(FisherZ(seen, n_rows), alpha=1e-6).pag.marks)


def test_the_hidden_cause_of_four_columns_is_told(rng: np.random.Generator) -> None:
    # a → c ← hidden → d ← b: an arrow between c and d would need one of them to cause the other.
    dag = np.zeros((5, 5), dtype=np.int8)
    dag[0, 2] = dag[1, 3] = dag[4, 2] = dag[4, 3] = 1
    correlation = gaussian_of(dag, rng)[:4, :4]
    assert fci(FisherZ(correlation, 3000)).pag.symbol(2, 3) == "↔"


@pytest.mark.parametrize("method", ["fci", "bossfci"])
def test_a_frame_gives_marks_with_its_names(method: str) -> None:
    dag = np.array([[0, 0, 1], [0, 0, 1], [0, 0, 0]])
    data = ordag.simulate.ordinal_data(dag, 1500, 4, rng=2)
    frame = data.frame.set_axis(["diet", "genes", "weight"], axis=1)
    frame.iloc[::7, 0] = None
    learned = ordag.learn(frame, method, alpha=0.01)
    assert learned.pag is not None
    assert str(learned.pag) == "diet o→ weight\ngenes o→ weight"
    assert learned.adjacency is None
    assert learned.edges_frame()["meaning"].str.contains("does not cause").all()


def test_a_bootstrap_counts_marks() -> None:
    dag = np.array([[0, 0, 1], [0, 0, 1], [0, 0, 0]])
    data = ordag.simulate.ordinal_data(dag, 800, 4, rng=2)
    found = ordag.bootstrap("fci", data.frame, n_boot=6, n_jobs=1)
    assert found.marks is not None
    assert found.marks.shape == (6, 3, 3)
    frame = found.marks_frame()
    assert (frame["joined"] >= frame[["causes", "is caused", "hidden cause", "open"]].max(axis=1)).all()
    with pytest.raises(InputValueError, match="has no marks"):
        ordag.bootstrap("gpc", data.frame, n_boot=2, n_jobs=1).marks_frame()


def test_stored_replicates_keep_their_marks(tmp_path) -> None:
    data = ordag.simulate.ordinal_data(np.array([[0, 1, 0], [0, 0, 1], [0, 0, 0]]), 300, 3, rng=2)
    store = tmp_path / "replicates.jsonl"
    first = ordag.bootstrap("fci", data.frame, n_boot=3, n_jobs=1, store=store)
    again = ordag.bootstrap("fci", data.frame, n_boot=3, n_jobs=1, store=store)
    np.testing.assert_array_equal(first.marks, again.marks)


def test_wrong_options_are_refused() -> None:
    test = FisherZ(np.eye(3), 100)
    with pytest.raises(InputValueError, match="orientation"):
        fci(test, orientation="ranked")
    with pytest.raises(InputValueError, match="alpha"):
        fci(test, alpha=1.5)
    with pytest.raises(InputValueError, match="max_possible"):
        fci(test, max_possible=-1)
    with pytest.raises(InputValueError, match="max_parents"):
        fci(test, space=SearchSpace(range(3), max_parents=1))
