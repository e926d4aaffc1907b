import warnings
from collections.abc import Callable
from decimal import Decimal
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

from ordag.data import OrdinalTable, encode, encode_like, read
from ordag.errors import InferenceWarning, InputValueError


def quietly(*args: Any, **options: Any) -> OrdinalTable:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", InferenceWarning)
        return encode(*args, **options)


def test_ordered_categoricals_keep_their_declared_levels() -> None:
    column = pd.Categorical(["b", "a", None], categories=["c", "b", "a"], ordered=True)
    table = encode({"x": column, "full": [0, 1, 0]})
    assert table.levels[0] == ("c", "b", "a")
    assert table.codes[:, 0].tolist() == [1, 2, -1]


def test_rows_without_an_answer_are_left_out_and_counted() -> None:
    frame = pd.DataFrame({"a": [0, None, 2, None], "b": [1, np.nan, 0, None]})
    with pytest.warns(InferenceWarning, match=r"^2 rows hold no answer and were left out\.$"):
        table = encode(frame, weights=[1, 2, 3, np.nan])
    assert table.codes.tolist() == [[0, 1], [1, 0]]
    assert table.weights is not None
    assert table.weights.tolist() == [1, 3]


def test_weights_are_counted_with_the_rows_that_are_left_out() -> None:
    frame = pd.DataFrame({"a": [0, None, 2], "b": [1, None, 0]})
    with pytest.raises(InputValueError, match=r"^weights have shape \(2,\); one per row, \(3,\), is needed"):
        encode(frame, weights=[1, 2])
    with pytest.raises(InputValueError, match="all 3 weights are 0"):
        encode(frame, weights=[0, 1, 0])


def test_whole_numbers_become_levels_in_their_order() -> None:
    table = encode({"x": [5, 1, 3, 1]})
    assert table.levels == ((1, 3, 5),)
    assert table.codes[:, 0].tolist() == [2, 0, 1, 0]


def test_whole_floats_with_missing_entries_become_whole_levels() -> None:
    table = encode({"x": [1.0, np.nan, 3.0], "full": [0, 1, 0]})
    assert table.levels[0] == (1, 3)
    assert all(type(label) is int for label in table.levels[0])
    assert table.codes[:, 0].tolist() == [0, -1, 1]


@pytest.mark.parametrize("column", [[True, False, True], [True, None, False]])
def test_booleans_are_binary(column: list[bool | None]) -> None:
    table = encode({"x": column, "full": [0, 1, 0]})
    assert (table.kinds[0], table.levels[0]) == ("binary", (False, True))
    assert table.codes[:, 0].tolist() == [-1 if entry is None else int(entry) for entry in column]


def test_nullable_integers_keep_their_missing_entries() -> None:
    table = encode(pd.DataFrame({"x": pd.array([2, None, 1], dtype="Int64"), "full": [0, 1, 0]}))
    assert table.codes[:, 0].tolist() == [1, -1, 0]


def test_fractions_are_continuous_and_it_is_said() -> None:
    with pytest.warns(InferenceWarning) as said:
        table = encode({"x": [0.5, 1.0, np.nan], "y": [0, 1, 0]})
    assert str(said[0].message) == (
        "inferred, not declared: 'x': continuous because of values that are not whole. Declare it by levels or kinds."
    )
    assert table.kinds == ("continuous", "binary")
    np.testing.assert_array_equal(table.continuous[:, 0], [0.5, 1.0, np.nan])
    assert table.codes[:, 0].tolist() == [0, 0, -1]


def test_many_whole_numbers_are_continuous_and_it_is_said() -> None:
    with pytest.warns(InferenceWarning, match="'a': continuous because of more than 20 distinct values"):
        table = encode({"a": np.append(np.arange(21), 7)})
    assert table.kinds == ("continuous",)


def test_a_column_that_numbers_the_rows_is_set_aside_and_told() -> None:
    with pytest.warns(InferenceWarning, match="set aside: 'id' identifies rows"):
        assert encode({"id": np.arange(101, 131), "a": [0, 1, 1] * 10}).names == ("a",)


