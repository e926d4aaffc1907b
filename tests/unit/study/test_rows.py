"""Rows survive a kill at any byte."""

from dataclasses import replace
from pathlib import Path

import pytest

from ordag.errors import InputValueError
from ordag.study.measure import bare_row, measure
from ordag.study.rows import appending, read_rows
from reference.tiny_study import TINY


@pytest.fixture(scope="module")
def rows():
    trials = TINY.trials("smoke")
    return [measure(trials[0]), bare_row(trials[1], "timeout", "stopped after 3 s", 3.0)]


def write(path: Path, rows) -> None:
    with appending(path) as append:
        for row in rows:
            append(row)


def test_rows_are_read_as_they_were_written(tmp_path: Path, rows) -> None:
    write(tmp_path / "a.jsonl", rows)
    assert list(read_rows(tmp_path / "a.jsonl").values()) == rows


def test_there_are_no_rows_in_a_file_that_is_not_there(tmp_path: Path) -> None:
    assert read_rows(tmp_path / "none.jsonl") == {}


def test_a_torn_line_is_dropped_wherever_it_is_torn(tmp_path: Path, rows) -> None:
    path = tmp_path / "a.jsonl"
    write(path, rows)
    whole = path.read_bytes()
    start = whole.index(b"\n") + 1
    for length in (start + 1, start + 40, len(whole) - 1):
        path.write_bytes(whole[:length])
        assert list(read_rows(path)) == [rows[0].key]
        write(path, rows[1:])
        assert path.read_bytes() == whole


def test_of_two_rows_of_a_trial_the_later_counts(tmp_path: Path, rows) -> None:
    write(tmp_path / "a.jsonl", [rows[0], replace(rows[0], status="error")])
    (row,) = read_rows(tmp_path / "a.jsonl").values()
    assert row.status == "error"


@pytest.mark.parametrize("line", [b"{}", b"nonsense", b'{"colour": 1}'])
def test_a_foreign_line_is_named(tmp_path: Path, rows, line: bytes) -> None:
    path = tmp_path / "a.jsonl"
    write(path, rows)
    path.write_bytes(path.read_bytes() + line + b"\n")
    with pytest.raises(InputValueError, match=r"^line 3 of .*a\.jsonl' is no row of a study"):
        read_rows(path)
