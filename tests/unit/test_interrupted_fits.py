"""Ctrl-C during a fit ends it at once with KeyboardInterrupt, whatever it was doing, and nothing else."""

import signal
import subprocess
import sys

import numpy as np
import pytest

from ordag import GraphPrior
from ordag.errors import warn
from ordag.remarks import SearchInterrupted
from ordag.search import SearchResult
from ordag.search.contract import completed

AT_ONCE = 30  # seconds within which even a busy machine ends a fit that would run much longer

# Presses Ctrl-C the n-th time that a step with this label begins, or leaves that to the test.
CHILD = """
import os, signal, sys, warnings
import ordag
from ordag import GraphPrior
from ordag.progress import showing

# Python itself loses a Ctrl-C that falls into the end of an import: what a fit imports is imported before.
small = ordag.simulate.ordinal_data(ordag.simulate.random_dag(4, 2, rng=1), 200, levels=3, rng=1).frame
ordag.OSEM().fit(small)
warnings.simplefilter("error")
warnings.simplefilter("ignore", ordag.errors.RepairWarning)  # of the paper mode's correlation
options, method, n_columns, label, at = eval(sys.argv[1]), sys.argv[2], int(sys.argv[3]), sys.argv[4], int(sys.argv[5])
dag = ordag.simulate.random_dag(n_columns, 4, rng=1)
frame = ordag.simulate.ordinal_data(dag, 1000, levels=4, rng=1).frame

class Display:
    n_met = 0
    def start(self, name, total):
        self.n_met += name == label
        if name == label and self.n_met == at:
            print("pressed", flush=True)
            os.kill(os.getpid(), signal.SIGINT)
    def advance(self, steps=1): pass
    def stop(self): pass

print("started", flush=True)
try:
    with showing(Display()):
        ordag.OSEM(**options).fit(frame) if method == "osem" else ordag.learn(frame, method, **options)
except KeyboardInterrupt:
    print("interrupted")
else:
    print("finished")
"""


def child(options: dict, method: str = "osem", n_columns: int = 30, label: str = "", at: int = 0) -> subprocess.Popen:
    command = [sys.executable, "-c", CHILD, repr(options), method, str(n_columns), label, str(at)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


BAYES = {"prior": GraphPrior(average=True), "random_state": 0}
MOMENTS = {
    "default, within a search": ({}, "osem", 30, "BOSS starts", 2),
    "given penalty, within a search": ({"penalty": 4}, "osem", 30, "BOSS starts", 1),
    "posterior, between two regions": (BAYES, "osem", 8, "drawing graphs", 1),
    "posterior, within its chains": ({"prior": GraphPrior(n_draws=200_000)}, "osem", 8, "steps of the chains", 1),
    "hc, within a climb": ({"n_boot": 10_000}, "hc", 8, "climbs", 3),
}


def test_a_step_that_was_interrupted_counts_for_nothing() -> None:
    def search() -> SearchResult:
        empty = np.zeros((2, 2), dtype=np.int8)
        warn(SearchInterrupted())
        return SearchResult(empty, empty, 0.0, (), np.empty(0), interrupted=True, seconds=0.0)

    with pytest.raises(KeyboardInterrupt):
        completed(search)


@pytest.mark.parametrize(("options", "method", "n_columns", "label", "at"), MOMENTS.values(), ids=MOMENTS)
def test_a_fit_interrupted_within_a_step_ends_there(options, method, n_columns, label, at) -> None:
    with child(options, method, n_columns, label, at) as process:
        said, complaints = process.communicate(timeout=10 * AT_ONCE)
    assert said.split() == ["started", "pressed", "interrupted"], complaints


@pytest.mark.parametrize(
    ("options", "seconds"), [({}, 0.2), ({}, 1.0), ({"mode": "paper", "penalty": 4, "n_draws": 200}, 1.0)]
)
def test_a_fit_interrupted_at_any_time_ends(options: dict, seconds: float) -> None:
    with child(options, n_columns=50) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "started\n"
        with pytest.raises(subprocess.TimeoutExpired):
            process.wait(seconds)
        process.send_signal(signal.SIGINT)
        said, complaints = process.communicate(timeout=AT_ONCE)
    assert said == "interrupted\n", complaints
