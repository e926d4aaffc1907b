"""What SPSS and Stata files say of their columns is read, and written again."""

import subprocess
import warnings
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pyreadstat
import pytest

from ordag.data import ColumnPlan, TablePlan, read, read_frame, write_frame
from ordag.data.reading import labelled
from ordag.data.reading.files import read_loaded
from ordag.data.reading.loading import Layout
from ordag.data.reading.remarks import EncodingAssumed
from ordag.errors import FileError, InferenceWarning, collected_warnings
from ordag.remarks import ColumnsInferred, ColumnsSetAside

ENDINGS = [".sav", ".dta"]
AREAS = {10: "N", 11: "S", 12: "W"}


def wrote(path: Path, columns: Mapping[str, Sequence[object]], **told: Any) -> Path:
    """A file as another program writes it."""
    write = pyreadstat.write_sav if path.suffix == ".sav" else pyreadstat.write_dta
    write(pd.DataFrame(columns), str(path), **told)
    return path


def told_by(path: Path) -> tuple[dict[str, list[Any]], Any]:
    """Values of a file, and what else another program reads in it."""
    reads = pyreadstat.read_sav if path.suffix == ".sav" else pyreadstat.read_dta
    frame, meta = reads(str(path))
    return frame.to_dict("list"), meta


def again(path: Path, target: Path, **options: Any) -> Path:
    """A file read and written."""
    loaded = read_loaded(path, Layout(), **options)
    write_frame(loaded.frame, target, codebook=loaded.codebook)
    return target


@pytest.mark.parametrize("target", ENDINGS)
@pytest.mark.parametrize("source", ENDINGS)
def test_a_labelled_file_written_again_keeps_values_labels_and_wordings(
    tmp_path: Path, source: str, target: str
) -> None:
    columns = {"area": [12.0, 10.0, 11.0], "n": [3.0, 1.0, 2.0], "age": [31.5, 18.25, 70.0], "note": ["b", "a", "c"]}
    path = wrote(
        tmp_path / f"a{source}",
        columns,
        variable_value_labels={"area": AREAS},
        column_labels={"area": "Where do you live?", "age": "How old are you?"},
    )
    found, meta = told_by(again(path, tmp_path / f"b{target}"))
    assert found == columns
    assert meta.variable_value_labels == {"area": AREAS}
    assert meta.column_names_to_labels == {
        "area": "Where do you live?",
        "n": None,
        "age": "How old are you?",
        "note": None,
    }


def test_an_spss_file_written_again_keeps_measure_levels_and_what_is_declared_missing(tmp_path: Path) -> None:
    labels, ranges = {1: "no", 2: "yes", 9: "refused"}, {"q": [{"lo": 8, "hi": 9}]}
    measures = {"q": "scale", "n": "nominal", "m": "ordinal"}
    path = wrote(
        tmp_path / "a.sav",
        {"q": [1.0, 2.0], "n": [1.0, 2.0], "m": [1.0, 2.0]},
        variable_value_labels={"q": labels},
        missing_ranges=ranges,
        variable_measure=measures,
    )
    meta = pyreadstat.read_sav(str(again(path, tmp_path / "b.sav")), user_missing=True)[1]
    assert (meta.variable_value_labels, meta.missing_ranges) == ({"q": labels}, ranges)
    assert meta.variable_measure == measures
    assert told_by(again(path, tmp_path / "b.dta"))[1].variable_value_labels == {
        "q": {1: "no", 2: "yes", "a": "refused"}
    }


def test_texts_with_labels_stay_texts_where_the_format_can_hold_them(tmp_path: Path) -> None:
    columns, labels = {"q": ["y", "n"]}, {"q": {"n": "No", "y": "Yes"}}
    path = wrote(tmp_path / "a.sav", columns, variable_value_labels=labels)
    found, meta = told_by(again(path, tmp_path / "b.sav"))
    assert (found, meta.variable_value_labels) == (columns, labels)
    found, meta = told_by(again(path, tmp_path / "b.dta"))
    assert (found, meta.variable_value_labels) == ({"q": [2, 1]}, {"q": {1: "No", 2: "Yes"}})


def test_values_that_share_a_label_are_written_apart(tmp_path: Path) -> None:
    columns, labels = {"q": [2.0, 3.0, 4.0]}, {"q": {2: "yes", 3: "yes"}}
    path = wrote(tmp_path / "a.sav", columns, variable_value_labels=labels)
    found, meta = told_by(again(path, tmp_path / "b.sav"))
    assert (found, meta.variable_value_labels) == (columns, labels)


