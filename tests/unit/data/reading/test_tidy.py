import warnings
from collections.abc import Sequence
from pathlib import Path

import pandas as pd
import pytest

from ordag.data import read, read_frame
from ordag.data.reading.remarks import LinesAboveNames
from ordag.errors import InferenceWarning, InputValueError

NAMES = ["Q1", "Q2"]
QUESTIONS = ['How do you,\nreally, "sleep"?', "How old are you?"]
KEYS = ['{"ImportId":"QID1"}', '{"ImportId":"QID2_TEXT","timeZone":"America/Denver"}']
ROWS = [[2, 38], [1, 50], [2, 50]] * 4
ENDINGS = pytest.mark.parametrize("ending", [".csv", ".tsv.gz", ".xlsx"])


def wrote(path: Path, lines: Sequence[Sequence[object]]) -> Path:
    """File of lines as they are, without names of its own."""
    frame = pd.DataFrame(lines, dtype=object)
    if path.suffix == ".xlsx":
        frame.to_excel(path, header=False, index=False)
    else:
        frame.to_csv(path, header=False, index=False, sep="\t" if ".tsv" in path.name else ",")
    return path


@ENDINGS
def test_spaces_around_names_do_not_count(tmp_path: Path, ending: str) -> None:
    path = wrote(tmp_path / f"a{ending}", [["q1", " q2", " NA "], *([1, 2, "x"], [2, 1, "NA"]) * 6])
    assert read(path, levels={"NA": ["x", "NA"]}).names == ("q1", "q2", "NA")


@ENDINGS
def test_questions_and_keys_of_qualtrics_are_left_out_and_it_is_said(tmp_path: Path, ending: str) -> None:
    path = wrote(tmp_path / f"a{ending}", [NAMES, QUESTIONS, KEYS, *ROWS])
    with pytest.warns(
        InferenceWarning,
        match="^2 lines that describe the columns were left out, as Qualtrics writes them below the names.$",
    ):
        frame = read_frame(path)
    assert frame.to_numpy().tolist() == ROWS
    assert frame.dtypes.tolist() == ["int64", "int64"]


def test_keys_of_qualtrics_right_below_the_names_are_left_out(tmp_path: Path) -> None:
    path = wrote(tmp_path / "a.csv", [NAMES, KEYS, *ROWS])
    with pytest.warns(InferenceWarning, match="^1 line that describes the columns was left out"):
        assert read(path).n_rows == len(ROWS)


@ENDINGS
def test_lines_above_the_names_are_skipped_if_somebody_says_how_many(tmp_path: Path, ending: str) -> None:
    path = wrote(tmp_path / f"a{ending}", [["Survey of 2024", None], [None, None], NAMES, *ROWS])
    for skip in (1, 2):
        assert read_frame(path, skip=skip).to_numpy().tolist() == ROWS
    assert read(path, skip=2).names == ("Q1", "Q2")


def test_a_line_above_the_names_without_delimiters_is_skipped(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text("Survey of 2024\nQ1;Q2\n" + "1;2\n2;1\n" * 6)
    with pytest.raises(InputValueError, match=r"line 2 of .* pass skip=1"):
        read_frame(path, header=True)
    with pytest.warns(LinesAboveNames, match="^1 line above the column names was left out, as a title is"):
        assert list(read_frame(path).columns) == NAMES
    assert list(read_frame(path, skip=1).columns) == NAMES


def test_skipping_all_lines_leaves_nothing(tmp_path: Path) -> None:
    for ending in (".csv", ".xlsx"):
        with pytest.raises(InputValueError, match="is empty; a header line and at least 2 rows are needed"):
            read(wrote(tmp_path / f"a{ending}", [NAMES, *ROWS]), skip=99)


@pytest.mark.parametrize("skip", [-1, 1.5, "1"])
def test_lines_to_skip_are_a_number_of_lines(tmp_path: Path, skip: int) -> None:
    with pytest.raises(InputValueError, match=r"skip is .*; it must be the number of lines above the column names\."):
        read(wrote(tmp_path / "a.csv", [NAMES, *ROWS]), skip=skip)


def test_a_first_line_that_occurs_below_behind_spaces_looks_like_data(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text("yes, no\n" + "no, yes\nyes, no\n" * 6)
    with pytest.raises(InputValueError, match=r"looks like data; are column names missing"):
        read(path)


def test_ordinary_files_need_no_remark(tmp_path: Path) -> None:
    path = wrote(tmp_path / "a.csv", [NAMES, *ROWS])
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert read(path).n_rows == len(ROWS)


@pytest.mark.parametrize(
    "line",
    [
        "Anna Lind,anna@mail.org,f,31,4,2",
        "Anna Lind,,f,31,4,2",
        "Anna Lind,10.0.0.7,often,31,4,2",
        "no answer from me,,f,22,1,1",
    ],
)
def test_a_first_line_about_a_person_is_data_and_not_quoted(tmp_path, line):
    path = tmp_path / "a.csv"
    others = [f"Person {k},p{k}@mail.org,{'fm'[k % 2]},{20 + k},{1 + k % 5},{1 + k % 3}" for k in range(30)]
    path.write_text("\n".join([line, *others]), encoding="utf-8")
    with pytest.raises(InputValueError, match="looks like data") as caught:
        read(path)
    assert "Anna" not in str(caught.value)


@pytest.mark.parametrize("line", ["country,2019,2020,2021", "person,1,2,3", "a,b,c,2", "city,1,3,5"])
def test_numbers_among_names_do_not_make_a_first_line_data(tmp_path, line):
    path = tmp_path / "a.csv"
    path.write_text("\n".join([line, *(f"c{k % 7},{1 + k % 5},{1 + k % 3},{1 + k % 4}" for k in range(30))]))
    assert list(read_frame(path).columns) == line.split(",")
