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


def made_after_kills(arguments: list[str], n_kills: int, folder: Path, seed: int) -> tuple[dict[str, bytes], list[str]]:
    """Kill a command so many times, and let it end: its results, and the names of its hidden files."""
    rng = np.random.default_rng(seed)
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
    end = subprocess.run([COMMAND, *arguments, "parts"], cwd=folder, capture_output=True, timeout=PATIENCE, check=False)
    # A process that was killed when it had written all has left a whole result, which is in the way.
    assert end.returncode == 0 or b"already exists" in end.stderr, end.stderr
    return visible(folder / "parts"), [path.name for path in (folder / "parts").glob(".*")]


def made_undisturbed(arguments: list[str], folder: Path) -> tuple[dict[str, bytes], list[str]]:
    """The same of a command that nothing disturbs."""
    subprocess.run([COMMAND, *arguments, "whole"], cwd=folder, check=True, capture_output=True, timeout=PATIENCE)
    return visible(folder / "whole"), [".ordag-manifest.json"]


@pytest.mark.parametrize("arguments", [BOOTSTRAP, FIT], ids=["bootstrap", "fit"])
def test_three_kills_leave_no_trace(arguments: list[str], survey: Path, tmp_path: Path) -> None:
    assert made_after_kills(arguments, 3, tmp_path, 0) == made_undisturbed(arguments, tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize("arguments", [BOOTSTRAP, FIT], ids=["bootstrap", "fit"])
def test_five_hundred_kills_leave_no_trace(arguments: list[str], seed: int, survey: Path, tmp_path: Path) -> None:
    assert made_after_kills(arguments, 25, tmp_path, seed + 1) == made_undisturbed(arguments, tmp_path)
