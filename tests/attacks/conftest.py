"""What attacks have in common: the command in a process of its own, in a folder of its own."""

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

import ordag
from attacks.command import COMMAND, PATIENCE
from cli.running import Ended, ended


@pytest.fixture
def attack(tmp_path: Path) -> Callable[..., subprocess.CompletedProcess[str]]:
    """Runs the command as it is installed, in the folder of the test: `python -m` would search that for modules."""

    def run(*arguments: object, **options: object) -> subprocess.CompletedProcess[str]:
        settings: dict = {"capture_output": True, "text": True, "check": False, "encoding": "utf-8", "cwd": tmp_path}
        return subprocess.run([COMMAND, *map(str, arguments)], timeout=PATIENCE, **{**settings, **options})

    return run


@pytest.fixture
def attack_here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Ended]:
    """Runs the command in the folder of the test, for attacks that do not depend on how a process begins."""
    monkeypatch.chdir(tmp_path)
    return ended


@pytest.fixture
def survey(tmp_path: Path) -> Path:
    """A small data file."""
    path = tmp_path / "survey.csv"
    dag = ordag.simulate.random_dag(4, 2, rng=1)
    ordag.simulate.ordinal_data(dag, 120, levels=3, rng=1).frame.to_csv(path, index=False)
    return path
