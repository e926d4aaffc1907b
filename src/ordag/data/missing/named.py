# SPDX-License-Identifier: MIT
"""Codes for no answer as somebody writes them: ``99``, ``"age=99"``, or a label."""

from collections.abc import Sequence

from ordag.data.missing.marks import DOUBTFUL, MARKS
from ordag.errors import InputValueError, unknown_option
from ordag.messages import Advise, OptionName


def asked_of(code: object, names: Sequence[str], weights: str | None) -> tuple[list[str], object]:
    """The columns that a code speaks of, and the code itself: of ``"age=99"`` one, of ``99`` all but the weights."""
    column, value = _column_and_code(code, names)
    if column is None:
        return [name for name in names if name != weights], value
    if column == weights:
        raise InputValueError(
            OptionName("missing"), f"holds {code!r}, but the column {column!r} holds weights, not answers"
        )
    return [column], value


def check_is_entry(code: object, names: Sequence[str], *, may_lack: bool = False) -> None:
    """Refuse a code that no entry is: it may be a typing error.

    It is none if it is a mark of a missing entry, which a file is read without, or where rows `may_lack` a code.
    """
    column, value = _column_and_code(code, names)
    if column is None and "=" in str(code):
        raise unknown_option(("column in ", OptionName("missing")), str(code).partition("=")[0], names)
    if not may_lack and str(value) not in {*MARKS, DOUBTFUL}:
        raise InputValueError(
            OptionName("missing"),
            f"holds {code!r}, which no entry of the data is",
            remedies=[Advise("check how it is written")],
        )


def spellings(code: object) -> list[object]:
    """A code as text and, if it is one, as a number and the plainest text of it."""
    try:
        number = float(str(code))
    except ValueError:
        return [str(code)]
    return [str(code), number, f"{number:g}"]


def _column_and_code(code: object, names: Sequence[str]) -> tuple[str | None, object]:
    """The parts of ``"age=99"`` where there is a column of that name; else no column, and the code itself."""
    text = str(code)
    column = max((name for name in names if text.startswith(f"{name}=")), key=len, default=None)
    return (None, code) if column is None else (column, text.removeprefix(f"{column}="))