def test_a_value_that_stands_for_no_answer_has_no_label_either(tmp_path: Path) -> None:
    labels = {1: "low", 2: "high", 9: "DK"}
    path = wrote(tmp_path / "a.sav", {"q": [1.0, 9.0, 2.0]}, variable_value_labels={"q": labels})
    found, meta = told_by(again(path, tmp_path / "b.sav", missing=["DK"]))
    np.testing.assert_array_equal(found["q"], [1, np.nan, 2])
    assert meta.variable_value_labels == {"q": {1: "low", 2: "high"}}


@pytest.mark.parametrize(
    ("level", "value", "labels"),
    [("2", 2, {0: "never", 3: "always"}), ("ever", 4, {0: "never", 3: "always", 4: "ever"})],
)
def test_a_level_that_is_new_to_the_file_takes_no_value_of_another(
    tmp_path: Path, level: str, value: int, labels: dict[int, str]
) -> None:
    path = wrote(tmp_path / "a.sav", {"q": [0.0, 3.0]}, variable_value_labels={"q": {0: "never", 3: "always"}})
    levels = pd.CategoricalDtype(["unused", "never", level, "always"], ordered=True)
    more = pd.DataFrame({"q": pd.Series(["never", "always", level], dtype=levels)})
    write_frame(more, tmp_path / "b.sav", codebook=read_loaded(path, Layout()).codebook)
    found, meta = told_by(tmp_path / "b.sav")
    assert (found, meta.variable_value_labels) == ({"q": [0, 3, value]}, {"q": labels})


def test_levels_that_are_numbers_have_the_values_that_are_labelled_so(tmp_path: Path) -> None:
    path = wrote(tmp_path / "a.sav", {"q": [10.0, 20.0]}, variable_value_labels={"q": {10: "1", 20: "2"}})
    codebook = read_loaded(path, Layout()).codebook
    levels = pd.CategoricalDtype([1, 2], ordered=True)
    write_frame(pd.DataFrame({"q": pd.Series([2, 1], dtype=levels)}), tmp_path / "b.sav", codebook=codebook)
    assert told_by(tmp_path / "b.sav")[0] == {"q": [20, 10]}
    write_frame(pd.DataFrame({"q": [2.0, 1.5]}), tmp_path / "c.sav", codebook=codebook)
    assert told_by(tmp_path / "c.sav")[1].variable_value_labels == {}


def test_wordings_that_are_too_long_for_stata_are_cut(tmp_path: Path) -> None:
    path = wrote(tmp_path / "a.sav", {"q": [1.0, 2.0]}, column_labels={"q": "w" * 200})
    assert told_by(again(path, tmp_path / "b.dta"))[1].column_labels == ["w" * 80]


@pytest.mark.parametrize("ending", ENDINGS)
def test_without_a_codebook_levels_are_numbered(tmp_path: Path, ending: str) -> None:
    levels = pd.CategoricalDtype(["no", "yes"], ordered=True)
    write_frame(pd.DataFrame({"q": pd.Series(["yes", "no"], dtype=levels)}), tmp_path / f"a{ending}")
    found, meta = told_by(tmp_path / f"a{ending}")
    assert (found, meta.variable_value_labels) == ({"q": [2, 1]}, {"q": {1: "no", 2: "yes"}})
    assert read(tmp_path / f"a{ending}").levels == (("no", "yes"),)


@pytest.mark.parametrize("ending", ENDINGS)
def test_options_that_were_ticked_or_left_empty_are_binary(tmp_path: Path, ending: str) -> None:
    columns = {"m1": [1.0, np.nan] * 6, "m2": [np.nan, 1.0] * 6, "wave": [1] * 12, "q": [1.0, 2.0, 3.0] * 4}
    columns["m2"][0] = 1.0
    named = {1: "genannt"}
    path = wrote(tmp_path / f"a{ending}", columns, variable_value_labels={"m1": named, "m2": named})
    with pytest.warns(InferenceWarning) as said:
        table = read(path)
    assert table.names == ("m1", "m2", "q")
    assert table.levels[0] == ("not ticked", "genannt")
    assert table.codes[:2, 0].tolist() == [1, 0]
    assert [warning.message for warning in said] == [
        ColumnsInferred({"binary, options to tick: an empty entry means not ticked": ["m1", "m2"]}),
        ColumnsSetAside({"is always the same": ["wave"]}),
    ]


def aged(path: Path, code: int = 999, **told: Any) -> Path:
    """A file of ages, one of them a code that is labelled but not declared missing."""
    labels = {"age": {code: "keine Angabe"}, "mood": {1: "bad", 2: "good"}}
    columns = {"age": [*range(18, 60), code], "mood": [1.0, 2.0, 1.0] * 14 + [2.0]}
    return wrote(path, columns, variable_value_labels=labels, **told)


