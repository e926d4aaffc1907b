"""Faults of a user or of a machine end in one message. (Fail on 10b451c: marked so.)"""

import os
import subprocess
import sys
from pathlib import Path

import pandas as pd
import pytest

from attacks.command import COMMAND, PATIENCE
from ordag.cli import crash

ON_LINUX = pytest.mark.skipif(not Path("/dev/full").exists(), reason="/dev/full is of Linux")


def test_numbers_of_400_digits_are_refused_or_read(attack_here, tmp_path: Path) -> None:  # fails on 10b451c
    (tmp_path / "long.csv").write_text(
        "a,b\n" + "\n".join(f"{'9' * 400 if k == 3 else k % 3},{k % 2}" for k in range(20))
    )
    answer = attack_here("fit", "long.csv", "-o", "out", "--penalty", "3")
    assert "Traceback" not in answer.stderr
    assert "unforeseen" not in answer.stderr


@pytest.mark.parametrize("extreme", [2**63 - 1, -(2**63), 2**64 - 1])
@pytest.mark.parametrize("ending", ["csv", "parquet"])
def test_extremes_of_64_bits_are_codes_like_others(attack_here, tmp_path: Path, extreme: int, ending: str) -> None:
    frame = pd.DataFrame({"a": [extreme, 0, 0, extreme] * 10, "b": [0, 1, 0, 1] * 10})
    frame.to_csv(tmp_path / "data.csv", index=False) if ending == "csv" else frame.to_parquet(tmp_path / "data.parquet")
    answer = attack_here("fit", f"data.{ending}", "-o", "out", "--penalty", "3")
    assert "Traceback" not in answer.stderr
    assert "unforeseen" not in answer.stderr


@pytest.mark.skipif(os.name == "nt", reason="descriptors of POSIX")
@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
def test_closed_streams_lose_no_fit(closed: str, survey: Path, tmp_path: Path) -> None:  # fails on 10b451c
    line = f"exec {COMMAND} fit {survey} -o out --penalty 3 {closed}"
    done = subprocess.run(["/bin/sh", "-c", line], cwd=tmp_path, timeout=PATIENCE, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "out" / "report.html").exists()


@ON_LINUX
def test_a_full_standard_output_is_one_message_after_the_fit(attack, survey: Path, tmp_path: Path) -> None:
    with Path("/dev/full").open("w") as full:
        answer = attack(
            "fit", survey, "-o", "out", "--penalty", "3", stdout=full, stderr=subprocess.PIPE, capture_output=False
        )
    assert answer.returncode == 1
    assert answer.stderr.splitlines() == ["error: [Errno 28] No space left on device"]
    assert (tmp_path / "out" / "report.html").exists()


def test_standard_input_that_is_closed_is_an_empty_file(survey: Path, tmp_path: Path, attack) -> None:
    answer = attack("fit", "-", "-o", "out", stdin=subprocess.DEVNULL)
    assert answer.returncode == 1
    assert "is empty" in answer.stderr


def test_the_story_of_a_crash_holds_no_data(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.argv", ["ordag", "fit", "patients.csv", "--title=secret", "--ignore", "income"])
    secret = "Mrs Smith"
    try:
        try:
            int(secret)
        except ValueError as error:
            raise KeyError(secret) from error
    except KeyError as error:
        text = crash.story(error)
    assert "command: fit --title --ignore" in text
    assert "KeyError" in text
    assert "ValueError" in text
    assert "test_no_tracebacks.py" in text
    assert not [word for word in ("Smith", "patients", "secret", "income") if word in text]


CRASHING = """
import sys
import ordag.cli.app as home
def broken(prog_name): raise LookupError("Mrs Smith")
home.app = broken
from ordag.cli import main
main()
"""


def test_what_nobody_foresaw_is_one_line_with_a_file(tmp_path: Path) -> None:
    told = {**os.environ, "TMPDIR": str(tmp_path), "TEMP": str(tmp_path)}
    answer = subprocess.run([sys.executable, "-c", CRASHING], capture_output=True, text=True, env=told, check=False)
    assert answer.returncode == 1
    (stored,) = tmp_path.glob("ordag-crash-*.txt")
    first, second = answer.stderr.splitlines()
    assert first == f"error: something unforeseen happened (LookupError); details, without data, are in {stored}."
    assert second.startswith("hint: Please report it")
    assert "Smith" not in stored.read_text()
