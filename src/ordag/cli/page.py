# SPDX-License-Identifier: MIT
"""Text for a reader, in a terminal or in a file."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import typer

from ordag.characters import for_terminal
from ordag.messages.terminal import TERMINAL

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from rich.console import Console

    from ordag.errors import OrdagWarning


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


def tell(paragraphs: "Iterable[str]", remarks: "Iterable[OrdagWarning]", files: "Iterable[Path]") -> None:
    """A result in sentences, what was remarked, and the files that were written."""
    with page() as console:
        for text in paragraphs:
            console.print(shown(text))
            console.print()
        for remark in remarks:
            console.print(f"! {shown(remark.worded(TERMINAL))}")
        for path in files:
            console.print(f"written: {shown(str(path))}", soft_wrap=True)
