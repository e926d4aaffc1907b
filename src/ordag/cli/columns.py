# SPDX-License-Identifier: MIT
"""``ordag columns``: what each column of a data file is, as a table and as a file to edit."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ordag.cli import inputs
from ordag.cli.page import page, say, shown

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

    from ordag.data import ColumnPlan, TablePlan

_MOST_LEVELS, _WIDEST = 6, 18  # levels, and letters of each, that the table shows


def columns(
    data: inputs.DataFile,
    output: Annotated[
        Path | None, typer.Option("-o", "--output", help="File to write the plan to, such as columns.toml.")
    ] = None,
    levels: inputs.LevelsFile = None,
    types: inputs.TypesFile = None,
    plan: inputs.ColumnsFile = None,
    weights: inputs.Weights = None,
    ignore: inputs.Ignore = None,
    missing: inputs.Missing = None,
    encoding: inputs.Encoding = None,
    sheet: inputs.Sheet = None,
    header: inputs.Header = None,
    skip: inputs.Skip = 0,
    force: inputs.Force = False,
    as_json: inputs.AsJson = False,
) -> None:
    """Show what each column of a data file is taken for, and why.

    With -o the plan is written as a text file with one section a column. Change what is wrong, and hand the file to
    ordag fit by --columns. Nothing is learned here.

    Example: ordag columns survey.sav -o columns.toml
    """
    from ordag.data import check_free
    from ordag.data.columns.planning import plan_source
    from ordag.data.reading.loading import Layout, load
    from ordag.data.reading.sources import open_source

    if output is not None:
        check_free([output], force=force)
    choices = inputs.ColumnChoices(levels, types, plan, weights, "survey", ignore, missing)
    layout = inputs.layout_of(encoding, sheet, header, skip)
    with inputs.local_file(data) as path:
        found, _ = plan_source(open_source(load(path, Layout(**layout, levels=levels))), choices.options(nominal=True))
    if output is not None:
        found.to_toml(output, force=force)
    if as_json:
        say(json.dumps([_plain(column) for column in found], ensure_ascii=False, indent=2))
        return
    with page() as console:
        _show(console, found, output)


def _show(console: "Console", plan: "TablePlan", output: Path | None) -> None:
    """The table, how many columns take part, and where the plan was written."""
    console.print(_table(plan))
    unsure = [column.name for column in plan if column.certainty == "unsure"]
    decisions = "1 decision is" if len(unsure) == 1 else f"{len(unsure)} decisions are"
    console.print(f"{len(plan.items)} of {len(plan)} columns take part; {decisions} unsure.")
    if output is not None:
        console.print(f"Written: {shown(str(output))}", soft_wrap=True)


def _table(plan: "TablePlan") -> "Table":
    from rich.box import SIMPLE_HEAD
    from rich.table import Table

    table = Table(box=SIMPLE_HEAD, padding=(0, 1, 0, 0))
    for heading in ("column", "role", "kind", "levels", "no answer", "why"):
        table.add_column(heading, overflow="fold")
    for column in plan:
        doubt = "[yellow]unsure:[/] " if column.certainty == "unsure" else ""
        kind = f"{column.kind}, by {column.values}" if column.values == "normal scores" else column.kind or ""
        cells = (column.name, column.role, kind, _listed(column.levels), _listed(column.missing))
        table.add_row(*map(shown, cells), doubt + shown(column.why))
    return table


def _listed(labels: "tuple[object, ...]") -> str:
    """Labels, long ones cut and many counted."""
    texts = [str(label) if len(str(label)) <= _WIDEST else f"{str(label)[: _WIDEST - 1]}…" for label in labels]
    if len(texts) <= _MOST_LEVELS:
        return ", ".join(texts)
    return f"{', '.join(texts[: _MOST_LEVELS - 2])}, …, {texts[-1]} ({len(texts)})"


def _plain(column: "ColumnPlan") -> dict[str, object]:
    """A column for machines."""
    return {
        "name": column.name,
        "role": column.role,
        "kind": column.kind,
        "levels": list(column.levels),
        "missing": list(column.missing),
        "values": column.values,
        "floor": column.floor,
        "ceiling": column.ceiling,
        "why": column.why,
        "certainty": column.certainty,
        "wording": column.wording,
    }
