"""The command behind ``make bench``: what it runs, and what it refuses."""

import sys
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

ROOT = Path(__file__).resolve().parents[2]
HELPERS = {"timing", "latent_engine", "fit_worker"}  # shared by the parts


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


def answer(**changed) -> dict:
    """What the worker of the comparison with an earlier commit says of one fit."""
    found = {"adjacency": [[0, 1], [0, 0]], "cpdag": [[0, 1], [1, 0]], "correlation": [[1.0, 0.5], [0.5, 1.0]]}
    return found | {"log_likelihood": -1000.0, "support": None, "seconds": {"processor": 1.0, "wall": 1.0}} | changed


def shortcomings(*pairs: tuple[dict, dict]) -> list[str]:
    from benchmarks import unchanged

    return list(unchanged.shortcomings([unchanged.Pair("a set", "default", (base,), (head,)) for base, head in pairs]))


@pytest.mark.usefixtures("command")
@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({}, []),
        ({"log_likelihood": -1000.0 * (1 + 1e-10)}, []),
        ({"log_likelihood": -1000.0 * (1 + 1e-8)}, ["default on a set: differs in log_likelihood"]),
        ({"log_likelihood": None}, ["default on a set: differs in log_likelihood"]),
        ({"log_likelihood": float("nan")}, ["default on a set: differs in log_likelihood"]),
        ({"adjacency": [[0, 0], [1, 0]]}, ["default on a set: differs in adjacency"]),
        ({"cpdag": [[0, 1], [0, 0]]}, ["default on a set: differs in cpdag"]),
        ({"support": [[0.0, 1.0], [1.0, 0.0]]}, ["default on a set: differs in support"]),
    ],
)
def test_a_changed_result_is_a_shortcoming(changed, said) -> None:
    assert shortcomings((answer(), answer()), (answer(), answer(**changed))) == said


@pytest.mark.usefixtures("command")
@pytest.mark.parametrize(("seconds", "is_slower"), [(1.05, False), (1.07, True)])
def test_the_limit_of_time_holds_for_all_fits_together(seconds, is_slower) -> None:
    slower = answer(seconds={"processor": seconds, "wall": 1.0})
    assert bool(shortcomings((answer(), answer()), (answer(), slower))) == is_slower


@pytest.mark.usefixtures("command")
def test_one_commit_fits_a_set_of_the_comparison_as_itself(tmp_path: Path, monkeypatch) -> None:
    from benchmarks import unchanged

    monkeypatch.setattr(unchanged, "FITS", {"penalty 6": {"penalty": 6.0}})
    problem = unchanged.drawn(6, unchanged.FORMS[-1], seed=1)
    assert np.isnan(problem.values).any()
    assert set(problem.levels[::2]) == {0}
    with closing(unchanged.Side(Path(sys.executable))) as side:
        (pair,) = unchanged.compared([problem], {"base": side, "head": side}, n_repetitions=2)
    assert len(pair.base) == len(pair.head) == 2
    assert pair.differences == []
    assert pair.base[0]["log_likelihood"] < 0
