"""Files that claim, unpack to or are too much are refused before memory is spent. (All but one fail on 10b451c.)"""

import gzip
import json
import os
import time
import tracemalloc
import zipfile
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from ordag import OSEM, FittedNetwork, simulate, waves
from ordag.data import OrdinalTable, read, read_frame
from ordag.data.declarations import declared_for, parse_file
from ordag.errors import FileError, OrdagError
from ordag.files.bounds import LIMITS, TooLargeError, within
from ordag.model.storage import from_json, to_json
from ordag.strategies import memory
from ordag.strategies.memory import NotEnoughMemoryError

SECONDS = 20  # of a busy machine; the attacks take hours


def test_patterns_in_a_levels_file_are_matched_in_linear_time() -> None:
    begun = time.perf_counter()
    assert declared_for("a" * 5000 + "b", {"a*" * 50 + "c": ["low", "high"]}) == ()
    assert declared_for("a" * 5000 + "c", {"a*" * 50 + "c": ["low", "high"]}) == ["low", "high"]
    assert time.perf_counter() - begun < SECONDS


@pytest.mark.parametrize(
    ("pattern", "name", "fits"),
    [("q*", "q1", True), ("*", "", True), ("a*a", "a", False), ("*b*", "abc", True), ("a*b*c", "acb", False)],
)
def test_stars_stand_for_any_text(pattern: str, name: str, fits: bool) -> None:
    assert bool(declared_for(name, {pattern: ["low", "high"]})) is fits


def far_workbook(path: Path, reference: str) -> None:
    """A workbook with one cell more, so far out that the table up to it would fill the memory."""
    pd.DataFrame({"a": [1, 2, 1], "b": [1, 1, 2]}).to_excel(path, index=False)
    with zipfile.ZipFile(path) as old:
        parts = {name: old.read(name) for name in old.namelist()}
    row = reference.lstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
    cell = f'<row r="{row}"><c r="{reference}"><v>1</v></c></row></sheetData>'.encode()
    parts["xl/worksheets/sheet1.xml"] = parts["xl/worksheets/sheet1.xml"].replace(b"</sheetData>", cell)
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as new:
        for name, part in parts.items():
            new.writestr(name, part)


@pytest.mark.parametrize("reference", ["XFD1048576", "ZZ1048576"])
def test_a_cell_far_out_makes_no_table_up_to_it(reference: str, tmp_path: Path) -> None:
    far_workbook(tmp_path / "far.xlsx", reference)
    begun = time.perf_counter()
    with pytest.raises(TooLargeError, match="cells"):
        read(tmp_path / "far.xlsx")
    assert time.perf_counter() - begun < SECONDS


def test_a_workbook_that_unpacks_to_too_much_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(LIMITS, "bytes unpacked", 1000)
    pd.DataFrame({"a": [1, 2]}).to_excel(tmp_path / "book.xlsx")
    with pytest.raises(TooLargeError, match="bytes unpacked"):
        read(tmp_path / "book.xlsx")


@pytest.mark.parametrize("ending", ["csv", "csv.gz"])
def test_a_line_without_end_is_refused(ending: str, tmp_path: Path) -> None:
    path = tmp_path / f"endless.{ending}"
    with gzip.open(path, "wb") if ending == "csv.gz" else path.open("wb") as file:
        for _ in range(17):
            file.write(b"a," * 500_000)
    with pytest.raises(TooLargeError, match="characters in a line"):
        read(path)


def test_a_hundred_thousand_columns_are_refused_at_once(tmp_path: Path) -> None:
    names = [f"x{k}" for k in range(100_000)]
    lines = [",".join(names), *(",".join(["1", "2"] * 50_000) for _ in range(3))]
    (tmp_path / "wide.csv").write_text("\n".join(lines))
    begun = time.perf_counter()
    with pytest.raises(TooLargeError, match="100,000 columns"):
        read(tmp_path / "wide.csv")
    assert time.perf_counter() - begun < SECONDS


@pytest.mark.skipif(os.name == "nt", reason="pipes and devices of POSIX")
@pytest.mark.parametrize("what", ["pipe", "device"])
def test_models_and_declarations_are_regular_files(what: str, tmp_path: Path) -> None:
    path = Path("/dev/zero")
    if what == "pipe":
        path = tmp_path / "pipe.json"
        os.mkfifo(path)
    with pytest.raises(FileError, match="no regular file"):
        parse_file("levels", path)
    with pytest.raises(FileError, match="no regular file"):
        FittedNetwork.load(path)


