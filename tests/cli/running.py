"""The ``ordag`` command without a process of its own, which takes longer to start than most of what is asked of it."""

import io
import sys
import warnings
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass

import pytest
from typer.testing import CliRunner, Result

from ordag.cli import interruption, main
from ordag.cli.app import app

WIDE = "200"  # characters, so that hardly a sentence is broken into lines
N_RESAMPLES = 3  # as few as show that there are some


def run(*arguments: object, given: str | None = None) -> Result:
    """The command with what it raised, and the words for the terminal that come before that."""
    return CliRunner().invoke(app, [str(argument) for argument in arguments], input=given, env={"COLUMNS": WIDE})


@dataclass(frozen=True)
class Ended:
    """What a user sees of a command that ended."""

    returncode: int
    stdout: str
    stderr: str


def ended(*arguments: object) -> Ended:
    """The whole command, with its words for warnings and errors and its exit code."""
    stdout, stderr = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8", write_through=True) for _ in range(2))
    with pytest.MonkeyPatch.context() as patch, warnings.catch_warnings():
        _as_a_process_begins(patch, [str(argument) for argument in arguments])
        with redirect_stdout(stdout), redirect_stderr(stderr), pytest.raises(SystemExit) as end:
            main()
    printed, said = (stream.buffer.getvalue().decode() for stream in (stdout, stderr))
    return Ended(int(end.value.code or 0), printed, said)


def _as_a_process_begins(patch: pytest.MonkeyPatch, arguments: list[str]) -> None:
    """What a command finds when it starts: its arguments, and the filters of Python in place of those of the tests."""
    patch.setattr(sys, "argv", ["ordag", *arguments])
    patch.setenv("COLUMNS", WIDE)
    patch.setattr(interruption, "install", lambda: None)  # signals are for the tests
    warnings.resetwarnings()
    for category in (DeprecationWarning, PendingDeprecationWarning, ImportWarning, ResourceWarning):
        warnings.simplefilter("ignore", category)
