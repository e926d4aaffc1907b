# SPDX-License-Identifier: MIT
"""The words of messages for those who write Python."""

from typing import assert_never

from ordag.messages.remedies import (
    Act,
    DeclareKind,
    DeclareLevels,
    DeclareValues,
    InPython,
    Install,
    LeaveOutColumns,
    LeaveOutOptions,
    MarkMissing,
    Overwrite,
    RaiseLimits,
    SetOption,
    StateTiers,
    UseFunction,
    UseMethod,
)
from ordag.messages.voice import Voice


class PythonVoice(Voice):
    """Options are keywords, values are written as Python prints them."""

    def option(self, name: str) -> str:
        """The keyword."""
        return name

    def setting(self, name: str, value: object) -> str:
        """The keyword argument."""
        return f"{name}={self.value(value)}"

    def value(self, value: object) -> str:
        """The value as Python prints it; a number of numpy like any other."""
        is_scalar = getattr(value, "ndim", None) == 0 and hasattr(value, "item")
        return repr(value.item() if is_scalar else value)  # type: ignore[attr-defined]

    def function(self, name: str) -> str:
        """The name with its module."""
        return name

    def act(self, remedy: Act) -> str:  # noqa: C901  # one case for each remedy
        """What to pass, call or drop."""
        match remedy:
            case DeclareLevels(column):
                return f"pass levels={{{column!r}: [...]}} from lowest to highest" if column else _ANY_LEVELS
            case DeclareKind(column, kind):
                return f"pass kinds={{{column!r}: {kind!r}}}" if kind else f"declare {column!r} otherwise with kinds="
            case DeclareValues(_, values):
                return f'set values = "{values}" in columns.toml'
            case MarkMissing(codes):
                return f"pass missing={list(codes)} to ordag.data.read, or make {_them(codes)} None"
            case LeaveOutColumns(columns):
                return _without(columns)
            case StateTiers(tiers):
                return f"pass tiers={[list(tier) for tier in tiers]}"
            case SetOption(name, value):
                return f"pass {self.setting(name, value)}"
            case LeaveOutOptions(names):
                return f"leave out {' and '.join(names)}"
            case Overwrite(by_hand):
                return "delete this one" if by_hand else "pass force=True to replace it"
            case UseMethod(name):
                return f"learn by a method such as ordag.learn(frame, {name!r})" if name else _ANY_METHOD
            case UseFunction(name, purpose):
                return f"use {name}{purpose and ' ' + purpose}"
            case RaiseLimits(factor):
                return f"set the environment variable ORDAG_LIMITS to {factor}"
            case Install(extra):
                return f"install ordag[{extra}]"
            case InPython(text):
                return text
            case _:
                assert_never(remedy)


_ANY_LEVELS = "pass levels={column: [...]} from lowest to highest; a column 'q*' stands for all that begin with q"
_ANY_METHOD = "choose another method; ordag.methods() lists what each takes"


def _them(codes: tuple[str, ...]) -> str:
    return "it" if len(codes) == 1 else "them"


def _without(columns: tuple[str, ...]) -> str:
    if len(columns) == 1:
        return "drop the column"
    return f"leave out columns with ordag.data.read(path, ignore={list(columns)})"


PYTHON = PythonVoice()
