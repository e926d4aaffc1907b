"""Every bad input gets one clear error: which input, what was needed, what was found, what to do."""

import datetime
import gzip
import warnings
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from ordag.data import OrdinalTable, encode, encode_like, read
from ordag.errors import InputTypeError, InputValueError, OrdagError
from ordag.remarks import InfiniteEntries

GOOD = {"a": [0, 1, 0], "b": [2, 0, 1]}


def matrix(columns: dict[str, object]) -> np.ndarray:
    """An array, of which each column is one that somebody chose; those of a frame may be set aside."""
    return pd.DataFrame(columns).to_numpy(dtype=object)


def new_rows(frame: object, **changes: object) -> OrdinalTable:
    shape = {"names": ("a", "b"), "levels": ((0, 1), ()), "kinds": ("binary", "continuous")}
    return encode_like(frame, **{**shape, **changes})  # type: ignore[arg-type]


TABLES: list[tuple[str, Callable[[], object], type[Exception], str]] = [
    (
        "constant column",
        lambda: encode(matrix({"sleep": [3] * 12, "b": [0, 1, 2] * 4})),
        InputValueError,
        "column 'x0' has 1 observed level (3); an ordinal variable needs at least 2. Drop the column.",
    ),
    (
        "constant continuous column",
        lambda: encode(matrix({"age": [30.5] * 10, "b": [0, 1] * 5})),
        InputValueError,
        "column 'x0' is continuous but always 30.5; it needs at least 2 different values. Drop the column.",
    ),
    (
        "data of another model",
        lambda: new_rows({"c": [0, 1], "d": [2, 0]}, allow_absent=True),
        InputValueError,
        "none of the model's columns is in the data: needed 'a', 'b', found 'c', 'd'. Pass the data that belong to the "
        "model, or rename the columns.",
    ),
    (
        "a column called None",
        lambda: encode(pd.DataFrame([[0, 1], [1, 0]], columns=["a", None])),
        InputValueError,
        "column 2 of 2 has an empty name. Name it.",
    ),
    (
        "merging leaves one level",
        lambda: OrdinalTable.from_codes([[1], [1]], names=["sleep"], levels=[["low", "high"]]).merged(),
        InputValueError,
        "column 'sleep' has 1 observed level ('high'); an ordinal variable needs at least 2. Drop the column.",
    ),
    (
        "duplicate names",
        lambda: encode(pd.DataFrame([[0, 1], [1, 0]], columns=["q", "q"])),
        InputValueError,
        "column name 'q' occurs 2 times; names must be distinct. Rename the columns.",
    ),
    (
        "duplicate names, several",
        lambda: encode(pd.DataFrame([[0, 1, 0, 1], [1, 0, 1, 0]], columns=["q", "q", "r", "r"])),
        InputValueError,
        "column name 'q' occurs 2 times (and 1 more repeated name); names must be distinct. Rename the columns.",
    ),
    (
        "names that become equal as text",
        lambda: encode(pd.DataFrame([[0, 1], [1, 0]], columns=[1, "1"])),
        InputValueError,
        "column name '1' occurs 2 times; names must be distinct. Rename the columns.",
    ),
    (
        "empty name",
        lambda: encode(pd.DataFrame([[0, 1], [1, 0]], columns=["q", " "])),
        InputValueError,
        "column 2 of 2 has an empty name. Name it.",
    ),
    (
        "no columns",
        lambda: encode(pd.DataFrame(index=[0, 1])),
        InputValueError,
        "the data have no columns; at least 1 is needed. Check what was passed.",
    ),
    (
        "no rows",
        lambda: encode(pd.DataFrame({"a": [], "b": []})),
        InputValueError,
        "the data have 0 rows; at least 2 are needed. Pass more rows.",
    ),
    (
        "one row",
        lambda: encode({"a": [1], "b": [2]}),
        InputValueError,
        "the data have 1 row; at least 2 are needed. Pass more rows.",
    ),
    (
        "empty list",
        lambda: encode([]),
        InputValueError,
        "the data have 0 rows; at least 1 are needed. Pass more rows.",
    ),
    (
        "unordered strings",
        lambda: encode(matrix({"city": ["Oslo", "Bern", "Rome"]})),
        InputValueError,
        "column 'x0' holds 3 text labels with no known order ('Bern', 'Oslo', 'Rome'). Pass levels={'x0': "
        "[...]} from lowest to highest, or make the column an ordered categorical. If there is no order, "
        "learn by a method such as ordag.learn(frame, 'bde'). Otherwise, drop the column.",
    ),
    (
        "several columns that cannot be used",
        lambda: encode(
            matrix({"city": ["Oslo", "Bern", "Rome"] * 4, "q": [1, 2, 3] * 4, "a": [3] * 12, "b": [None] * 12})
        ),
        InputValueError,
        "3 columns cannot be used: 'x0' holds 3 text labels with no known order ('Bern', 'Oslo', 'Rome'); "
        "'x2' has 1 observed level (3); an ordinal variable needs at least 2; 'x3' is missing in all 12 rows;"
        " at least 2 different values are needed. Pass levels={column: [...]} from lowest to highest; a "
        "column 'q*' stands for all that begin with q. If there is no order, learn by a method such as "
        "ordag.learn(frame, 'bde'). Otherwise, leave out columns with ordag.data.read(path, ignore=['x0', "
        "'x2', 'x3']).",
    ),
    (
        "many columns that cannot be used",
        lambda: encode(matrix({name: [1] * 12 for name in "abcdefg"})),
        InputValueError,
        "7 columns cannot be used: 'x0', 'x1', 'x2', 'x3', 'x4' and 2 more: each has 1 observed level (1); an"
        " ordinal variable needs at least 2. Leave out columns with ordag.data.read(path, ignore=['x0', 'x1',"
        " 'x2', 'x3', 'x4', 'x5', 'x6']).",
    ),
    (
        "columns that cannot be used for many reasons",
        lambda: encode(
            matrix(
                {
                    **{f"q{k}": ["rot", "blau", "grün"] * 4 for k in (1, 2)},
                    **{name: [name] * 12 for name in "abcdef"},
                    "when": [datetime.date(2024, 1, 1)] * 12,
                    "city": ["Oslo", "Bern", "Rome"] * 4,
                }
            )
        ),
        InputValueError,
        "10 columns cannot be used: 'x0', 'x1': each holds 3 text labels with no known order ('blau', 'grün',"
        " 'rot'); 'x2' has 1 observed level ('a'); an ordinal variable needs at least 2; 'x3' has 1 observed "
        "level ('b'); an ordinal variable needs at least 2; 'x4' has 1 observed level ('c'); an ordinal "
        "variable needs at least 2; 'x5' has 1 observed level ('d'); an ordinal variable needs at least 2; "
        "also 'x6', 'x7' (no two different entries); also 'x8' (values that cannot be used as they are); also"
        " 'x9' (text labels with no known order). Pass levels={column: [...]} from lowest to highest; a "
        "column 'q*' stands for all that begin with q. If there is no order, learn by a method such as "
        "ordag.learn(frame, 'bde'). Otherwise, leave out columns with ordag.data.read(path, ignore=['x0', "
        "'x1', 'x2', 'x3', 'x4', 'x5', 'x6', 'x7', 'x8', 'x9']).",
    ),
    (
        "one answer or nothing",
        lambda: encode(matrix({"opt": [1, None] * 6, "b": [0, 1, 2] * 4})),
        InputValueError,
        "column 'x0' has 1 observed level (1) and blanks; an ordinal variable needs at least 2. If a blank "
        "means 'not named', write 0 there. Otherwise, drop the column.",
    ),
    (
        "several columns of one answer or nothing",
        lambda: encode(
            matrix({"opt": [1, None] * 6, "tick": ["x", "", "x"] * 4, "wave": [1] * 12, "b": [0, 1, 2] * 4})
        ),
        InputValueError,
        "3 columns cannot be used: 'x0' has 1 observed level (1) and blanks; an ordinal variable needs at "
        "least 2; 'x1' has 1 observed level ('x') and blanks; an ordinal variable needs at least 2; 'x2' has "
        "1 observed level (1); an ordinal variable needs at least 2. If a blank means 'not named', write 0 "
        "there. Otherwise, leave out columns with ordag.data.read(path, ignore=['x0', 'x1', 'x2']).",
    ),
    (
        "too few rows to vary",
        lambda: encode(matrix({"a": [1, 1], "b": [0, 1]})),
        InputValueError,
        "the data have only 2 rows, too few to see columns vary: 'x0' has 1 observed level (1); an ordinal variable "
        "needs at least 2. Pass more rows; check that the file is whole.",
    ),
    (
        "words among numbers",
        lambda: encode(matrix({"q": ["0", "1", "2", "don't know", "refused"]})),
        InputValueError,
        "column 'x0' holds numbers and the texts \"don't know\", 'refused'. If such text stands for no answer, "
        "pass missing=[\"don't know\", 'refused'] to ordag.data.read, or make them None. If such text is an "
        "answer, pass levels={'x0': [...]} from lowest to highest. Otherwise, drop the column.",
    ),
    (
        "a word among numbers of a spreadsheet",
        lambda: encode(matrix({"q": [0, 1, 2, "refused"]})),
        InputValueError,
        "column 'x0' holds numbers and the text 'refused'. If such text stands for no answer, pass "
        "missing=['refused'] to ordag.data.read, or make it None. If such text is an answer, pass "
        "levels={'x0': [...]} from lowest to highest. Otherwise, drop the column.",
    ),
    (
        "a stranger to a known wording",
        lambda: encode(matrix({"q": ["never", "often", "don't know", "always"]})),
        InputValueError,
        "column 'x0' holds 4 text labels with no known order ('always', \"don't know\", 'never', 'often'). If "
        '"don\'t know" stands for no answer (the order of the others is known), pass missing=["don\'t know"] to'
        " ordag.data.read, or make it None. If not, pass levels={'x0': [...]} from lowest to highest. If "
        "there is no order, learn by a method such as ordag.learn(frame, 'bde'). Otherwise, drop the column.",
    ),
    (
        "a stranger that does not look like no answer",
        lambda: encode(matrix({"q": ["never", "often", "in summer", "always"]})),
        InputValueError,
        "column 'x0' holds 4 text labels with no known order ('always', 'in summer', 'never', 'often'). Pass "
        "levels={'x0': [...]} from lowest to highest, or make the column an ordered categorical. If 'in "
        "summer' stands for no answer (the order of the others is known), pass missing=['in summer'] to "
        "ordag.data.read, or make it None. If there is no order, learn by a method such as ordag.learn(frame,"
        " 'bde'). Otherwise, drop the column.",
    ),
    (
        "a word among numbers that does not look like no answer",
        lambda: encode(matrix({"children": ["0", "1", "2", "many"]})),
        InputValueError,
        "column 'x0' holds numbers and a text. If such text is an answer, pass levels={'x0': [...]} from lowest "
        "to highest. If such text stands for no answer, leave such entries empty. Otherwise, drop the column.",
    ),
    (
        "no answer among labels with numbers",
        lambda: encode(matrix({"q": ["0", "1", "2", "3+", "9 - refused"]})),
        InputValueError,
        "column 'x0' holds numbers and the text '9 - refused'. If such text stands for no answer, pass "
        "missing=['9 - refused'] to ordag.data.read, or make it None. If such text is an answer, pass "
        "levels={'x0': [...]} from lowest to highest. Otherwise, drop the column.",
    ),
    (
        "strangers in several columns",
        lambda: encode(matrix({name: ["never", "often", "don't know", "always"] for name in "ab"})),
        InputValueError,
        "2 columns cannot be used: 'x0', 'x1': each holds 4 text labels with no known order ('always', \"don't"
        " know\", 'never', 'often'). Pass levels={column: [...]} from lowest to highest; a column 'q*' stands "
        "for all that begin with q. If there is no order, learn by a method such as ordag.learn(frame, "
        "'bde'). If such text stands for no answer, pass missing=[\"don't know\"] to ordag.data.read, or make "
        "it None.",
    ),
    (
        "commas that may group thousands",
        lambda: encode(matrix({"income": ["1,250", "2,500"]})),
        InputValueError,
        "column 'x0' holds numbers whose commas may be decimal or may group thousands. "
        "Write decimals with a point, and thousands without a comma, or drop the column.",
    ),
    (
        "many unordered strings",
        lambda: encode(matrix({"name": list("qwertzu")})),
        InputValueError,
        "column 'x0' holds 7 text labels with no known order ('e', 'q', 'r', 't', 'u' and 2 more). Pass "
        "levels={'x0': [...]} from lowest to highest, or make the column an ordered categorical. If there is "
        "no order, learn by a method such as ordag.learn(frame, 'bde'). Otherwise, drop the column.",
    ),
    (
        "mixed types",
        lambda: encode(matrix({"a": ["low", 3, "high"]})),
        InputTypeError,
        "column 'x0' mixes values of type int and str; one type is needed. Convert it, or pass levels={'x0': "
        "[...]} from lowest to highest, or drop the column.",
    ),
    (
        "continuous column as ordinal",
        lambda: encode({"income": np.linspace(0, 1, 10_000)}, kinds={"income": "ordinal"}),
        InputValueError,
        "column 'income' has 10000 levels; an ordinal variable can have at most 256. Pass kinds={'income': "
        "'continuous'}, or bin its values first, or drop the column.",
    ),
    (
        "identifiers as ordered categorical",
        lambda: encode({"id": pd.Categorical(np.arange(300), ordered=True)}),
        InputValueError,
        "column 'id' has 300 levels; an ordinal variable can have at most 256. Pass kinds={'id': "
        "'continuous'}, or bin its values first, or drop the column.",
    ),
    (
        "all-missing column",
        lambda: encode(matrix({"a": [0, 1, 2] * 4, "b": [None] * 12})),
        InputValueError,
        "column 'x1' is missing in all 12 rows; at least 2 different values are needed. Drop the column.",
    ),
    (
        "text in a continuous column",
        lambda: encode({"age": ["12", "old"]}, kinds={"age": "continuous"}),
        InputValueError,
        "column 'age' is declared continuous but holds text in the 2nd data row; numbers are needed. "
        "Convert it, or pass levels={'age': [...]} from lowest to highest.",
    ),
    (
        "complex numbers",
        lambda: encode(np.array([[1j], [3]])),
        InputTypeError,
        "column 'x0' has type complex128; integers, floats, booleans, text or ordered categoricals are "
        "needed. Convert it, or drop the column.",
    ),
    (
        "one-dimensional array",
        lambda: encode(np.arange(5)),
        InputValueError,
        "the array has 1 dimension (shape (5,)); rows and columns are needed. Reshape it to (n_rows, n_columns).",
    ),
    (
        "three-dimensional array",
        lambda: encode(np.zeros((2, 3, 4))),
        InputValueError,
        "the array has 3 dimensions (shape (2, 3, 4)); rows and columns are needed. Reshape it to (n_rows, n_columns).",
    ),
    (
        "ragged rows",
        lambda: encode([[0, 1], [1, 0], [1]]),
        InputValueError,
        "row 2 has 1 entries, row 0 has 2; all rows need the same number. Mark missing entries with None.",
    ),
    (
        "record lacks a key",
        lambda: encode([{"a": 0, "b": 1}, {"a": 1}]),
        InputValueError,
        "record 1 lacks 'b'; all records need the same keys. Mark missing entries with None.",
    ),
    (
        "record with another key",
        lambda: encode([{"a": 0}, {"a": 1, "c": 1}]),
        InputValueError,
        "record 1 has 'c', which record 0 lacks; all records need the same keys. Mark missing entries with None.",
    ),
    (
        "ragged columns",
        lambda: encode({"a": [0, 1, 2], "b": [0, 1]}),
        InputValueError,
        "column 'b' has 2 entries, column 'a' has 3; all columns need the same length. Mark missing entries with None.",
    ),
    (
        "list of numbers",
        lambda: encode([1, 2, 3]),
        InputTypeError,
        "the list holds a int; dictionaries (one per row) or lists of equal length are needed.",
    ),
    (
        "no data at all",
        lambda: encode(None),
        InputTypeError,
        "data of type NoneType cannot be read; a data frame (pandas, polars, pyarrow), a two-dimensional array, a list "
        "of dictionaries, the path of a file or an OrdinalTable is needed.",
    ),
    (
        "a series",
        lambda: encode(pd.Series([0, 1])),
        InputTypeError,
        "data of type Series cannot be read; a data frame (pandas, polars, pyarrow), a two-dimensional array, a list "
        "of dictionaries, the path of a file or an OrdinalTable is needed.",
    ),
    (
        "unknown column in levels",
        lambda: encode({"sleep": [0, 1]}, levels={"slep": [0, 1]}),
        InputValueError,
        "unknown column in levels 'slep'; did you mean 'sleep'? Valid: sleep.",
    ),
    (
        "a pattern in levels that no column fits",
        lambda: encode({"sleep": [0, 1]}, levels={"q*": [0, 1]}),
        InputValueError,
        "unknown column in levels 'q*'. Valid: sleep.",
    ),
    (
        "unknown column in kinds",
        lambda: encode(GOOD, kinds={"zzz": "ordinal"}),
        InputValueError,
        "unknown column in kinds 'zzz'. Valid: a, b.",
    ),
    (
        "unknown kind",
        lambda: encode(GOOD, kinds={"a": "ordinl"}),
        InputValueError,
        "unknown kind of column 'a': 'ordinl'; did you mean 'ordinal'? Valid: ordinal, binary, continuous, count, "
        "censored, nominal.",
    ),
    (
        "levels not by column",
        lambda: encode(GOOD, levels=[0, 1]),
        InputTypeError,
        "levels is a list; a dictionary by column name, or the path of a TOML or JSON file, is needed.",
    ),
    (
        "levels as one string",
        lambda: encode(GOOD, levels={"a": "low high"}),
        InputTypeError,
        "levels of column 'a' are a str; a list of labels from lowest to highest is needed.",
    ),
    (
        "levels as a set",
        lambda: encode(GOOD, levels={"a": {0, 1}}),
        InputTypeError,
        "levels of column 'a' are a set; a list of labels from lowest to highest is needed.",
    ),
    (
        "repeated level",
        lambda: encode(GOOD, levels={"a": [0, 1, 1]}),
        InputValueError,
        "levels of column 'a' list 1 twice. List each label once.",
    ),
    (
        "one declared level",
        lambda: encode(GOOD, levels={"a": [0]}),
        InputValueError,
        "levels of column 'a' declare 1 label; an ordinal variable needs at least 2. Declare all possible labels, or "
        "drop the column.",
    ),
    (
        "missing value as level",
        lambda: encode(GOOD, levels={"a": [0, 1, None]}),
        InputValueError,
        "levels of column 'a' contain a missing value; a missing entry is not a level. Leave it out.",
    ),
    (
        "label outside levels",
        lambda: encode({"a": ["lo", "hi", "up", "hi", "x"]}, levels={"a": ["lo", "hi"]}),
        InputValueError,
        "column 'a' holds a text in the 3rd data row (and 1 more label), which is not among its levels ('lo', "
        "'hi'). Add it to the levels, or leave the entry empty.",
    ),
    (
        "number outside levels",
        lambda: encode({"a": [1, 2, 9]}, levels={"a": [1, 2, 3]}),
        InputValueError,
        "column 'a' holds 9 in the 3rd data row, which is not among its levels (1, 2, 3). Add it to the "
        "levels, or pass missing=['9'] to ordag.data.read, or make it None. If its numbers count something, pass "
        "kinds={'a': 'count'}.",
    ),
    (
        "levels and continuous",
        lambda: encode(GOOD, levels={"a": [0, 1]}, kinds={"a": "continuous"}),
        InputValueError,
        "column 'a' is declared to hold numbers and has declared levels; only one can hold. Drop one declaration.",
    ),
    (
        "binary with three levels",
        lambda: encode(GOOD, kinds={"b": "binary"}),
        InputValueError,
        "column 'b' is declared binary but has 3 levels (0, 1, 2). Pass kinds={'b': 'ordinal'}, or merge levels first.",
    ),
    (
        "too few weights",
        lambda: encode(GOOD, weights=[1, 2]),
        InputValueError,
        "weights have shape (2,); one per row, (3,), is needed.",
    ),
    (
        "negative weights",
        lambda: encode(GOOD, weights=[1, -2, np.nan]),
        InputValueError,
        "the weight of the 2nd data row is -2 (and 1 more row); finite numbers from 0 are needed. Drop the row or "
        "correct its "
        "weight.",
    ),
    (
        "zero weights",
        lambda: encode(GOOD, weights=[0, 0, 0]),
        InputValueError,
        "all 3 weights are 0; at least one must be positive.",
    ),
    (
        "weights that are no numbers",
        lambda: encode(GOOD, weights=["a", "b", "c"]),
        InputTypeError,
        "weights must be numbers, one per row, or the name of a column.",
    ),
    (
        "unknown weight column",
        lambda: encode(GOOD, weights="w"),
        InputValueError,
        "unknown column in weights 'w'. Valid: a, b.",
    ),
    (
        "declaring a table again",
        lambda: encode(encode(GOOD), kinds={"a": "binary"}),
        InputTypeError,
        "an OrdinalTable is already encoded; levels, kinds and weights cannot be declared again. Pass the original "
        "data to change them.",
    ),
    (
        "float codes",
        lambda: OrdinalTable.from_codes([[0.5, 1.0]]),
        InputTypeError,
        "codes have dtype float64; integers from -1 (missing) are needed. Use ordag.data.encode for raw data.",
    ),
    (
        "codes below -1",
        lambda: OrdinalTable.from_codes([[0, -9]]),
        InputValueError,
        "the smallest code is -9; codes start at 0, and -1 marks a missing entry.",
    ),
    (
        "codes beyond levels",
        lambda: OrdinalTable.from_codes([[0], [2]], levels=[["low", "high"]]),
        InputValueError,
        "column 'x0' holds code 2, but its 2 levels have codes 0 to 1. Declare the level or correct the code.",
    ),
    (
        "names for other columns",
        lambda: OrdinalTable.from_codes([[0, 1], [1, 0]], names=["a"]),
        InputValueError,
        "names has 1 entries for 2 columns; one per column is needed.",
    ),
    (
        "new rows lack columns",
        lambda: new_rows([{"c": 1}]),
        InputValueError,
        "the new data lack column 'a' (and 1 more column), which the model has. Add it, without entries if "
        "it is unknown.",
    ),
    (
        "new rows with an unseen label",
        lambda: new_rows([{"a": 4, "b": 0.5}]),
        InputValueError,
        "column 'a' holds 4 in the 1st data row, which is not among its levels (0, 1). Add it to the levels, "
        "or pass missing=['4'] to ordag.data.read, or make it None. If its numbers count something, pass "
        "kinds={'a': 'count'}.",
    ),
    (
        "new rows of another width",
        lambda: new_rows(np.zeros((2, 3))),
        InputValueError,
        "the array has 3 columns, the model has 2; without names they are matched by position. Pass all columns, or a "
        "data frame with names.",
    ),
    (
        "new table with other levels",
        lambda: new_rows(encode(GOOD)),
        InputValueError,
        "the OrdinalTable has other columns or levels than the model. Pass the original data instead.",
    ),
]


