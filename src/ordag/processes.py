# SPDX-License-Identifier: MIT
"""How child processes are started: with no code from the current folder, and deaf to the terminal's Ctrl-C.

Python puts the current folder, or that of the script, in front of its search path. In a folder with other people's
files that would run a ``numpy.py`` which lies there. A child may import what its parent may, that folder aside.

Ctrl-C reaches every process of a terminal. Only the parent is to act on it: it ends its children.
"""

import os
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

_SAFE_PATH = "PYTHONSAFEPATH"
_HOME = Path(__file__).resolve().parents[1]  # where the package is imported from


def python(*arguments: str) -> list[str]:
    """Command that runs this Python without the current folder in its search path.

    Examples
    --------
    >>> python("-c", "print(1)")[1:]
    ['-P', '-c', 'print(1)']
    """
    return [sys.executable, "-P", *arguments]


def environment(**further: str) -> dict[str, str]:
    """Environment of a child: this one, with the search path of this process less the current folder.

    Examples
    --------
    >>> environment(OMP_NUM_THREADS="1")["OMP_NUM_THREADS"]
    '1'
    """
    return {**os.environ, _SAFE_PATH: "1", "PYTHONPATH": os.pathsep.join(_safe_path()), **further}


class _SafePath:
    """The variable that keeps the current folder out of reach, set while anybody needs it."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._n_users = 0
        self._before: str | None = None

    def take(self) -> None:
        with self._lock:
            if self._n_users == 0:
                self._before = os.environ.get(_SAFE_PATH)
                os.environ[_SAFE_PATH] = "1"
            self._n_users += 1

    def give_back(self) -> None:
        with self._lock:
            self._n_users -= 1
            if self._n_users == 0 and self._before is None:
                os.environ.pop(_SAFE_PATH, None)
            elif self._n_users == 0:
                os.environ[_SAFE_PATH] = str(self._before)


_shared = _SafePath()


@contextmanager
def safe_path() -> Iterator[None]:
    """Python processes that a library starts within the block, now or in place of lost ones, are safe as `python` is.

    Examples
    --------
    >>> with safe_path():
    ...     os.environ["PYTHONSAFEPATH"]
    '1'
    """
    _shared.take()
    try:
        yield
    finally:
        _shared.give_back()


@contextmanager
def without_interrupts() -> Iterator[None]:
    """Ctrl-C waits until the end of the block; processes that are started meanwhile never hear it (on Windows they do).

    Examples
    --------
    >>> with without_interrupts():
    ...     pass
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _safe_path() -> list[str]:
    """The search path without the current folder, unless this package itself is imported from there."""
    here = Path.cwd()
    return [entry for entry in sys.path if entry and (Path(entry).resolve() != here or here == _HOME)]
