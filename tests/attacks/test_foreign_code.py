"""Files in the current folder are data, whatever they are called. (Study and bootstrap fail on 10b451c.)"""

import asyncio
import json
import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from ordag.app.jobs import _started
from ordag.processes import safe_path

BOMB = "from pathlib import Path\nPath(r'{}').write_text('ran')\nraise SystemExit('foreign code ran')\n"


@pytest.fixture
def ran(tmp_path: Path) -> Path:
    """What foreign code would write; it lies in the current folder under every name that a child may ask for."""
    trace = tmp_path / "trace"
    for name in ("ordag", "joblib", "numpy", "pandas", "pickle", "threadpoolctl", "sklearn"):
        (tmp_path / f"{name}.py").write_text(BOMB.format(trace))
    return trace


def test_a_study_runs_no_code_of_the_current_folder(attack, ran: Path) -> None:
    answer = attack("study", "recovery", "-o", "out", "--methods", "GPC", "--jobs", "2", "--time-limit", "0.001")
    assert not ran.exists()
    assert "foreign" not in answer.stderr


def test_bootstrap_workers_run_no_code_of_the_current_folder(attack, ran: Path, survey: Path) -> None:
    answer = attack("bootstrap", survey, "-o", "out", "--n-boot", "4", "--jobs", "2", "--penalty", "3")
    assert answer.returncode == 0, answer.stderr
    assert not ran.exists()


@pytest.mark.parametrize(
    "arguments",
    [
        ["groups", "grouped.csv", "--by", "half", "--folds", "0", "--n-permutations", "4", "--penalty", "3"],
        ["plan", "--items", "3", "--rows", "40", "--rows", "60", "--sets", "3"],
    ],
    ids=lambda arguments: arguments[0],
)
def test_other_workers_run_no_code_of_the_current_folder(
    arguments: list[str], attack, ran: Path, survey: Path, tmp_path: Path
) -> None:
    rows = survey.read_text().splitlines()
    halves = [f"{row},{k % 2}" for k, row in enumerate(rows[1:])]
    (tmp_path / "grouped.csv").write_text("\n".join([f"{rows[0]},half", *halves]))
    answer = attack(*arguments, "-o", "out", "--jobs", "2")
    assert answer.returncode == 0, answer.stderr
    assert not ran.exists()


def test_a_worker_of_the_page_runs_no_code_of_the_current_folder(
    ran: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def look() -> bytes:
        process = await _started()
        task = {"task": "look_at", "data": "survey-of-moods.csv", "folder": "."}
        said, _ = await process.communicate(json.dumps(task).encode() + b"\n")
        return said

    (tmp_path / "survey-of-moods.csv").write_text("mood,sleep\n" + "1,2\n2,1\n3,2\n" * 10)
    monkeypatch.chdir(tmp_path)
    with ThreadPoolExecutor() as apart:  # the browser of other tests leaves a loop running in this thread
        assert b'"event": "done"' in apart.submit(asyncio.run, look()).result()
    assert not ran.exists()


def test_the_environment_is_put_back_by_the_last_who_needs_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PYTHONSAFEPATH", raising=False)
    with safe_path():
        with safe_path():
            assert os.environ["PYTHONSAFEPATH"] == "1"
        assert os.environ["PYTHONSAFEPATH"] == "1"
    assert "PYTHONSAFEPATH" not in os.environ
