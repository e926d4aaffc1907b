# SPDX-License-Identifier: MIT
"""The words of messages on the page, where options are called what the page calls them."""

from collections.abc import Iterator
from contextlib import contextmanager

from ordag.errors import OrdagWarning, RepairWarning, collected_warnings
from ordag.messages.lists import listed
from ordag.messages.python import PYTHON
from ordag.messages.remedies import (
    Act,
    DeclareKind,
    DeclareLevels,
    DeclareValues,
    Install,
    LeaveOutColumns,
    MarkMissing,
    RaiseLimits,
)
from ordag.messages.terminal import TerminalVoice
from ordag.messages.voice import Voice


class PageVoice(Voice):
    """What to do with the mouse; nothing where only a command or Python would help."""

    def option(self, name: str) -> str:
        """The name in words."""
        return name.replace("_", " ")

    def setting(self, name: str, value: object) -> str:
        """The name with its value."""
        return f"{self.option(name)} {value}"

    def value(self, value: object) -> str:
        """The value as Python prints it."""
        return PYTHON.value(value)

    def function(self, name: str) -> str:
        """The function by its name."""
        return name

    def act(self, remedy: Act) -> str:
        """What to do in the step of the columns."""
        match remedy:
            case DeclareLevels(column):
                return f"put the answers of {column or 'the column'} in order in the step Columns"
            case DeclareKind(column, kind):
                return f"choose {kind or 'another kind'} for {column or 'the column'} in the step Columns"
            case DeclareValues(columns, values):
                return f"have the values of {listed(columns)} count {values} in the step Columns"
            case MarkMissing(codes):
                return f"mark {', '.join(codes)} as no answer in the step Columns"
            case LeaveOutColumns(columns):
                return f"set {', '.join(columns)} aside in the step Columns"
            case RaiseLimits(factor):
                return f"start the page by `ordag app --limits {factor}`"
            case Install():
                return TerminalVoice().act(remedy)
            case _:
                return ""


PAGE = PageVoice()


@contextmanager
def remarked() -> Iterator[list[OrdagWarning]]:
    """What the library remarks on within the block, each remark once; merged levels are among the checks."""
    kept: list[OrdagWarning] = []
    with collected_warnings() as collected:
        yield kept
    kept += [remark for remark in dict.fromkeys(collected) if not isinstance(remark, RepairWarning)]
