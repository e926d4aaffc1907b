# SPDX-License-Identifier: MIT
"""``ordag bootstrap``: how often each edge is found again in resampled rows."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ordag.cli import inputs

if TYPE_CHECKING:
    import pandas as pd

    from ordag.stability import Bootstrap

N_SHOWN = 15  # pairs in the summary; support.csv has all


def bootstrap(
    data: inputs.DataFile,
    output: inputs.OutputFolder,
    n_boot: Annotated[int, typer.Option(min=1, help="Number of resamples.")] = 500,
    penalty: inputs.Penalty = "auto",
    criterion: inputs.Criterion = "ebic",
    threshold: Annotated[float, typer.Option(min=0, max=1, help="Support of an edge of the averaged network.")] = 0.5,
    seed: inputs.Seed = 0,
    levels: inputs.LevelsFile = None,
    types: inputs.TypesFile = None,
    required: inputs.Required = None,
    forbidden: inputs.Forbidden = None,
    tiers: inputs.TiersFile = None,
    max_parents: inputs.MaxParents = None,
    weights: inputs.Weights = None,
    jobs: inputs.Jobs = -1,
    force: inputs.Force = False,
    as_json: inputs.AsJson = False,
) -> None:
    """Learn networks from resampled rows and count their edges.

    Writes support.csv (one line per pair), averaged.csv (the network of the edges above the threshold) and support.svg.
    Finished resamples are kept in replicates.jsonl: after an interruption the same command goes on where it stopped.
    A number as penalty is many times faster than auto.

    Example: ordag bootstrap survey.csv -o stability --n-boot 500 --penalty 3
    """
    learner = inputs.estimator(penalty, criterion, required, forbidden, tiers, max_parents)
    from ordag import bootstrap as replicate
    from ordag.data import check_free

    files = [output / name for name in ("support.csv", "averaged.csv", "support.svg")]
    check_free(files, force=force)
    store, bar = output / "replicates.jsonl", inputs.shows_bar(as_json)
    with inputs.remarks() as said:
        table = inputs.read_table(data, levels, types, weights)
        found = replicate(learner, table, n_boot, jobs, random_state=seed, store=store, verbose=bar)
    pairs = _pairs(found)
    _write(found, pairs, files, threshold, force=force)
    _tell(found, pairs, said, files, as_json=as_json)


def _pairs(found: "Bootstrap") -> "pd.DataFrame":
    """One line per pair that some replicate joined, most often joined first."""
    import numpy as np
    import pandas as pd

    i, j = np.nonzero(np.triu(found.support))
    names = np.array(found.names, dtype=object)
    forward = found.direction[i, j] >= found.direction[j, i]
    source, target = np.where(forward, i, j), np.where(forward, j, i)
    pairs = pd.DataFrame(
        {
            "from": names[source],
            "to": names[target],
            "support": found.support[source, target],
            "direction": found.direction[source, target],
            "reverse": found.direction[target, source],
        }
    )
    return pairs.sort_values("support", ascending=False, kind="stable", ignore_index=True)


def _write(found: "Bootstrap", pairs: "pd.DataFrame", files: list[Path], threshold: float, *, force: bool) -> None:
    import pandas as pd

    from ordag.cli.results import save_figure
    from ordag.data import write_frame
    from ordag.plots import plot_support

    write_frame(pairs, files[0], force=force)
    averaged = pd.DataFrame(found.averaged(threshold), columns=list(found.names))
    averaged.insert(0, "from", list(found.names))
    write_frame(averaged, files[1], force=force)
    save_figure(lambda: plot_support(found.direction, found.names), files[2], force=force)


def _tell(found: "Bootstrap", pairs: "pd.DataFrame", said: list[str], files: list[Path], *, as_json: bool) -> None:
    if as_json:
        counts = {"n_boot": found.n_boot, "n_merged": found.n_merged, "n_redrawn": found.n_redrawn}
        summary = {**counts, "n_unsettled": found.n_unsettled, "remarks": said, "pairs": pairs.to_dict("records")}
        typer.echo(json.dumps({**summary, "files": [str(path) for path in files]}, ensure_ascii=False, indent=2))
        return
    from rich.box import SIMPLE_HEAD
    from rich.console import Console
    from rich.markup import escape
    from rich.table import Table

    table = Table(title=f"Edges in {found.n_boot} resamples", box=SIMPLE_HEAD, padding=(0, 1, 0, 0))
    table.add_column("pair")
    for heading in ("joined", "this way", "other way"):
        table.add_column(heading, justify="right")
    for source, target, *shares in pairs.head(N_SHOWN).itertuples(index=False):
        table.add_row(escape(f"{source} → {target}"), *(f"{share:.0%}" for share in shares))
    console = Console(highlight=False)
    console.print(table)
    for text in [*_cautions(found), *said]:
        console.print(f"! {text}", markup=False)
    for path in files:
        console.print(f"written: {path}", markup=False, soft_wrap=True)


def _cautions(found: "Bootstrap") -> list[str]:
    """What happened to resamples on the way."""
    counted = [
        (found.n_merged, "of the resamples lacked a level, which was merged with its neighbour there."),
        (found.n_redrawn, "of the draws left a column with a single level and were made anew."),
        (found.n_unsettled, "of the resamples ended before the learner settled."),
    ]
    return [f"{count} {what}" for count, what in counted if count]