def test_declared_kinds_are_not_remarked_on() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        table = encode({"x": [0.5, 1.5, 0.5], "y": np.array([1, 2, 3])}, kinds={"x": "ordinal", "y": "continuous"})
    assert table.kinds == ("binary", "continuous")
    assert table.levels == ((0.5, 1.5), ())


def test_numbers_as_text_are_ordered_as_numbers_and_it_is_said() -> None:
    with pytest.warns(InferenceWarning, match="'x': 2 < 9 < 10"):
        table = encode({"x": ["10", "9", "2"]})
    assert table.levels == (("2", "9", "10"),)


def test_numbers_that_are_written_in_two_ways_are_one_level() -> None:
    with pytest.warns(InferenceWarning, match="'x': text read as numbers"):
        table = encode({"x": ["1", "1.0", "2"]})
    assert table.levels == ((1, 2),)


@pytest.mark.parametrize("entries", [[3, "1", 2, "3 ", None, 1], ["1", "2", "3", 1], ["3", "2", 1.0]])
def test_numbers_stored_as_text_beside_numbers_are_numbers(entries: list[object]) -> None:
    expected = [None if entry is None else float(str(entry)) for entry in entries]
    with pytest.warns(InferenceWarning, match="'x': text read as numbers"):
        table = encode({"x": entries, "y": range(len(entries))})
    assert table.levels[0] == (1, 2, 3)
    assert [None if code < 0 else code + 1 for code in table.codes[:, 0]] == expected


def test_measurements_stored_as_text_beside_numbers_are_numbers() -> None:
    with pytest.warns(InferenceWarning, match="'x': continuous because of values that are not whole, text read as num"):
        table = encode({"x": [1.5, "2.25", 3]})
    assert table.continuous[:, 0].tolist() == [1.5, 2.25, 3.0]


def test_numbers_beside_labels_with_numbers_are_in_one_order() -> None:
    with pytest.warns(InferenceWarning, match="'x': 1 - never < 2 < 3 < 4 - always"):
        table = encode({"x": [3, "1 - never", 2, "4 - always"]})
    assert table.codes[:, 0].tolist() == [2, 0, 1, 3]


def test_many_numbers_as_text_are_continuous() -> None:
    table = quietly({"pain": [*map(str, range(30)), None], "full": np.arange(31) % 2})
    assert table.kinds[0] == "continuous"
    assert table.continuous[29, 0] == 29
    assert np.isnan(table.continuous[30, 0])


def test_same_guesses_are_said_together() -> None:
    with pytest.warns(InferenceWarning) as said:
        encode({"x": ["no", "yes"], "y": ["yes", "no"]})
    assert str(said[0].message) == ("inferred, not declared: 'x', 'y': no < yes. Declare it by levels or kinds.")


@pytest.mark.parametrize("kinds", [None, {"sex": "binary"}])
@pytest.mark.parametrize("wrap", [list, pd.Categorical])
def test_two_labels_are_binary_and_it_is_said_which_is_higher(wrap: Callable[[Any], Any], kinds: Any) -> None:
    with pytest.warns(InferenceWarning, match="'sex': female < male, by the alphabet, so that higher means male"):
        table = encode({"sex": wrap(["male", "female"])}, kinds=kinds)
    assert table.kinds == ("binary",)
    assert table.codes[:, 0].tolist() == [1, 0]


def test_spaces_around_labels_do_not_matter() -> None:
    table = quietly({"x": ["never", "never ", " often", "  "], "full": [0, 1, 0, 1]})
    assert table.levels[0] == ("never", "often")
    assert table.codes[:, 0].tolist() == [0, 0, 1, -1]


def test_letter_case_does_not_make_a_label_and_it_is_said() -> None:
    with pytest.warns(InferenceWarning, match="'x': never < often, 'NEVER' read as 'never'"):
        table = encode({"x": ["never", "NEVER", "often", "never"]})
    assert table.codes[:, 0].tolist() == [0, 0, 1, 0]


