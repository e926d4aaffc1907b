"""Edges of the conditional-independence tests: too little data, matrices that are no correlations, wrong input."""

from itertools import permutations

import numpy as np
import pandas as pd
import pytest

import ordag
from ordag.data import OrdinalTable, encode
from ordag.errors import ConvergenceWarning, InputTypeError, InputValueError
from ordag.independence import (
    FisherZ,
    GSquared,
    JonckheereTerpstra,
    SymmetricLRT,
    copula_correlation,
    native_of,
    pearson_correlation,
)


def test_too_few_rows_speak_for_independence() -> None:
    assert FisherZ(np.array([[1, 0.9], [0.9, 1]]), 3).p_value(0, 1) == 1.0


def test_fewer_than_ten_rows_per_degree_of_freedom_speak_for_independence() -> None:
    codes = np.repeat([[0, 0], [1, 1]], 20, axis=0)  # 40 rows, 1 degree of freedom
    assert GSquared(codes).p_value(0, 1) < 1e-6
    assert GSquared(codes[15:24]).p_value(0, 1) == 1.0
    assert GSquared(codes[15:24], min_rows_per_df=9).p_value(0, 1) < 0.01


def test_a_constant_column_is_independent_of_everything() -> None:
    codes = np.column_stack([np.zeros(50, dtype=int), np.tile([0, 1], 25)])
    assert GSquared(codes).p_value(0, 1) == 1.0
    assert JonckheereTerpstra(codes).p_value(0, 1) == 1.0


def test_perfect_correlation_has_a_finite_test() -> None:
    assert 0 <= FisherZ(np.ones((2, 2)), 50).p_value(0, 1) < 1e-100


def test_undefined_partial_correlations_count_as_zero() -> None:
    indefinite = np.array([[1, 0.9, -0.9], [0.9, 1, 0.9], [-0.9, 0.9, 1]])
    test = FisherZ(np.pad(indefinite, (0, 1)) + np.diag([0, 0, 0, 1.0]), 100)
    assert test.partial_correlation(1, 3, [0, 2]) == 0.0
    assert test.p_value(1, 3, [0, 2]) == 1.0


def test_a_singular_conditioning_set_counts_once() -> None:
    correlation = np.array([[1, 0.5, 0.5, 0.5], [0.5, 1, 0.5, 0.5], [0.5, 0.5, 1, 1], [0.5, 0.5, 1, 1]])
    test = FisherZ(correlation, 100)
    assert test.partial_correlation(0, 1, [2, 3]) == pytest.approx(test.partial_correlation(0, 1, [2]))


def test_effective_sizes_are_averaged_over_the_pairs_of_a_test() -> None:
    correlation = np.array([[1, 0.3, 0.2], [0.3, 1, 0.1], [0.2, 0.1, 1]])
    sizes = np.array([[100, 40, 60], [40, 100, 80], [60, 80, 100.0]])
    assert FisherZ(correlation, sizes).p_value(0, 1) == FisherZ(correlation, 40).p_value(0, 1)
    assert FisherZ(correlation, sizes).p_value(0, 1, [2]) == FisherZ(correlation, 60).p_value(0, 1, [2])


@pytest.mark.parametrize(
    ("correlation", "n_rows", "message"),
    [
        (np.ones((2, 3)), 10, "correlation must be a square matrix without NaN"),
        ([[1, np.nan], [np.nan, 1]], 10, "without NaN"),
        ([[1, 0.5], [0.1, 1]], 10, "correlation must be symmetric"),
        ([[1, np.inf], [np.inf, 1]], 10, "correlation must be finite"),
        (np.eye(2), None, "n_rows is nan; it must be zero or more"),
        (np.eye(2), -5, "n_rows is -5.0; it must be zero or more"),
        (np.eye(2), np.ones((3, 3)), r"n_rows must be one number or have shape \(2, 2\)"),
    ],
)
def test_matrices_are_checked(correlation: object, n_rows: object, message: str) -> None:
    with pytest.raises(InputValueError, match=message):
        FisherZ(correlation, n_rows)


def test_codes_are_checked() -> None:
    with pytest.raises(InputTypeError, match="codes have dtype float64; integers from -1"):
        GSquared(np.zeros((3, 2)))
    with pytest.raises(InputValueError, match="column 0 has 2 levels; it holds the code 4"):
        GSquared(np.full((3, 2), 4), [2, 2])
    with pytest.raises(InputValueError, match="one entry for each of 2 columns"):
        JonckheereTerpstra(np.zeros((3, 2), dtype=int), [2])
    with pytest.raises(InputValueError, match="min_rows_per_df is -1; it must be zero or more"):
        GSquared(np.zeros((3, 2), dtype=int), min_rows_per_df=-1)


