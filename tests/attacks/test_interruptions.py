"""Ctrl-C and SIGTERM leave nothing half done, and say so by the exit code. (All fail on 10b451c.)"""

import os
import shutil
import signal
import subprocess
import sys
import textwrap
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pandas as pd
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
    "convert": ["convert", "tall.csv", "out/tall.xlsx"],
    "impute": ["impute", "model.json", "tall.csv", "-o", "out/tall.xlsx"],
    "groups": ["groups", "tall.csv", "--by", "half", "-o", "out", "--n-permutations", "5000", "--jobs", "2"],
    "waves": ["waves", "panel.csv", "-o", "out"],
    "plan": ["plan", "-o", "out", "--items", "40", "--sets", "500", "--jobs", "2"],
}
LONG_TO_RUN = ("groups", "waves", "plan")  # left to the slow suite; the fast one interrupts groups in one way
# Files that are there once work has begun: a journal or what is being written, else the lock of the folder, taken
# before the data are read.
AT_WORK = {
    "bootstrap": "out/replicates.jsonl",
    "study": "out/recovery.jsonl",
    "convert": "out/.ordag-*",
    "impute": "out/.ordag-*",
    "groups": "out/permutations.jsonl",
}
LOCK = "out/.ordag.lock"
LOGS = {"replicates.jsonl", "recovery.jsonl", "permutations.jsonl"}
READING_SECONDS = 1.0
N_TALL = 80_000  # rows that take seconds to write to a workbook


@pytest.fixture(scope="module")
def surveys(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """All that the commands read: many items; many rows with gaps of four items, in two halves, a network of these."""
    folder, rng = tmp_path_factory.mktemp("surveys"), np.random.default_rng(1)
    dag = ordag.simulate.random_dag(50, 4, rng=1)
    ordag.simulate.ordinal_data(dag, 4000, levels=4, rng=1).frame.to_csv(folder / "long.csv", index=False)
    frame = pd.DataFrame(rng.integers(1, 4, (N_TALL, 4)), columns=list("abcd")).astype("Int64")
    frame = frame.mask(rng.random(frame.shape) < 0.1)
    frame.assign(half=rng.integers(0, 2, N_TALL)).to_csv(folder / "tall.csv", index=False)
    panel = [f"{item}_t{wave}" for wave in (1, 2, 3) for item in "abcdefghijkl"]
    pd.DataFrame(rng.integers(1, 4, (1000, 36)), columns=panel).to_csv(folder / "panel.csv", index=False)
    chain = np.eye(4, k=1, dtype=int)
    named = {"names": list(frame), "levels": [[1, 2, 3]] * 4}
    ordag.FittedNetwork.from_parameters(chain, [[-0.5, 0.5]] * 4, **named).save(folder / "model.json")
    return folder


@pytest.fixture
def place(tmp_path: Path, surveys: Path) -> Path:
    """A folder of the test's own with all that the commands read."""
    for path in surveys.glob("[!.]*"):
        shutil.copy(path, tmp_path)
    return tmp_path


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


@dataclass(frozen=True)
class Ended:
    """How an interrupted command ended: its code, what it said, files that it left, processes that still run."""

    code: int
    says_so: bool
    has_traceback: bool
    tells_of_files: bool
    left: frozenset[str] = frozenset()
    orphans: tuple[int, ...] = ()


def cleanly(number: signal.Signals) -> Ended:
    """The end that an interrupted command should have."""
    return Ended(128 + number, says_so=True, has_traceback=False, tells_of_files=False)


def interrupted(command: str, folder: Path, number: signal.Signals, *, to_all: bool) -> Ended:
    """Interrupt a command at its work, as a terminal or another process does, and look at what is left."""
    given = {path.name for path in folder.iterdir()}
    process = started(LONG[command], folder, lambda: any(folder.glob(AT_WORK.get(command, LOCK))))
    time.sleep(0.0 if command in AT_WORK else READING_SECONDS)
    (os.killpg if to_all else os.kill)(process.pid, number)
    said, complaints = process.communicate(timeout=PATIENCE)
    left = {path.name for path in folder.rglob("*") if path.is_file()} - given - LOGS
    deadline = time.monotonic() + 20
    while (orphans := alive_in_group(process.pid)) and time.monotonic() < deadline:
        time.sleep(0.1)
    return Ended(
        process.returncode,
        "stopped: interrupted" in complaints,
        "Traceback" in complaints,
        "written" in said,
        frozenset(left),
        tuple(orphans),
    )


ON_LINUX = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="processes are counted on Linux")
BOTH_WAYS = pytest.mark.parametrize(("to_all", "number"), [(True, signal.SIGINT), (False, signal.SIGTERM)])


