# SPDX-License-Identifier: MIT
"""Processes that make rows one at a time, each with one thread.

A worker is a child process that is given a trial and answers with a row. It can be stopped when a row takes too long,
and a method that brings its process down costs one row. Whoever runs trials in parallel (threads here, nodes of a
cluster elsewhere) borrows a worker per trial; workers are kept for the next one.
"""

import os
import pickle
import subprocess
import sys
import threading
from typing import IO, cast

from ordag.processes import environment, python, without_interrupts
from ordag.study.design import Trial
from ordag.study.measure import bare_row, measure
from ordag.study.rows import Row

# One level of parallelism: the libraries read these before they start.
_ONE_THREAD = dict.fromkeys(
    ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "BLIS_NUM_THREADS", "VECLIB_MAXIMUM_THREADS"), "1"
)
_START_SECONDS = 30.0  # that a new process may take until it begins, on a busy machine, beside the limit of a row
_END_SECONDS = 5.0

_lock = threading.Lock()
_idle: list["Worker"] = []
_alive: set["Worker"] = set()


def measure_in_worker(trial: Trial, time_limit: float) -> Row:
    """The row of a trial, made in a process of its own; ``"timeout"`` if that takes more seconds than the limit."""
    with _lock:
        worker = _idle.pop() if _idle else None
    worker = worker or Worker()
    row = worker.answer(trial, time_limit)
    with _lock:
        if worker.usable:
            _idle.append(worker)
    return row


def close_workers() -> None:
    """End every worker of this process, also those at work."""
    with _lock:
        workers = list(_alive)
        _idle.clear()
    for worker in workers:
        worker.end()


class Worker:
    """One child process."""

    def __init__(self) -> None:
        with without_interrupts():  # whoever asks ends this process
            self._process = subprocess.Popen(
                python("-c", "from ordag.study.workers import serve; serve()"),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                env=environment(**_ONE_THREAD),
            )
        self._is_new = True
        with _lock:
            _alive.add(self)

    @property
    def usable(self) -> bool:
        """Whether it can take another trial."""
        return self in _alive and self._process.poll() is None

    def answer(self, trial: Trial, time_limit: float) -> Row:
        """The row of a trial."""
        timed_out = threading.Event()

        def stop() -> None:
            timed_out.set()
            self._process.kill()

        timer = threading.Timer(time_limit + _START_SECONDS * self._is_new, stop)
        timer.daemon = True
        timer.start()
        try:
            self._is_new = False
            pickle.dump(trial, self._in)
            self._in.flush()
            return cast(Row, pickle.load(self._out))
        except (EOFError, OSError, ValueError, pickle.UnpicklingError):
            self.end()
            if timed_out.is_set():
                return bare_row(trial, "timeout", f"stopped after {time_limit:g} s", seconds=time_limit)
            return bare_row(trial, "error", f"the process ended with code {self._process.returncode}")
        finally:
            timer.cancel()

    def end(self) -> None:
        """Stop the process."""
        with _lock:
            _alive.discard(self)
        self._process.kill()
        self._process.wait(_END_SECONDS)
        for pipe in (self._in, self._out):
            try:
                pipe.close()
            except OSError:
                continue  # what was left to be written has no reader any more

    @property
    def _in(self) -> IO[bytes]:
        return cast(IO[bytes], self._process.stdin)

    @property
    def _out(self) -> IO[bytes]:
        return cast(IO[bytes], self._process.stdout)


def serve() -> None:
    """Read trials and write rows until nothing more comes, which is also what the death of the asking process does."""
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # whatever a library prints must not get between the rows
    while True:
        try:
            trial = pickle.load(sys.stdin.buffer)
        except EOFError:
            return
        row = measure(trial)
        try:
            pickle.dump(row, answers)
            answers.flush()
        except BrokenPipeError:
            os._exit(1)  # nobody waits for the row; leaving in the usual way would try to write it once more
