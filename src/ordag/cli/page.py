# SPDX-License-Identifier: MIT
"""Text for a reader, in a terminal or in a file."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import typer

from ordag.characters import for_terminal

if TYPE_CHECKING:
    from rich.console import Console


@contextmanager
def page() -> "Iterator[Console]":
    """A console whose text is printed at the end, without the spaces that tables leave at the ends of lines."""
    from rich.console import Console

    console = Console(highlight=False, emoji=False)  # a name such as :star: stays one
    with console.capture() as written:
        yield console
    typer.echo("\n".join(line.rstrip() for line in written.get().split("\n")).removesuffix("\n"))


def shown(text: str) -> str:
    """A text of others for the console: nothing in it is a style of ours or acts on the terminal."""
    from rich.markup import escape

    return escape(for_terminal(text))


def say(text: str) -> None:
    """Print lines, in which nothing acts on the terminal."""
    typer.echo(for_terminal(text, keep="\n"))
