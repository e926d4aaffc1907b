# SPDX-License-Identifier: MIT
"""Standard streams as they may be found: closed, on a full disk, or in an encoding that lacks characters."""

import codecs
import io
import os
import sys

# Marks of a summary for a terminal whose encoding lacks them.
_PLAIN = {"✓": "+", "→": "->", "—": "--", "−": "-", "…": "...", "•": "*", "·": "-", "“": '"', "”": '"'}


def prepare() -> None:
    """Open what is closed, so that no file of ours gets its number, and write plainly what an encoding lacks."""
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # gets the lowest number that is free
    # Python has no stream at all where it found the number closed.
    sys.stdin = sys.stdin or open(os.devnull, encoding="utf-8")  # noqa: SIM115  # as long as the process
    sys.stdout = sys.stdout or open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    sys.stderr = sys.stderr or open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    if isinstance(sys.stdout, io.TextIOWrapper):
        codecs.register_error("plainly", _write_plainly)
        sys.stdout.reconfigure(errors="plainly")


def flush() -> None:
    """Write what waits to be written; what cannot be is an error now and not at the end of the process."""
    try:
        sys.stdout.flush()
    except OSError:
        give_up()
        raise


def give_up() -> None:
    """Let what waits for standard output go to nowhere: writing it once more would fail again."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.close(nowhere)


def complain(text: str) -> None:
    """Write to standard error, or nowhere if that fails."""
    try:
        sys.stderr.write(text)
        sys.stderr.flush()
    except (OSError, ValueError):
        return


def _write_plainly(error: UnicodeError) -> tuple[str, int]:
    """What stands for the characters that an encoding such as cp1252 lacks: their plain twin, or a question mark."""
    assert isinstance(error, UnicodeEncodeError)  # standard output is written only
    lacking = error.object[error.start : error.end]
    return "".join(_PLAIN.get(character, "?") for character in lacking), error.end
