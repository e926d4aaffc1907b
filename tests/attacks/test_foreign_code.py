"""Files in the current folder are data, whatever they are called. (Both fail on 10b451c.)"""

import os
from pathlib import Path

import pytest

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


def test_the_environment_is_put_back_by_the_last_who_needs_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PYTHONSAFEPATH", raising=False)
    with safe_path():
        with safe_path():
            assert os.environ["PYTHONSAFEPATH"] == "1"
        assert os.environ["PYTHONSAFEPATH"] == "1"
    assert "PYTHONSAFEPATH" not in os.environ
