"""SPSS and Stata files are parsed in the process of a test where its conftest says so: another takes long to start.

That is for files that are whole. Damaged ones, which may end the parser, are for `tests/properties` and
`tests/attacks`, and the commands of `tests/cli` read labelled files as users do.
"""

import io
import subprocess
import sys
import warnings
from types import SimpleNamespace
from typing import Any

import pytest

from ordag.data.reading import labelled, labelled_parser


def parse_here(command: list[str], *, input: bytes, **_: Any) -> subprocess.CompletedProcess[bytes]:  # noqa: A002
    """The parser as `subprocess.run` would run it."""
    with pytest.MonkeyPatch.context() as patch, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        patch.setattr(sys, "argv", command[command.index(str(labelled._PARSER)) :])
        patch.setattr(sys, "stdin", io.StringIO(input.decode()))
        try:
            labelled_parser.main()
        except SystemExit as end:
            return subprocess.CompletedProcess(command, 1, b"", str(end.code).encode())
    return subprocess.CompletedProcess(command, 0, b"", b"")


@pytest.fixture(autouse=True)
def parsed_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """No process for a labelled file."""
    in_place = SimpleNamespace(run=parse_here, TimeoutExpired=subprocess.TimeoutExpired)
    monkeypatch.setattr(labelled, "subprocess", in_place)
