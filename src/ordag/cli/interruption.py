# SPDX-License-Identifier: MIT
"""Ctrl-C and the signals that end a process: all of them end a command in the same orderly way.

What was begun is removed, workers are ended, and the exit code is 128 and the number of the signal, as shells have it.
"""

import _thread
import signal
import sys
import threading
import warnings
from types import FrameType

from ordag.remarks import Interrupted

_SIGNALS = tuple(getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name))
_OFFSET = 128
_SECONDS_BEFORE_AGAIN = 0.02

_received: list[int] = []


def install() -> None:
    """From now on such signals interrupt like Ctrl-C, and work that was cut short is no result."""
    # What the library returns when it is interrupted, with a warning, is of use to those who can look at it first.
    warnings.simplefilter("error", Interrupted)
    for number in _SIGNALS:
        if signal.getsignal(number) == signal.SIG_DFL:  # not under nohup
            signal.signal(number, _interrupt)
    sys.unraisablehook = _interrupt_again


def exit_code() -> int:
    """The code with which an interrupted command ends."""
    return _OFFSET + (_received[0] if _received else signal.SIGINT)


def _interrupt(number: int, frame: FrameType | None) -> None:
    if not _received:  # one is enough: a second would disturb the tidying up
        _received.append(number)
        raise KeyboardInterrupt


def _interrupt_again(ignored: "sys.UnraisableHookArgs") -> None:
    """Python ignores an interruption that reaches it while it clears up an object: the signal is sent a second time."""
    if not issubclass(ignored.exc_type, KeyboardInterrupt):
        sys.__unraisablehook__(ignored)
        return
    number = _received.pop() if _received else signal.SIGINT
    again = threading.Timer(_SECONDS_BEFORE_AGAIN, _thread.interrupt_main, [number])
    again.daemon = True
    again.start()
