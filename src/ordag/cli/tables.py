# SPDX-License-Identifier: MIT
"""Tables that a command returns: in a file, or on standard output as CSV or JSON."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ordag.characters import for_terminal
from ordag.errors import InputValueError
from ordag.messages import Advise

if TYPE_CHECKING:
    import pandas as pd

    from ordag.data.reading.codebook import Codebook

OutputFile = Annotated[
    Path | None,
    typer.Option("-o", "--output", help="File to write; its ending gives the format. Otherwise CSV is printed."),
]


def check_output(output: Path | None, *, force: bool) -> None:
    """Refuse an output file that is there, before any work is done."""
    from ordag.data import check_free

    if output is not None:
        check_free([output], force=force)


def rounded(frame: "pd.DataFrame", digits: int = 6) -> "pd.DataFrame":
    """A table of numbers to some significant digits, which is as accurate as predictions are."""
    return frame.map(lambda value: float(f"{value:.{digits}g}"))


def give(
    frame: "pd.DataFrame",
    output: Path | None,
    *,
    codebook: "Codebook | None" = None,
    force: bool,
    as_json: bool,
    delimiter: str = ",",
) -> None:
    """Write or print a table; the codebook is that of the file it was read from."""
    if output is not None:
        from ordag.data import write_frame

        write_frame(frame, output, codebook=codebook, force=force, delimiter=delimiter)
    elif as_json:
        _print_whole(f"{frame.to_json(orient='records', force_ascii=False)}\n")
    else:
        print_csv(frame, delimiter)


def print_csv(frame: "pd.DataFrame", delimiter: str = ",") -> None:
    """Print a table for other programs."""
    _print_whole(frame.to_csv(index=False, sep=delimiter, lineterminator="\n"))


def _print_whole(text: str) -> None:
    """Print data, unless standard output lacks some of their letters: what a program reads must not lose any."""
    encoding = sys.stdout.encoding
    try:
        text.encode(encoding)
    except UnicodeEncodeError as error:
        raise InputValueError(
            "the data",
            f"hold {text[error.start]!r}, which standard output cannot show in its encoding, {encoding}",
            remedies=[Advise("write to a file"), Advise("set PYTHONIOENCODING=utf-8")],
        ) from None
    sys.stdout.write(for_terminal(text, keep="\n\t") if sys.stdout.isatty() else text)
