"""Ctrl-C and SIGTERM leave nothing half done, and say so by the exit code. (All fail on 10b451c.)"""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

import ordag
from attacks.command import COMMAND, PATIENCE

pytestmark = pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")
LONG = {
    "fit": ["fit", "long.csv", "-o", "out"],
    "fit with resamples": ["fit", "long.csv", "-o", "out", "--penalty", "4", "--boot", "2000", "--jobs", "2"],
    "bootstrap": ["bootstrap", "long.csv", "-o", "out", "--n-boot", "2000", "--jobs", "2", "--penalty", "4"],
    "learn": ["learn", "long.csv", "--method", "hc", "--option", "n_boot=100000", "-o", "out"],
    "study": ["study", "recovery", "-o", "out", "--jobs", "2", "--scale", "medium"],
}
READY = {"bootstrap": "out/replicates.jsonl", "study": "out/recovery.jsonl"}  # there once work has begun
SEED_SECONDS = 8.0  # after which the others are at work


@pytest.fixture
def long_survey(tmp_path: Path) -> Path:
    path = tmp_path / "long.csv"
    dag = ordag.simulate.random_dag(30, 4, rng=1)
    ordag.simulate.ordinal_data(dag, 1500, levels=4, rng=1).frame.to_csv(path, index=False)
    return path


def started(arguments: list[str], folder: Path, is_ready: Callable[[], bool]) -> subprocess.Popen[str]:
    """A command at work, in a process group of its own as a terminal makes them."""
    process = subprocess.Popen(
        [COMMAND, *arguments], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        start_new_session=True, preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )  # fmt: skip
    deadline = time.monotonic() + PATIENCE
    while not is_ready() and process.poll() is None and time.monotonic() < deadline:
        time.sleep(0.05)
    assert process.poll() is None, process.communicate()
    return process


def alive_in_group(group: int) -> list[int]:
    """Processes of a group that still run; those that only wait to be counted do not."""
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            state, _, process_group = stat.read_text().rpartition(")")[2].split()[:3]
        except OSError:
            continue
        if int(process_group) == group and state != "Z":
            found.append(int(stat.parent.name))
    return found


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="processes are counted on Linux")
@pytest.mark.parametrize(("to_all", "number"), [(True, signal.SIGINT), (False, signal.SIGTERM)])
@pytest.mark.parametrize("command", LONG)
def test_an_interrupted_command_ends_with_its_code_and_without_a_trace(
    command: str, to_all: bool, number: signal.Signals, tmp_path: Path, long_survey: Path
) -> None:
    begun = time.monotonic()
    ready = (tmp_path / READY[command]).exists if command in READY else lambda: time.monotonic() > begun + SEED_SECONDS
    process = started(LONG[command], tmp_path, ready)
    (os.killpg if to_all else os.kill)(process.pid, number)
    said, complaints = process.communicate(timeout=PATIENCE)
    assert process.returncode == 128 + number, complaints
    assert "stopped: interrupted" in complaints
    assert "Traceback" not in complaints
    assert "written" not in said
    left = {path.name for path in tmp_path.rglob("*") if path.is_file()} - {"long.csv"}
    assert left <= {"replicates.jsonl", "recovery.jsonl"}
    deadline = time.monotonic() + 20
    while (orphans := alive_in_group(process.pid)) and time.monotonic() < deadline:
        time.sleep(0.1)
    assert orphans == []


def test_an_interrupted_bootstrap_goes_on_to_the_same_bytes(tmp_path: Path, survey: Path, attack) -> None:
    arguments = ["bootstrap", "survey.csv", "--n-boot", "12", "--jobs", "2", "--penalty", "3", "-o"]
    assert attack(*arguments, "whole").returncode == 0
    store = tmp_path / "parts" / "replicates.jsonl"
    process = started([*arguments, "parts"], tmp_path, lambda: store.exists() and store.read_bytes().count(b"\n") > 2)
    process.send_signal(signal.SIGTERM)
    process.communicate(timeout=PATIENCE)
    assert attack(*arguments, "parts", check=True).returncode == 0
    for name in ("support.csv", "averaged.csv", "support.svg"):
        assert (tmp_path / "parts" / name).read_bytes() == (tmp_path / "whole" / name).read_bytes()


def test_a_command_under_nohup_stays(tmp_path: Path) -> None:
    code = (
        "import signal; signal.signal(signal.SIGHUP, signal.SIG_IGN)\n"
        "from ordag.cli import interruption; interruption.install()\n"
        "print(signal.getsignal(signal.SIGHUP) is signal.SIG_IGN)"
    )
    answer = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert answer.stdout == "True\n"
