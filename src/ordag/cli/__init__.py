# SPDX-License-Identifier: MIT
"""The command line: argument text in, library call, file out.

Exit code 0 is success, 1 a failure explained in one message, 2 bad usage, 130 Ctrl-C, 143 SIGTERM. One file per
command; each imports what it needs when it runs, so that ``ordag --version`` answers at once.
"""

import sys
import warnings
from typing import NoReturn, TextIO

from ordag.characters import for_terminal
from ordag.cli import interruption, streams
from ordag.errors import OrdagError, OrdagWarning
from ordag.messages.terminal import TERMINAL
from ordag.remarks import Interrupted

FAILURE = 1
INTERRUPTED = 130
_NOTHING_LEFT = "interrupted before the end; nothing unfinished was left."


def main() -> None:
    """Run the ``ordag`` command."""
    warnings.showwarning = _show_warning
    streams.prepare()
    try:
        interruption.install()
        _run()
    except SystemExit as end:
        if end.code == INTERRUPTED:
            _stop(_NOTHING_LEFT)
        raise
    except KeyboardInterrupt:  # while modules were still being read
        _stop("interrupted before the command began.")
    except Interrupted as stopped:
        _stop(stopped.worded(TERMINAL))
    except Exception as error:
        if interruption.led_to(error):  # a library could not be tidied up
            _stop(_NOTHING_LEFT)
        _explain(error)
    finally:
        interruption.cease()


def _run() -> None:
    from ordag.cli.app import app

    try:
        app(prog_name="ordag")
    except SystemExit:
        streams.flush()
        raise


def _stop(reason: str) -> NoReturn:
    _tell("stopped", reason)
    sys.exit(interruption.exit_code())


def _fail(statement: str, *hints: str) -> NoReturn:
    _tell("error", statement)
    for hint in hints:
        _tell("hint", hint)
    sys.exit(FAILURE)


def _explain(error: Exception) -> NoReturn:
    """End with what the user should know of an error."""
    match error:
        case OrdagError():
            _fail(TERMINAL.sentence(error.statement), *map(TERMINAL.sentence, TERMINAL.hints(error.remedies)))
        case OSError():
            streams.give_up()  # it may be what failed
            _fail(str(error))
        case MemoryError():
            _fail("there is not enough memory for this.", "Fewer columns or rows need less; so does --jobs 1.")
        case _:
            _crash(error)


def _crash(error: Exception) -> NoReturn:
    from ordag.cli import crash

    stored = crash.store(error)
    details = (
        "there was no room for a file with details" if stored is None else f"details, without data, are in {stored}"
    )
    _fail(
        f"something unforeseen happened ({type(error).__name__}); {details}.",
        "Please report it: https://github.com/ordag/ordag/issues.",
    )


def _show_warning(
    message: Warning | str,
    category: type[Warning],
    filename: str,
    lineno: int,
    file: TextIO | None = None,
    line: str | None = None,
) -> None:
    """Our own warnings without the place in the code, which is of no use at the command line."""
    if isinstance(message, OrdagWarning):
        _tell("warning", message.worded(TERMINAL))
    else:
        _tell("warning", warnings.formatwarning(message, category, filename, lineno, line).strip())


def _tell(what: str, message: str) -> None:
    streams.complain(f"{what}: {for_terminal(message, keep=chr(10))}\n")
