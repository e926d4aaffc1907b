# SPDX-License-Identifier: MIT
"""The words of messages in a report, whose readers may use the command line or Python: both wordings are given."""

from ordag.messages.python import PYTHON
from ordag.messages.remedies import Act, LeaveOutColumns, UseFunction
from ordag.messages.terminal import TERMINAL, left_out
from ordag.messages.voice import Voice


class ReportVoice(Voice):
    """Options at the command line and those of Python, wherever the two differ."""

    def option(self, name: str) -> str:
        """Flag and keyword."""
        return _both(TERMINAL.option(name), PYTHON.option(name))

    def setting(self, name: str, value: object) -> str:
        """Flag and keyword argument."""
        return _both(TERMINAL.setting(name, value), PYTHON.setting(name, value))

    def value(self, value: object) -> str:
        """The value as Python prints it."""
        return PYTHON.value(value)

    def function(self, name: str) -> str:
        """Command and function."""
        return _both(TERMINAL.function(name), PYTHON.function(name))

    def act(self, remedy: Act) -> str:
        """What to do at the command line, and what in Python."""
        if isinstance(remedy, LeaveOutColumns):
            dropped = f"frame.drop(columns={list(remedy.columns)})"
            return f"fit again without: ordag fit {left_out(remedy.columns)}, or {dropped} in Python"
        if isinstance(remedy, UseFunction) and remedy.purpose and TERMINAL.act(remedy):
            return f"use {TERMINAL.function(remedy.name)}, in Python {PYTHON.function(remedy.name)}, {remedy.purpose}"
        at_terminal, in_python = TERMINAL.act(remedy), PYTHON.act(remedy)
        if not at_terminal or at_terminal == in_python:
            return in_python
        return f"{at_terminal}, or {in_python} in Python"


def _both(at_terminal: str, in_python: str) -> str:
    return in_python if at_terminal == in_python else f"{at_terminal} or {in_python}"


REPORT = ReportVoice()
