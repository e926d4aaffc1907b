# SPDX-License-Identifier: MIT
"""``--limits``, an option of every command that reads files."""

import functools
import inspect
import os
from collections.abc import Callable
from typing import Annotated, Any

import typer

from ordag.files.bounds import VARIABLE, as_factor

_NAME = "limits"


def _checked(text: str | None) -> str | None:
    if text is not None and as_factor(text) is None:
        raise typer.BadParameter(f"{text!r} is no number of at least 1.")
    return text


_Option = Annotated[
    str | None,
    typer.Option(
        metavar="FACTOR",
        callback=_checked,
        help="Allow so many times as much of what is counted before a file is read (columns, cells, bytes).",
    ),
]


def with_limits(command: Callable[..., None]) -> Callable[..., None]:
    """The command with the option, which holds for its child processes too."""

    @functools.wraps(command)
    def run(**given: Any) -> None:
        factor = given.pop(_NAME)
        if factor is not None:
            os.environ[VARIABLE] = factor
        command(**given)

    signature = inspect.signature(command, eval_str=True)
    option = inspect.Parameter(_NAME, inspect.Parameter.KEYWORD_ONLY, default=None, annotation=_Option)
    run.__signature__ = signature.replace(parameters=[*signature.parameters.values(), option])  # type: ignore[attr-defined]
    run.__annotations__ = {**command.__annotations__, _NAME: _Option}
    return run
