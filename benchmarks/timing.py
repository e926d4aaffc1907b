"""How a piece of work is timed, and how the run says where it is."""

import time
from collections.abc import Callable
from dataclasses import dataclass

STARTED = time.perf_counter()


@dataclass(frozen=True)
class Timing:
    """One row of the table: seconds for the same piece of work by ordag and by a peer."""

    work: str
    peer: str
    ours: float
    theirs: float
    agreement: str

    @property
    def ratio(self) -> float:
        return self.theirs / self.ours


def least_time(
    task: Callable[[], object], repetitions: int = 5, clock: Callable[[], float] = time.process_time
) -> float:
    """Seconds of the fastest repetition; the first, which warms caches, is not counted."""
    task()
    times = []
    for _ in range(repetitions):
        start = clock()
        task()
        times.append(clock() - start)
    return min(times)


def note(text: str) -> None:
    """A line of progress with the time since the start."""
    print(f"[{time.perf_counter() - STARTED:4.0f} s] {text}", flush=True)


def in_units(seconds: float) -> str:
    for unit, size in (("s", 1.0), ("ms", 1e-3), ("µs", 1e-6)):
        if seconds >= size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds / 1e-9:.3g} ns"
