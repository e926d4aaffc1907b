# SPDX-License-Identifier: MIT
"""``ordag fit --graph``: a given graph fitted and tested instead of a learned one."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ordag.cli import inputs
from ordag.cli.page import page, shown
from ordag.errors import OptionsClashError

if TYPE_CHECKING:
    from ordag.confirm import ImpliedIndependences, ModificationHints

N_SHOWN = 5

Graph = Annotated[
    Path | None,
    typer.Option(
        metavar="FILE",
        help="A graph to fit and test instead of learning one: arrows by line, dagitty, DOT, GML, lavaan or bnlearn.",
    ),
]


# Options that speak of learning, by what errors call them.
_OF_LEARNING = {
    "boot": "boot",
    "bayes": "prior",
    "required": "required",
    "forbidden": "forbidden",
    "tiers": "tiers",
    "clusters": "clusters",
}


def fit_given(
    asked: Mapping[str, Any], learning: Sequence[str], choices: inputs.ColumnChoices, layout: Mapping[str, Any]
) -> None:
    """Fit and test the graph of a command's options `asked`, write the files and say what came out."""
    from ordag import fit_dag
    from ordag.characters import for_files, guarded
    from ordag.cli.results import COLUMNS, HINTS, INDEPENDENCES, Findings, result_files, write_results
    from ordag.data import check_free

    graph, data, output, force, raw = (asked[name] for name in ("graph", "data", "output", "force", "raw"))
    clashing = {*learning, *(called for name, called in _OF_LEARNING.items() if asked[name])}
    if clashing:
        raise OptionsClashError("a given graph", "leaves nothing to learn", sorted(clashing))
    check_free([*result_files(output), *(output / name for name in (INDEPENDENCES, HINTS, COLUMNS))], force=force)
    with inputs.remarks() as remarks:
        encoded = inputs.read_table(data, choices.options(nominal=None), layout)
        network = fit_dag(encoded.table, graph, n_jobs=asked["jobs"])
        table = encoded.table.only(network.names)
        tests, hints = network.test_independences(table), network.modification_hints(table)
    title = None if data == inputs.STANDARD_STREAM else for_files(data.stem)
    plain = tests.frame.assign(given=[", ".join(names) for names in tests.frame["given"].tolist()])
    tables = {INDEPENDENCES: plain, HINTS: hints.frame}
    beside = {name: frame if raw else guarded(frame) for name, frame in tables.items()}
    findings = Findings(network, table, (), remarks, title, encoded.plan, beside=beside)
    write_results(findings, output, force=force, as_json=asked["as_json"], raw=raw)
    if not asked["as_json"]:
        _tell(tests, hints)


def _tell(tests: "ImpliedIndependences", hints: "ModificationHints") -> None:
    """What the data say against the graph, and what would improve it."""
    rejected, better = tests.rejected(), hints.frame[hints.frame["gain"] > 0]
    told = f"  {len(rejected)} of {len(tests.frame)} independences are rejected (5 %, corrected for their number)"
    with page() as console:
        console.print("[bold]What the graph implies[/]")
        console.print(told)
        for row in rejected.head(N_SHOWN).to_dict("records"):
            behind = f" given {', '.join(row['given'])}" if row["given"] else ""
            size = f"partial correlation {row['partial_correlation']:+.2f}"
            console.print(shown(f"  {row['first']} and {row['second']}{behind}: {size}"))
        console.print(f"[bold]Single changes that would raise BIC[/]: {len(better)}")
        for row in better.head(N_SHOWN).to_dict("records"):
            console.print(shown(f"  {row['change']} {row['from']} → {row['to']}: {row['gain']:+.1f}"))
