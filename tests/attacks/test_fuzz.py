"""The corpus that fuzzing has gathered, and a little fuzzing from a fixed seed; an hour of others: `make fuzz`."""

import subprocess
import sys
from pathlib import Path

import pytest

from ordag.data import write_frame
from reference.reader_fuzz import FORMATS, attempt, frame, valid

HERE = Path(__file__).parent
CORPUS = sorted((HERE / "corpus").iterdir())
SECONDS, SEED = 5, 1


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("path", CORPUS, ids=lambda path: path.name)
def test_what_fuzzing_found_is_read_or_refused(path: Path, tmp_path: Path) -> None:
    write_frame(frame(), tmp_path / "survey.csv")
    end = attempt(path.name.split(".", 1)[1], path.read_bytes(), tmp_path)
    assert end.split(":")[0] in {"read", "refused"}


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("ending", sorted({*FORMATS} - {"posterior.json"}))  # of which there is no whole one
def test_what_is_spoiled_can_be_read_before(ending: str, tmp_path: Path) -> None:
    write_frame(frame(), tmp_path / "survey.csv")
    assert attempt(ending, valid(ending, tmp_path), tmp_path) == "read"


def test_a_little_fuzzing_finds_nothing() -> None:
    command = [sys.executable, HERE / "fuzz.py", str(SECONDS), f"--seed={SEED}"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-3000:]
    assert "0 ended otherwise" in done.stdout
