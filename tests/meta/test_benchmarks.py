"""The command behind ``make bench``: what it runs, and what it refuses."""

import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

ROOT = Path(__file__).resolve().parents[2]
HELPERS = {"timing", "latent_engine"}  # shared by the parts


@pytest.fixture
def command(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.syspath_prepend(str(ROOT))
    from benchmarks import __main__

    return __main__


def test_every_benchmark_is_a_part(command) -> None:
    modules = {path.stem for path in (ROOT / "benchmarks").glob("*.py") if not path.stem.startswith("_")}
    assert modules - HELPERS == set(command.PARTS)


def test_full_reaches_the_part_that_knows_it(command, monkeypatch, capsys) -> None:
    calls = []
    monkeypatch.setitem(
        sys.modules, "benchmarks.osem", SimpleNamespace(main=lambda full=False: calls.append(("osem", full)))
    )
    monkeypatch.setitem(sys.modules, "benchmarks.kernels", SimpleNamespace(main=lambda: calls.append("kernels")))
    command.main(["kernels", "osem", "--full"])
    assert calls == ["kernels", ("osem", True)]
    assert "plan: kernels, osem" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["serch"], "unknown benchmark 'serch'; valid: kernels, e_step, osem, seeds, criterion, search, prediction"),
        (["kernels", "--full"], "--full changes nothing in kernels"),
    ],
)
def test_what_cannot_be_run_is_refused(command, capsys, arguments, message) -> None:
    with pytest.raises(SystemExit):
        command.main(arguments)
    assert message in capsys.readouterr().err