def test_labels_in_another_case_are_understood_in_new_rows_and_declared_levels() -> None:
    like = {"names": ("x",), "levels": (("never", "often"),), "kinds": ("binary",)}
    assert encode_like({"x": ["NEVER", " Often "]}, **like).codes[:, 0].tolist() == [0, 1]
    with pytest.warns(InferenceWarning, match="'x': 'NEVER' read as 'never'"):
        encode({"x": ["NEVER", "often"]}, levels={"x": ["never", "often"]})


def test_declared_levels_may_differ_in_letter_case_only() -> None:
    assert encode({"x": ["a", "A"]}, levels={"x": ["A", "a"]}).codes[:, 0].tolist() == [1, 0]


def test_decimal_commas_are_read_and_it_is_said() -> None:
    with pytest.warns(InferenceWarning, match="'bmi': continuous because .*, decimal commas read as points"):
        table = encode({"bmi": ["14,6", "20,125", "18", None], "full": [0, 1, 0, 1]})
    np.testing.assert_array_equal(table.continuous[:, 0], [14.6, 20.125, 18, np.nan])
    like = {"names": ("bmi",), "levels": ((),), "kinds": ("continuous",)}
    assert encode_like({"bmi": ["14,6"]}, **like).continuous.tolist() == [[14.6]]


def test_unordered_categoricals_with_a_known_wording_are_ordered() -> None:
    assert quietly({"x": pd.Categorical(["low", "high"], categories=["high", "low", "huge"])}).levels == (
        ("low", "high"),
    )


def test_unordered_categoricals_of_numbers_are_ordered() -> None:
    assert encode({"x": pd.Categorical([3, 1, 2], categories=[2, 3, 1])}).levels == ((1, 2, 3),)


def test_declared_levels_may_differ_from_the_data_in_number_or_text() -> None:
    table = encode({"x": [1, 2], "y": ["1", "2"]}, levels={"x": ["1", "2"], "y": [1, 2]})
    assert table.codes.tolist() == [[0, 0], [1, 1]]
    assert table.levels == (("1", "2"), (1, 2))


def test_declared_levels_reorder_an_ordered_categorical() -> None:
    column = pd.Categorical(["a", "b"], categories=["a", "b", "unused"], ordered=True)
    assert encode({"x": column}, levels={"x": ["b", "a"]}).codes[:, 0].tolist() == [1, 0]


RECORDS = [{"a": "low", "b": 2, "c": True}, {"a": "high", "b": None, "c": False}, {"a": None, "b": 0, "c": True}]
SHAPES: dict[str, Callable[[], Any]] = {
    "records": lambda: RECORDS,
    "pandas": lambda: pd.DataFrame(RECORDS),
    "pandas arrow": lambda: pd.DataFrame(RECORDS).convert_dtypes(dtype_backend="pyarrow"),
    "polars": lambda: pl.DataFrame(RECORDS),
    "polars lazy": lambda: pl.DataFrame(RECORDS).lazy(),
    "polars enum": lambda: pl.DataFrame(RECORDS).cast({"a": pl.Enum(["low", "high"])}),
    "polars categorical": lambda: pl.DataFrame(RECORDS).cast({"a": pl.Categorical}),
    "pyarrow": lambda: pa.Table.from_pylist(RECORDS),
    "dictionary": lambda: {key: [record[key] for record in RECORDS] for key in RECORDS[0]},
    "object array": lambda: np.array([list(record.values()) for record in RECORDS], dtype=object),
    "rows": lambda: [list(record.values()) for record in RECORDS],
}


@pytest.mark.parametrize("frame", [pd.DataFrame, pl.DataFrame, pa.table])
def test_decimals_are_numbers(frame: Callable[[Any], Any]) -> None:
    table = quietly(frame({"a": [Decimal(2), Decimal(1), None], "b": [Decimal("0.5"), None, Decimal(3)]}))
    assert table.levels == ((1, 2), ())
    np.testing.assert_array_equal(table.continuous[:, 0], [0.5, np.nan, 3.0])


