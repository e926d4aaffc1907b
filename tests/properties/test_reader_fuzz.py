"""Whatever a file holds, reading it ends with a table or with an error of ours: no crash, no hang, no other error."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[1] / "reference" / "reader_fuzz.py"
# Inputs of the fast suite and of the slow one, more than 10⁵ in all. SPSS and Stata files are parsed in a process of
# their own, which takes about a second each.
COUNTS = {
    "csv": (100, 20_000),
    "tsv": (60, 15_000),
    "csv.gz": (60, 15_000),
    "parquet": (100, 20_000),
    "xlsx": (40, 6_000),
    "toml": (60, 12_000),
    "json": (60, 12_000),
    "tiers.json": (60, 5_000),
    "model.json": (100, 20_000),
    "replicates.jsonl": (60, 10_000),
    "sav": (4, 400),
    "dta": (4, 400),
}


def ends_of(ending: str, first: int, count: int) -> dict[str, int]:
    """How often reading ended how; an input that crashed the process is named."""
    command = [sys.executable, str(SCRIPT), ending, str(first), str(count)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    last = done.stderr.strip().splitlines()[-1:]
    assert done.returncode == 0, f"{ending}: the process ended with {done.returncode} at seed {last}"
    *odd, ends = map(json.loads, done.stdout.splitlines())
    assert not odd, f"{ending}: {len(odd)} inputs ended otherwise; seed {odd[0]['seed']}: {odd[0]['end']}"
    assert sum(ends.values()) == count
    return ends


@pytest.mark.parametrize("ending", COUNTS)
def test_spoiled_files_are_read_or_refused(ending: str) -> None:
    assert ends_of(ending, 0, COUNTS[ending][0])["refused"] > 0


@pytest.mark.slow
@pytest.mark.parametrize("ending", COUNTS)
def test_many_spoiled_files_are_read_or_refused(ending: str) -> None:
    ends = ends_of(ending, 10**6, COUNTS[ending][1])
    assert min(ends["refused"], ends["read"]) > 0  # the spoiling is neither harmless nor always fatal


@pytest.mark.parametrize("seed", [423, 3403])
def test_a_file_on_which_the_parser_crashes_is_refused(seed: int) -> None:
    assert ends_of("sav", seed, 1) == {"refused": 1}


def test_a_workbook_without_sheets_is_refused() -> None:
    assert ends_of("xlsx", 1_000_228, 1) == {"refused": 1}
