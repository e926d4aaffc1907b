# SPDX-License-Identifier: MIT
"""``ordag learn``: the network that any of the methods finds in a data file."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    import pandas as pd

    from ordag.graphs import Adjacency


def learn(
    data: Annotated[Path, typer.Argument(help="Data file: csv, tsv (gz too), parquet, xlsx, sav, dta.")],
    method: Annotated[str, typer.Option(help="Name of the method; `ordag methods` lists them.")],
    output: Annotated[Path, typer.Option("-o", "--output", help="Folder for cpdag.csv, edges.csv, adjacency.csv.")],
    option: Annotated[list[str] | None, typer.Option(help="Option of the method, as NAME=VALUE; repeatable.")] = None,
    levels: Annotated[Path | None, typer.Option(help="TOML or JSON file with the levels of columns.")] = None,
    types: Annotated[Path | None, typer.Option(help="TOML or JSON file with the kinds of columns.")] = None,
    seed: Annotated[int, typer.Option(min=0, help="Seed; the same seed gives the same files.")] = 0,
    force: Annotated[bool, typer.Option("--force", help="Replace files that are there.")] = False,
) -> None:
    """Learn a network with any of the methods.

    cpdag.csv holds 1 in row i, column j for an edge i -> j, and both ways for an undirected edge; adjacency.csv the
    DAG, from methods that find one; edges.csv a line per edge of the class.
    """
    import pandas as pd

    from ordag.data import check_free, read, write_frame
    from ordag.methods import learn as learn_from

    check_free([output / name for name in ("cpdag.csv", "edges.csv", "adjacency.csv")], force=force)
    table = read(data, levels=levels, kinds=types)
    chosen = dict(_option(text) for text in option or [])
    learned = learn_from(table, method, random_state=seed, **chosen)  # type: ignore[arg-type]
    names = list(learned.names)
    files = {"cpdag.csv": pd.DataFrame(learned.cpdag, columns=names), "edges.csv": _edges(learned.cpdag, names)}
    if learned.adjacency is not None:
        files["adjacency.csv"] = pd.DataFrame(learned.adjacency, columns=names)
    for name, frame in files.items():
        write_frame(frame, output / name, force=force)
    typer.echo(f"{method}: {len(files['edges.csv'])} edges in {learned.seconds:.2f} s; written: {output}")


def _option(text: str) -> tuple[str, object]:
    """NAME=VALUE with numbers, true, false and null read as such, and anything else as text."""
    name, mark, value = text.partition("=")
    if not mark:
        raise typer.BadParameter(f"{text!r} is not NAME=VALUE.", param_hint="--option")
    try:
        return name, json.loads(value)
    except json.JSONDecodeError:
        return name, value


def _edges(cpdag: "Adjacency", names: list[str]) -> "pd.DataFrame":
    import numpy as np
    import pandas as pd

    lines = [
        (names[i], names[j], "undirected" if cpdag[j, i] else "directed")
        for i, j in np.argwhere(cpdag).tolist()
        if not (cpdag[j, i] and j < i)
    ]
    return pd.DataFrame(lines, columns=["from", "to", "kind"])
