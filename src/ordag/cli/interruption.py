# SPDX-License-Identifier: MIT
"""Ctrl-C and the signals that end a process: all of them end a command in the same orderly way.

What was begun is removed, workers are ended, and the exit code is 128 and the number of the signal, as shells have it.

An interruption may get lost: Python ignores it while it clears up an object, and so does a library that catches every
exception, or clears it in C. A thread therefore looks whether the main one heeds it, and else sends it again.
"""

import _thread
import signal
import sys
import threading
import warnings
from types import FrameType
from typing import Any

from ordag.remarks import Interrupted

_SIGNALS = tuple(getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name))
_BY_DEFAULT = (signal.SIG_DFL, signal.default_int_handler)
_OFFSET = 128
_SECONDS_TO_HEED = 0.3

_received: list[int] = []
_is_over = threading.Event()


def install() -> None:
    """From now on such signals interrupt like Ctrl-C, and work that was cut short is no result."""
    # What the library returns when it is interrupted, with a warning, is of use to those who can look at it first.
    warnings.simplefilter("error", Interrupted)
    _is_over.clear()
    for number in _SIGNALS:
        if signal.getsignal(number) in _BY_DEFAULT:  # not under nohup
            signal.signal(number, _interrupt)
    sys.unraisablehook = _tell_of_others


def cease() -> None:
    """The command is done: what arrived too late is not sent again."""
    _is_over.set()


def exit_code() -> int:
    """The code with which an interrupted command ends."""
    return _OFFSET + (_received[0] if _received else signal.SIGINT)


def led_to(error: BaseException | None) -> bool:
    """Whether an error is an interruption, or arose while one was dealt with."""
    while error is not None and not isinstance(error, KeyboardInterrupt):
        error = error.__context__
    return error is not None


def _interrupt(number: int, frame: FrameType | None) -> None:
    if _received and number != signal.SIGINT:  # one is enough: a second would disturb the tidying up
        return
    _received.append(number)
    threading.Thread(target=_repeat_unless_heeded, args=(number,), daemon=True).start()
    raise KeyboardInterrupt


def _repeat_unless_heeded(number: int) -> None:
    if not _is_over.wait(_SECONDS_TO_HEED) and not _is_heeded():
        _received.clear()
        _thread.interrupt_main(signal.Signals(number))


def _is_heeded() -> bool:
    """Whether the main thread is dealing with an interruption, or with an error that came of one."""
    found: Any = sys._current_exceptions().get(threading.main_thread().ident or 0)
    return led_to(found[1] if isinstance(found, tuple) else found)  # a tuple before Python 3.12


def _tell_of_others(ignored: "sys.UnraisableHookArgs") -> None:
    """Python says so when it ignores an error; an interruption is not lost."""
    if not issubclass(ignored.exc_type, KeyboardInterrupt):
        sys.__unraisablehook__(ignored)
