"""The comparison of a plan with what a careful researcher decides, tried on made-up decisions."""

from dataclasses import dataclass
from enum import Enum
from pathlib import Path

import pytest

from surveys.agreement import compare, expand, misfits, overall, read_expected
from surveys.cells import raw_cells

LIKERT = {"columns": ["Q*"], "role": "item", "kind": "ordinal", "levels": [1, 2, 3, 4, 5]}
INTEREST = LIKERT | {"columns": ["interest"], "labels": {"1": "None", "5": "A lot", "9": "Refused"}, "missing": [9]}


@dataclass(frozen=True)
class Made:
    role: str = "item"
    kind: str = "ordinal"
    levels: tuple[object, ...] = (1, 2, 3, 4, 5)
    missing: tuple[object, ...] = ()
    certainty: str = "sure"


def differing_fields(entry: dict, decision: Made) -> tuple[str, ...]:
    column = entry["columns"][0].replace("*", "1")
    agreement = compare("made.csv", expand([entry], [column]), {column: decision})
    return agreement.disagreements[0].fields if agreement.disagreements else ()


def test_a_pattern_stands_for_every_column_it_matches():
    assert [*expand([LIKERT], ["Q1", "Q2_3"])] == ["Q1", "Q2_3"]


def test_a_name_written_out_goes_before_a_pattern():
    expected = expand([LIKERT, {"columns": ["Q3"], "role": "weight"}], ["Q1", "Q3"])
    assert (expected["Q1"].role, expected["Q3"].role) == (("item",), ("weight",))


def test_square_brackets_of_a_name_are_taken_as_they_are():
    assert [*expand([LIKERT | {"columns": ["Q1[*]"]}], ["Q1[SQ001]"])] == ["Q1[SQ001]"]


@pytest.mark.parametrize(
    ("entries", "columns", "message"),
    [
        ([LIKERT], ["Q1", "age"], "column 'age' is covered by 0 entries"),
        ([LIKERT, LIKERT | {"columns": ["Q1*"]}], ["Q1", "Q2"], "column 'Q1' is covered by 2 entries"),
        ([LIKERT, INTEREST], ["Q1"], r"no column is meant by \['interest'\]"),
    ],
)
def test_every_column_must_be_covered_once(entries, columns, message):
    with pytest.raises(ValueError, match=message):
        expand(entries, columns)


@pytest.mark.parametrize(
    "levels", [(1, 2, 3, 4, 5), (1.0, 2.0, 3.0, 4.0, 5.0), ("1", "2", "3", "4", "5"), (5, 4, 3, 2, 1)]
)
def test_an_order_agrees_whatever_its_direction_and_however_numbers_are_written(levels):
    assert differing_fields(LIKERT, Made(levels=levels)) == ()


def test_labels_stand_for_their_codes():
    assert differing_fields(INTEREST, Made(levels=("none", "2", "3", "4", "A lot"), missing=("Refused",))) == ()


@pytest.mark.parametrize("levels", [(1, 2, 3, 5, 4), (1, 2, 3, 4), (1, 2, 3, 4, 5, 9), (1, 2, 3, 4, 5, 5), ()])
def test_another_order_or_another_set_of_levels_is_a_disagreement(levels):
    assert differing_fields(LIKERT, Made(levels=levels)) == ("levels",)


@pytest.mark.parametrize("levels", [(1, 2, 3, 4, 5), (1, 2, 3, 4)])
def test_a_level_that_no_row_holds_may_be_left_out(levels):
    assert differing_fields(LIKERT | {"unseen": [5]}, Made(levels=levels)) == ()


def test_a_refusal_kept_as_the_top_of_the_scale_differs_in_levels_and_missing():
    assert differing_fields(INTEREST, Made(levels=(1, 2, 3, 4, 5, 9))) == ("levels", "missing")


def test_codes_that_never_occur_may_be_called_missing_too():
    assert differing_fields(INTEREST, Made(missing=(9, 99))) == ()


def test_an_answer_called_missing_is_a_disagreement():
    assert differing_fields(LIKERT, Made(levels=(2, 3, 4, 5), missing=(1,))) == ("levels", "missing")


def test_an_ordinal_column_of_two_levels_is_binary():
    entry = LIKERT | {"kind": "binary", "levels": ["No", "Yes"]}
    assert differing_fields(entry, Made(kind="ordinal", levels=("No", "Yes"))) == ()


def test_any_kind_of_a_list_will_do():
    entry = {"columns": ["age"], "role": "item", "kind": ["continuous", "count"]}
    assert differing_fields(entry, Made(kind="count", levels=())) == ()
    assert differing_fields(entry, Made(kind="nominal", levels=())) == ("kind",)


def test_an_accepted_reading_replaces_what_it_names_and_keeps_the_rest():
    entry = INTEREST | {"accept": [{"kind": "continuous"}, {"role": "aside"}]}
    assert differing_fields(entry, Made(kind="continuous", levels=(), missing=(9,))) == ()
    assert differing_fields(entry, Made(kind="continuous", levels=())) == ("missing",)
    assert differing_fields(entry, Made(role="aside", kind="", levels=())) == ()


def test_outside_the_analysis_only_the_role_counts():
    assert differing_fields({"columns": ["id"], "role": "identifier"}, Made(role="identifier", kind="nominal")) == ()
    assert differing_fields({"columns": ["id"], "role": "identifier"}, Made())[0] == "role"


