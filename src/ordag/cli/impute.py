# SPDX-License-Identifier: MIT
"""``ordag impute``: the rows with their missing entries filled in."""

from dataclasses import replace
from typing import TYPE_CHECKING, Annotated

import typer

from ordag.cli import inputs, tables
from ordag.errors import InputValueError
from ordag.messages import Advise

if TYPE_CHECKING:
    import pandas as pd

    from ordag.model import FittedNetwork

DRAW = "draw"  # column that numbers the completed tables


def impute(
    model: inputs.ModelFile,
    data: inputs.DataFile,
    draws: Annotated[
        int,
        typer.Option(
            min=0, help="Number of tables with drawn entries, for multiple imputation; 0: one with the most likely."
        ),
    ] = 0,
    seed: inputs.Seed = 0,
    missing: inputs.Missing = None,
    encoding: inputs.Encoding = None,
    sheet: inputs.Sheet = None,
    header: inputs.Header = None,
    skip: inputs.Skip = 0,
    output: tables.OutputFile = None,
    force: inputs.Force = False,
    as_json: inputs.AsJson = False,
) -> None:
    """Fill in missing entries from the others of their row.

    Each gets its most likely level, a continuous one its mean. Columns that are not in the model, such as an
    identifier, stay as they are and where they are; a column of the model that the file lacks comes last. With --draws
    the tables are stacked, numbered by the first column, "draw". From text to text, known entries stay as they are
    written; from one SPSS or Stata file to another, values, value labels and variable labels are kept.

    Example: ordag impute results/model.json survey.csv -o complete.csv
    """
    import pandas as pd

    from ordag import inference
    from ordag.data.reading.exact import with_whole_numbers
    from ordag.data.reading.files import read_loaded
    from ordag.data.reading.loading import STORED, Layout, delimiter_in, ending_of, is_text

    tables.check_output(output, force=force)
    network = inputs.load_network(model)
    layout = Layout(**inputs.new_rows_of(network, inputs.layout_of(encoding, sheet, header, skip)), row_names=True)
    with inputs.local_file(data) as path:
        loaded, delimiter = read_loaded(path, layout), ","
        whole = loaded.frame
        # A code that stands for no answer may be an identifier's number; such columns are given back as they were.
        missing = [*_taken_as_missing(network), *(missing or [])]
        frame = read_loaded(path, layout, missing=missing).frame if missing else whole
        written = is_text(path) and (not as_json if output is None else is_text(output))
        if written:
            whole = read_loaded(path, replace(layout, variables=())).frame
            delimiter = delimiter_in(path, encoding, skip)
    frame = frame.drop(columns="", errors="ignore")  # row names
    gaps = _gaps(network, frame) if written else None
    if draws:
        completed = inference.impute_draws(network, frame, draws, random_state=seed)
        if DRAW in whole.columns:
            raise InputValueError(
                "the data",
                f"have a column {DRAW!r}, which is to number the tables",
                remedies=[Advise("rename it")],
            )
        given = pd.concat([_filled_in(whole, table, gaps) for table in completed], ignore_index=True)
        given.insert(0, DRAW, [k for k in range(draws) for _ in range(len(frame))])
    else:
        given = _filled_in(whole, inference.impute(network, frame), gaps)
    if output is None or ending_of(output) not in STORED:
        given = with_whole_numbers(given)
    tables.give(given, output, codebook=loaded.codebook, force=force, as_json=as_json, delimiter=delimiter)


def _taken_as_missing(network: "FittedNetwork") -> tuple[str, ...]:
    """What the fit was told to take as missing."""
    return () if network.provenance is None else network.provenance.choices.missing


def _gaps(network: "FittedNetwork", frame: "pd.DataFrame") -> "pd.DataFrame":
    """Which entries of the model's columns are no answers: besides gaps, what the model takes for such."""
    import pandas as pd

    table = network.encode(frame, allow_absent=True, unneeded=network.names)
    return pd.DataFrame(table.missing, columns=list(network.names))


def _filled_in(frame: "pd.DataFrame", completed: "pd.DataFrame", gaps: "pd.DataFrame | None") -> "pd.DataFrame":
    """The data with the columns of the completed table in place of their own, or with gaps in these filled as text."""
    from ordag.data.reading.written import written_like

    filled = frame.iloc[: len(completed)].set_axis([str(name) for name in frame.columns], axis=1)
    for name in completed:
        if gaps is None or name not in filled:
            filled[str(name)] = completed[name]
        elif gaps[name].any():
            own, gap = filled[name].astype(object), gaps[name].to_numpy()
            own[gap] = written_like(completed[name][gap], own[~gap])
            filled[name] = own
    return filled