@pytest.mark.parametrize("code", [999, -9])
def test_a_label_for_no_answer_in_a_measurement_is_missing_unless_it_is_kept(tmp_path: Path, code: int) -> None:
    path = aged(tmp_path / "a.sav", code)
    with pytest.warns(InferenceWarning, match=f"taken as no answer: {code} in 'age'. If one is an answer"):
        table = read(path)
    assert table.kinds == ("continuous", "binary")
    assert np.isnan(table.continuous[-1, 0])
    kept = TablePlan((ColumnPlan("age", "item", "continuous"),))
    with collected_warnings():  # 999 among ages is far from a normal distribution
        assert read(path, columns=kept).continuous.max() == max(code, 59)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for missing in (f"age={code}", "keine Angabe"):
            assert np.isnan(read(path, missing=[missing]).continuous[-1, 0])


def test_ends_of_a_measurement_that_have_labels_are_not_remarked_on(tmp_path: Path) -> None:
    columns, labels = {"pain": [*range(101)]}, {"pain": {0: "none", 100: "unbearable"}}
    path = wrote(tmp_path / "a.sav", columns, variable_value_labels=labels, variable_measure={"pain": "scale"})
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert read(path).kinds == ("continuous",)


def test_a_labelled_measurement_is_written_again_as_it_is(tmp_path: Path) -> None:
    found, meta = told_by(again(aged(tmp_path / "a.sav"), tmp_path / "b.sav"))
    assert found["age"] == [*range(18, 60), 999]
    assert meta.variable_value_labels["age"] == {999: "keine Angabe"}


def test_columns_outside_a_model_keep_the_values_that_spss_declares_missing(tmp_path: Path) -> None:
    columns = {"q": [1.0, 9.0, 2.0], "other": [2.0, 9.0, 8.0], "n": [-99.0, 3.0, 4.0], "t": ["x", "b", "a"]}
    labels = {1: "no", 2: "yes", 9: "refused"}
    path = wrote(
        tmp_path / "a.sav",
        columns,
        variable_value_labels={"q": labels, "other": labels},
        missing_ranges={"q": [{"lo": 8, "hi": 9}], "other": [{"lo": 8, "hi": 9}], "n": [-99], "t": ["x"]},
    )
    loaded = read_loaded(path, Layout(variables=["q"]))
    assert loaded.frame["q"].isna().tolist() == [False, True, False]
    assert loaded.frame["other"].tolist() == ["yes", "refused", "8"]
    for ending in ENDINGS:
        write_frame(loaded.frame, tmp_path / f"b{ending}", codebook=loaded.codebook)
    found = pyreadstat.read_sav(str(tmp_path / "b.sav"), user_missing=True)[0].to_dict("list")
    assert {name: found[name] for name in ("other", "n", "t")} == {x: columns[x] for x in ("other", "n", "t")}
    frame, meta = pyreadstat.read_dta(str(tmp_path / "b.dta"), user_missing=True)
    assert frame["other"].tolist() == [2, "b", "a"]
    assert meta.variable_value_labels["other"] == {1: "no", 2: "yes", "b": "refused"}


def _declared_wrongly(path: Path) -> Path:
    """An SPSS file that says UTF-8 and holds the bytes of Windows, of which there are fewer."""
    write_frame(pd.DataFrame({"q": ["größer", "kleiner"] * 20, "r": [0, 1] * 20}), path)
    path.write_bytes(path.read_bytes().replace("ö".encode(), b"\xf6 ").replace("ß".encode(), b"\xdf "))
    return path


def test_texts_in_another_encoding_than_the_file_says_are_read_with_a_remark(tmp_path):
    with pytest.warns(EncodingAssumed, match="not in the encoding that it names and was read as WINDOWS-1252"):
        frame = read_frame(_declared_wrongly(tmp_path / "survey.sav"))
    assert [*frame["q"].unique()] == ["grö ß er", "kleiner"]


def test_the_encoding_of_a_labelled_file_can_be_said(tmp_path):
    frame = read_frame(_declared_wrongly(tmp_path / "survey.sav"), encoding="WINDOWS-1252")
    assert [*frame["q"].unique()] == ["grö ß er", "kleiner"]


