# SPDX-License-Identifier: MIT
"""``ordag learn``: the network that any of the methods finds in a data file."""

import json
from pathlib import Path
from typing import Annotated

import typer

from ordag.characters import for_terminal, guarded
from ordag.cli import inputs
from ordag.cli.folders import alone_in_output
from ordag.cli.page import say

N_SHOWN = 30  # edges in the summary; edges.csv has all
MARKS = {"directed": "→", "undirected": "—", "assumed": "⇢"}
MARKS_EXPLAINED = "→ causes; ↔ a hidden cause of both; o not known at this end (edges.csv says each in words)"


@alone_in_output
def learn(
    data: inputs.DataFile,
    method: inputs.Method,
    output: Annotated[
        Path, typer.Option("-o", "--output", help="Folder for cpdag.csv, edges.csv, adjacency.csv, pag.csv.")
    ],
    option: inputs.MethodOption = None,
    levels: inputs.LevelsFile = None,
    types: inputs.TypesFile = None,
    columns: inputs.ColumnsFile = None,
    required: inputs.Required = None,
    forbidden: inputs.Forbidden = None,
    tiers: inputs.TiersFile = None,
    weights: inputs.Weights = None,
    weights_are: inputs.WeightsAre = "survey",
    ignore: inputs.Ignore = None,
    missing: inputs.Missing = None,
    strict: inputs.Strict = False,
    encoding: inputs.Encoding = None,
    sheet: inputs.Sheet = None,
    header: inputs.Header = None,
    skip: inputs.Skip = 0,
    seed: inputs.Seed = inputs.DEFAULTS["random_state"],
    raw: inputs.Raw = False,
    force: inputs.Force = False,
    as_json: inputs.AsJson = False,
) -> None:
    """Learn a network with any of the methods.

    cpdag.csv holds 1 in row i, column j for an edge i -> j, and both ways for an undirected edge; adjacency.csv the
    DAG, from methods that find one; edges.csv a line per edge of the class. Methods that allow for hidden causes write
    pag.csv: at row i, column j the mark at j of the edge between i and j (1 circle, 2 arrowhead, 3 tail).

    Example: ordag learn survey.csv --method gpc --option alpha=0.01 -o learned
    """
    chosen = inputs.parse_options(option)
    knowledge = inputs.knowledge_of(required, forbidden, tiers)  # bad usage is reported before anything heavy is loaded
    import pandas as pd

    from ordag.data import check_free, write_frame
    from ordag.files import written_together
    from ordag.learners import learn as learn_from
    from ordag.learners.registry import find
    from ordag.model.display import counted

    check_free([output / name for name in ("cpdag.csv", "edges.csv", "adjacency.csv", "pag.csv")], force=force)
    card = find(method)[0]
    any_order = card.ignores_order(chosen)
    layout = inputs.layout_of(encoding, sheet, header, skip)
    choices = inputs.ColumnChoices(levels, types, columns, weights, weights_are, ignore, missing, strict)
    table = inputs.read_table(
        data, choices.options(any_order=any_order, nominal=card.takes("nominal", chosen)), layout
    ).table
    learned = learn_from(table, method, random_state=seed, **knowledge.among(table.names), **chosen)
    names = list(learned.names)
    edges = learned.edges_frame()
    files = {"cpdag.csv": pd.DataFrame(learned.cpdag, columns=names), "edges.csv": edges}
    if learned.pag is not None:
        files["pag.csv"] = learned.pag.to_pcalg()
    if learned.adjacency is not None:
        files["adjacency.csv"] = pd.DataFrame(learned.adjacency, columns=names)
    with written_together([output / name for name in files], force=force) as temporary:
        for name, frame in files.items():
            write_frame(frame if raw else guarded(frame), temporary[output / name])
    if as_json:
        summary = {
            "method": method,
            "assumption": learned.assumption or None,
            "edges": edges.to_dict("records"),
            "seconds": learned.seconds,
        }
        say(json.dumps({**summary, "files": [str(output / name) for name in files]}, ensure_ascii=False, indent=2))
        return
    for source, target, kind, *_ in edges.head(N_SHOWN).itertuples(index=False):
        say(for_terminal(f"{source} {MARKS.get(kind, kind)} {target}"))
    if len(edges) > N_SHOWN:
        say(f"… and {len(edges) - N_SHOWN} more, all in edges.csv")
    if learned.pag is not None and len(edges):
        say(MARKS_EXPLAINED)
    if learned.assumption and (edges["kind"] == "assumed").any():
        say(f"arrows marked {MARKS['assumed']} hold if {learned.assumption}")
    say(f"{method}: {counted(len(edges), 'edge')} in {learned.seconds:.2f} s; written: {output}")
