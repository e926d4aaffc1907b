# SPDX-License-Identifier: MIT
"""The command line: argument text in, library call, file out.

Exit code 0 is success, 1 a failure explained in one message, 2 bad usage, 130 Ctrl-C, 143 SIGTERM. One file per
command; each imports what it needs when it runs, so that ``ordag --version`` answers at once.
"""

import codecs
import io
import sys
import warnings
from typing import NoReturn, TextIO

from ordag.cli import interruption
from ordag.errors import OrdagError, OrdagWarning
from ordag.messages.terminal import TERMINAL
from ordag.remarks import Interrupted

FAILURE = 1
INTERRUPTED = 130
# Marks of a summary for a terminal whose encoding lacks them.
PLAIN = {"✓": "+", "→": "->", "—": "--", "−": "-", "…": "...", "•": "*", "·": "-", "“": '"', "”": '"'}


def main() -> None:
    """Run the ``ordag`` command."""
    warnings.showwarning = _show_warning
    interruption.install()
    if isinstance(sys.stdout, io.TextIOWrapper):
        codecs.register_error("plainly", _write_plainly)
        sys.stdout.reconfigure(errors="plainly")
    try:
        from ordag.cli.app import app

        app(prog_name="ordag")
    except SystemExit as end:
        if end.code == INTERRUPTED:
            _stop("interrupted before the end; nothing unfinished was left.")
        raise
    except KeyboardInterrupt:  # while modules were still being read
        _stop("interrupted before the command began.")
    except Interrupted as stopped:
        _stop(stopped.worded(TERMINAL))
    except OrdagError as error:
        _tell("error", TERMINAL.sentence(error.statement))
        for hint in TERMINAL.hints(error.remedies):
            _tell("hint", TERMINAL.sentence(hint))
        sys.exit(FAILURE)
    except OSError as error:
        _tell("error", error)
        sys.exit(FAILURE)


def _stop(reason: str) -> NoReturn:
    _tell("stopped", reason)
    sys.exit(interruption.exit_code())


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


def _write_plainly(error: UnicodeError) -> tuple[str, int]:
    """What stands for the characters that an encoding such as cp1252 lacks: their plain twin, or a question mark."""
    assert isinstance(error, UnicodeEncodeError)  # standard output is written only
    lacking = error.object[error.start : error.end]
    return "".join(PLAIN.get(character, "?") for character in lacking), error.end


def _tell(what: str, message: object) -> None:
    sys.stderr.write(f"{what}: {message}\n")