@pytest.fixture
def lettered(tmp_path: Path) -> Path:
    """A Stata file with letters: two of them labelled, one in a measurement."""
    path = tmp_path / "letters.dta"
    columns = {"q": [1.0, 2.0, "a", "b", np.nan, 3.0], "n": [10.5, "c", 3.0, 4.0, 5.0, 6.0], "t": [*"xyzuvw"]}
    labels = {1: "low", 2: "mid", 3: "high", 2147483622: "refused", 2147483623: "don't know"}
    pyreadstat.write_dta(
        pd.DataFrame(columns),
        str(path),
        variable_value_labels={"q": labels},
        missing_user_values={"q": ["a", "b"], "n": ["c"]},
    )
    return path


def converted(source: Path, target: Path) -> Path:
    loaded = read_loaded(source, Layout(variables=()))
    write_frame(loaded.frame, target, codebook=loaded.codebook)
    return target


def told_of_missing(path: Path) -> tuple[dict[str, list[object]], object]:
    reader = pyreadstat.read_sav if path.suffix == ".sav" else pyreadstat.read_dta
    frame, meta = reader(str(path), user_missing=True)
    return frame.to_dict("list"), meta


def test_letters_of_a_stata_file_are_written_again(lettered: Path, tmp_path: Path) -> None:
    found, meta = told_of_missing(converted(lettered, tmp_path / "b.dta"))
    before, of_source = told_of_missing(lettered)
    assert str(found) == str(before)
    assert meta.variable_value_labels == of_source.variable_value_labels
    assert meta.missing_user_values == of_source.missing_user_values


def test_letters_become_declared_values_in_an_spss_file_and_letters_again(lettered: Path, tmp_path: Path) -> None:
    found, meta = told_of_missing(converted(lettered, tmp_path / "b.sav"))
    assert found["q"][2:4] == [-1, -2]
    assert found["n"][1] == -1
    assert meta.missing_ranges == {"q": [{"lo": -2, "hi": -1}], "n": [{"lo": -1, "hi": -1}]}
    assert meta.variable_value_labels["q"][-1] == "refused"
    again_found, _ = told_of_missing(converted(tmp_path / "b.sav", tmp_path / "c.dta"))
    assert again_found["q"][2] != again_found["q"][3]
    assert {again_found["q"][2], again_found["q"][3], again_found["n"][1]} == {"a", "b"}


def test_letters_are_missing_in_a_model(lettered: Path) -> None:
    loaded = read_loaded(lettered, Layout())
    assert loaded.frame["q"].isna().tolist() == [False, False, True, True, True, False]


def test_what_spss_declares_missing_becomes_letters_with_its_labels(tmp_path: Path) -> None:
    path = wrote(
        tmp_path / "a.sav",
        {"q": [1.0, 2.0, 8.0, 9.0], "n": [31.0, 999.0, 40.0, 50.0]},
        variable_value_labels={"q": {1: "no", 2: "yes", 8: "don't know", 9: "refused"}},
        missing_ranges={"q": [{"lo": 8, "hi": 9}], "n": [999]},
    )
    found, meta = told_of_missing(converted(path, tmp_path / "b.dta"))
    assert found == {"q": [1, 2, "a", "b"], "n": [31, "a", 40, 50]}
    assert meta.variable_value_labels["q"] == {1: "no", 2: "yes", "a": "don't know", "b": "refused"}


def parsed_after(monkeypatch, folder: Path, *, seconds: int, first: str) -> pd.DataFrame:
    """A file read where each may take so many seconds, and the parser does something else first."""
    parser, source = folder / "parser.py", wrote(folder / "small.sav", {"mood": [1.0, 2.0, 3.0]})
    own = Path(labelled.__file__).with_name("labelled_parser.py")
    parser.write_text(own.read_text("utf-8").replace("    main()", f"    {first}\n    main()"), "utf-8")
    monkeypatch.setattr(labelled, "_PARSER", parser)
    monkeypatch.setattr(labelled, "_LEAST_SECONDS", seconds)
    monkeypatch.setattr(labelled, "subprocess", subprocess)
    return labelled.read_labelled(source)[0]


@pytest.mark.skipif(labelled._OUT_OF_TIME is None, reason="this system does not limit the time of the processor")
def test_a_file_that_waits_for_the_processor_is_not_called_damaged(monkeypatch, tmp_path) -> None:
    frame = parsed_after(monkeypatch, tmp_path, seconds=4, first="__import__('time').sleep(7)")
    assert frame["mood"].tolist() == [1.0, 2.0, 3.0]


def test_a_parser_that_does_not_come_to_an_end_is_ended(monkeypatch, tmp_path) -> None:
    with pytest.raises(FileError, match="has no end after 3 seconds"):
        parsed_after(monkeypatch, tmp_path, seconds=2, first="while True: pass")
