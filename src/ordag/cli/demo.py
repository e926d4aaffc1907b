# SPDX-License-Identifier: MIT
"""``ordag demo``: the embedded survey, from data to report."""

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from ordag.cli import inputs, resampling
from ordag.cli.folders import alone_in_output
from ordag.cli.page import page, say

if TYPE_CHECKING:
    from rich.table import Table

    from ordag.data import ColumnSummary
    from ordag.datasets import Dataset

N_RESAMPLES = 50  # a share of links is then good to 7 points
_BLOCKS = "▁▂▃▄▅▆▇█"


@alone_in_output
def demo(output: inputs.OutputFolder = Path("out/demo"), force: inputs.Force = False) -> None:
    """Learn a network from the embedded survey, the American National Election Study of 1996.

    Writes data.csv, levels.json (the order of its levels), model.json, edges.csv, network.svg and report.html, and
    draws 50 resamples of the rows to see which links stand.

    Example: ordag demo -o out/demo
    """
    from ordag import OSEM
    from ordag.cli.results import Findings, result_files, write_results
    from ordag.data import as_declarations, check_free, encode, summarize, write_frame, write_text
    from ordag.datasets import describe, load
    from ordag.estimator import clone
    from ordag.hints import better_with_hidden

    dataset, frame = describe("anes96"), load("anes96")
    data, levels = output / "data.csv", output / "levels.json"
    check_free([data, levels, *result_files(output)], force=force)
    table = encode(frame, kinds=dataset.kinds)
    with page() as console:
        console.print(_item_table(dataset, summarize(table)))
    with inputs.remarks() as remarks:
        learner = OSEM(random_state=0, n_jobs=-1)
        model = clone(learner).fit(table)
        resamples = resampling.Resampling(N_RESAMPLES, quick=False)
        beside = better_with_hidden(model, table)
        took = resampling.Took(0.0, 0.0)  # as many as were asked for are drawn
        resampled, _ = resamples.drawn(learner, table, model.network_, took, jobs=-1, seed=0, as_json=False)
        moved = resampling.moved(learner, model.network_, table)
    write_frame(frame, data, force=force)
    write_text(levels, as_declarations(table), force=force)
    network = model.network_ if resampled is None else resampled.attached(model.network_)
    if beside is not None:
        network, remarks = beside.marked(network), [*remarks, beside.remark]
    findings = Findings(
        network, table, model.trace_, remarks, dataset.title, bootstrap=resampled, wordings=dataset.wordings
    )
    write_results(replace(findings, sensitivity=moved), output, force=force)
    say(f"\nOpen {output / 'report.html'} in a browser. The same on your data: ordag fit survey.csv -o results")


def _item_table(dataset: "Dataset", summaries: "tuple[ColumnSummary, ...]") -> "Table":
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
