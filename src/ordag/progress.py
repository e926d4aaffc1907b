# SPDX-License-Identifier: MIT
"""The one progress hook: long computations report here, and the caller decides what to show.

A worker wraps its loop in `track`, or hands a compiled kernel the function that `counting` yields; nothing is shown
unless a display was installed (by ``verbose=True`` or by the command line) with `showing`. Nothing else in the library
prints.
"""

from collections.abc import Callable, Iterable, Iterator, Sized
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from typing import TYPE_CHECKING, Protocol, TypeVar

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID

Item = TypeVar("Item")
# What a closed or full standard output raises, and a display that could not begin a task.
_UNDRAWABLE = (OSError, ValueError, IndexError)
Report = Callable[[int], None] | None  # called with the number of steps done so far; None where nobody looks


class Display(Protocol):
    """What a progress display must answer to."""

    def start(self, label: str, total: int | None) -> None:
        """Begin a task of `total` steps (None: unknown)."""

    def advance(self, steps: int = 1) -> None:
        """Count finished steps."""

    def stop(self) -> None:
        """End the task."""


_display: ContextVar[Display | None] = ContextVar("ordag_progress_display", default=None)


def track(items: Iterable[Item], label: str, total: int | None = None) -> Iterator[Item]:
    """Yield the items, reporting each finished one to the installed display.

    Examples
    --------
    >>> [x * x for x in track(range(3), "squares")]
    [0, 1, 4]
    """
    display = _display.get()
    if display is None:
        yield from items
        return
    if total is None and isinstance(items, Sized):
        total = len(items)
    display.start(label, total)
    try:
        for item in items:
            yield item
            display.advance()
    finally:
        display.stop()


@contextmanager
def counting(label: str, total: int | None = None) -> Iterator[Report]:
    """Yield a function that takes the number of steps done so far, for work that counts its own steps.

    The task is announced to the display with the first count, so that short work shows nothing.

    Examples
    --------
    >>> with counting("squares", 3) as report:
    ...     report is None  # no display is installed
    True
    """
    display = _display.get()
    if display is None:
        yield None
        return
    n_shown: int | None = None

    def report(n_done: int) -> None:
        nonlocal n_shown
        if n_shown is None:
            display.start(label, total)
            n_shown = 0
        display.advance(n_done - n_shown)
        n_shown = n_done

    try:
        yield report
    finally:
        if n_shown is not None:
            display.stop()


def from_count(report: Report, n_before: int) -> Report:
    """The report of one part of the work, when `n_before` steps belong to the parts before it."""
    return report and (lambda n_done: report(n_before + n_done))


@contextmanager
def showing(display: Display | None) -> Iterator[None]:
    """Install a display for the time of a ``with`` block."""
    token = _display.set(display)
    try:
        yield
    finally:
        _display.reset(token)


@contextmanager
def terminal_bar(enabled: bool = True) -> Iterator[None]:
    """Show a rich progress bar on the terminal for the time of a ``with`` block."""
    if not enabled:
        yield
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    bar = Progress(*columns, transient=True)
    with suppress(*_UNDRAWABLE):
        bar.start()
    try:
        with showing(_RichDisplay(bar)):
            yield
    finally:
        with suppress(*_UNDRAWABLE):
            bar.stop()


class _RichDisplay:
    """Feeds a rich progress bar; work is not lost because its progress cannot be drawn."""

    def __init__(self, bar: "Progress") -> None:
        self._bar = bar
        self._tasks: list[TaskID] = []

    def start(self, label: str, total: int | None) -> None:
        with suppress(*_UNDRAWABLE):
            self._tasks.append(self._bar.add_task(label, total=total))

    def advance(self, steps: int = 1) -> None:
        with suppress(*_UNDRAWABLE):
            self._bar.advance(self._tasks[-1], steps)

    def stop(self) -> None:
        with suppress(*_UNDRAWABLE):
            self._bar.remove_task(self._tasks.pop())
