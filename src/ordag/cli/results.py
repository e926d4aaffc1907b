# SPDX-License-Identifier: MIT
"""What a fit leaves behind: four files in a folder, and a summary that a newcomer can read."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from ordag.cli.page import page

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from rich.console import Console
    from rich.table import Table

    from ordag.data import OrdinalTable
    from ordag.model import FittedNetwork
    from ordag.model.export import EdgeRow
    from ordag.posterior import Posterior
    from ordag.report import Content
    from ordag.stability import Bootstrap
    from ordag.structural_em import Iteration

POSTERIOR = "posterior.json"
COLUMNS = "columns.toml"
FILES = ("model.json", "edges.csv", "network.svg", "report.html")
N_SHOWN = 10  # edges in the summary; edges.csv has all
_STRONG, _MODERATE = 0.5, 0.25  # latent weights that the summary calls so
_MARKS = {"good": "[green]✓[/]", "note": "[blue]i[/]", "caution": "[yellow]![/]"}


@dataclass(frozen=True, eq=False)
class Findings:
    """A fitted network with what is needed to tell of it."""

    network: "FittedNetwork"
    table: "OrdinalTable"
    trace: "Sequence[Iteration]" = ()
    remarks: Sequence[str] = ()
    title: str | None = None
    wordings: Mapping[str, str] = field(default_factory=dict)
    bootstrap: "Bootstrap | Posterior | None" = None

    def content(self) -> "Content":
        """What the report says, and the summary."""
        from ordag.report import describe

        return describe(
            self.network,
            table=self.table,
            trace=self.trace,
            bootstrap=self.bootstrap,
            wordings=self.wordings,
            remarks=self.remarks,
            title=self.title,
        )


def result_files(folder: Path) -> list[Path]:
    """The files that `write_results` makes."""
    return [folder / name for name in FILES]


def write_results(findings: Findings, folder: Path, *, force: bool, as_json: bool = False) -> None:
    """Write model, edges, drawing and report, each whole or not at all, and print the summary."""
    from ordag.data import check_free, write_text
    from ordag.report import render

    model, edges, drawing, report = result_files(folder)
    check_free(result_files(folder), force=force)
    findings.network.save(model, force=force)
    findings.network.export(edges, format="edges", force=force)
    write_drawing(findings.network, drawing, force=force)
    content = findings.content()
    write_text(report, render(content), force=force)
    _tell(findings, content, folder, as_json=as_json)


def write_drawing(network: "FittedNetwork", path: Path, *, force: bool) -> None:
    """Draw the network; the ending tells the format."""
    save_figure(network.plot, network.names, path, force=force)


def save_figure(draw: "Callable[[], Axes]", names: Sequence[str], path: Path, *, force: bool) -> None:
    """Write what `draw` draws of the names, whole or not at all; the same drawing gives the same file."""
    import matplotlib as mpl

    mpl.use("agg")  # no window is ever opened, so that none is needed
    import matplotlib.pyplot as plt

    from ordag.data import atomic_path
    from ordag.plots.fonts import fonts_for
    from ordag.plots.style import SVG_SALT

    salted = mpl.rc_context({"svg.hashsalt": SVG_SALT})
    with atomic_path(path, force=force) as temporary, salted, fonts_for(names):
        plt.sca(draw())
        try:
            plt.savefig(temporary, metadata={"Date": None})
        finally:
            plt.close()


def _tell(findings: Findings, content: "Content", folder: Path, *, as_json: bool) -> None:
    if as_json:
        typer.echo(json.dumps(_plain(findings, content, folder), ensure_ascii=False, indent=2))
        return
    with page() as console:
        _sum_up(console, findings, content, folder)


def _sum_up(console: "Console", findings: Findings, content: "Content", folder: Path) -> None:
    """What was found, how far to trust it, and where it was written."""
    from rich.markup import escape

    from ordag.posterior import Posterior

    console.print(f"\n[bold]What was found[/] ({escape(content.size)})")
    for finding in content.findings:
        if finding.topic != "Strongest links":
            _bullet(console, "•", " ".join([finding.text, "; ".join(finding.lines)]).strip())
    if findings.network.n_edges:
        console.print(_edge_table(findings.network))
    console.print("[bold]How far to trust it[/]")
    for check in content.checks:
        _bullet(console, _MARKS[check.verdict], check.text)
    _tell_files(console, folder)
    if (folder / COLUMNS).exists():
        _tell_file(console, folder / COLUMNS, "what each column was taken for; edit it and pass it as --columns")
    # The file may also be left from an earlier run.
    if isinstance(findings.bootstrap, Posterior):
        _tell_file(console, folder / POSTERIOR, "the draws, for ordag.posterior.Posterior.load")


def _bullet(console: "Console", mark: str, text: str) -> None:
    """A mark and a text that hangs beside it."""
    from rich.markup import escape
    from rich.table import Table

    grid = Table.grid(padding=(0, 1, 0, 0))
    grid.add_column(width=1)
    grid.add_column(overflow="fold")
    grid.add_row(mark, escape(text))
    console.print(grid)


def _edge_table(network: "FittedNetwork") -> "Table":
    """The strongest edges, what they mean, and how often they were found again."""
    from rich.box import SIMPLE_HEAD
    from rich.markup import escape
    from rich.table import Table

    from ordag.model import edge_rows

    rows = edge_rows(network)
    some = f", {N_SHOWN} of {len(rows)} (all in edges.csv)" if len(rows) > N_SHOWN else ""
    table = Table(title=f"Strongest links{some}", title_justify="left", box=SIMPLE_HEAD, padding=(0, 1, 0, 0))
    for heading in ("link", "weight", "in words, all else equal"):
        table.add_column(heading, justify="right" if heading == "weight" else "left")
    if network.support is not None:
        table.add_column(f"in {network.support.unit}s", justify="right")
    for row in rows[:N_SHOWN]:
        arrow = "→" if row.kind == "directed" else "—"
        cells = [escape(f"{row.source} {arrow} {row.target}"), f"{row.weight:+z.2f}", escape(_in_words(row))]
        if row.support is not None:
            cells.append(f"{row.support:.0%}")
        table.add_row(*cells)
    return table


def _in_words(row: "EdgeRow") -> str:
    size = abs(row.weight)
    strength = "strong" if size >= _STRONG else "moderate" if size >= _MODERATE else "weak"
    return f"{strength}: higher {row.source}, {'higher' if row.weight > 0 else 'lower'} {row.target}"


def _tell_files(console: "Console", folder: Path) -> None:
    console.print("[bold]Files[/]")
    for path, what in zip(
        result_files(folder),
        ("the network, for ordag predict", "one line per link", "drawing", "open this"),
        strict=True,
    ):
        _tell_file(console, path, what)


def _tell_file(console: "Console", path: Path, what: str) -> None:
    from rich.markup import escape

    console.print(f"  {escape(str(path))}  [dim]{what}[/]", soft_wrap=True)


def _plain(findings: Findings, content: "Content", folder: Path) -> dict[str, object]:
    """The summary for machines."""
    from ordag.model import edge_rows

    network = findings.network
    return {
        "n_rows": findings.table.n_rows,
        "effective_rows": dict(network.provenance.settings).get("effective_rows") if network.provenance else None,
        "n_columns": network.n_columns,
        "penalty": network.penalty,
        "log_likelihood": network.criteria.log_likelihood,
        "bic": network.criteria.bic,
        "edges": [asdict(row) for row in edge_rows(network)],
        "findings": [asdict(finding) for finding in content.findings],
        "checks": [asdict(check) for check in content.checks],
        "remarks": list(findings.remarks),
        "files": [str(path) for path in (*result_files(folder), folder / COLUMNS) if path.exists()],
    }
