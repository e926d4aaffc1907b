"""BDe, BGe, PCART and OPCART behind `ordag.learn`."""

import numpy as np
import pytest

import ordag
from ordag.data import OrdinalTable
from ordag.errors import InputValueError
from ordag.graphs import skeleton
from ordag.learners.prediction import log_predictive

METHODS = ["bde", "bge", "pcart", "opcart"]
NAMES = ["cause", "middle", "effect", "apart"]


@pytest.fixture(scope="module")
def table():
    """A chain cause → middle → effect of three-level columns, and one that has nothing to do with it."""
    rng = np.random.default_rng(7)
    cause = rng.integers(3, size=600)
    middle = np.where(rng.random(600) < 0.8, cause, rng.integers(3, size=600))
    effect = np.where(rng.random(600) < 0.8, middle, rng.integers(3, size=600))
    return OrdinalTable.from_codes(np.column_stack([cause, middle, effect, rng.integers(3, size=600)]), names=NAMES)


@pytest.mark.parametrize("method", METHODS)
def test_chain_is_found_and_the_rest_left_apart(table, method):
    learned = ordag.learn(table, method)
    np.testing.assert_array_equal(skeleton(learned.cpdag), [[0, 1, 0, 0], [1, 0, 1, 0], [0, 1, 0, 0], [0, 0, 0, 0]])
    assert learned.adjacency is not None
    assert learned.score is not None


@pytest.mark.parametrize("method", METHODS)
def test_equal_seeds_give_equal_graphs(table, method):
    first, second = (ordag.learn(table, method, random_state=3) for _ in range(2))
    np.testing.assert_array_equal(first.adjacency, second.adjacency)
    assert first.score == second.score


@pytest.mark.parametrize(("method", "options"), [*((name, {}) for name in METHODS), ("hc", {"n_boot": 5})])
def test_the_class_has_no_arrow_that_the_constraints_rule_out(table, method, options):
    """Data leave both directions of the chain open, tiers do not."""
    learned = ordag.learn(table, method, tiers=[["cause"], ["middle"], ["effect"]], **options)
    np.testing.assert_array_equal(learned.cpdag, [[0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 0], [0, 0, 0, 0]])


@pytest.mark.parametrize("method", METHODS)
def test_required_and_forbidden_edges_and_tiers_are_honoured(table, method):
    learned = ordag.learn(
        table,
        method,
        required=[("apart", "effect")],
        forbidden=[("cause", "middle"), ("middle", "cause")],
        tiers=[["effect", "apart"], ["cause", "middle"]],
    )
    assert learned.adjacency[3, 2] == 1
    assert learned.adjacency[0, 1] == learned.adjacency[1, 0] == 0
    assert not learned.adjacency[:2, 2:].any()


@pytest.mark.parametrize("method", METHODS)
def test_limit_on_parents_of_the_space_is_honoured(table, method):
    space = ordag.search.SearchSpace(NAMES, required=[("apart", "effect")], max_parents=1)
    learned = ordag.learn(table, method, space=space)
    assert learned.adjacency.sum(axis=0).max() == 1


@pytest.mark.parametrize("method", [*METHODS, "osem"])
def test_limit_on_parents_is_an_option_of_the_method(table, method):
    learned = ordag.learn(table, method, required=[("apart", "effect")], max_parents=1)
    assert learned.adjacency[3, 2] == 1
    assert learned.adjacency.sum(axis=0).max() == 1


@pytest.mark.parametrize("method", METHODS)
def test_missing_entries_are_refused(table, method):
    codes = table.codes.copy()
    codes[5, 1] = -1
    with pytest.raises(InputValueError, match="'middle' has missing values"):
        ordag.learn(OrdinalTable.from_codes(codes, names=NAMES), method)


@pytest.mark.parametrize("method", METHODS)
def test_learned_network_predicts_new_rows_better_than_an_empty_one(table, method):
    train, test = table.rows(np.arange(400)), table.rows(np.arange(400, 600))
    nothing = [(a, b) for a in NAMES for b in NAMES if a != b]
    learned, empty = (ordag.learn(train, method, forbidden=ruled_out) for ruled_out in ([], nothing))
    gain = log_predictive(learned, train, test) - log_predictive(empty, train, test)
    assert gain.shape == (200,)
    assert gain.mean() > 0.5


@pytest.mark.parametrize("method", METHODS)
def test_predicted_probabilities_sum_to_one_over_all_cells(table, method):
    learned = ordag.learn(table, method)
    cells = np.stack(np.meshgrid(*[np.arange(3)] * 4, indexing="ij"), axis=-1).reshape(-1, 4)
    probability = np.exp(log_predictive(learned, table, OrdinalTable.from_codes(cells, names=NAMES)))
    # BGe's are integrated numerically
    assert probability.sum() == pytest.approx(1.0, abs=1e-3 if method == "bge" else 1e-10)


def test_prediction_is_refused_for_a_method_without_a_dag(table):
    learned = ordag.learn(table, "gpc")
    with pytest.raises(InputValueError, match="gpc"):
        log_predictive(learned, table, table)


def test_prediction_is_refused_for_other_levels(table):
    learned = ordag.learn(table, "pcart")
    other = OrdinalTable.from_codes(np.minimum(table.codes, 1), names=NAMES)
    with pytest.raises(InputValueError, match="same columns and declared levels"):
        log_predictive(learned, table, other)


def test_trees_of_many_levels_are_refused_with_the_way_out(rng):
    wide = OrdinalTable.from_codes(rng.permuted(np.tile(np.arange(12), (4, 5)), axis=1).T)
    with pytest.raises(InputValueError, match=r"'x0' \(12 levels\).*predictors='ordinal', merge levels of"):
        ordag.learn(wide, "pcart")
    assert ordag.learn(wide, "pcart", predictors="ordinal").adjacency is not None


def test_repeated_rows_make_bde_dense_unless_parents_are_limited():
    """Copies are predicted from their originals once the parents tell all different rows apart."""
    rng = np.random.default_rng(5)
    once = rng.integers(4, size=(60, 8))
    table = OrdinalTable.from_codes(np.vstack([once, once, once]))
    dense = ordag.learn(table, "bde", chi=0.5)
    sparse = ordag.learn(table, "bde", chi=0.5, max_parents=1)
    assert dense.adjacency.sum() > 8
    assert dense.score > sparse.score
    assert sparse.adjacency.sum(axis=0).max() <= 1
