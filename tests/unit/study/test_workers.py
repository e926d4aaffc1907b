"""Every trial yields a row: good, unsupported, failed, out of time, or with its process gone."""

import os
import signal
import threading
import time
from pathlib import Path

import pytest

from ordag.study import Simulated, Trial, Variant
from ordag.study import workers as workers_module
from ordag.study.measure import measure
from ordag.study.workers import close_workers, measure_in_worker

SMALL = Simulated(n_nodes=8, n_rows=120)
PATIENCE = 150.0  # seconds; far more than any row here takes
# an hour of work
ENDLESS = Variant("HC", "hc", options=(("n_boot", 1_000_000),))


@pytest.fixture(autouse=True)
def _no_cells_left():
    yield
    close_workers()


def test_a_row_tells_what_was_found_and_what_it_cost() -> None:
    row = measure(Trial(SMALL, 0, Variant("GPC", "gpc", sweep="alpha"), 0.05))
    assert row.status == "ok"
    assert row.parameter == 0.05
    assert row.pattern.n_pairs == 28
    assert row.skeleton.shd <= row.pattern.shd
    assert row.pattern.n_estimated == len({frozenset(edge) for edge in row.edges})
    assert row.seconds > 0
    assert row.cpu_seconds > 0
    assert 10 < row.peak_mb < 10_000
    assert {"ordag", "numpy", "python", "commit"} <= set(row.versions)


def test_a_method_that_cannot_take_the_data_is_unsupported() -> None:
    row = measure(Trial(Simulated(8, 120, missing=0.1), 0, Variant("BGe", "bge"), None))
    assert row.status == "unsupported"
    assert "method 'bge' needs complete rows" in row.message


def test_a_method_that_fails_is_an_error_with_its_message() -> None:
    row = measure(Trial(SMALL, 0, Variant("GPC", "gpc", options=(("alpha", 7.0),)), None))
    assert row.status == "error"
    assert "alpha" in row.message
    assert row.pattern is None


def test_prediction_rows_have_the_mean_log_probability_of_test_rows() -> None:
    row = measure(Trial(Simulated(6, 200, n_test=50), 0, Variant("BDe", "bde"), None))
    assert -6 * 1.4 < row.log_probability < -6 * 0.2


def test_a_cell_finds_what_this_process_finds() -> None:
    trial = Trial(SMALL, 1, Variant("CPC", "cpc"), None)
    assert measure_in_worker(trial, PATIENCE).finding == measure(trial).finding


def test_a_row_that_takes_too_long_is_given_up_and_the_next_is_made(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers_module, "_START_SECONDS", 0.0)
    start = time.perf_counter()
    row = measure_in_worker(Trial(SMALL, 0, ENDLESS, None), 1.0)
    assert time.perf_counter() - start < PATIENCE
    assert (row.status, row.message, row.seconds) == ("timeout", "stopped after 1 s", 1.0)
    assert measure_in_worker(Trial(SMALL, 0, Variant("GPC", "gpc"), None), PATIENCE).status == "ok"


def test_a_process_that_is_killed_costs_one_row() -> None:
    rows = []
    thread = threading.Thread(target=lambda: rows.append(measure_in_worker(Trial(SMALL, 0, ENDLESS, None), PATIENCE)))
    thread.start()
    while not workers_module._alive:
        time.sleep(0.01)
    (worker,) = workers_module._alive
    os.kill(worker._process.pid, signal.SIGKILL)
    thread.join()
    assert [(row.status, row.message) for row in rows] == [("error", "the process ended with code -9")]
    assert measure_in_worker(Trial(SMALL, 0, Variant("GPC", "gpc"), None), PATIENCE).status == "ok"


@pytest.mark.skipif(not Path("/proc/self/environ").exists(), reason="the environment of a process is read on Linux")
def test_cells_tell_numerical_libraries_to_use_one_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENBLAS_NUM_THREADS", "8")
    measure_in_worker(Trial(SMALL, 0, Variant("GPC", "gpc"), None), PATIENCE)
    (worker,) = workers_module._idle
    environment = Path(f"/proc/{worker._process.pid}/environ").read_bytes().split(b"\0")
    assert {b"OMP_NUM_THREADS=1", b"OPENBLAS_NUM_THREADS=1"} <= set(environment)
