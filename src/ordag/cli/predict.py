# SPDX-License-Identifier: MIT
"""``ordag predict``: entries predicted from the others of their row."""

from typing import Annotated

import typer

from ordag.cli import inputs, tables


def predict(
    model: inputs.ModelFile,
    data: inputs.DataFile,
    target: Annotated[
        str | None, typer.Option(metavar="NAME", help="Variable whose level probabilities, or mean, are wanted.")
    ] = None,
    missing: inputs.Missing = None,
    encoding: inputs.Encoding = None,
    sheet: inputs.Sheet = None,
    header: inputs.Header = None,
    skip: inputs.Skip = 0,
    output: tables.OutputFile = None,
    force: inputs.Force = False,
    as_json: inputs.AsJson = False,
) -> None:
    """Predict variables from the other entries of each row.

    With --target: the probability of each of its levels, one column per level; of a continuous variable the mean.
    Without: the most likely level of every variable, or its mean if it is continuous, each from the row's other
    entries. Missing entries and absent columns are integrated out.

    Example: ordag predict results/model.json new.csv --target mood -o mood.csv
    """
    import pandas as pd

    from ordag import inference
    from ordag.data import read_frame

    tables.check_output(output, force=force)
    network = inputs.load_network(model)
    with inputs.local_file(data) as path:
        frame = read_frame(
            path, missing=missing or (), **inputs.new_rows_of(network, inputs.layout_of(encoding, sheet, header, skip))
        )
    if target is not None:
        has_levels = bool(network.levels[network.index(target)])
        found = inference.predict_proba if has_levels else inference.predict
        given = tables.rounded(pd.DataFrame(found(network, frame, target)))
    else:
        table = network.encode(frame, allow_absent=True)
        given = pd.DataFrame({name: inference.predict(network, table, name) for name in network.names})
        means = [name for name, kind in zip(network.names, network.kinds, strict=True) if kind == "continuous"]
        given[means] = tables.rounded(given[means])
    tables.give(given, output, force=force, as_json=as_json)
