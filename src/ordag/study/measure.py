# SPDX-License-Identifier: MIT
"""From a trial to its row: draw the data, learn, compare with the truth, predict."""

import importlib.metadata
import platform
import subprocess
import sys
import time
import warnings
from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

import numpy as np

import ordag
from ordag.errors import InputValueError
from ordag.learners import learn, methods
from ordag.learners.prediction import log_predictive
from ordag.metrics import compare_patterns, compare_skeletons
from ordag.study.design import Trial
from ordag.study.problems import Sample, StudyProblem, describe_problem
from ordag.study.rows import Row, Status

_NAMED = ("numpy", "scipy", "pandas", "joblib")
_GIT_PATIENCE = 5.0  # seconds
_RESET_PEAK = "5"  # what Linux takes as: forget the largest memory so far
_KB_PER_MB = 1024


def measure(trial: Trial) -> Row:
    """The row of a trial; an error in the method is recorded in it."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            row = _measure(trial)
        except Exception as error:  # a method that fails must not end the study; the row says how it failed
            row = bare_row(trial, "error", f"{type(error).__name__}: {error}")
    kinds = sorted({warning.category.__name__ for warning in caught})
    return replace(row, warnings=tuple(kinds), peak_mb=_peak_mb(), versions=versions())


def bare_row(trial: Trial, status: Status, message: str, seconds: float | None = None) -> Row:
    """A row without a finding."""
    return Row(
        key=trial.key,
        problem=describe_problem(trial.problem),
        label=trial.variant.label,
        method=trial.variant.method,
        options=trial.options,
        parameter=trial.value,
        replicate=trial.replicate,
        seed=trial.seed,
        status=status,
        message=message,
        seconds=seconds,
    )


def _measure(trial: Trial) -> Row:
    sample = _sample(trial.problem, trial.replicate)
    _forget_peak()
    try:
        methods()[trial.variant.method].check_table(sample.train)
    except InputValueError as error:
        return bare_row(trial, "unsupported", str(error))
    start, cpu_start = time.perf_counter(), time.process_time()
    learned = learn(sample.train, trial.variant.method, random_state=trial.seed, **trial.options)  # type: ignore[arg-type]
    row = bare_row(trial, "ok", "", seconds=time.perf_counter() - start)
    row = replace(row, cpu_seconds=time.process_time() - cpu_start)
    edges = tuple((int(i), int(j)) for i, j in np.argwhere(learned.cpdag))
    row = replace(row, edges=edges)
    if sample.dag is not None:
        row = replace(
            row,
            pattern=compare_patterns(learned.cpdag, sample.dag),
            skeleton=compare_skeletons(learned.cpdag, sample.dag),
        )
    if sample.test is not None:
        row = replace(row, log_probability=float(log_predictive(learned, sample.train, sample.test).mean()))
    return row


@lru_cache(maxsize=2)  # the largest problems fill a tenth of a gigabyte
def _sample(problem: StudyProblem, replicate: int) -> Sample:
    return problem.draw(replicate)


@lru_cache(maxsize=1)
def versions() -> Mapping[str, str]:
    """Versions of the package, of what it computes with, and the commit if it runs from a checkout."""
    found = {"ordag": ordag.__version__, "python": platform.python_version()}
    found |= {name: importlib.metadata.version(name) for name in _NAMED}
    return found | {"commit": _commit(), "machine": platform.machine()}


def _commit() -> str:
    command = ["git", "-C", str(Path(__file__).parent), "describe", "--always", "--dirty", "--exclude=*"]
    try:
        answer = subprocess.run(command, capture_output=True, text=True, timeout=_GIT_PATIENCE, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return answer.stdout.strip()


def _forget_peak() -> None:
    try:
        Path("/proc/self/clear_refs").write_text(_RESET_PEAK)
    except OSError:
        return  # not Linux: the peak is that of the process since its start


def _peak_mb() -> float | None:
    status = Path("/proc/self/status")
    if status.exists():
        peak = next(line for line in status.read_text().splitlines() if line.startswith("VmHWM"))
        return int(peak.split()[1]) / _KB_PER_MB
    try:
        import resource
    except ImportError:  # Windows has none
        return None
    largest = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return largest / (_KB_PER_MB**2 if sys.platform == "darwin" else _KB_PER_MB)  # bytes on a Mac, kB elsewhere
