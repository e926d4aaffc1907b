import pickle
from dataclasses import replace

import numpy as np
import pytest

from ordag.data import OrdinalTable, encode
from ordag.errors import InputValueError, RepairWarning


def table_with(codes: np.ndarray, continuous: np.ndarray, weights: np.ndarray | None = None) -> OrdinalTable:
    """Two ordinal columns and one continuous."""
    full = np.column_stack([codes, np.where(np.isnan(continuous), -1, 0)])
    levels = ((0, 1, 2), (0, 1, 2), ())
    kinds = ("ordinal", "ordinal", "continuous")
    return OrdinalTable(("a", "b", "c"), kinds, levels, full, continuous[:, None], weights)


def test_arrays_are_read_only() -> None:
    table = OrdinalTable.from_codes([[0, 1], [1, 0]])
    with pytest.raises(ValueError, match="read-only"):
        table.codes[0, 0] = 1


def test_a_pickled_table_comes_back_whole_and_read_only() -> None:
    table = encode({"a": [0, 1, 2], "b": [1, 0, 1]}, weights=[1, 2, 3])
    copy = pickle.loads(pickle.dumps(table))
    assert (copy.names, copy.levels, copy.kinds) == (table.names, table.levels, table.kinds)
    np.testing.assert_array_equal(copy.codes, table.codes)
    np.testing.assert_array_equal(copy.weights, table.weights)
    assert not copy.codes.flags.writeable


def test_a_table_does_not_freeze_the_array_it_was_made_from() -> None:
    codes = np.zeros((2, 2), dtype=np.int16, order="F")
    OrdinalTable(("a", "b"), ("binary", "binary"), ((0, 1), (0, 1)), codes, np.empty((2, 0)))
    codes[0, 0] = 1
    assert codes[0, 0] == 1


def test_a_table_keeps_what_it_was_made_from() -> None:
    codes, weights = np.zeros((2, 2), dtype=np.int16, order="F"), np.ones(2)
    continuous = np.zeros((2, 1))
    names, kinds, levels = ("a", "b"), ("binary", "continuous"), ((0, 1), ())
    table = OrdinalTable(names, kinds, levels, codes, continuous, weights)
    codes[0, 0], continuous[0, 0], weights[0] = 1, 1.0, 5.0
    assert (table.codes[0, 0], table.continuous[0, 0], table.weights[0]) == (0, 0.0, 1.0)


def test_tables_made_from_each_other_share_their_codes() -> None:
    table = OrdinalTable.from_codes([[0, 1], [1, 0]])
    assert np.shares_memory(replace(table, weights=np.ones(2)).codes, table.codes)


def test_codes_are_stored_column_after_column() -> None:
    assert OrdinalTable.from_codes(np.zeros((3, 4), dtype=int), levels=[(0, 1)] * 4).codes.flags.f_contiguous


def test_missing_mask_covers_all_kinds() -> None:
    table = table_with(np.array([[0, -1], [1, 2]]), np.array([0.5, np.nan]))
    assert table.missing.tolist() == [[False, True, False], [False, False, True]]


def test_a_table_knows_its_shape_and_levels() -> None:
    table = table_with(np.array([[0, -1], [1, 2]]), np.array([0.5, np.nan]))
    assert (table.n_rows, table.n_columns, table.n_levels) == (2, 3, (3, 3, 0))


def test_repr_counts_kinds() -> None:
    table = encode({"a": [0, 1, 2], "b": [0, 1, 1]})
    assert repr(table) == "OrdinalTable(3 rows, 2 columns: 1 ordinal, 1 binary)"


def test_distinct_agrees_with_numpy_on_rows(rng: np.random.Generator) -> None:
    codes = rng.integers(-1, 3, (200, 2))
    continuous = rng.choice([0.0, 1.5, np.nan], 200)
    table = table_with(codes, continuous)
    values = ["missing" if np.isnan(value) else value for value in continuous]
    rows = [(*map(int, code), value) for code, value in zip(codes, values, strict=True)]
    first = {row: k for k, row in reversed(list(enumerate(rows)))}
    distinct = table.distinct()
    assert sorted(first.values()) == distinct.index.tolist()
    assert [rows.count(rows[k]) for k in distinct.index] == distinct.counts.tolist()
    assert [rows[distinct.index[g]] for g in distinct.inverse] == rows


