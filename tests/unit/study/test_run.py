"""Runs: interrupted and resumed, in any order, with any number of workers, the rows are the same."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from ordag.study import read_rows, run, summarize
from ordag.study.estimate import seconds_left
from ordag.study.measure import bare_row
from ordag.study.rows import appending
from reference.tiny_study import TINY

TESTS = Path(__file__).resolve().parents[2]
PATIENCE = 150.0  # seconds, on a machine that does much else
VOLATILE = {"seconds", "peak_mb"}


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("finished")
    run(TINY, folder, n_jobs=2)
    return folder


def findings(folder: Path) -> set[object]:
    return {row.finding for row in read_rows(folder / "tiny.jsonl").values()}


def table(folder: Path) -> list[str]:
    """The summary without the times."""
    import pandas as pd

    path = summarize(TINY, folder)[0]
    return pd.read_csv(path).drop(columns=list(VOLATILE)).to_csv().splitlines()


def test_every_trial_has_one_good_row(finished: Path) -> None:
    rows = read_rows(finished / "tiny.jsonl")
    assert set(rows) == {trial.key for trial in TINY.trials("smoke")}
    assert {row.status for row in rows.values()} == {"ok"}
    assert len((finished / "tiny.jsonl").read_text().splitlines()) == len(rows) == 24


def test_killed_after_half_its_rows_and_started_again_it_ends_with_the_same_table(
    finished: Path, tmp_path: Path
) -> None:
    code = (
        f"import sys; sys.path.insert(0, {str(TESTS)!r}); from pathlib import Path\n"
        "from reference.tiny_study import TINY; from ordag.study import run\n"
        f"run(TINY, Path({str(tmp_path)!r}), n_jobs=1)"
    )
    path = tmp_path / "tiny.jsonl"
    process = subprocess.Popen([sys.executable, "-c", code])
    start = time.monotonic()
    while not (path.exists() and path.read_bytes().count(b"\n") >= 12):
        assert time.monotonic() - start < PATIENCE
        assert process.poll() is None
        time.sleep(0.005)
    os.kill(process.pid, signal.SIGKILL)
    process.wait()
    before = path.read_bytes()
    assert len(read_rows(path)) < 24
    run(TINY, tmp_path, n_jobs=2)
    assert path.read_bytes().startswith(before[: before.rfind(b"\n") + 1])
    assert path.read_bytes().count(b"\n") == 24
    assert findings(tmp_path) == findings(finished)
    assert table(tmp_path) == table(finished)


def test_nothing_is_run_twice(finished: Path) -> None:
    before = (finished / "tiny.jsonl").read_bytes()
    plans = []
    run(TINY, finished, tell=plans.append)
    assert (plans[0].trials, plans[0].n_done, plans[0].seconds) == ((), 24, 0.0)
    assert (finished / "tiny.jsonl").read_bytes() == before


def test_failed_rows_are_made_again_only_on_request(tmp_path: Path) -> None:
    trials = TINY.trials("smoke")
    with appending(tmp_path / "tiny.jsonl") as append:
        for status, trial in zip(("error", "timeout", *["unsupported"] * 22), trials, strict=True):
            append(bare_row(trial, status, "made up"))
    plans = []
    run(TINY, tmp_path, n_jobs=1, tell=plans.append)
    assert plans[0].trials == ()
    run(TINY, tmp_path, n_jobs=1, retry=True, tell=plans.append)
    assert plans[1].trials == trials[:2]
    rows = read_rows(tmp_path / "tiny.jsonl")
    assert [rows[trial.key].status for trial in trials[:3]] == ["ok", "ok", "unsupported"]


def test_the_estimate_learns_from_rows_that_are_there(finished: Path) -> None:
    rows = [row for row in read_rows(finished / "tiny.jsonl").values() if row.label == "CPC"]
    trials = [trial for trial in TINY.trials("paper") if trial.replicate == 4]
    slow = [bare_row(trials[0], "ok", "", 100.0)]
    assert seconds_left(trials, [], 2) == pytest.approx(seconds_left(trials, [], 1) / 2)
    assert seconds_left(trials, slow, 1) > 100 > seconds_left(trials, rows, 1)
