# SPDX-License-Identifier: MIT
"""``ordag demo``: the embedded survey, summed up."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from rich.table import Table

    from ordag.data import ColumnSummary
    from ordag.datasets import Dataset

_BLOCKS = "▁▂▃▄▅▆▇█"


def demo(
    output: Annotated[Path, typer.Option("-o", "--output", help="Folder for the results.")] = Path("out/demo"),
    force: Annotated[bool, typer.Option("--force", help="Replace files that are there.")] = False,
) -> None:
    """Show the embedded survey, the American National Election Study of 1996."""
    from rich.console import Console

    from ordag.data import encode, summarize, write_frame
    from ordag.datasets import describe, load

    dataset, frame = describe("anes96"), load("anes96")
    summaries = summarize(encode(frame, kinds=dataset.kinds))
    write_frame(frame, output / "data.csv", force=force)
    Console().print(_summary_table(dataset, summaries))
    typer.echo(f"written: {output / 'data.csv'}")


def _summary_table(dataset: "Dataset", summaries: "tuple[ColumnSummary, ...]") -> "Table":
    """One line per item: wording, number of levels, their shares (mean ± deviation if continuous), missing entries."""
    from rich.box import SIMPLE_HEAD
    from rich.table import Table

    table = Table(title=f"{dataset.title}: {dataset.n_rows} rows", box=SIMPLE_HEAD, padding=(0, 1, 0, 0))
    for heading in ("item", "wording", "levels", "shares, low to high", "missing"):
        table.add_column(heading, justify="right" if heading in {"levels", "missing"} else "left")
    for column in summaries:
        shown = _bars(column.shares) if column.levels else f"{column.mean:.1f} ± {column.deviation:.1f}"
        n_levels = str(len(column.levels)) if column.levels else ""
        table.add_row(column.name, dataset.wordings[column.name], n_levels, shown, str(column.n_missing))
    return table


def _bars(shares: tuple[float, ...]) -> str:
    """Shares as a row of bars, the tallest for the largest."""
    top = max(shares)
    return "".join(_BLOCKS[round(share / top * (len(_BLOCKS) - 1))] for share in shares)