@pytest.mark.parametrize("shape", SHAPES)
def test_all_shapes_of_data_give_the_same_table(shape: str) -> None:
    table = quietly(SHAPES[shape]())
    assert table.codes.tolist() == [[0, 1, 1], [1, -1, 0], [-1, 0, 1]]
    assert table.levels == (("low", "high"), (0, 2), (False, True))
    assert table.kinds == ("binary", "binary", "binary")
    assert table.names == (("x0", "x1", "x2") if shape in {"object array", "rows"} else ("a", "b", "c"))


def test_an_array_of_codes_is_read_column_by_column(rng: np.random.Generator) -> None:
    array = rng.integers(0, 4, (50, 3))
    np.testing.assert_array_equal(encode(array).codes, array)


def test_a_table_is_returned_as_it_is() -> None:
    table = encode({"a": [0, 1]})
    assert encode(table) is table


def test_weights_may_be_a_column_that_is_then_no_variable() -> None:
    table = encode({"a": [0, 1], "w": [0.5, 1.5]}, weights="w")
    assert table.names == ("a",)
    assert table.weights is not None
    assert table.weights.tolist() == pytest.approx([0.4, 1.2])  # they sum to 2² / (0.5² + 1.5²)


@pytest.mark.parametrize("text", ['[levels]\nx = ["lo", "hi"]\n[kinds]\ny = "continuous"\n', None])
def test_declarations_come_from_one_file(tmp_path: Any, text: str | None) -> None:
    path = tmp_path / ("d.toml" if text else "d.json")
    path.write_text(text or '{"levels": {"x": ["lo", "hi"]}, "kinds": {"y": "continuous"}}')
    table = encode({"x": ["hi", "lo"], "y": [1, 2]}, levels=path, kinds=str(path))
    assert table.levels == (("lo", "hi"), ())


def test_a_file_for_levels_alone_needs_no_outer_table(tmp_path: Any) -> None:
    path = tmp_path / "levels.toml"
    path.write_text('x = ["lo", "hi"]')
    assert encode({"x": ["hi", "lo"]}, levels=path).levels == (("lo", "hi"),)


def test_new_rows_follow_the_old_levels_and_order_of_columns() -> None:
    old = encode({"a": [0, 1, 2], "b": ["lo", "hi", "lo"], "c": [0.5, 1, 2]},
                 levels={"b": ["lo", "hi"]}, kinds={"c": "continuous"})  # fmt: skip
    new = encode_like({"c": [3], "b": ["hi"], "extra": ["?"], "a": [2]},
                      names=old.names, levels=old.levels, kinds=old.kinds)  # fmt: skip
    assert new.names == old.names
    assert new.codes.tolist() == [[2, 1, 0]]
    assert new.continuous.tolist() == [[3.0]]


def test_new_rows_may_lack_columns_when_allowed() -> None:
    with pytest.warns(InferenceWarning, match=r"^'b', 'c' are not in the data and were taken as missing in every row"):
        new = encode_like({"a": [0, None]}, names=("a", "b", "c"), levels=((0, 1), ("x", "y", "z"), ()),
                          kinds=("binary", "ordinal", "continuous"), allow_absent=True)  # fmt: skip
    assert new.codes.tolist() == [[0, -1, -1], [-1, -1, -1]]
    assert np.isnan(new.continuous).all()


def test_new_rows_of_an_array_are_matched_by_position() -> None:
    new = encode_like(np.array([[1, 5]]), names=("a", "b"), levels=((0, 1), (5, 6)), kinds=("binary", "binary"))
    assert new.codes.tolist() == [[1, 0]]


def test_letters_read_as_grades_are_called_so():
    with pytest.warns(InferenceWarning, match="'mark': D < C < B < A as grades"):
        encode(pd.DataFrame({"mark": ["A", "B", "C", "D", "A"], "item": [1, 2, 1, 2, 1]}))