@pytest.mark.parametrize(("call", "error", "message"), [case[1:] for case in TABLES], ids=[c[0] for c in TABLES])
def test_bad_data_get_one_clear_error(call: Callable[[], object], error: type[Exception], message: str) -> None:
    with pytest.raises(error) as caught:
        call()
    assert str(caught.value) == message


FILES: list[tuple[str, str, bytes | None, str]] = [
    ("no file", "a.csv", None, "'{path}' does not exist. Check the path."),
    ("empty file", "a.csv", b"", "'{path}' is empty; a header line and at least 2 rows are needed."),
    ("blank file", "a.csv", b"\n \n\n", "'{path}' is empty; a header line and at least 2 rows are needed."),
    ("header only", "a.csv", b"a,b\n", "the data have 0 rows; at least 2 are needed. Pass more rows."),
    (
        "short line",
        "a.csv",
        b"a,b\n0,1\n1\n0,0\n",
        "line 3 of '{path}' has 1 fields, the header has 2; all lines need the same number. Correct the line; leave "
        "missing fields empty between delimiters.",
    ),
    (
        "long line",
        "a.csv",
        b"a,b\n0,1\n1,0,1\n",
        "line 3 of '{path}' has 3 fields, the header has 2; all lines need the same number. Correct the line; leave "
        "missing fields empty between delimiters.",
    ),
    (
        "all lines longer than the header",
        "a.tsv",
        b"a\tb\n0\t1\t0\n1\t0\t1\n",
        "line 2 of '{path}' has 3 fields, the header has 2; all lines need the same number. Correct the "
        "line; leave missing fields empty between delimiters. If the names stand further down, below one "
        "line or more, pass skip=1.",
    ),
    (
        "repeated header",
        "a.csv",
        b"a,n,n\nb,y,n\nb,n,y\n",
        "the first line of '{path}' looks like data; are column names missing? If the first "
        "line holds data (columns are then called V1, V2 and so on), pass header=False. If these are names, pass "
        "header=True.",
    ),
    (
        "nameless column",
        "a.csv",
        b"a,,\n0,1,1\n1,0,0\n",
        "column 2 of 3 has an empty name (and 1 more column). Name it. If the names stand further down, below "
        "one line or more, pass skip=1.",
    ),
    (
        "names that differ by spaces",
        "a.csv",
        b"n,b, n \n0,1,n\n1,0,0\n",
        "column name 'n' occurs 2 times; names must be distinct. Rename the columns. If the first line holds data "
        "(columns are then called V1, V2 and so on), pass header=False.",
    ),
    (
        "not UTF-8",
        "a.csv",
        b"\x81,a\n0,1\n",
        "'{path}' is not UTF-8 text (byte 0). If a Windows program wrote it, often in cp1252, pass "
        "encoding='cp1252'. Otherwise, save it with UTF-8 encoding.",
    ),
    (
        "UTF-16 cut short",
        "a.csv",
        "a,b\n0,1\n1,0\n".encode("utf-16")[:-1],
        "'{path}' is not UTF-16-LE text (byte 0). Check that it is whole, and name another encoding, or "
        "save it with UTF-8 encoding.",
    ),
    (
        "Excel called text",
        "a.csv",
        b"PK\x03\x04 and so on",
        "'{path}' is called .csv but holds an Excel file. Give it the ending .xlsx.",
    ),
    (
        "no header",
        "a.csv",
        b"1,2,never\n2,2,often\n1,3,never\n",
        "the first line of '{path}' looks like data; are column names missing? If the first "
        "line holds data (columns are then called V1, V2 and so on), pass header=False. If these are names, "
        "pass header=True.",
    ),
    (
        "not UTF-8 further down",
        "a.csv",
        b"a,b\n0,1\n1,\x81\n",
        "'{path}' is not UTF-8 text (byte 10). If a Windows program wrote it, often in cp1252, pass "
        "encoding='cp1252'. Otherwise, save it with UTF-8 encoding.",
    ),
    (
        "not gzip",
        "a.csv.gz",
        b"a,b\n0,1\n",
        "'{path}' is not a whole gzip file. Check that it was copied completely.",
    ),
    (
        "cut gzip",
        "a.csv.gz",
        gzip.compress(b"a,b\n0,1\n" * 99)[:-9],
        "'{path}' is not a whole gzip file. Check that it was copied completely.",
    ),
    (
        "unknown ending",
        "a.json",
        b"{}",
        "unknown file ending '.json'. Valid: .csv, .tsv, .tab, .txt, .csv.gz, .tsv.gz, .parquet, .xlsx, .sav, .dta.",
    ),
]


