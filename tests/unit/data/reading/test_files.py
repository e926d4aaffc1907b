import gzip
import sys
import warnings
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pyreadstat
import pytest

import ordag
from ordag.data import ColumnPlan, OrdinalTable, TablePlan, encode, encode_like, read, read_frame, write_frame
from ordag.data.columns.edits import Options
from ordag.data.encoding.read import groups_in, read_planned
from ordag.data.reading.loading import load
from ordag.data.reading.remarks import NamesNumbered
from ordag.errors import InferenceWarning, InputTypeError, InputValueError, MissingDependencyError
from ordag.remarks import ColumnsInferred


@pytest.fixture
def frame() -> pd.DataFrame:
    return pd.DataFrame(
        {
            "mood": pd.Categorical(["bad", "good", None, "fair"], categories=["bad", "fair", "good"], ordered=True),
            "item": pd.Categorical([1, 4, 2, 1], categories=[1, 2, 3, 4], ordered=True),
            "age": [20.5, 30.25, np.nan, 41.0],
        }
    )


def test_text_files_read_missing_marks(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text("a,b,c\n0,?,1\n1,NA,0\n2,3,\n2,4,.\n")
    assert read(path).codes.tolist() == [[0, -1, 1], [1, -1, 0], [2, 0, -1], [2, 1, -1]]


@pytest.mark.parametrize("code", [99, 99.0, "99"])
def test_codes_for_no_answer_are_taken_out_of_all_columns(tmp_path: Path, code: object) -> None:
    path = tmp_path / "survey.csv"
    path.write_text("mood,sleep,note\n1,99,99\n99,2,no\n3,1,yes\n2,2,no\n")
    table = read(path, missing=[code], levels={"note": ["no", "yes"]})
    assert table.codes.tolist() == [[0, -1, -1], [-1, 1, 0], [2, 0, 1], [1, 1, 0]]
    assert table.levels[0] == (1, 2, 3)


@pytest.mark.parametrize("ending", ["csv", "tsv.gz", "xlsx"])
def test_columns_that_are_no_variables_stay_as_they_are_written(tmp_path: Path, ending: str) -> None:
    texts = {"id": ["007", "NA", None], "note": ["None", " ?", "-"], "mood": ["1", "?", "2"]}
    write_frame(pd.DataFrame(texts), tmp_path / f"a.{ending}")
    found = read_frame(tmp_path / f"a.{ending}", variables=["mood"])
    assert found["id"].tolist()[:2] == ["007", "NA"]
    assert found["id"].isna().tolist() == [False, False, True]
    assert found["note"].tolist() == texts["note"]
    assert found["mood"].tolist()[::2] == [1, 2]
    assert np.isnan(found["mood"][1])


def test_columns_that_are_no_variables_are_numbers_only_if_these_are_written_alike(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text("mood,row,share,padded,rounded,gap\n1,1,0.5,01,1.50,1\n2,2,0.25,10,2.25,\n")
    found = read_frame(path, variables=["mood"])
    assert found["row"].tolist() == [1, 2]
    assert found["share"].tolist() == [0.5, 0.25]
    assert found["padded"].tolist() == ["01", "10"]
    assert found["rounded"].tolist() == ["1.50", "2.25"]
    assert found["gap"][0] == "1"


def test_short_lines_are_told_beside_columns_that_are_no_variables(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text("mood,id\n1,007\n2\n")
    with pytest.raises(InputValueError, match=r"line 3 of .* has 1 fields, the header has 2"):
        read_frame(path, variables=["mood"])


@pytest.mark.parametrize("code", ["?", "NA", "", "None", "b=?"])
def test_a_mark_of_a_missing_entry_may_be_named_as_a_code(tmp_path: Path, code: str) -> None:
    path = tmp_path / "a.csv"
    path.write_text("a,b\n0,?\n1,0\n0,1\n")
    assert read(path, missing=[code]).codes.tolist() == read(path).codes.tolist()


@pytest.mark.filterwarnings("ignore:inferred, not declared")
def test_an_answer_called_none_can_be_taken_out(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text("a,b\nNone,0\nMild,0\nSevere,1\n")
    assert read(path).levels[0] == ("None", "Mild", "Severe")
    assert read(path, missing=["None"]).levels[0] == ("Mild", "Severe")


def test_weights_are_not_taken_for_codes(tmp_path: Path) -> None:
    path = tmp_path / "survey.csv"
    path.write_text("mood,sleep,weight\n1,9,9.5\n2,2,1\n3,1,2\n")
    table = read(path, missing=[9], weights="weight")
    assert np.argsort(table.weights).tolist() == [1, 2, 0]
    assert table.codes[0].tolist() == [0, -1]


def test_a_code_may_be_one_of_a_single_column(tmp_path: Path) -> None:
    path = tmp_path / "survey.csv"
    path.write_text("mood,age\n1,99\n99,31\n3,45\n1,31\n")
    table = read(path, missing=["mood=99"])
    assert table.levels == ((1, 3), (31, 45, 99))
    assert table.codes[1].tolist() == [-1, 0]
    with pytest.raises(InputValueError, match="missing holds 'age=98', which no entry"):
        read(path, missing=["age=98"])
    with pytest.raises(InputValueError, match=r"column in missing .*'mod'.*'mood'"):
        read(path, missing=["mod=99"])
    with pytest.raises(InputValueError, match="missing holds 'age=99', but the column 'age' holds weights"):
        read(path, missing=["age=99"], weights="age")


def test_data_in_memory_are_no_path() -> None:
    with pytest.raises(InputTypeError, match="found an object of type DataFrame"):
        read(pd.DataFrame({"a": [1, 2]}))  # type: ignore[arg-type]


def test_the_name_of_a_column_may_hold_an_equals_sign(tmp_path: Path) -> None:
    path = tmp_path / "survey.csv"
    path.write_text("a,a=b\n1,9\n9,1\n2,2\n")
    assert read(path, missing=["a=b=9"]).codes.tolist() == [[0, -1], [2, 0], [1, 1]]


def test_a_code_that_is_not_there_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "survey.csv"
    path.write_text("mood,sleep\n1,2\n2,1\n")
    with pytest.raises(InputValueError, match="missing holds '98', which no entry of the data is"):
        read(path, missing=["98"])


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
def test_the_delimiter_is_found(tmp_path: Path, delimiter: str) -> None:
    path = tmp_path / "a.txt"
    path.write_text("a,b\n0,1\n1,0\n".replace(",", delimiter))
    assert read(path).names == ("a", "b")


def test_a_byte_order_mark_and_quoted_line_breaks_are_understood(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_bytes('\ufeffa,"b, c"\n0,1\n\n1,0\n'.encode())
    assert read(path).names == ("a", "b, c")


def test_gzipped_text_is_read(tmp_path: Path) -> None:
    path = tmp_path / "a.tsv.gz"
    path.write_bytes(gzip.compress(b"a\tb\n0\t1\n1\t0\n"))
    assert read(path).codes.tolist() == [[0, 1], [1, 0]]


def same(left: OrdinalTable, right: OrdinalTable) -> bool:
    return (
        (left.names, left.levels, left.kinds) == (right.names, right.levels, right.kinds)
        and np.array_equal(left.codes, right.codes)
        and np.array_equal(left.continuous, right.continuous, equal_nan=True)
    )


@pytest.mark.parametrize("ending", [".parquet", ".csv", ".tsv.gz", ".xlsx", ".sav", ".dta"])
def test_writing_and_reading_is_the_identity_given_levels(frame: pd.DataFrame, tmp_path: Path, ending: str) -> None:
    path = tmp_path / f"a{ending}"
    declared: dict[str, Any] = {
        "levels": {"mood": ["bad", "fair", "good"], "item": [1, 2, 3, 4]},
        "kinds": {"age": "continuous"},
    }
    write_frame(frame.drop(index=2), path)
    assert same(read(path, **declared), encode(frame.drop(index=2), **declared))


def test_parquet_keeps_levels(frame: pd.DataFrame, tmp_path: Path) -> None:
    write_frame(frame, tmp_path / "a.parquet")
    pd.testing.assert_frame_equal(read_frame(tmp_path / "a.parquet"), frame)


@pytest.mark.parametrize("levels", [[3, 2, 1], [1, 2, 3, 4], [0.5, 1.5, 3.0], [2.5, 1.0], [False, True]])
@pytest.mark.parametrize("ending", [".parquet", ".sav", ".dta"])
def test_levels_that_are_numbers_keep_their_order(tmp_path: Path, ending: str, levels: list[Any]) -> None:
    values = pd.Categorical([*levels[:2], None, levels[0]], categories=levels, ordered=True)
    write_frame(pd.DataFrame({"a": values, "b": [1, 2, 3, 1]}), tmp_path / f"a{ending}")
    table = read(tmp_path / f"a{ending}")
    assert table.levels[0] == tuple(levels if ending == ".parquet" else map(str, levels))
    assert table.codes[:, 0].tolist() == [0, 1, -1, 0]


@pytest.mark.parametrize("ending", [".sav", ".dta"])
def test_labels_that_are_numbers_with_a_gap_are_levels_with_a_remark(tmp_path: Path, ending: str) -> None:
    values = pd.Categorical([1, 2, None, 1], categories=[1, 2, 3, 9], ordered=True)
    write_frame(pd.DataFrame({"a": values, "b": [1, 2, 3, 1]}), tmp_path / f"a{ending}")
    with pytest.warns(ColumnsInferred, match="'a'"):
        table = read(tmp_path / f"a{ending}")
    assert table.levels[0] == ("1", "2", "3", "9")


def test_parquet_columns_that_were_changed_since_are_read_as_they_are(frame: pd.DataFrame, tmp_path: Path) -> None:
    path = tmp_path / "a.parquet"
    write_frame(frame, path)
    changed = pd.read_parquet(path).assign(item=[5, 6, 7, 8])
    changed.to_parquet(path)
    assert read(path, kinds={"age": "continuous"}).levels[1] == (5, 6, 7, 8)


def test_a_parquet_file_tells_that_few_whole_numbers_are_a_measurement(tmp_path: Path) -> None:
    whole = pd.DataFrame({"item": [1.0, 2.0, np.nan, 3.0], "age": [20.0, np.nan, 30.0, 40.0]})
    write_frame(whole, tmp_path / "a.parquet", kinds={"age": "continuous"})
    assert read(tmp_path / "a.parquet").kinds == ("ordinal", "continuous")


@pytest.mark.parametrize("measure", ["nominal", "ordinal", "scale", "unknown"])
def test_the_measure_level_of_spss_alone_makes_no_difference(tmp_path: Path, measure: str) -> None:
    answers = pd.DataFrame({"calm": [1.0, 2.0, 3.0, 4.0] * 5, "worry": [4.0, 2.0, 3.0, 1.0] * 4 + [1.0] * 4})
    path = tmp_path / "a.sav"
    pyreadstat.write_sav(answers, str(path), variable_measure=dict.fromkeys(answers, measure))
    assert read(path).kinds == ("ordinal", "ordinal")


@pytest.mark.parametrize("ending", [".sav", ".dta"])
def test_labelled_files_keep_levels_and_missing_entries(frame: pd.DataFrame, tmp_path: Path, ending: str) -> None:
    path = tmp_path / f"a{ending}"
    write_frame(frame, path)
    table = read(path, kinds={"age": "continuous"})
    assert table.levels == (("bad", "fair", "good"), ("1", "2", "3", "4"), ())
    assert table.codes.tolist() == [[0, 0, 0], [2, 3, 0], [-1, 1, -1], [1, 0, 0]]


def test_spss_scale_variables_are_continuous_without_a_remark(frame: pd.DataFrame, tmp_path: Path) -> None:
    write_frame(frame, tmp_path / "a.sav")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert read(tmp_path / "a.sav").kinds == ("ordinal", "ordinal", "continuous")


def test_declared_levels_overrule_the_measure_of_the_file(tmp_path: Path) -> None:
    pyreadstat.write_sav(pd.DataFrame({"q": [1.0, 2.0]}), str(tmp_path / "a.sav"), variable_measure={"q": "scale"})
    assert read(tmp_path / "a.sav", levels={"q": [1, 2, 3]}).levels == ((1, 2, 3),)


def test_spss_values_without_a_label_keep_their_number(tmp_path: Path) -> None:
    labels = {"q": {1: "not at all", 4: "completely"}}
    pyreadstat.write_sav(
        pd.DataFrame({"q": [1.0, 2.0, 4.0, 3.0]}), str(tmp_path / "a.sav"), variable_value_labels=labels
    )
    assert read(tmp_path / "a.sav").levels == (("not at all", "2", "3", "completely"),)


def test_values_that_share_a_label_stay_apart(tmp_path: Path) -> None:
    labels = {"q": {1: "no", 2: "yes", 3: "yes"}}
    pyreadstat.write_sav(pd.DataFrame({"q": [1.0, 2.0, 3.0]}), str(tmp_path / "a.sav"), variable_value_labels=labels)
    assert read(tmp_path / "a.sav").levels == (("1 no", "2 yes", "3 yes"),)


def test_values_that_spss_declares_missing_are_no_levels(tmp_path: Path) -> None:
    labels = {"q": {1: "no", 2: "yes", 8: "don't know", 9: "refused"}}
    answers = pd.DataFrame({"q": [1.0, 2.0, 9.0], "full": [0.0, 1.0, 0.0]})
    missing = {"q": [{"lo": 8, "hi": 9}]}
    pyreadstat.write_sav(answers, str(tmp_path / "a.sav"), variable_value_labels=labels, missing_ranges=missing)
    table = read(tmp_path / "a.sav")
    assert table.levels[0] == ("no", "yes")
    assert table.codes[:, 0].tolist() == [0, 1, -1]


def test_lettered_missing_values_of_stata_are_no_levels(tmp_path: Path) -> None:
    labels = {"q": {1: "no", 2: "yes", "a": "refused"}}
    answers = pd.DataFrame({"q": pd.Series([1, 2, "a"], dtype=object), "full": [0, 1, 0]})
    path = str(tmp_path / "a.dta")
    pyreadstat.write_dta(answers, path, variable_value_labels=labels, missing_user_values={"q": ["a"]})
    table = read(path)
    assert table.levels[0] == ("no", "yes")
    assert table.codes[:, 0].tolist() == [0, 1, -1]


def test_text_variables_keep_their_value_labels(tmp_path: Path) -> None:
    labels = {"q": {"n": "No", "y": "Yes"}}
    pyreadstat.write_sav(pd.DataFrame({"q": ["y", "n"]}), str(tmp_path / "a.sav"), variable_value_labels=labels)
    assert read(tmp_path / "a.sav").levels == (("No", "Yes"),)


def test_texts_that_share_a_label_stay_apart(tmp_path: Path) -> None:
    labels = {"q": {"n": "same", "y": "same"}}
    pyreadstat.write_sav(pd.DataFrame({"q": ["y", "n"]}), str(tmp_path / "a.sav"), variable_value_labels=labels)
    assert read(tmp_path / "a.sav").levels == (("n same", "y same"),)


@pytest.mark.parametrize(
    ("package", "ending", "what"),
    [("pyreadstat", ".sav", "SPSS and Stata"), ("pyarrow", ".parquet", "Parquet"), ("openpyxl", ".xlsx", "Excel")],
)
def test_an_absent_package_is_named_with_its_extra(
    frame: pd.DataFrame, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, package: str, ending: str, what: str
) -> None:
    write_frame(frame, tmp_path / f"a{ending}")
    monkeypatch.setitem(sys.modules, package, None)
    for call in (read, lambda path: write_frame(frame, path, force=True)):
        with pytest.raises(MissingDependencyError) as caught:
            call(tmp_path / f"a{ending}")
        assert str(caught.value) == f"reading {what} files needs the package {package}. Install ordag[files]."


def test_spss_nominal_variables_need_a_declared_order(tmp_path: Path) -> None:
    labels = {"city": {1: "Oslo", 2: "Bern", 3: "Rome"}}
    path = tmp_path / "a.sav"
    cities = pd.DataFrame({"city": [1.0, 2.0, 3.0]})
    pyreadstat.write_sav(cities, str(path), variable_value_labels=labels, variable_measure={"city": "nominal"})
    with pytest.raises(InputValueError, match=r"'city' \(its name or wording is that of groups"):
        read(path)


def test_spss_nominal_variables_with_two_levels_are_binary(tmp_path: Path) -> None:
    labels = {"sex": {1: "male", 2: "female"}}
    path = tmp_path / "a.sav"
    people = pd.DataFrame({"sex": [1.0, 2.0]})
    pyreadstat.write_sav(people, str(path), variable_value_labels=labels, variable_measure={"sex": "nominal"})
    assert read(path).levels == (("male", "female"),)


def test_nothing_is_overwritten_unless_forced(frame: pd.DataFrame, tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text("mine")
    with pytest.raises(InputValueError, match="already exists; nothing was written"):
        write_frame(frame, path)
    assert path.read_text() == "mine"
    write_frame(frame, path, force=True)
    assert path.read_text().startswith("mood,item,age\n")


def test_a_failed_write_leaves_nothing_behind(tmp_path: Path) -> None:
    with pytest.raises(Exception, match=r".*"):
        write_frame(pd.DataFrame({"a": [object()]}), tmp_path / "a.parquet")
    assert list(tmp_path.iterdir()) == []


def test_weights_are_a_column_of_the_file(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text("a,w\n0,1.5\n1,2.5\n")
    weights = read(path, weights="w").weights
    assert weights is not None
    assert weights.tolist() == pytest.approx([1.5 * 4 / 8.5, 2.5 * 4 / 8.5])


def test_inferred_orders_in_files_are_said(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text("a\nnever\nalways\n")
    with pytest.warns(InferenceWarning, match="'a': never < always"):
        read(path)


ROWS = "a,b\n" + "0,1\n1,0\n" * 6


def wrote(folder: Path, name: str, text: str, encoding: str = "utf-8") -> Path:
    path = folder / name
    path.write_bytes(text.encode(encoding))
    return path


@pytest.mark.parametrize("encoding", ["utf-16", "utf-8-sig"])
def test_a_mark_at_the_start_tells_the_encoding(tmp_path: Path, encoding: str) -> None:
    assert read(wrote(tmp_path, "a.csv", ROWS, encoding)).names == ("a", "b")


def test_gzipped_utf_16_is_read(tmp_path: Path) -> None:
    path = tmp_path / "a.csv.gz"
    path.write_bytes(gzip.compress(ROWS.encode("utf-16")))
    assert read(path).names == ("a", "b")


def test_the_encoding_may_be_named(tmp_path: Path) -> None:
    path = wrote(tmp_path, "a.csv", ROWS.replace("a", "größe"), "cp1252")
    assert read(path, encoding="cp1252").names == ("größe", "b")
    with pytest.raises(InputValueError, match=r"encoding is 'cp12521'; it must be a known one\. Try one of utf-8"):
        read(path, encoding="cp12521")


def test_a_first_line_of_numbers_is_names_only_if_somebody_says_so(tmp_path: Path) -> None:
    path = wrote(tmp_path, "a.csv", "1,2,3\n" + "0,1,1\n1,0,2\n" * 6)
    with pytest.raises(InputValueError, match=r"looks like data; are column names missing"):
        read(path)
    table = read(path, header=False)
    assert (table.names, table.n_rows) == (("V1", "V2", "V3"), 13)
    assert read(path, header=True).names == ("1", "2", "3")
    assert read_frame(path, header=False).shape == (13, 3)


def test_a_first_line_with_a_mark_of_a_missing_entry_looks_like_data_too(tmp_path: Path) -> None:
    path = wrote(tmp_path, "a.csv", "yes,?,no\n" + "no,yes,no\nyes,no,yes\n" * 6)
    with pytest.raises(InputValueError, match=r"looks like data; are column names missing"):
        read(path)
    assert len(read_frame(path, header=False)) == 13


def test_names_that_repeat_may_be_data(tmp_path: Path) -> None:
    path = wrote(tmp_path, "a.csv", "left,n,n\n" + "right,y,n\nright,n,y\n" * 6)
    with pytest.raises(InputValueError, match=r"the first line .* looks like data"):
        read(path)
    with pytest.warns(NamesNumbered):
        assert list(read_frame(path, header=True).columns) == ["left", "n", "n (2)"]
    assert len(read_frame(path, header=False)) == 13


def test_columns_that_pandas_has_counted_have_names(tmp_path: Path) -> None:
    pd.DataFrame([[0, 1, 2, 1], [1, 0, 1, 0], [2, 2, 0, 1]] * 4).to_csv(tmp_path / "a.csv", index=False)
    table = read(tmp_path / "a.csv")
    assert (table.names, table.n_rows) == (("0", "1", "2", "3"), 12)


def test_a_layout_that_the_format_does_not_have_is_refused(tmp_path: Path) -> None:
    path = wrote(tmp_path, "a.csv", ROWS)
    with pytest.raises(InputValueError, match=r"a\.csv' is a file of type \.csv, of which sheet says nothing"):
        read(path, sheet="second")
    frame = pd.DataFrame({"a": [0, 1] * 6, "b": [1, 0] * 6})
    frame.to_excel(tmp_path / "a.xlsx", index=False)
    with pytest.raises(InputValueError, match="of which encoding says nothing"):
        read(tmp_path / "a.xlsx", encoding="utf-8")


def test_a_name_may_hold_a_line_break(tmp_path: Path) -> None:
    path = wrote(tmp_path, "a.csv", '"How do you\nsleep?",mood\n' + "0,1\n1,0\n" * 6)
    assert read(path).names == ("How do you\nsleep?", "mood")


def test_the_first_line_of_a_sheet_is_looked_at_too(tmp_path: Path) -> None:
    path = tmp_path / "a.xlsx"
    pd.DataFrame({1: [0, 1] * 6, 2: [1, 0] * 6}).to_excel(path, index=False)
    with pytest.raises(InputValueError, match="are column names missing"):
        read(path)
    assert read(path, header=False).n_rows == 13


@pytest.mark.parametrize("names", [["1", "2", "3", "4"], ["w", "x", "y", "z"]])
def test_row_names_are_left_out_and_it_is_said(tmp_path: Path, names: list[str]) -> None:
    pd.DataFrame({"a": [0, 1, 1, 0], "b": [1, 2, 3, 1]}, index=names).to_csv(tmp_path / "a.csv")
    with pytest.warns(InferenceWarning, match="no name and another entry in every row: it was taken as row names"):
        assert read(tmp_path / "a.csv").names == ("a", "b")


def test_blank_lines_at_the_end_are_left_out_and_counted(tmp_path: Path) -> None:
    path = wrote(tmp_path, "a.csv", ROWS + ",\n" * 3)
    with pytest.warns(InferenceWarning, match="3 blank lines at the end were left out"):
        assert read(path).n_rows == 12


def test_rows_without_an_answer_are_left_out_and_counted(tmp_path: Path) -> None:
    path = wrote(tmp_path, "a.csv", "id,a,b,w\n1,0,1,2\n2,,,3\n3,9,9,1\n4,1,0,1\n")
    with pytest.warns(InferenceWarning, match="2 rows hold no answer and were left out"):
        table = read(path, ignore=["id"], missing=[9], weights="w", weights_are="counts")
    assert table.codes.tolist() == [[0, 1], [1, 0]]
    assert table.weights.tolist() == [2, 1]


def test_new_rows_keep_their_number(tmp_path: Path) -> None:
    assert len(read_frame(wrote(tmp_path, "a.csv", "a,b\n0,1\n,\n1,0\n"))) == 3


def test_groups_are_those_of_the_rows_that_are_read(tmp_path: Path) -> None:
    path = wrote(tmp_path, "a.csv", "school,a,b\nx,0,1\ny,,\nz,1,0\n")
    loaded = load(path)
    with pytest.warns(InferenceWarning, match="1 row holds no answer and was left out"):
        encoded = read_planned(loaded, Options(ignore=["school"], nominal=False))
    assert groups_in(loaded, "school", encoded).tolist() == ["x", "z"]


@pytest.mark.parametrize("ending", [".csv", ".xlsx"])
def test_columns_without_name_and_entries_are_left_out(tmp_path: Path, ending: str) -> None:
    path = tmp_path / f"a{ending}"
    write_frame(pd.DataFrame({"a": [0, 1] * 6, "": [None] * 12, "b": [1, 0] * 6}), path)
    with pytest.warns(InferenceWarning, match="1 column without name and entries was left out"):
        assert read(path).names == ("a", "b")


@pytest.fixture
def book(tmp_path: Path) -> Path:
    path = tmp_path / "book.xlsx"
    with pd.ExcelWriter(path) as writer:
        pd.DataFrame({"read me": ["first"]}).to_excel(writer, sheet_name="Notes", index=False)
        pd.DataFrame({"a": [0, 1] * 6, "b": [1, 0] * 6}).to_excel(writer, sheet_name="Data 1", index=False)
    return path


def test_sheets_are_listed_where_the_first_holds_no_table(book: Path) -> None:
    with pytest.raises(InputValueError) as caught:
        read(book)
    assert str(caught.value) == (
        f"'{book}' holds no table in its first sheet, 'Notes'; there is also 'Data 1'. Pass sheet='Data 1'."
    )


@pytest.mark.parametrize("sheet", ["Data 1", 2, "2"])
def test_a_sheet_is_chosen_by_name_or_number(book: Path, sheet: str | int) -> None:
    assert read(book, sheet=sheet).names == ("a", "b")


def test_an_unknown_sheet_is_named_with_its_nearest(book: Path) -> None:
    with pytest.raises(InputValueError, match=r"unknown sheet 'Data1'; did you mean 'Data 1'\? Valid: Notes, Data 1"):
        read(book, sheet="Data1")


def test_the_sheet_that_was_read_is_said_where_there_are_several(tmp_path: Path) -> None:
    with pd.ExcelWriter(tmp_path / "a.xlsx") as writer:
        for name in ("first", "second"):
            pd.DataFrame({"a": [0, 1] * 6, "b": [1, 0] * 6}).to_excel(writer, sheet_name=name, index=False)
        pd.DataFrame().to_excel(writer, sheet_name="empty", index=False)
    with pytest.warns(InferenceWarning, match="the first sheet, 'first', was read; there is also 'second'. If"):
        read(tmp_path / "a.xlsx")


def test_numbers_without_labels_that_are_named_like_groups_are_set_aside_in_doubt(tmp_path: Path) -> None:
    answers = pd.DataFrame({"region": [1.0, 2.0, 3.0], "sex": [1.0, 2.0, 1.0], "mood": [3.0, 2.0, 1.0]})
    measures = {"region": "nominal", "sex": "nominal", "mood": "ordinal"}
    path = str(tmp_path / "a.sav")
    pyreadstat.write_sav(answers, path, variable_measure=measures)
    with pytest.warns(InferenceWarning, match="set aside: 'region' is nominal, .* its name is that of groups, but"):
        assert read(path).names == ("sex", "mood")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert read(path, kinds={"region": "ordinal"}).kinds[0] == "ordinal"
        assert read(path, any_order=True).kinds[0] == "nominal"


@pytest.mark.parametrize("as_path", [str, Path])
def test_a_file_is_data_too(tmp_path: Path, as_path: type) -> None:
    path = wrote(tmp_path, "a.csv", "a,b,w\n0,1,2.5\n1,0,1\n,,1\n")
    with pytest.warns(InferenceWarning, match="1 row holds no answer"):
        table = encode(as_path(path), weights="w")
    assert table.codes.tolist() == [[0, 1], [1, 0]]
    shape = {"names": table.names, "levels": table.levels, "kinds": table.kinds}
    assert encode_like(as_path(path), **shape).n_rows == 3


def test_a_file_brings_its_kinds_along(frame: pd.DataFrame, tmp_path: Path) -> None:
    write_frame(frame, tmp_path / "a.sav")
    assert encode(tmp_path / "a.sav").kinds == ("ordinal", "ordinal", "continuous")


def test_estimators_and_methods_read_files(tmp_path: Path, rng: np.random.Generator) -> None:
    path = tmp_path / "a.csv"
    pd.DataFrame(rng.integers(0, 3, (60, 3)), columns=["a", "b", "c"]).to_csv(path, index=False)
    assert ordag.OSEM(3).fit(path).network_.names == ("a", "b", "c")
    assert ordag.learn(str(path), "bge").names == ("a", "b", "c")
    assert ordag.polychoric(path).shape == (3, 3)


SEVERITY = ["None", "Mild", "Moderate", "Severe"]


def written(frame: pd.DataFrame, path: Path) -> Path:
    write_frame(frame, path)
    return path


@pytest.mark.parametrize("ending", [".csv", ".tsv.gz", ".xlsx"])
@pytest.mark.parametrize("low", ["None", "none", "NONE", "NA", "-"])
def test_a_declared_level_is_never_missing(tmp_path: Path, ending: str, low: str) -> None:
    labels = [low, *SEVERITY[1:]]
    path = written(pd.DataFrame({"pain": [*labels, None], "b": ["NA", "1", "2", "2", "1"]}), tmp_path / f"a{ending}")
    table = read(path, levels={"pain": labels})
    assert table.levels == (tuple(labels), (1, 2))
    assert table.codes.T.tolist() == [[0, 1, 2, 3, -1], [-1, 0, 1, 1, 0]]
    assert same(encode(path, levels={"pain": labels}), table)
    assert same(encode_like(path, names=table.names, levels=table.levels, kinds=table.kinds), table)


@pytest.mark.parametrize("ending", [".csv", ".xlsx"])
@pytest.mark.filterwarnings("ignore::ordag.errors.InferenceWarning")
def test_none_is_an_answer_where_the_wording_has_it(tmp_path: Path, ending: str) -> None:
    frame = pd.DataFrame({"pain": SEVERITY, "often": ["never", "None", "often", "always"], "n": [2, "None", 1, 3]})
    table = read(written(frame, tmp_path / f"a{ending}"))
    assert table.levels == (tuple(SEVERITY), ("never", "often", "always"), (1, 2, 3))
    assert table.codes.T.tolist() == [[0, 1, 2, 3], [0, -1, 1, 2], [1, -1, 0, 2]]


def test_without_a_header_declared_levels_go_by_the_made_up_names(tmp_path: Path) -> None:
    path = wrote(tmp_path, "a.csv", "NA,1\nx,2\nNA,NA\n")
    table = read(path, levels={"V1": ["NA", "x"]}, header=False)
    assert table.codes.tolist() == [[0, 0], [1, 1], [0, -1]]


@pytest.mark.parametrize("mark", [" NA", "NA ", "#NULL!", "Null", " None", "N/A", "nan"])
def test_marks_leave_numbers_and_truths_as_they_are(tmp_path: Path, mark: str) -> None:
    path = wrote(tmp_path, "a.csv", f"a,b,c,d\n1,True,0.5,1\n2,False,1.5,2\n{mark},{mark},{mark},2\n1,True,0.5,1\n")
    table = read(path, kinds={"c": "continuous"})
    assert table.levels == ((1, 2), (False, True), (), (1, 2))
    assert table.codes.T.tolist() == [[0, 1, -1, 0], [1, 0, -1, 1], [0, 0, -1, 0], [0, 1, 1, 0]]


@pytest.mark.parametrize("ending", [".sav", ".dta"])
@pytest.mark.parametrize("name", ["open answer", "x" * 65, "2nd", "a-b"])
def test_a_name_that_a_labelled_file_cannot_hold_is_told(tmp_path: Path, ending: str, name: str) -> None:
    with pytest.raises(InputValueError, match=rf"column '{name}' cannot be written to a {ending} file: .*Rename"):
        write_frame(pd.DataFrame({"a": [1, 2], name: [2, 1]}), tmp_path / f"a{ending}")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("ending", [".sav", ".dta"])
def test_truth_values_with_gaps_are_written(tmp_path: Path, ending: str) -> None:
    truths = pd.array([True, None, False, True], dtype="boolean")
    write_frame(pd.DataFrame({"a": truths, "b": [True, True, False, True]}), tmp_path / f"a{ending}")
    assert read(tmp_path / f"a{ending}").codes.tolist() == [[1, 1], [-1, 1], [0, 0], [1, 1]]


def refusals(tmp_path: Path) -> Path:
    """A file in which -9 is labelled, but not declared missing; nobody chose it for `b`."""
    labels = {-9: "DK", 1: "low", 2: "mid", 3: "high"}
    answers = pd.DataFrame({"a": [1.0, -9.0, 3.0, 2.0], "b": [2.0, 1.0, 3.0, 3.0], "c": [1.0, 2.0, -9.0, 1.0]})
    pyreadstat.write_sav(answers, str(tmp_path / "a.sav"), variable_value_labels={"a": labels, "b": labels})
    return tmp_path / "a.sav"


def test_a_label_for_no_answer_is_no_level(tmp_path: Path) -> None:
    table = read(refusals(tmp_path), missing=["DK"])
    assert table.levels == (("low", "mid", "high"), ("low", "mid", "high"), (-9, 1, 2))
    assert table.codes[:, 0].tolist() == [0, -1, 2, 1]
    assert read_frame(refusals(tmp_path), missing=["a=DK"])["a"].cat.categories.tolist() == ["low", "mid", "high"]


@pytest.mark.parametrize("code", [-9, "-9", -9.0])
def test_a_value_for_no_answer_is_told_by_its_label(tmp_path: Path, code: object) -> None:
    table = read(refusals(tmp_path), missing=[code])
    assert table.levels == (("low", "mid", "high"), ("low", "mid", "high"), (1, 2))
    assert table.codes.T.tolist() == [[0, -1, 2, 1], [1, 0, 2, 2], [0, 1, -1, 0]]
    columns = TablePlan(tuple(ColumnPlan(name, "item") for name in "abc"))
    assert read(refusals(tmp_path), missing=[f"a={code}"], columns=columns).levels[1] == ("DK", "low", "mid", "high")


def test_weights_may_have_decimal_commas(tmp_path: Path) -> None:
    path = wrote(tmp_path, "a.csv", "a;b;w\n1;2;0,5\n2;1;1,25\n1;1;2\n")
    assert read(path, weights="w", weights_are="frequencies").weights.tolist() == [0.5, 1.25, 2.0]
    with pytest.raises(
        InputValueError, match=r"column 'w' is declared to hold weights but holds text in the 2nd data row; numbers"
    ):
        read(wrote(tmp_path, "b.csv", "a;b;w\n1;2;0,5\n2;1;much\n1;1;2\n"), weights="w")


def test_counts_of_rows_are_whole_numbers(tmp_path: Path) -> None:
    path = wrote(tmp_path, "a.csv", "a;b;w\n1;2;0,5\n2;1;1,25\n1;1;2\n")
    with pytest.raises(InputValueError, match=r"weight of the 1st data row is 0.5 \(and 1 more row\); counts of equal"):
        read(path, weights="w", weights_are="counts")


@pytest.mark.parametrize("line", ["sep=;", '"sep=;"', "SEP=;\r"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_the_line_that_tells_excel_the_delimiter_is_heeded(tmp_path: Path, line: str, encoding: str) -> None:
    table = read(wrote(tmp_path, "a.csv", f"{line}\n\na,1|b\n0;1\n1;0\n".replace(",", ";"), encoding))
    assert table.names == ("a", "1|b")
    assert table.codes.tolist() == [[0, 1], [1, 0]]
    with pytest.raises(InputValueError, match=r"line 4 of .* has 3 fields, the header has 2"):
        read(wrote(tmp_path, "b.csv", f"{line}\na;b\n0;1\n1;0;1\n", encoding))
    with pytest.raises(InputValueError, match="is empty"):
        read(wrote(tmp_path, "c.csv", f"{line}\n", encoding))


@pytest.mark.filterwarnings("ignore::ordag.errors.InferenceWarning")
@pytest.mark.parametrize("code", [-99, "-99", -99.0])
def test_a_code_for_no_answer_may_have_a_decimal_comma(tmp_path: Path, code: object) -> None:
    path = wrote(tmp_path, "a.csv", "a;b\n0,5;1\n-99,0;2\n1,75;1\n2,5;-99\n")
    table = read(path, missing=[code])
    assert (table.codes < 0).T.tolist() == [[False, True, False, False], [False, False, False, True]]
    np.testing.assert_array_equal(table.continuous[:, 0], [0.5, np.nan, 1.75, 2.5])


SCALE = {1: "nie", 2: "selten", 3: "manchmal", 4: "oft", 5: "immer"}


@pytest.mark.parametrize("ending", [".sav", ".dta"])
@pytest.mark.parametrize(("code", "label"), [(9, "keine Angabe"), (-1, "verweigert"), (999, "w. n.")])
def test_a_labelled_value_that_looks_like_no_answer_is_missing_unless_it_is_kept(tmp_path, ending, code, label):
    path = tmp_path / f"a{ending}"
    write = pyreadstat.write_sav if ending == ".sav" else pyreadstat.write_dta
    frame = pd.DataFrame({"q": [1, 2, 3, 4, 5, code], "r": [1, 2, 3, 4, 5, 5]})
    write(frame, str(path), variable_value_labels={"q": {**SCALE, code: label}, "r": SCALE})
    with pytest.warns(InferenceWarning, match=rf'taken as no answer: "{label}" in \'q\'\.'):
        assert read(path).levels[0] == tuple(SCALE.values())
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert read(path, missing=[f"q={code}"]).levels[0] == tuple(SCALE.values())
        read(path, levels={"q": [*SCALE.values(), label]})


def test_a_label_of_no_answer_next_to_the_scale_is_missing(tmp_path):
    labels = {1: "never", 2: "sometimes", 3: "often", 4: "don't know"}
    answers = pd.DataFrame({"q": [1, 2, 3, 4]})
    pyreadstat.write_sav(answers, str(tmp_path / "a.sav"), variable_value_labels={"q": labels})
    with pytest.warns(InferenceWarning) as said:
        assert read(tmp_path / "a.sav").n_rows == 3
    assert str(said[0].message).startswith("taken as no answer: \"don't know\" in 'q'.")


def test_a_code_that_nobody_gave_is_not_remarked_on(tmp_path):
    labels = {**SCALE, 9: "keine Angabe"}
    answers = pd.DataFrame({"q": [1, 2, 3, 4]})
    pyreadstat.write_sav(answers, str(tmp_path / "a.sav"), variable_value_labels={"q": labels})
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert read(tmp_path / "a.sav").levels[0] == tuple(SCALE.values())
