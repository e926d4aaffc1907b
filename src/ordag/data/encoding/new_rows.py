# SPDX-License-Identifier: MIT
"""Checks of new rows that must match the columns of a model."""

from collections.abc import Sequence

from ordag.data.checks import others
from ordag.errors import InputValueError
from ordag.messages import Advise, InPython
from ordag.messages.lists import quoted


def columns_present(names: Sequence[str], found: Sequence[str], *, all_needed: bool) -> list[str]:
    """The columns of a model that the data lack: none if all are needed, and never all of them."""
    absent = [name for name in names if name not in found]
    if absent and all_needed:
        raise InputValueError(
            "the new data",
            f"lack column {absent[0]!r}{others(len(absent) - 1, 'column')}, which the model has",
            remedies=[Advise("add it, without entries if it is unknown")],
        )
    if len(absent) == len(names):
        raise InputValueError(
            "none of the model's columns",
            f"is in the data: needed {quoted(names)}, found {quoted(found)}",
            remedies=[Advise("pass the data that belong to the model, or rename the columns")],
        )
    return absent


def same_width(n_found: int, n_needed: int) -> None:
    """An array without names has one column per name of the table it must match."""
    if n_found != n_needed:
        raise InputValueError(
            "the array",
            f"has {n_found} columns, the model has {n_needed}",
            "without names they are matched by position",
            remedies=[InPython("pass all columns, or a data frame with names")],
        )
