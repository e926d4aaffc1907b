"""Each change of a file fails once, in each command: old results stay or new ones are whole, and the end is orderly."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent
QUICK = ["fit", "bootstrap", "study", "impute", "convert", "columns"]
COMMANDS = [*QUICK, "given", "groups", "waves", "plan", "learn"]
FAILURES = ["ENOSPC", "EIO", "ENOMEM", "kill"]
EVERY_TENTH = 10
EVERY = {"impute": 2, "columns": 2}  # commands that change files less than ten times
LOGS = {"replicates.jsonl", "recovery.jsonl", "permutations.jsonl"}  # they grow by whole lines

pytestmark = pytest.mark.skipif(
    sys.platform != "linux" or shutil.which("gcc") is None, reason="preloads a library of its own"
)


@pytest.fixture(scope="session")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("injection") / "injection.so"
    subprocess.run(["gcc", "-shared", "-fPIC", "-O1", "-o", path, HERE / "injection.c", "-ldl"], check=True)
    return path


def check(line: dict, failure: str) -> None:
    """One injection ended as it must."""
    where = f"change {line['nth']}: {line['complained']}"
    results = {name: content for name, content in line["left"].items() if name not in LOGS}
    old = {name: content for name, content in line["old"].items() if name not in LOGS}
    new = {name: content for name, content in line["new"].items() if name not in LOGS}
    assert "Traceback" not in line["complained"], where
    assert "unforeseen" not in line["complained"], where
    # Killed, or failed in tidying up, when all was written: the files are in the way.
    is_done = results == new and (failure == "kill" or line["code"] == 0)
    assert line["again"]["code"] == 0 or (is_done and "already exists" in line["again"]["complained"]), where
    assert line["unfinished_again"] == [], where
    if failure == "kill":
        # Between two renames of one result: the manifest tells, and each file is whole.
        assert all(content in (old.get(name), new[name]) for name, content in results.items()), where
        return
    assert line["code"] in (0, 1), where
    assert line["unfinished"] == [], where
    assert results in (old, new), where
    if line["code"] == 1:
        assert line["complained"].startswith("error: "), where


def inject(library: Path, command: str, failure: str, step: int) -> int:
    """Number of injections, each of which was checked."""
    told = {**os.environ, "LD_PRELOAD": str(library)}
    arguments = [sys.executable, HERE / "injected.py", library, command, failure, str(step)]
    done = subprocess.run(arguments, env=told, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    *lines, last = map(json.loads, done.stdout.splitlines())
    for line in lines:
        check(line, failure)
    assert last["code"] == 0
    return len(lines)


@pytest.mark.parametrize("failure", ["ENOSPC", "kill"])
@pytest.mark.parametrize("command", QUICK)
def test_some_changes_fail(command: str, failure: str, library: Path) -> None:
    assert inject(library, command, failure, EVERY.get(command, EVERY_TENTH)) >= 1


@pytest.mark.slow
@pytest.mark.parametrize("failure", FAILURES)
@pytest.mark.parametrize("command", COMMANDS)
def test_every_change_fails_once(command: str, failure: str, library: Path) -> None:
    assert inject(library, command, failure, 1) > 3