class Word(Enum):
    ITEM, NOMINAL, SURE = "item", "nominal", "sure"


def test_words_of_an_enumeration_are_read_by_their_values():
    agreement = compare("made.csv", expand([LIKERT], ["Q1"]), {"Q1": Made(Word.ITEM, Word.NOMINAL, (), (), Word.SURE)})
    assert [each.fields for each in agreement.silent] == [("kind",)]


def test_set_aside_is_aside():
    assert differing_fields({"columns": ["note"], "role": "aside"}, Made("set aside")) == ()


def test_wrong_decisions_are_silent_only_when_called_sure():
    expected = expand([LIKERT], ["Q1", "Q2", "Q3"])
    wrong = Made(kind="nominal", levels=())
    agreement = compare("made.csv", expected, {"Q1": Made(), "Q2": wrong, "Q3": Made("aside", certainty="unsure")})
    assert [each.column for each in agreement.silent] == ["Q2"]
    assert [each.column for each in agreement.marked] == ["Q3"]
    assert agreement.rate == pytest.approx(1 / 3)


def test_a_column_that_the_plan_leaves_out_is_wrong_in_silence():
    agreement = compare("made.csv", expand([LIKERT], ["Q1"]), {})
    assert [each.fields for each in agreement.silent] == [("not in the plan",)]


def test_columns_without_names_of_their_own_are_matched_by_their_place():
    expected = expand([LIKERT | {"columns": ["Q1 ", "Unnamed: 1"]}], ["Q1 ", "Unnamed: 1"])
    assert compare("made.csv", expected, {"Q1": Made(), "Q1: tea": Made()}).disagreements == ()
    assert len(compare("made.csv", expected, {"Q1": Made()}).disagreements) == 1


def test_options_that_are_ticked_or_empty_may_call_their_levels_as_they_like():
    assert (
        differing_fields({"columns": ["tea"], "role": "item", "kind": "binary"}, Made("item", "binary", (0, 1))) == ()
    )


def test_agreement_over_files_counts_columns_and_names_their_files():
    expected = expand([LIKERT], ["Q1", "Q2"])
    right = compare("a.csv", expected, {"Q1": Made(), "Q2": Made()})
    wrong = compare("b.csv", expected, {"Q1": Made(), "Q2": Made("weight")})
    total = overall([right, wrong])
    assert (total.n_agreed, total.n_columns) == (3, 4)
    assert [each.column for each in total.disagreements] == ["b.csv: Q2"]


def test_a_printed_agreement_names_what_differs():
    agreement = compare("a.csv", expand([LIKERT], ["Q1", "Q2"]), {"Q1": Made(), "Q2": Made(levels=(1, 2))})
    assert str(agreement) == "a.csv: 1 of 2 columns, 1 wrong in silence\n  Q2: kind, levels (sure)"


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ('columns = ["a"]\nrole = "itme"', "unknown itme"),
        ('columns = ["a"]\nrole = "item"\nkind = "likert"', "unknown likert"),
        ('columns = ["a"]\nrole = "item"\nlevel = [1]', "unknown level"),
        ('role = "item"', "needs columns and a role"),
    ],
)
def test_a_word_that_means_nothing_is_refused(tmp_path, line, message):
    path = tmp_path / "expected.toml"
    path.write_text(f'[["a.csv"]]\n{line}\n', encoding="utf-8")
    with pytest.raises(ValueError, match=message):
        read_expected(path)


TUTORIAL = Path(__file__).parents[2] / "docs" / "tutorials" / "data"


@pytest.fixture
def surveys(undistributed) -> dict[str, Path]:
    folder = undistributed / "data" / "surveys"
    if not folder.is_dir():
        pytest.skip(f"raw surveys not found at {folder}")
    return {path.name: path for path in (*folder.iterdir(), *TUTORIAL.glob("*.sav"))}


def test_expected_decisions_cover_every_column_of_the_raw_surveys_once(surveys):
    files = read_expected()
    assert {*files} == {*surveys}
    for name, entries in files.items():
        columns = [*raw_cells(surveys[name])]
        assert [*expand(entries, columns)] == columns


def test_every_answer_of_the_raw_surveys_is_a_level_or_missing_and_no_other_is_unseen(surveys):
    for name, entries in read_expected().items():
        cells = raw_cells(surveys[name])
        assert (name, *misfits(expand(entries, cells), cells)) == (name,)


def test_misfits_name_answers_that_are_no_level_and_levels_that_are_no_answer():
    expected = expand([LIKERT | {"unseen": [2], "missing": [9]}], ["Q1"])
    assert [*misfits(expected, {"Q1": {"1", "2", "3", "4", "6"}})] == [("Q1", ("2", "5", "6", "9"))]


def test_items_with_an_order_have_their_levels_written():
    for name, entries in read_expected().items():
        for entry in entries:
            kinds = entry.get("kind", [])
            needs_levels = {"ordinal", "binary"} & ({kinds} if isinstance(kinds, str) else {*kinds})
            ticked_or_empty = entry["columns"] == ["help?"]
            assert bool(needs_levels and not ticked_or_empty) <= (len(entry.get("levels", [])) > 1), (name, entry)