@pytest.mark.parametrize("text", ['{"levels": ' + "[" * 150 + "]" * 150 + "}", "[" * 100_000])
def test_deep_declarations_are_refused(text: str, tmp_path: Path) -> None:
    (tmp_path / "deep.json").write_text(text)
    with pytest.raises(OrdagError, match="nest"):
        parse_file("levels", tmp_path / "deep.json")


def test_declarations_with_too_many_keys_are_refused(tmp_path: Path) -> None:
    (tmp_path / "many.json").write_text(json.dumps({f"x{k}": [1, 2] for k in range(200_001)}))
    with pytest.raises(TooLargeError, match="keys"):
        parse_file("levels", tmp_path / "many.json")


@pytest.mark.parametrize("correlation", [[], [[]] * 3000])
def test_a_model_that_names_columns_without_their_correlations_makes_no_matrices(
    correlation: list[list[float]],
) -> None:
    record = json.loads(to_json(FittedNetwork.from_parameters([[0]], [[0.0]])))
    record["variables"] = [record["variables"][0] | {"name": f"x{k}"} for k in range(3000)]
    text = json.dumps(record | {"correlation": correlation})
    tracemalloc.start()
    try:
        with pytest.raises(OrdagError, match="correlation must have"):
            from_json(text)
        assert tracemalloc.get_traced_memory()[1] < 40_000_000
    finally:
        tracemalloc.stop()


def test_a_level_of_400_digits_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "model.json"
    FittedNetwork.from_parameters([[0]], [[0.0]], levels=[[1, 2]]).save(path)
    path.write_text(path.read_text().replace("[1, 2]", f"[1, {'9' * 400}]").replace("[1,2]", f"[1,{'9' * 400}]"))
    with pytest.raises(OrdagError, match="must be finite"):
        FittedNetwork.load(path)


def test_limits_can_be_raised(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("ORDAG_LIMITS", "10")
    within("survey.csv", "columns", 200_000)
    with pytest.raises(TooLargeError):
        within("survey.csv", "columns", 200_001)
    (tmp_path / "small.csv").write_text("a,b\n1,2\n2,1\n")
    assert read_frame(tmp_path / "small.csv").shape == (2, 2)


def test_limits_can_be_raised_at_the_command_line(attack_here, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("ORDAG_LIMITS", "1")  # and back again when the test ends
    (tmp_path / "small.csv").write_text("a,b\n1,2\n2,1\n")
    (tmp_path / "deep.json").write_text('{"levels": ' + "[" * 150 + "]" * 150 + "}")
    command = ["convert", "small.csv", "-", "--levels", "deep.json"]
    refused = attack_here(*command)
    assert "and 100 are allowed" in refused.stderr
    assert "--limits 10" in refused.stderr
    assert "are allowed" not in attack_here(*command, "--limits", "10").stderr
    assert attack_here(*command, "--limits", "0").returncode == 2


def test_a_fit_for_which_there_is_no_memory_says_so_before_it_begins(monkeypatch: pytest.MonkeyPatch) -> None:
    table = OrdinalTable.from_codes([[0, 1], [1, 0], [0, 0], [1, 1]] * 5)
    monkeypatch.setattr(memory, "available_bytes", lambda: 1000)
    with pytest.raises(NotEnoughMemoryError, match="GB are available"):
        OSEM(penalty=3).fit(table)
    monkeypatch.setattr(memory, "available_bytes", lambda: None)
    assert OSEM(penalty=3).fit(table).network_.n_columns == 2


def test_many_columns_for_which_there_is_no_memory_are_refused_within_seconds(monkeypatch: pytest.MonkeyPatch) -> None:
    codes = np.random.default_rng(1).integers(0, 3, (30, 5000))
    table = OrdinalTable.from_codes(codes)
    monkeypatch.setattr(memory, "available_bytes", lambda: 10**9)
    begun = time.process_time()
    with pytest.raises(NotEnoughMemoryError, match=r"a fit of 5,000 columns would take about 2\.4 GB"):
        OSEM(penalty=3).fit(table)
    assert time.process_time() - begun < SECONDS
    table.merged()  # whose time grew with the square of the number of columns
    assert time.process_time() - begun < SECONDS


def test_waves_for_which_there_is_no_memory_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    panel = simulate.panel_data([[0.5, 0.4], [0, 0.5]], [[0, 0], [0, 0]], n_rows=50, n_waves=2, rng=1)
    monkeypatch.setattr(memory, "available_bytes", lambda: 1000)
    with pytest.raises(NotEnoughMemoryError, match="GB are available"):
        waves(panel.frame)
