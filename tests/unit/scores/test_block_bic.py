import itertools

import numpy as np
import pytest

from ordag.errors import RequirementError
from ordag.graphs import Blocks, dag_to_cpdag, enumerate_dags
from ordag.scores import BlockBIC, GaussianBIC, PricedBlocks
from ordag.search import boss, exact
from ordag.simulate import random_dag

SIZES = (1, 3, 2, 1)
BLOCKS = Blocks(SIZES)
N_ROWS = 300.0
ROUNDING = 1e-8


def a_correlation(n: int, seed: int) -> np.ndarray:
    return np.corrcoef(np.random.default_rng(seed).normal(size=(3 * n, n)).T)


def log_determinant(matrix: np.ndarray, places: list[int]) -> float:
    return float(np.linalg.slogdet(matrix[np.ix_(places, places)])[1]) if places else 0.0


def by_determinants(correlation: np.ndarray, node: int, parents: tuple[int, ...]) -> float:
    """The local score from its formula."""
    own, given = list(BLOCKS.of(node)), [place for parent in parents for place in BLOCKS.of(parent)]
    left = log_determinant(correlation, own + given) - log_determinant(correlation, given)
    slopes = sum(SIZES[parent] * SIZES[node] for parent in parents)
    return -N_ROWS / 2 * left - np.log(N_ROWS) / 2 * slopes


def families() -> list[tuple[int, tuple[int, ...]]]:
    nodes = range(len(SIZES))
    return [
        (node, parents)
        for node in nodes
        for size in range(len(SIZES))
        for parents in itertools.combinations([other for other in nodes if other != node], size)
    ]


@pytest.mark.parametrize(("node", "parents"), families())
def test_a_local_score_is_a_difference_of_log_determinants(node: int, parents: tuple[int, ...]) -> None:
    correlation = a_correlation(sum(SIZES), 1)
    found = BlockBIC(correlation, SIZES, N_ROWS).local(node, parents)
    assert found == pytest.approx(by_determinants(correlation, node, parents), abs=ROUNDING)


@pytest.mark.parametrize("node", range(len(SIZES)))
def test_gains_are_differences_of_local_scores_whatever_was_asked_before(node: int) -> None:
    score = BlockBIC(a_correlation(sum(SIZES), 2), SIZES, N_ROWS)
    native = score.native()
    others = [other for other in range(len(SIZES)) if other != node]
    for parents in ([], others[:1], others[:2], others[1:2]):
        candidates = [other for other in others if other not in parents]
        gains = native.gains(node, parents, candidates)
        expected = [score.local(node, [*parents, other]) - score.local(node, parents) for other in candidates]
        np.testing.assert_allclose(gains, expected, atol=ROUNDING)


@pytest.mark.parametrize("seed", range(10))
def test_equivalent_graphs_among_variables_score_the_same(seed: int) -> None:
    score = BlockBIC(a_correlation(sum(SIZES), seed), SIZES, N_ROWS)
    dag = random_dag(len(SIZES), 2, rng=seed)
    totals = [score.total(member) for member in enumerate_dags(dag_to_cpdag(dag))]
    assert np.ptp(totals) < ROUNDING


def test_single_coordinates_score_as_without_blocks() -> None:
    correlation = a_correlation(5, 3)
    block, plain = BlockBIC(correlation, [1] * 5, N_ROWS), GaussianBIC(correlation, N_ROWS)
    dag = random_dag(5, 2, rng=4)
    assert block.total(dag) == pytest.approx(plain.total(dag), abs=ROUNDING)


def test_the_order_of_coordinates_inside_a_block_means_nothing() -> None:
    correlation = a_correlation(sum(SIZES), 5)
    turned = [0, 3, 1, 2, 5, 4, 6]
    scores = [BlockBIC(matrix, SIZES, N_ROWS) for matrix in (correlation, correlation[np.ix_(turned, turned)])]
    dag = random_dag(len(SIZES), 2, rng=6)
    assert scores[0].total(dag) == pytest.approx(scores[1].total(dag), abs=ROUNDING)


def test_searches_find_the_best_graph_among_variables() -> None:
    score = BlockBIC(a_correlation(sum(SIZES), 7), SIZES, N_ROWS)
    assert boss(score).score == pytest.approx(exact(score).score, abs=ROUNDING)


def test_sizes_that_do_not_sum_to_the_coordinates_are_refused() -> None:
    with pytest.raises(RequirementError, match="sum to the 7 coordinates"):
        BlockBIC(a_correlation(7, 1), [1, 3], N_ROWS)


def test_a_singular_block_is_impossible() -> None:
    correlation = np.array([[1.0, 0.5, 0.5], [0.5, 1.0, 1 - 1e-13], [0.5, 1 - 1e-13, 1.0]])
    assert BlockBIC(correlation, [1, 2], N_ROWS).native().local(1, []) == -np.inf


def test_priced_blocks_charge_a_graph_for_all_its_slopes() -> None:
    dag = random_dag(len(SIZES), 2, rng=8)
    priced = PricedBlocks.by_slopes(BLOCKS)
    assert priced.n_charged(BLOCKS.expanded(dag)) == (BLOCKS.n_parameters * dag).sum()
