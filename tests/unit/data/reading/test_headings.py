import warnings
from collections.abc import Sequence
from pathlib import Path

import openpyxl
import pytest

from ordag.data import plan_columns, read_frame
from ordag.data.reading import remarks
from ordag.data.reading.headings import find_heading
from ordag.data.reading.loading import load
from ordag.remarks import DescribingLines

NUMBERS = [[str(k), str(k % 5 + 1), str(5 - k % 5), str(20 + k), "x"[: k % 2]] for k in range(8)]


def heading_of(lines: Sequence[Sequence[str]], **options: bool):
    """The heading, what it remarks on aside."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return find_heading(lines, **options)


def csv_of(tmp_path: Path, lines: Sequence[Sequence[str]], **options: str) -> Path:
    path = tmp_path / "survey.csv"
    path.write_text("\n".join(";".join(line) for line in lines) + "\n", **options)
    return path


def test_a_line_of_names_is_all_that_most_tables_have():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        heading = find_heading([["id", "a", "b", "age", "note"], *NUMBERS])
    assert (heading.n_above, heading.n_lines, heading.wordings) == (0, 1, ())


def test_titles_above_the_names_are_left_out():
    lines = [["A survey"], ["of 2024", ""], ["id", "a", "b", "age", "note"], *NUMBERS]
    heading = heading_of(lines)
    assert (heading.names, heading.n_above) == (("id", "a", "b", "age", "note"), 2)
    with pytest.warns(remarks.LinesAboveNames, match="^2 lines above the column names were left out, as a title is"):
        find_heading(lines)


def test_a_first_line_that_somebody_calls_names_is_no_title():
    assert heading_of([["A survey", ""], ["id", "a"], ["1", "2"]], first_is_names=True).names == ("A survey", "")


def test_the_only_name_beside_row_names_is_no_title():
    assert heading_of([["", "score"], ["anna", "3"], ["bob", "4"]]).names == ("", "score")


def test_answers_below_an_incomplete_line_of_names_are_no_names():
    assert heading_of([["who", ""], ["anna", "yes"], ["bob", "no"], ["carl", "yes"]]).names == ("who", "")


def test_groups_above_names_go_in_front_of_names_that_repeat():
    groups, names = ["", "sleep", "", "mood", ""], ["id", "1st", "2nd", "1st", "age"]
    heading = heading_of([groups, names, *NUMBERS])
    assert heading.names == ("id", "sleep: 1st", "2nd", "mood: 1st", "age")
    assert heading.n_above == 1


def test_options_below_their_question_are_called_by_both():
    top = ["id", "How often?", "", "Age", "Where?"]
    options = ["", "tea", "coffee", "Response", "Open-Ended Response"]
    with pytest.warns(remarks.NamesOverTwoLines):
        heading = find_heading([top, options, *NUMBERS])
    assert heading.names == ("id", "How often?: tea", "How often?: coffee", "Age", "Where?")
    assert heading.n_lines == 2


def test_a_line_that_only_says_response_is_no_answer():
    assert heading_of([["id", "Sex"], ["", "Response"], ["1", "male"], ["2", "female"]]).n_lines == 2


def test_texts_below_the_names_of_numbers_are_wordings():
    asked = ["Number", "How is your sleep?", "How is your mood?", "How old are you?", "Anything else?"]
    with pytest.warns(DescribingLines):
        heading = find_heading([["CASE", "A1", "A2", "AGE", "NOTE"], asked, *NUMBERS])
    assert heading.wordings == tuple(asked)


@pytest.mark.parametrize("first", [["1", "don't know", "2", "31", ""], ["1", "NA", "?", "n/a", "NA"]])
def test_a_row_of_answers_is_no_wording(first: list[str]):
    assert heading_of([["CASE", "A1", "A2", "AGE", "NOTE"], first, *NUMBERS]).n_lines == 1


def test_wordings_of_a_text_file_reach_the_plan_of_the_file_and_of_its_frame(tmp_path: Path):
    asked = ["Number", "How is your sleep?", "How is your mood?", "How old are you?", "Anything else?"]
    path = csv_of(tmp_path, [["CASE", "A1", "A2", "AGE", "NOTE"], asked, *NUMBERS * 3])
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        plan = plan_columns(path)
        again = plan_columns(read_frame(path))
    assert plan.wordings["A1"] == "How is your sleep?"
    assert again.wordings == plan.wordings


def test_names_that_repeat_are_numbered_and_it_is_said(tmp_path: Path):
    path = csv_of(tmp_path, [["id", "Complete?", "Complete?", "age", "Complete?"], *NUMBERS])
    with pytest.warns(remarks.NamesNumbered, match="a name that occurs more than once"):
        names = list(load(path).frame.columns)
    assert names == ["id", "Complete?", "Complete? (2)", "age", "Complete? (3)"]


def test_a_few_columns_without_a_name_are_called_by_their_place(tmp_path: Path):
    path = csv_of(tmp_path, [["id", "", "b", "age", "note"], *NUMBERS])
    with pytest.warns(remarks.NamelessColumns, match="^1 column has no name and was called 'V2'"):
        assert list(load(path).frame.columns) == ["id", "V2", "b", "age", "note"]


def test_text_of_windows_is_read_and_it_is_said(tmp_path: Path):
    path = csv_of(tmp_path, [["Größe", "Alter"], ["groß", "31"], ["klein", "42"]], encoding="cp1252")
    with pytest.warns(remarks.EncodingAssumed, match="is not in UTF-8 and was read as cp1252"):
        assert list(load(path).frame.columns) == ["Größe", "Alter"]


def test_merged_titles_and_groups_of_a_sheet_are_seen(tmp_path: Path):
    path = tmp_path / "survey.xlsx"
    book = openpyxl.Workbook()
    sheet = book.active
    for line in [["A survey"], [], ["Person", None, "Sleep", None], ["id", "sex", "s1", "s2"]]:
        sheet.append(line)
    for k in range(12):
        sheet.append([k, "mf"[k % 2], k % 4, (k // 2) % 4])
    for cells in ("A1:D1", "A3:B3", "C3:D3"):
        sheet.merge_cells(cells)
    book.save(path)
    with pytest.warns(remarks.LinesAboveNames, match="^2 lines"):
        frame = load(path).frame
    assert list(frame.columns) == ["id", "sex", "s1", "s2"]
    assert frame["s1"].tolist() == [k % 4 for k in range(12)]


def test_questions_behind_codes_become_wordings(tmp_path):
    names = ["id. Response ID", "q1[SQ001]. How often? [Tea]", "q1[SQ002]. How often? [Coffee]", "q2. How old?", "note"]
    with pytest.warns(remarks.QuestionsInNames, match="^4 headings hold a code and the question behind it"):
        heading = find_heading([names, *NUMBERS])
    assert heading.names == ("id", "q1[SQ001]", "q1[SQ002]", "q2", "note")
    assert heading.wordings == ("Response ID", "How often? [Tea]", "How often? [Coffee]", "How old?", "")
    with pytest.warns(remarks.QuestionsInNames):
        plan = plan_columns(csv_of(tmp_path, [names, *NUMBERS]))
    plan.to_toml(tmp_path / "columns.toml")
    assert '["q1[SQ001]"]\n# How often? [Tea]\n' in (tmp_path / "columns.toml").read_text()
    with pytest.warns(remarks.QuestionsInNames):
        assert plan_columns(tmp_path / "survey.csv", columns=tmp_path / "columns.toml") == plan


@pytest.mark.parametrize("mark", [". ", ": ", " - ", ") "])
def test_codes_are_parted_from_questions_by_several_marks(mark):
    names = ["id", *(f"Q{k}_1{mark}Question {k}: really" for k in range(1, 5))]
    assert heading_of([names, *NUMBERS]).names == ("id", "Q1_1", "Q2_1", "Q3_1", "Q4_1")


@pytest.mark.parametrize(
    "names",
    [
        ["id", "Max. pain", "Min. pain", "Dr. visits", "age"],  # abbreviations
        ["id", "Wave 1: sleep", "Wave 2: sleep", "Wave 3: sleep", "age"],  # no codes
        ["id", "A1: sleep", "A1: mood", "A1: pain", "A1: age"],  # a group before names
        ["q1. How old?", "sleep", "mood", "q2. How tall?", "note"],  # hardly a habit
    ],
)
def test_other_headings_stay_whole(names):
    assert heading_of([names, *NUMBERS]).names == tuple(names)


def test_headings_that_somebody_calls_names_stay_whole():
    names = ["id", "q1. How?", "q2. How?", "q3. How?", "q4. How?"]
    assert heading_of([names, *NUMBERS], first_is_names=True).names == tuple(names)
