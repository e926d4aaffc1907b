"""PCART against the enumeration of all trees, and what it refuses."""

import pickle
import time
from concurrent.futures import ThreadPoolExecutor
from math import log

import numpy as np
import pytest

from ordag.errors import InputTypeError, InputValueError
from ordag.scores import PCART
from reference import decision_trees as twin

TOLERANCE = 1e-9  # sums of a few hundred log-gamma values


def tiny_table(rng, n_levels, n_rows=40):
    """Rows in which the last column follows the first."""
    codes = np.column_stack([rng.integers(n, size=n_rows) for n in n_levels])
    copied = rng.random(n_rows) < 0.6
    codes[copied, -1] = codes[copied, 0] % n_levels[-1]
    return codes


@pytest.mark.parametrize("level_counts", [[2], [4], [2, 2], [3, 2], [3, 3], [2, 2, 2]])
@pytest.mark.parametrize("ordinal", [False, True])
def test_normaliser_sums_over_all_trees(level_counts, ordinal):
    n_levels = [2, *level_counts]
    score = PCART(np.zeros((1, len(n_levels)), dtype=int), n_levels, predictors="ordinal" if ordinal else "categorical")
    tree = score.tree(0, range(1, len(n_levels)))
    assert len(tree.leaves) == 1  # one row is not worth a split
    expected = log(twin.leaf_penalty(level_counts, ordinal)) - twin.log_normaliser(level_counts, ordinal)
    assert tree.structure_score == pytest.approx(expected, abs=TOLERANCE)


@pytest.mark.parametrize("n_levels", [(2, 3), (4, 3), (2, 2, 4), (3, 3, 3), (2, 2, 2, 2)])
@pytest.mark.parametrize("predictors", ["categorical", "ordinal"])
def test_categorical_score_is_that_of_the_best_of_all_trees(rng, n_levels, predictors):
    codes, node = tiny_table(rng, n_levels), len(n_levels) - 1
    score = PCART(codes, n_levels, alpha=0.7, predictors=predictors)
    expected = twin.best_score(
        codes, n_levels, node, range(node), lambda n: twin.categorical_leaf(n, 0.7), predictors == "ordinal"
    )
    assert score.local(node, range(node)) == pytest.approx(expected, abs=TOLERANCE)


@pytest.mark.parametrize("n_levels", [(4, 3), (2, 2, 4), (3, 3, 3)])
@pytest.mark.parametrize("reference", [False, True])
def test_ordinal_score_is_that_of_the_best_of_all_trees(rng, n_levels, reference):
    codes, node = tiny_table(rng, n_levels), len(n_levels) - 1
    score = PCART(codes, n_levels, alpha=0.7, kappa=0.4, response="ordinal", reference=reference)
    expected = twin.best_score(
        codes, n_levels, node, range(node), lambda n: twin.ordinal_leaf(n, 0.7, 0.4, arrangements=reference)
    )
    assert score.local(node, range(node)) == pytest.approx(expected, abs=TOLERANCE)


def test_without_parents_the_score_is_the_marginal_likelihood_alone(rng):
    codes = rng.integers(3, size=(25, 2))
    counts = np.bincount(codes[:, 0], minlength=3).tolist()
    score = PCART(codes, [3, 3], alpha=1.5)
    assert score.local(0, []) == pytest.approx(twin.categorical_leaf(counts, 1.5), abs=TOLERANCE)


def test_leaves_of_the_best_tree_cover_every_cell_once(rng):
    n_levels = (3, 4, 3)
    codes = tiny_table(rng, n_levels, n_rows=300)
    tree = PCART(codes, n_levels, alpha=0.1).tree(2, [0, 1])
    assert len(tree.leaves) > 1
    covered = sum(len(leaf.levels[0]) * len(leaf.levels[1]) for leaf in tree.leaves)
    cells = np.array([[a, b, 0] for a in range(3) for b in range(4)])
    assert covered == len(cells)
    assert (tree.leaf_of(cells) >= 0).all()
    assert np.sum([leaf.counts for leaf in tree.leaves]) == len(codes)


def test_best_tree_has_the_score_of_the_family(rng):
    n_levels = (3, 4, 3)
    codes = tiny_table(rng, n_levels, n_rows=300)
    score = PCART(codes, n_levels, response="ordinal")
    assert score.tree(2, [0, 1]).score == pytest.approx(score.local(2, [0, 1]), abs=TOLERANCE)