def test_distinct_survives_more_columns_than_fit_in_a_word(rng: np.random.Generator) -> None:
    base = rng.integers(0, 7, (40, 120))
    picked = rng.integers(0, 40, 500)
    table = OrdinalTable.from_codes(base[picked], levels=[range(7)] * 120)
    distinct = table.distinct()
    assert len(distinct.index) == len(np.unique(picked))
    np.testing.assert_array_equal(table.codes[distinct.index][distinct.inverse], table.codes)


def test_distinct_counts_add_weights() -> None:
    table = encode({"a": [0, 1, 0]}, weights=[0.5, 2, 3])
    assert table.distinct().counts.tolist() == [3.5, 2]


def test_rows_keep_levels_and_weights() -> None:
    table = encode({"a": [0, 1, 2], "b": [1, 0, 1]}, weights=[1, 2, 3])
    part = table.rows([2, 2, 0])
    assert part.codes.tolist() == [[2, 1], [2, 1], [0, 1]]
    assert part.levels == table.levels
    assert part.weights is not None
    assert part.weights.tolist() == [3, 3, 1]


def test_rows_take_a_mask() -> None:
    table = encode({"a": [0, 1, 2], "b": [1, 0, 1]})
    assert table.rows(np.array([True, False, True])).codes[:, 0].tolist() == [0, 2]


def test_merging_does_nothing_when_all_levels_are_observed() -> None:
    table = encode({"a": [0, 1, 2]})
    merged = table.merged()
    assert merged.table is table
    assert merged.new_codes[0].tolist() == [0, 1, 2]


def test_merging_names_the_levels_and_joins_lower_neighbours() -> None:
    levels = [["none", "low", "medium", "high", "top"], [0, 1]]
    table = OrdinalTable.from_codes([[1, 0], [3, 1], [-1, 1]], names=["pain", "sad"], levels=levels)
    with pytest.warns(RepairWarning) as said:
        merged = table.merged()
    assert str(said[0].message) == (
        "declared but unobserved levels are merged with their neighbours: 'none', 'medium', 'top' of column 'pain'. "
        "To silence this, declare only levels that occur."
    )
    assert merged.table.levels == (("low", "high"), (0, 1))
    assert merged.table.kinds == ("binary", "binary")
    assert merged.new_codes[0].tolist() == [0, 0, 0, 1, 1]
    assert merged.table.codes.tolist() == [[0, 0], [1, 1], [-1, 1]]


def test_merging_leaves_continuous_columns_alone() -> None:
    table = table_with(np.array([[0, 2], [2, 1], [2, 0]]), np.array([0.5, np.nan, 1.0]))
    with pytest.warns(RepairWarning, match="1 of column 'a'"):
        merged = table.merged()
    assert merged.table.kinds == ("binary", "ordinal", "continuous")
    assert merged.new_codes[2].tolist() == []
    assert merged.table.codes[:, 2].tolist() == [0, -1, 0]


def test_a_level_that_only_rows_of_weight_zero_hold_is_merged() -> None:
    table = encode({"a": [0, 1, 2, 1], "b": [0, 1, 0, 1]}, weights=[1, 1, 0, 1])
    with pytest.warns(RepairWarning, match="2 of column 'a'"):
        merged = table.merged()
    assert merged.table.levels == ((0, 1), (0, 1))
    assert merged.table.codes[:, 0].tolist() == [0, 1, 1, 1]


def test_a_column_that_varies_in_rows_of_weight_zero_alone_is_refused() -> None:
    table = encode({"a": [0, 0, 1], "b": [0, 1, 0]}, weights=[1, 1, 0])
    with pytest.raises(InputValueError, match=r"column 'a' has 1 observed level \(0\)"):
        table.merged()


def test_a_column_observed_in_rows_of_weight_zero_alone_is_refused() -> None:
    table = encode({"a": [None, None, 1, 0], "b": [0, 1, 0, 1]}, weights=[1, 1, 0, 0])
    with pytest.raises(InputValueError, match="column 'a' has no observed level"):
        table.merged()
