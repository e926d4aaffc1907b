"""The largest memory of a process on systems other than Linux."""

import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from ordag.study import measure


@pytest.fixture(autouse=True)
def _not_linux(monkeypatch: pytest.MonkeyPatch) -> None:
    exists = Path.exists
    monkeypatch.setattr(Path, "exists", lambda path: not str(path).startswith("/proc") and exists(path))


@pytest.mark.parametrize(("platform", "peak"), [("darwin", 300 * 1024**2), ("freebsd14", 300 * 1024)])
def test_the_unit_is_that_of_the_system(monkeypatch: pytest.MonkeyPatch, platform: str, peak: int) -> None:
    resource = SimpleNamespace(RUSAGE_SELF=0, getrusage=lambda who: SimpleNamespace(ru_maxrss=peak))
    monkeypatch.setitem(sys.modules, "resource", resource)
    monkeypatch.setattr(sys, "platform", platform)
    assert measure._peak_mb() == 300


def test_nothing_is_said_where_nothing_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "resource", None)
    assert measure._peak_mb() is None
