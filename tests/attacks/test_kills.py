"""Processes killed at random moments: what was begun is finished to the same bytes by the same commands."""

import os
import subprocess
import time
from pathlib import Path

import numpy as np
import pytest

from attacks.command import COMMAND, PATIENCE

pytestmark = pytest.mark.skipif(os.name == "nt", reason="kills of POSIX")
BOOTSTRAP = ["bootstrap", "survey.csv", "--n-boot", "30", "--jobs", "2", "--penalty", "3", "-o"]
FIT = ["fit", "survey.csv", "--penalty", "3", "--boot", "20", "--jobs", "2", "--force", "-o"]
MOST_SECONDS = 6.0  # after which a command is killed, if it has not ended


def visible(folder: Path) -> dict[str, bytes]:
    """Results by name; the order of finished resamples may differ."""
    return {path.name: path.read_bytes() for path in folder.glob("[!.]*") if path.suffix != ".jsonl"}


def kills(arguments: list[str], n_kills: int, folder: Path, seed: int) -> None:
    """Kill a command so many times, and compare what it makes in the end with what an undisturbed one makes."""
    rng = np.random.default_rng(seed)
    subprocess.run([COMMAND, *arguments, "whole"], cwd=folder, check=True, capture_output=True, timeout=PATIENCE)
    n_killed = 0
    while n_killed < n_kills:
        process = subprocess.Popen(
            [COMMAND, *arguments, "parts"], cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        try:
            process.wait(rng.uniform(0.0, MOST_SECONDS))
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
            n_killed += 1
            continue
        for path in (folder / "parts").glob("[!.]*"):  # it was done: from the beginning
            path.unlink()
    time.sleep(1)  # for workers to notice
    again = subprocess.run(
        [COMMAND, *arguments, "parts"], cwd=folder, capture_output=True, text=True, timeout=PATIENCE, check=False
    )
    assert again.returncode == 0, again.stderr
    assert visible(folder / "parts") == visible(folder / "whole")
    assert [path.name for path in (folder / "parts").glob(".*")] == [".ordag-manifest.json"]


@pytest.mark.parametrize("arguments", [BOOTSTRAP, FIT], ids=["bootstrap", "fit"])
def test_three_kills_leave_no_trace(arguments: list[str], survey: Path, tmp_path: Path) -> None:
    kills(arguments, 3, tmp_path, 0)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize("arguments", [BOOTSTRAP, FIT], ids=["bootstrap", "fit"])
def test_five_hundred_kills_leave_no_trace(arguments: list[str], seed: int, survey: Path, tmp_path: Path) -> None:
    kills(arguments, 25, tmp_path, seed + 1)