@pytest.mark.parametrize(("name", "content", "message"), [case[1:] for case in FILES], ids=[c[0] for c in FILES])
def test_bad_files_get_one_clear_error(tmp_path: Path, name: str, content: bytes | None, message: str) -> None:
    path = tmp_path / name
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(InputValueError) as caught:
        read(path)
    assert str(caught.value) == message.format(path=path)


def test_a_folder_is_told_from_a_file(tmp_path: Path) -> None:
    with pytest.raises(InputValueError) as caught:
        read(tmp_path)
    assert str(caught.value) == f"'{tmp_path}' is a folder; the path of a data file is needed."


@pytest.mark.parametrize("name", ["a.parquet", "a.xlsx", "a.sav", "a.dta"])
def test_a_broken_binary_file_is_named(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    path.write_bytes(b"this is not what the name says")
    with pytest.raises(InputValueError, match=f"'.*{name}' cannot be read as a .{name[2:]} file: "):
        read(path)


DECLARATIONS: list[tuple[str, str, str | None, str]] = [
    ("no file", "l.toml", None, "levels file '{path}' cannot be read. Check the path."),
    (
        "a JSON list",
        "l.json",
        "[1, 2]",
        "the content of '{path}' is a list; a dictionary by column name, or the path of a TOML or JSON file, is "
        "needed.",
    ),
    ("unknown column", "l.toml", "c = [1, 2]", "unknown column in levels 'c'. Valid: a, b."),
    ("one level", "l.toml", "[levels]\na = [1]", "levels of column 'a' declare 1 label; an ordinal variable needs at "
     "least 2. Declare all possible labels, or drop the column."),
]  # fmt: skip


@pytest.mark.parametrize(("name", "text", "message"), [c[1:] for c in DECLARATIONS], ids=[c[0] for c in DECLARATIONS])
def test_bad_declaration_files_get_one_clear_error(tmp_path: Path, name: str, text: str | None, message: str) -> None:
    path = tmp_path / name
    if text is not None:
        path.write_text(text)
    with pytest.raises((InputValueError, InputTypeError)) as caught:
        encode(GOOD, levels=path)
    assert str(caught.value) == message.format(path=path)


@pytest.mark.parametrize(("name", "text"), [("l.toml", "a = ["), ("l.json", "{")])
def test_a_declaration_file_that_does_not_parse_is_named(tmp_path: Path, name: str, text: str) -> None:
    path = tmp_path / name
    path.write_text(text)
    with pytest.raises(InputValueError, match=f"levels file '.*{name}' is not valid TOML or JSON: "):
        encode(GOOD, levels=path)


def test_infinite_entries_are_missing_and_a_remark_says_so():
    frame = {"age": [1.5, np.inf, 2.5, -np.inf], "q": [0.0, 1.0, 1.0, 0.0]}
    with pytest.warns(InfiniteEntries, match=r"2 entries are infinite \('age'\) and were read as missing") as remarks:
        table = encode(frame, kinds={"age": "continuous"})
    assert [remark.message.counts for remark in remarks if isinstance(remark.message, InfiniteEntries)] == [{"age": 2}]
    assert table.codes[:, 0].tolist() == [0, -1, 0, -1]


PRIVATE = "Anna Huber <anna@example.org>"


@pytest.mark.parametrize(
    ("entries", "options"),
    [
        ([1, 2, PRIVATE, 1], {"kinds": {"q": "continuous"}}),
        (["low", "high", PRIVATE, "low"], {"levels": {"q": ["low", "high"]}}),
        (["1", "2", "3", PRIVATE], {"kinds": {"q": "ordinal"}}),
        ([f"{PRIVATE} {k}" for k in range(30)], {"kinds": {"q": "ordinal"}}),
    ],
    ids=["continuous", "outside the levels", "among numbers", "many texts"],
)
def test_no_message_quotes_what_a_person_wrote(entries, options):
    frame = {"q": entries, "r": [0, 1] * (len(entries) // 2)}
    with warnings.catch_warnings(record=True) as remarks:
        warnings.simplefilter("always")
        try:
            encode(frame, **options)
            said = ""
        except OrdagError as error:
            said = str(error)
    assert PRIVATE not in " ".join([said, *(str(remark.message) for remark in remarks)])


def test_levels_within_levels_are_refused() -> None:
    with pytest.raises(InputTypeError, match="each level is one label"):
        encode(pd.DataFrame({"mood": ["never", "often"]}), levels={"mood": [["never", "often"], "often"]})
