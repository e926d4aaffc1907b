# SPDX-License-Identifier: MIT
"""``ordag convert``: a data file in another format."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ordag.cli import inputs, tables

if TYPE_CHECKING:
    import pandas as pd

    from ordag.data.reading.codebook import Codebook
    from ordag.data.reading.loading import Loaded


def convert(
    source: inputs.DataFile,
    target: Annotated[Path, typer.Argument(help="File to write; its ending gives the format, - prints CSV.")],
    levels: inputs.LevelsFile = None,
    types: inputs.TypesFile = None,
    ignore: inputs.Ignore = None,
    missing: inputs.Missing = None,
    save_levels: Annotated[
        Path | None,
        typer.Option(
            help="Write levels and kinds to this JSON file; text and Excel files hold neither, Stata files no kinds."
        ),
    ] = None,
    encoding: inputs.Encoding = None,
    sheet: inputs.Sheet = None,
    header: inputs.Header = None,
    skip: inputs.Skip = 0,
    force: inputs.Force = False,
) -> None:
    """Write a data file in another format.

    Numbers such as 007 stay text. From one SPSS or Stata file to another, values, value labels and variable labels are
    kept. With --levels, --types or --save-levels the data are checked and columns with levels become ordered.

    Example: ordag convert survey.sav survey.csv --save-levels levels.json
    """
    from ordag.data import as_declarations, check_free, encode, to_frame, write_frame, write_text
    from ordag.data.reading.files import read_loaded
    from ordag.data.reading.loading import LABELLED, Layout, ending_of

    printed = target == inputs.STANDARD_STREAM
    check_free(
        [path for path in (target, save_levels) if path is not None and path != inputs.STANDARD_STREAM], force=force
    )
    table, kinds = None, {}
    options: dict[str, Any] = {"ignore": ignore or (), "missing": missing or ()}
    layout = inputs.layout_of(encoding, sheet, header, skip)
    as_it_is = levels is None and types is None and save_levels is None
    with inputs.local_file(source) as path:
        # Columns that are no variables keep what their file declares missing.
        none = () if as_it_is and ending_of(path) in LABELLED else None
        loaded = read_loaded(path, Layout(**layout, levels=levels, variables=none), **options)
        if as_it_is:
            frame = _as_it_is(loaded, path, target, {**options, **layout})
        else:
            table = encode(loaded, levels=levels, kinds=types)
            frame, kinds = to_frame(table), dict(zip(table.names, table.kinds, strict=True))
    if printed:
        tables.print_csv(frame)
    else:
        write_frame(frame, target, kinds=kinds, codebook=_undeclared(loaded, levels, types), force=force)
    if save_levels is not None and table is not None:
        write_text(save_levels, as_declarations(table), force=force)


def _undeclared(loaded: "Loaded", levels: Path | None, types: Path | None) -> "Codebook":
    """The codebook without the values of columns whose levels or kinds were declared, which get new numbers."""
    from ordag.data.declarations import declared_labels, resolve_kinds

    codebook, names = loaded.codebook, [str(name) for name in loaded.frame.columns]
    unlabelled = [name for name in resolve_kinds(types, names) if name not in codebook.texts]
    return codebook.without_values([*declared_labels(levels), *unlabelled])


def _as_it_is(loaded: "Loaded", path: Path, target: Path, options: dict[str, Any]) -> "pd.DataFrame":
    """A frame in which no value is another than in the file, be it for its type; from text to text as it is written."""
    from ordag.data import read_frame
    from ordag.data.reading.declared_missing import say_entries, without_letters
    from ordag.data.reading.exact import as_written, unchanged, with_whole_numbers
    from ordag.data.reading.loading import LABELLED, STORED, ending_of, is_text
    from ordag.errors import collected_warnings

    frame = loaded.frame
    to_text = target == inputs.STANDARD_STREAM or is_text(target)
    if ending_of(path) in STORED:
        ending = ".csv" if target == inputs.STANDARD_STREAM else ending_of(target)
        frame = without_letters(frame) if ending == ".parquet" else frame
        if ending not in LABELLED:
            say_entries(frame, loaded.codebook, ending)
        return with_whole_numbers(frame) if to_text else frame
    with collected_warnings():  # which the first reading has given already
        texts = read_frame(path, variables=(), **options)
    if ending_of(path) == ".xlsx":
        return (
            with_whole_numbers(frame)
            if to_text
            else unchanged(frame, texts, of_64_bits=ending_of(target) == ".parquet")
        )
    if to_text:
        return as_written(frame, texts) if options["missing"] else texts
    exact = unchanged(frame, texts, of_64_bits=ending_of(target) == ".parquet")
    if ending_of(target) in LABELLED:  # which hold floating-point numbers alone
        return exact.astype({str(name): float for name in exact if str(exact[name].dtype) == "Int64"})
    return exact