@pytest.mark.parametrize("dtype", [np.uint8, np.uint64, np.int8, np.bool_])
def test_codes_may_be_integers_of_any_type(dtype: type, rng: np.random.Generator) -> None:
    codes = rng.integers(0, 2, (200, 3))
    for kind in (GSquared, JonckheereTerpstra):
        assert kind(codes.astype(dtype)).p_value(0, 1, [2]) == kind(codes).p_value(0, 1, [2])


def test_the_largest_code_of_a_type_is_a_level_too() -> None:
    codes = np.array([[127, 0], [0, 1], [1, 0]], dtype=np.int8)
    assert GSquared(codes).n_levels == (128, 2)


def test_a_column_without_entries_correlates_with_nothing() -> None:
    correlation, n_rows = pearson_correlation([[1, np.nan], [2, np.nan]])
    np.testing.assert_array_equal(correlation, np.eye(2))
    np.testing.assert_array_equal(n_rows, [[2, 0], [0, 0]])


@pytest.mark.parametrize("nodes", [(0, 0, []), (0, 1, [1]), (0, 5, []), (-1, 1, []), (0, 1.7, [])])
def test_nodes_are_checked(nodes: tuple) -> None:
    with pytest.raises(InputValueError, match="must be distinct nodes from 0 to 2"):
        FisherZ(np.eye(3), 10).p_value(*nodes)


def test_what_is_no_test_is_refused() -> None:
    with pytest.raises(InputTypeError, match="test must have n_nodes and p_value"):
        native_of(object())


@pytest.mark.parametrize(("target", "predictors"), [(3, [0]), (-1, [0]), (0, [3]), (0, [0]), (0, [1, 1])])
def test_regressions_of_nodes_that_are_not_there_are_refused(target: int, predictors: list[int]) -> None:
    test = SymmetricLRT(OrdinalTable.from_codes([[0, 1, 0], [1, 0, 0], [0, 0, 1], [1, 1, 1]]))
    with pytest.raises(InputValueError, match="target and predictors must be distinct nodes from 0 to 2"):
        test.log_likelihood(target, predictors)


def test_a_continuous_target_has_no_proportional_odds() -> None:
    table = encode({"a": [0.5, 1.2, 2.2, 3.1], "b": [0, 1, 0, 1]}, kinds={"a": "continuous"})
    with pytest.raises(InputValueError, match="node 0 is continuous"):
        SymmetricLRT(table).log_likelihood(0, [1])


def test_nodes_that_others_determine_depend_on_nothing_else(rng: np.random.Generator) -> None:
    parts = rng.integers(1, 5, (400, 3)).astype(float)
    values = np.column_stack([parts, parts.sum(axis=1), parts @ [3, 2, 1]])
    for order in permutations(range(5)):
        test = FisherZ(*pearson_correlation(values[:, order]))
        place = [order.index(node) for node in range(5)]
        assert test.partial_correlation(place[3], place[4], place[:3]) == 0.0


def test_a_score_that_others_add_up_to_depends_on_nothing_else(rng: np.random.Generator) -> None:
    a, b = rng.integers(0, 3, (2, 400))
    frame = pd.DataFrame({"a": a, "b": b, "sum": (a + b).astype(float), "y": np.clip(a + b - 1, 0, 2)})
    for order in permutations(range(4)):
        test = SymmetricLRT(encode(frame.iloc[:, list(order)], kinds={"sum": "continuous", "y": "ordinal"}))
        place = [order.index(node) for node in range(4)]
        assert test.p_value(place[2], place[3], place[:2]) == 1.0
        assert test.p_value(place[3], place[2], place[:2]) == 1.0


def test_columns_that_are_constant_where_both_are_seen_do_not_correlate() -> None:
    n_apart = 37
    hole, varied = np.full(n_apart, np.nan), np.arange(n_apart) % 3
    values = np.column_stack([np.r_[np.ones(30), varied, hole], np.r_[np.full(30, 2.0), hole, varied]])
    assert pearson_correlation(values)[0][0, 1] == 0.0


def test_equal_continuous_entries_get_equal_normal_scores(rng: np.random.Generator) -> None:
    zero_inflated = np.maximum(rng.normal(size=1000), 0)
    table = encode(pd.DataFrame({"a": zero_inflated, "b": zero_inflated}), kinds={"a": "continuous", "b": "continuous"})
    assert copula_correlation(table, rng, n_draws=20, n_burn_in=10).mean[0, 1] > 0.99


def test_columns_never_seen_together_are_not_joined_by_the_copula(rng: np.random.Generator) -> None:
    values = rng.integers(0, 3, (300, 2)).astype(float)
    values[:150, 0] = values[150:, 1] = np.nan
    with pytest.warns(ConvergenceWarning, match=r"'V1' and 'V2' are both observed in 0 rows only.*n_draws=20000"):
        learned = ordag.learn(pd.DataFrame(values, columns=["V1", "V2"]), "cpc")
    assert learned.cpdag.sum() == 0
