# SPDX-License-Identifier: MIT
"""The output of a fit: four files in a folder, and a summary that a newcomer can read."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from ordag.characters import for_files, for_xml
from ordag.cli.page import page, say, shown
from ordag.cli.screening import ROWS
from ordag.messages.terminal import TERMINAL

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes
    from rich.console import Console
    from rich.table import Table

    from ordag.checks.influential import Sensitivity
    from ordag.data import OrdinalTable, TablePlan
    from ordag.errors import OrdagWarning
    from ordag.model import FittedNetwork
    from ordag.posterior import Posterior
    from ordag.report import Content, Link, Repeat
    from ordag.stability import Bootstrap
    from ordag.structural_em import Iteration

POSTERIOR = "posterior.json"
COLUMNS = "columns.toml"
INDEPENDENCES, HINTS = "independences.csv", "hints.csv"
_BESIDE = {
    ROWS: "rows that look like no answers, and why",
    INDEPENDENCES: "what the graph implies, tested",
    HINTS: "single changes of the graph, by what they gain",
}
FILES = ("model.json", "edges.csv", "network.svg", "report.html")
N_SHOWN = 10  # edges in the summary; edges.csv has all
_STRONG, _MODERATE = 0.5, 0.25  # latent weights that the summary calls so
_MARKS = {"good": "[green]✓[/]", "note": "[blue]i[/]", "caution": "[yellow]![/]"}


@dataclass(frozen=True, eq=False)
class Findings:
    """A fitted network with what the report needs, and tables for files of their own, by their names."""

    network: "FittedNetwork"
    table: "OrdinalTable"
    trace: "Sequence[Iteration]" = ()
    remarks: "Sequence[OrdagWarning]" = ()
    title: str | None = None
    plan: "TablePlan | None" = None
    bootstrap: "Bootstrap | None" = None
    posterior: "Posterior | None" = None
    wordings: Mapping[str, str] = field(default_factory=dict)
    beside: "Mapping[str, pd.DataFrame]" = field(default_factory=dict)
    told: str = ""
    sensitivity: "Sensitivity | None" = None
    repeat: "Repeat | None" = None

    def content(self) -> "Content":
        """What the report says, and the summary."""
        from ordag.report import Repeat, describe

        return describe(
            self.network,
            table=self.table,
            trace=self.trace,
            bootstrap=[drawn for drawn in (self.bootstrap, self.posterior) if drawn is not None],
            wordings=self.wordings if self.plan is None else self.plan.wordings,
            remarks=self.all_remarks(),
            title=self.title,
            sensitivity=self.sensitivity,
            repeat=self.repeat or Repeat(),
        )

    def all_remarks(self) -> "Sequence[OrdagWarning]":
        """What was remarked on during the fit, and what the plan says of the order of its columns."""
        from ordag.data.columns.remarks import unconfirmed

        return self.remarks if self.plan is None else (*unconfirmed(self.plan), *self.remarks)


def result_files(folder: Path) -> list[Path]:
    """The files that `write_results` makes."""
    return [folder / name for name in FILES]


def write_results(findings: Findings, folder: Path, *, force: bool, as_json: bool = False, raw: bool = False) -> None:
    """Write model, edges, drawing, report, plan (and the draws of a posterior), and print the summary."""
    from ordag.data import write_frame
    from ordag.files import write_text, written_together
    from ordag.report import render

    model, edges, drawing, report = targets = result_files(folder)
    network, posterior, content = findings.network, findings.posterior, findings.content()
    draws = [] if posterior is None else [folder / POSTERIOR]
    tables = {folder / name: table for name, table in findings.beside.items()}
    plans = [] if findings.plan is None else [folder / COLUMNS]
    with written_together([*plans, *draws, *tables, *targets], editable=plans, force=force) as temporary:
        if posterior is not None:
            posterior.save(temporary[folder / POSTERIOR])
        network.save(temporary[model])
        network.export(temporary[edges], format="edges", raw=raw)
        save_figure(lambda: _drawn(network, content), network.names, temporary[drawing])
        write_text(temporary[report], for_files(render(content)))
        if findings.plan is not None:
            findings.plan.to_toml(temporary[folder / COLUMNS])
        for path, table in tables.items():
            write_frame(table, temporary[path])
    _tell(findings, content, folder, as_json=as_json)


def _drawn(network: "FittedNetwork", content: "Content") -> "Axes":
    """The drawing with the groups of the report, and with wordings beside it where there are any."""
    wordings = {item.name: item.wording for item in content.items if item.wording}
    groups = [item.group.title if item.group else "" for item in content.items]
    return network.plot(groups=groups, **({"wordings": wordings} if wordings else {}))


def save_figure(draw: "Callable[[], Axes]", names: Sequence[str], path: Path) -> None:
    """Write what `draw` draws of the names, whole or not at all; the same drawing gives the same file."""
    import matplotlib as mpl

    mpl.use("agg")  # no window is ever opened, so that none is needed
    import matplotlib.pyplot as plt

    from ordag.files import atomic_path
    from ordag.plots.fonts import fonts_for
    from ordag.plots.style import SVG_SALT

    salted = mpl.rc_context({"svg.hashsalt": SVG_SALT})
    with atomic_path(path) as temporary, salted, fonts_for(names):
        plt.sca(draw())
        try:
            plt.savefig(temporary, metadata={"Date": None})
        finally:
            plt.close()
        if path.suffix == ".svg":
            temporary.write_text(for_xml(temporary.read_text("utf-8")), "utf-8")


def _tell(findings: Findings, content: "Content", folder: Path, *, as_json: bool) -> None:
    if as_json:
        say(json.dumps(_plain(findings, content, folder), ensure_ascii=False, indent=2))
        return
    with page() as console:
        _sum_up(console, findings, content, folder)


def _sum_up(console: "Console", findings: Findings, content: "Content", folder: Path) -> None:
    """What was found, how far to trust it, and where it was written."""
    from ordag.report import Topic

    console.print(f"\n[bold]What was found[/] ({shown(content.size)})")
    for finding in content.findings:
        if finding.topic is not Topic.STRONGEST:  # the table has them
            _bullet(console, "•", " ".join([finding.text, "; ".join(finding.lines)]).strip())
    if findings.network.n_edges:
        console.print(_edge_table(findings.network, content))
    console.print("[bold]How far to trust it[/]")
    if findings.told:
        _bullet(console, _MARKS["note"], findings.told)
    for check in content.checks:
        _bullet(console, _MARKS[check.verdict], check.worded(TERMINAL))
    _tell_files(console, folder)
    if findings.plan is not None:
        _tell_file(console, folder / COLUMNS, "what each column was taken for; edit it and pass it as --columns")
    for name in findings.beside:
        _tell_file(console, folder / name, _BESIDE[name])
    # The file may also be left from an earlier run.
    if findings.posterior is not None:
        _tell_file(console, folder / POSTERIOR, "the draws, for ordag.posterior.Posterior.load")


def _bullet(console: "Console", mark: str, text: str) -> None:
    """A mark and a text that hangs beside it."""
    from rich.table import Table

    grid = Table.grid(padding=(0, 1, 0, 0))
    grid.add_column(width=1)
    grid.add_column(overflow="fold")
    grid.add_row(mark, shown(text))
    console.print(grid)


def _edge_table(network: "FittedNetwork", content: "Content") -> "Table":
    """The strongest links that stand, what they mean, and how often resamples have them."""
    from rich.box import SIMPLE_HEAD
    from rich.table import Table

    from ordag.report import link_text

    links = [link for link in content.links if link.stands] or content.links
    some = f", {N_SHOWN} of {len(content.links)} (all in edges.csv)" if len(content.links) > N_SHOWN else ""
    table = Table(title=f"Strongest links{some}", title_justify="left", box=SIMPLE_HEAD, padding=(0, 1, 0, 0))
    for heading in ("link", "weight", "in words, all else equal"):
        table.add_column(heading, justify="right" if heading == "weight" else "left")
    for drawn in (content.support, content.beside):
        if drawn is not None:
            table.add_column(f"in {drawn.unit}s", justify="right")
    for link in links[:N_SHOWN]:
        weight = f"{link.weight:+z.2f}" if link.has_sign else f"{link.weight:.2f}"
        cells = [shown(link_text(network.names, link)), weight, shown(_in_words(network, link))]
        table.add_row(*cells, *(f"{share:.0%}" for share in (link.support, link.beside) if share is not None))
    return table


def _in_words(network: "FittedNetwork", link: "Link") -> str:
    size = abs(link.weight)
    strength = "strong" if size >= _STRONG else "moderate" if size >= _MODERATE else "weak"
    if not link.has_sign:
        return f"{strength}: {link.contrast}"
    start, end = _named_answers(network, link.start), _named_answers(network, link.end)
    first = f"{network.names[link.start]} {start[1]}" if start else f"higher {network.names[link.start]}"
    if end:
        return f"{strength}: {first}, {network.names[link.end]} more often {end[link.weight > 0]}"
    return f"{strength}: {first}, {'higher' if link.weight > 0 else 'lower'} {network.names[link.end]}"


def _named_answers(network: "FittedNetwork", column: int) -> tuple[str, str] | None:
    """The lower and the higher answer of a variable of two that have names, such as female and male."""
    labels = network.levels[column]
    if network.kinds[column] != "binary" or not all(isinstance(label, str) for label in labels):
        return None
    low, high = (str(label) for label in labels)
    return low, high


def _tell_files(console: "Console", folder: Path) -> None:
    console.print("[bold]Files[/]")
    for path, what in zip(
        result_files(folder),
        ("the network, for ordag predict", "one line per link", "drawing", "open this"),
        strict=True,
    ):
        _tell_file(console, path, what)


def _tell_file(console: "Console", path: Path, what: str) -> None:
    console.print(f"  {shown(str(path))}  [dim]{what}[/]", soft_wrap=True)


def _files_of(findings: Findings, folder: Path) -> list[Path]:
    plan = [] if findings.plan is None else [folder / COLUMNS]
    return [*result_files(folder), *plan, *(folder / name for name in findings.beside)]


def plain_remarks(remarks: "Sequence[OrdagWarning]") -> list[dict[str, str]]:
    """Remarks for machines: what they are, and how they read."""
    return [{"kind": type(remark).__name__, "text": remark.worded(TERMINAL)} for remark in remarks]


def _plain(findings: Findings, content: "Content", folder: Path) -> dict[str, object]:
    """The summary for machines."""
    from ordag.model import edge_rows

    network = findings.network
    return {
        "n_rows": findings.table.n_rows,
        "effective_rows": network.provenance.choices.effective_rows if network.provenance else None,
        "n_columns": network.n_columns,
        "penalty": network.penalty,
        "log_likelihood": network.criteria.log_likelihood,
        "bic": network.criteria.bic,
        "n_resamples": 0 if findings.bootstrap is None else findings.bootstrap.n_boot,
        "edges": [asdict(row) for row in edge_rows(network)],
        "findings": [asdict(finding) for finding in content.findings],
        "checks": [
            {"topic": check.topic, "verdict": check.verdict, "text": check.worded(TERMINAL)} for check in content.checks
        ],
        "remarks": plain_remarks(findings.all_remarks()),
        "files": [str(path) for path in _files_of(findings, folder)],
    }