def test_split_by_order_never_separates_neighbours_around_a_level(rng):
    codes = np.repeat([[0, 0], [1, 1], [2, 0]], 30, axis=0)
    by_set = PCART(codes, [3, 2]).tree(1, [0])
    by_order = PCART(codes, [3, 2], predictors="ordinal").tree(1, [0])
    assert {leaf.levels[0] for leaf in by_set.leaves} == {frozenset({0, 2}), frozenset({1})}
    assert {leaf.levels[0] for leaf in by_order.leaves} == {frozenset({0}), frozenset({1}), frozenset({2})}


@pytest.mark.parametrize("response", ["categorical", "ordinal"])
def test_predictive_probability_is_the_ratio_of_marginal_likelihoods(response):
    codes = np.repeat([[0], [1], [2], [3]], [5, 0, 2, 9], axis=0)
    score = PCART(codes, [4], alpha=0.6, response=response)
    longer = PCART(np.vstack([codes, [[1]]]), [4], alpha=0.6, response=response)
    predicted = score.log_predictive(score.tree(0, []), np.array([[1]]))
    assert predicted[0] == pytest.approx(longer.local(0, []) - score.local(0, []), abs=TOLERANCE)


def test_three_four_level_parents_and_500_rows_take_under_5_milliseconds(rng):
    codes = rng.integers(4, size=(500, 4))
    seconds = []
    for _ in range(10):
        score = PCART(codes, [4] * 4, response="ordinal")  # a fresh one, since scores are remembered
        score.local(0, [])
        start = time.thread_time()  # of the processor, so that a busy machine changes little
        score.local(0, [1, 2, 3])
        seconds.append(time.thread_time() - start)
    assert min(seconds) < 5e-3


def test_threads_that_share_a_score_get_the_trees_of_one_thread(rng):
    n_nodes = 6
    score = PCART(rng.integers(0, 4, (1000, n_nodes)), [4] * n_nodes)
    families = [[int(node) for node in rng.permutation(n_nodes)[:k]] for k in rng.integers(2, 5, 60)]

    def tree(family):
        return score.tree(family[0], family[1:])

    alone = [tree(family) for family in families]
    with ThreadPoolExecutor(4) as threads:
        assert list(threads.map(tree, families * 4)) == alone * 4


def test_a_used_score_can_be_pickled(rng):
    score = PCART(rng.integers(3, size=(50, 3)), [3] * 3, response="ordinal")
    before = score.local(0, [1, 2]), score.tree(0, [1, 2])
    again = pickle.loads(pickle.dumps(score))
    assert (again.local(0, [1, 2]), again.tree(0, [1, 2])) == before


def test_too_many_parent_levels_are_refused(rng):
    score = PCART(rng.integers(10, size=(20, 4)), [10] * 4)
    with pytest.raises(ValueError, match="too many levels"):
        score.local(0, [1, 2, 3])


def test_a_missing_entry_is_refused_by_row():
    codes = np.array([[0, 1], [1, -1], [-1, 0]])
    with pytest.raises(InputValueError, match=r"row 1, column 1 holds -1, a missing entry \(2 in all\)"):
        PCART(codes, [2, 2])


@pytest.mark.parametrize(
    ("codes", "error", "message"),
    [
        ([[0.0, 1.0], [1.0, 0.5]], InputTypeError, "codes have dtype float64"),
        ([[np.nan, 0.0], [1.0, 1.0]], InputTypeError, "codes have dtype float64"),
        ([[0, 0], [5, 1]], InputValueError, "column 0 has 2 levels; it holds the code 5"),
        ([[0, 0], [1]], InputValueError, "rows all have the same length"),
    ],
)
def test_codes_that_are_none_are_refused(codes, error, message):
    with pytest.raises(error, match=message):
        PCART(codes, [2, 2])


@pytest.mark.parametrize(
    "options", [{"alpha": 0.0}, {"kappa": -1.0}, {"response": "nominal"}, {"predictors": "sorted"}]
)
def test_options_out_of_range_are_refused(options):
    with pytest.raises(InputValueError, match=next(iter(options))):
        PCART(np.zeros((3, 1), dtype=int), [2], **options)


@pytest.mark.parametrize(("node", "parents"), [(2, [0]), (-1, [0]), (0, [2]), (0, [0]), (0, [1, 1])])
def test_trees_of_no_family_are_refused(node, parents):
    with pytest.raises(InputValueError, match="is no family"):
        PCART(np.array([[0, 1], [1, 0]]), [2, 2]).tree(node, parents)
