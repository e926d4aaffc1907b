# SPDX-License-Identifier: MIT
"""``ordag simulate``: ordinal data with a known truth."""

from pathlib import Path
from typing import Annotated

import typer

from ordag.cli.page import say

USUAL_NEIGHBOURS = 4.0  # as in the paper's simulations


def simulate(
    output: Annotated[Path, typer.Option("-o", "--output", help="Folder for data.csv, dag.csv, correlation.csv.")],
    nodes: Annotated[int, typer.Option(min=1, help="Number of variables.")] = 20,
    rows: Annotated[int, typer.Option(min=2, help="Number of rows.")] = 500,
    neighbours: Annotated[
        float | None,
        typer.Option(min=0, help="Expected number of neighbours of a node; default: 4, or half of the other nodes."),
    ] = None,
    graph: Annotated[str, typer.Option(help="Random graph: er, power, bipartite, geometric.")] = "er",
    levels: Annotated[float, typer.Option(min=2, help="Expected number of levels.")] = 3.0,
    concentration: Annotated[float, typer.Option(help="Evenness of the level shares (Dirichlet ν).")] = 2.0,
    missing: Annotated[float, typer.Option(min=0, max=1, help="Share of missing entries.")] = 0.0,
    mechanism: Annotated[str, typer.Option(help="How entries go missing: mcar, mar.")] = "mcar",
    seed: Annotated[int, typer.Option(min=0, help="Seed; the same seed gives the same files.")] = 0,
    force: Annotated[bool, typer.Option("--force", help="Replace existing files.")] = False,
) -> None:
    """Simulate ordinal data from a random DAG, as in the paper's experiments.

    dag.csv holds 1 in row i, column j for an edge i -> j; correlation.csv the true latent correlations.

    Example: ordag simulate -o simulated --nodes 12 --rows 500 --levels 4
    """
    import numpy as np
    import pandas as pd

    from ordag.data import check_free, write_frame
    from ordag.simulate import Missing, ordinal_data, random_dag

    check_free([output / name for name in ("data.csv", "dag.csv", "correlation.csv")], force=force)
    rng = np.random.default_rng(seed)
    wanted = min(USUAL_NEIGHBOURS, (nodes - 1) / 2) if neighbours is None else neighbours
    dag = random_dag(nodes, wanted, rng, kind=graph)
    holes = Missing(missing, mechanism) if missing else None
    simulated = ordinal_data(dag, rows, levels, concentration, rng, missing=holes)
    names = simulated.frame.columns
    write_frame(simulated.frame, output / "data.csv", force=force)
    write_frame(pd.DataFrame(dag, columns=names), output / "dag.csv", force=force)
    write_frame(pd.DataFrame(simulated.correlation, columns=names), output / "correlation.csv", force=force)
    say(f"{rows} rows of {nodes} variables joined by {int(dag.sum())} edges; written: {output}")