@ON_LINUX
@BOTH_WAYS
@pytest.mark.parametrize("command", [name for name in LONG if name not in LONG_TO_RUN])
def test_an_interrupted_command_ends_with_its_code_and_without_a_trace(
    command: str, to_all: bool, number: signal.Signals, place: Path
) -> None:
    assert interrupted(command, place, number, to_all=to_all) == cleanly(number)


@ON_LINUX
def test_interrupted_permutations_end_without_a_trace(place: Path) -> None:
    assert interrupted("groups", place, signal.SIGINT, to_all=True) == cleanly(signal.SIGINT)


@ON_LINUX
@pytest.mark.slow
@BOTH_WAYS
@pytest.mark.parametrize("command", LONG_TO_RUN)
def test_other_interrupted_commands_end_with_their_code_and_without_a_trace(
    command: str, to_all: bool, number: signal.Signals, place: Path
) -> None:
    assert interrupted(command, place, number, to_all=to_all) == cleanly(number)


def blocked(_: int) -> bool:
    """Whether the process in which this runs is deaf to Ctrl-C."""
    return signal.SIGINT in signal.pthread_sigmask(signal.SIG_BLOCK, [])


def test_workers_are_deaf_to_the_terminal_from_the_first_moment() -> None:
    # In a process of its own: what the first workers start would be there already.
    code = (
        "from joblib import delayed\n"
        "from attacks.test_interruptions import blocked\n"
        "from ordag.stability.workers import as_finished\n"
        "print(all(as_finished((delayed(blocked)(k) for k in range(4)), 2, 'masks', 4)))"
    )
    told = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[1])}
    answer = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=told)
    assert answer.stdout == "True\n", answer.stderr


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


IN_FINALIZER = """
class Cleared:
    def __del__(self): signal.raise_signal({number})
Cleared()
"""
IN_A_LIBRARY = """
try: signal.raise_signal({number})
except: pass
"""
DURING_ANOTHER_ERROR = """
try: raise OSError
except OSError:
    try: signal.raise_signal({number})
    except: pass
    time.sleep(10)
"""


def interrupted_code(body: str, number: signal.Signals) -> subprocess.CompletedProcess[str]:
    """What code says and how it ends that is interrupted as commands are, and sleeps after it."""
    code = (
        "import signal, sys, time\n"
        "from ordag.cli import interruption; interruption.install()\n"
        f"try:\n{textwrap.indent(body.format(number=int(number)), '    ')}\n    time.sleep(10)\n"
        "except KeyboardInterrupt: print('interrupted', interruption.exit_code())\n"
        "else: print('lost')\n"
        "finally: interruption.cease()"
    )
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("swallowed", [IN_FINALIZER, IN_A_LIBRARY, DURING_ANOTHER_ERROR])
def test_an_interruption_that_something_swallows_is_sent_again(swallowed: str, number: signal.Signals) -> None:
    answer = interrupted_code(swallowed, number)
    assert (answer.stdout, answer.stderr) == (f"interrupted {128 + number}\n", "")


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_tidying_up_is_interrupted_no_second_time(number: signal.Signals) -> None:
    tidied = """
try: signal.raise_signal({number})
finally:
    try: time.sleep(1)
    finally: print('tidied')
"""
    answer = interrupted_code(tidied, number)
    assert (answer.stdout, answer.stderr) == (f"tidied\ninterrupted {128 + number}\n", "")


def test_an_error_while_tidying_up_is_part_of_the_interruption() -> None:
    code = (
        "import signal\n"
        "from ordag import cli\n"
        "def run():\n"
        "    try: signal.raise_signal(signal.SIGTERM)\n"
        "    finally: [][0]\n"
        "cli._run = run\n"
        "cli.main()"
    )
    answer = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert answer.returncode == 128 + signal.SIGTERM
    assert answer.stderr == "stopped: interrupted before the end; nothing unfinished was left.\n"


def test_a_command_under_nohup_stays(tmp_path: Path) -> None:
    code = (
        "import signal; signal.signal(signal.SIGHUP, signal.SIG_IGN)\n"
        "from ordag.cli import interruption; interruption.install()\n"
        "print(signal.getsignal(signal.SIGHUP) is signal.SIG_IGN)"
    )
    answer = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert answer.stdout == "True\n"
