# SPDX-License-Identifier: MIT
"""``ordag impute``: the rows with their missing entries filled in."""

from typing import Annotated

import typer

from ordag.cli import inputs, tables


def impute(
    model: inputs.ModelFile,
    data: inputs.DataFile,
    draws: Annotated[
        int, typer.Option(min=0, help="Completed tables with drawn entries, for multiple imputation; 0: the likeliest.")
    ] = 0,
    seed: inputs.Seed = 0,
    missing: inputs.Missing = None,
    encoding: inputs.Encoding = None,
    sheet: inputs.Sheet = None,
    header: inputs.Header = None,
    output: tables.OutputFile = None,
    force: inputs.Force = False,
    as_json: inputs.AsJson = False,
) -> None:
    """Fill in missing entries from the others of their row.

    Each gets its most likely level, a continuous one its mean. With --draws the tables stand one below the other, told
    apart by the first column, "draw".

    Example: ordag impute results/model.json survey.csv -o complete.csv
    """
    import pandas as pd

    from ordag import FittedNetwork, inference
    from ordag.data import read_frame

    tables.check_output(output, force=force)
    network = FittedNetwork.load(model)
    with inputs.local_file(data) as path:
        frame = read_frame(path, missing=missing or (), **inputs.layout_of(encoding, sheet, header))
    if draws:
        completed = inference.impute_draws(network, frame, draws, random_state=seed)
        given = pd.concat([table.assign(draw=k) for k, table in enumerate(completed)], ignore_index=True)
        given.insert(0, "draw", given.pop("draw"))
    else:
        given = inference.impute(network, frame)
    tables.give(given, output, force=force, as_json=as_json)