def test_labels_that_differ_in_letter_case_alone_are_told_apart() -> None:
    with pytest.warns(InferenceWarning, match="'allele': A < a, by the alphabet"):
        table = encode({"allele": ["A", "a", "a", "A"]})
    assert table.levels[0] == ("A", "a")
    assert table.codes[:, 0].tolist() == [0, 1, 1, 0]


def test_capitals_do_not_change_the_alphabet() -> None:
    with pytest.warns(InferenceWarning, match="female < Male, by the alphabet, so that higher means Male"):
        assert encode({"sex": ["Male", "female", "Male"]}).levels[0] == ("female", "Male")


@pytest.mark.filterwarnings("ignore::ordag.errors.InferenceWarning")
@pytest.mark.parametrize(
    "values", [[[0, 9], [1, 2], [9, 0]], [[0.5, 9], [1, 2], [9, 0.25]], [["a", "9"], ["b", "c"], ["9", "d"]]]
)
def test_masked_entries_are_missing(values: list[list[Any]]) -> None:
    array = np.array(values)
    table = encode(np.ma.masked_array(array, np.isin(array.astype(str), ["9", "9.0"])))
    assert (table.codes < 0).tolist() == [[False, True], [False, False], [True, False]]


ANSWERS = ["nie", "NA", "oft"]


def test_columns_may_share_declared_levels() -> None:
    frame = {"q1": ["oft", "nie"], "q2": ["nie", "oft"], "q10": ["b", "a"], "age": [1, 2]}
    table = encode(frame, levels={"q*": ANSWERS, "q10": ["a", "b"]}, kinds={"a*e": "continuous"})
    assert table.levels == (("nie", "NA", "oft"), ("nie", "NA", "oft"), ("a", "b"), ())


def test_the_first_name_with_stars_that_fits_counts() -> None:
    table = encode({"q1_a": ["x", "y"], "q2_a": ["x", "y"]}, levels={"q1*": ["x", "y"], "*_a": ["y", "x"]})
    assert table.levels == (("x", "y"), ("y", "x"))


def test_only_stars_stand_for_other_text() -> None:
    table = encode({"q[1]": ["x", "y"], "q[2]": ["x", "y"]}, levels={"q[*]": ["y", "x"]})
    assert table.levels == (("y", "x"), ("y", "x"))


@pytest.mark.parametrize("ending", [".csv", ".xlsx"])
def test_shared_levels_tell_which_marks_of_a_missing_entry_are_answers(tmp_path: Path, ending: str) -> None:
    frame = pd.DataFrame({"q1": ANSWERS * 4, "q2": ANSWERS * 4, "r": ["x", "NA", "y"] * 4})
    path = tmp_path / f"a{ending}"
    frame.to_excel(path, index=False) if ending == ".xlsx" else frame.to_csv(path, index=False)
    (tmp_path / "levels.toml").write_text('"q*" = ["nie", "NA", "oft"]\nr = ["x", "y"]\n')
    assert read(path, levels=tmp_path / "levels.toml").codes[:3].T.tolist() == [[0, 1, 2], [0, 1, 2], [0, -1, 1]]


@pytest.mark.parametrize(
    ("entries", "said"),
    [
        (["1.234,50", "999,99", "2.500"], "numbers read with commas for decimals"),
        (["1,234.50", "999.99", "2,500"], "numbers read with points for decimals"),
    ],
)
def test_marks_between_thousands_are_known_beside_decimals(entries: list[str], said: str) -> None:
    with pytest.warns(InferenceWarning, match=said):
        table = encode({"income": entries})
    assert table.continuous[:, 0].tolist() == [1234.5, 999.99, 2500.0]


@pytest.mark.filterwarnings("ignore::PendingDeprecationWarning")
def test_a_numpy_matrix_is_a_table() -> None:
    codes = np.array([[0, 1], [1, 0], [2, 1]])
    assert encode(np.asmatrix(codes)).codes.tolist() == codes.tolist()
