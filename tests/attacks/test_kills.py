"""Processes killed at random moments: what was begun is finished to the same bytes by the same commands."""

import os
import subprocess
import time
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import pytest

import ordag
from attacks.command import COMMAND, PATIENCE

pytestmark = pytest.mark.skipif(os.name == "nt", reason="kills of POSIX")
SMALL = ["--penalty", "3", "--jobs", "2"]
# Of each command, so that a run takes a second or two; results go to the folder that is named last.
COMMANDS = {
    "bootstrap": ["bootstrap", "survey.csv", "--n-boot", "8", *SMALL, "-o"],
    "fit": ["fit", "survey.csv", "--boot", "4", *SMALL, "-o"],
    "given": ["fit", "survey.csv", "--graph", "graph.txt", "-o"],
    "groups": ["groups", "grouped.csv", "--by", "half", "--folds", "0", "--n-permutations", "8", *SMALL, "-o"],
    "waves": ["waves", "panel.csv", "--no-intercepts", "-o"],
    "plan": ["plan", "--items", "3", "--rows", "40", "--rows", "60", "--sets", "3", "--jobs", "2", "-o"],
    "study": ["study", "recovery", "--methods", "BGe", "--only", "summarize", "-o"],
    "columns": ["columns", "survey.csv", "-o"],
    "impute": ["impute", "model.json", "survey.csv", "-o"],
    "convert": ["convert", "survey.csv"],
}
FILES = {"columns": "columns.toml", "impute": "complete.xlsx", "convert": "survey.parquet"}  # commands of a single file
N_KILLS = 50  # of each command
LOGS = {"replicates.jsonl", "permutations.jsonl"}  # in which finished work may stand in any order
IN_THE_WAY = b"already exists"


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """A folder with all that the commands read."""
    frame = ordag.simulate.ordinal_data(ordag.simulate.random_dag(4, 2, rng=1), 60, levels=3, rng=1).frame
    frame.to_csv(tmp_path / "survey.csv", index=False)
    frame.assign(half=[k % 2 for k in range(60)]).to_csv(tmp_path / "grouped.csv", index=False)
    frame.set_axis(["a_t1", "b_t1", "a_t2", "b_t2"], axis=1).to_csv(tmp_path / "panel.csv", index=False)
    (tmp_path / "graph.txt").write_text(" -> ".join(frame.columns[:3]))
    ordag.OSEM(penalty=3).fit(frame).network_.save(tmp_path / "model.json")
    return tmp_path


@dataclass
class Killed:
    """A command that is killed again and again in one folder."""

    name: str
    place: Path
    seconds: float = field(init=False)  # that it takes undisturbed
    wanted: dict[str, bytes] = field(init=False)

    def __post_init__(self) -> None:
        begun = time.monotonic()
        self._prepare("whole")
        ended = self._begin("whole").wait(PATIENCE)
        assert ended == 0
        self.seconds, self.wanted = time.monotonic() - begun, self._visible("whole")

    def kill(self, n_kills: int, rng: np.random.Generator) -> int:
        """Kill it so many times, and begin anew whenever it is done; how often it was done in between."""
        self._prepare("parts")
        n_killed = n_done = 0
        while n_killed < n_kills:
            process = self._begin("parts")
            try:
                code = process.wait(rng.uniform(0.0, 1.2 * self.seconds))
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
                n_killed += 1
                continue
            self._check(code, process)
            for path in (self.place / "parts").glob("[!.]*"):
                path.unlink()
            self._prepare("parts")
            n_done += 1
        time.sleep(1)  # for workers to notice
        process = self._begin("parts")
        self._check(process.wait(PATIENCE), process)
        return n_done

    def hidden(self) -> set[str]:
        """Names of the hidden files that are left."""
        return {path.name for path in (self.place / "parts").glob(".*")} - {".ordag-manifest.json"}

    def _begin(self, folder: str) -> subprocess.Popen[bytes]:
        target = f"{folder}/{FILES[self.name]}" if self.name in FILES else folder
        with (self.place / "complaints").open("wb") as complaints:
            return subprocess.Popen(
                [COMMAND, *COMMANDS[self.name], target],
                cwd=self.place,
                stdout=subprocess.DEVNULL,
                stderr=complaints,
            )

    def _check(self, code: int, process: subprocess.Popen[bytes]) -> None:
        """What a command that was not killed has left; one that finds all written by a killed one says so."""
        complaints = (self.place / "complaints").read_bytes()
        assert code == 0 or IN_THE_WAY in complaints, complaints
        assert self._visible("parts") == self.wanted, process.args

    def _prepare(self, folder: str) -> None:
        """A study has rows before it sums them up."""
        if self.name == "study":
            from ordag.study import find_study
            from ordag.study.measure import measure
            from ordag.study.rows import appending

            trials = [trial for trial in find_study("recovery").trials("smoke") if trial.variant.method == "bge"]
            rows = self.place / "rows.jsonl"
            if not rows.exists():
                with appending(rows) as append:
                    append(measure(trials[0]))
            (self.place / folder).mkdir(exist_ok=True)
            (self.place / folder / "recovery.jsonl").write_bytes(rows.read_bytes())

    def _visible(self, folder: str) -> dict[str, bytes]:
        return {path.name: path.read_bytes() for path in (self.place / folder).glob("[!.]*") if path.name not in LOGS}


@pytest.mark.parametrize("name", ["bootstrap", "convert"])
def test_some_kills_leave_no_trace(name: str, place: Path) -> None:
    killed = Killed(name, place)
    killed.kill(3, np.random.default_rng(0))
    assert killed.hidden() == set()


@pytest.mark.slow
@pytest.mark.parametrize("name", COMMANDS)
def test_five_hundred_kills_leave_no_trace(name: str, place: Path) -> None:
    killed = Killed(name, place)
    killed.kill(N_KILLS, np.random.default_rng(1))
    assert killed.hidden() == set()
