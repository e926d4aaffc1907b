# SPDX-License-Identifier: MIT
"""``ordag report``: a stored model as a page."""

from pathlib import Path
from typing import Annotated

import typer

from ordag.characters import for_files
from ordag.cli import inputs
from ordag.cli.page import say


def report(
    model: inputs.ModelFile,
    data: Annotated[Path | None, typer.Argument(help="The data it was fitted to; - reads CSV.")] = None,
    output: Annotated[Path, typer.Option("-o", "--output", help="File to write: .html, or .docx for Word.")] = Path(
        "report.html"
    ),
    title: Annotated[str | None, typer.Option(help="Title of the page.")] = None,
    missing: inputs.Missing = None,
    encoding: inputs.Encoding = None,
    sheet: inputs.Sheet = None,
    header: inputs.Header = None,
    skip: inputs.Skip = 0,
    force: inputs.Force = False,
) -> None:
    """Write a report on a model, as one self-contained HTML file, or, if its name ends in .docx, the part for a paper.

    With the data it also shows shares of answers, missing entries and items with most answers at one end, and, from an
    SPSS or Stata file, the wording of the items.

    Example: ordag report results/model.json survey.csv -o paper.docx --title "Sleep and mood"
    """
    from ordag.data import check_free, read_frame
    from ordag.report import write_report

    check_free([output], force=force)
    network, table, wordings = inputs.load_network(model), None, None
    if data is not None:
        with inputs.local_file(data) as path:
            stated = inputs.new_rows_of(network, inputs.layout_of(encoding, sheet, header, skip))
            answers = read_frame(path, missing=missing or (), **stated)
            table = network.encode(answers.dropna(how="all"))
        wordings = _wordings_of(data)
    write_report(network, output, table=table, wordings=wordings, title=title and for_files(title), force=force)
    say(f"written: {output}")


def _wordings_of(data: Path) -> dict[str, str]:
    """What was asked in the columns of a data file; standard input has none."""
    from ordag.data import read_wordings

    return {} if data == inputs.STANDARD_STREAM else read_wordings(data)
