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

_PADDED = r"0\d+"


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
    from ordag.data.reading.loading import Layout

    printed = target == inputs.STANDARD_STREAM
    check_free(
        [path for path in (target, save_levels) if path is not None and path != inputs.STANDARD_STREAM], force=force
    )
    table, kinds = None, {}
    options: dict[str, Any] = {"ignore": ignore or (), "missing": missing or ()}
    layout = inputs.layout_of(encoding, sheet, header, skip)
    with inputs.local_file(source) as path:
        loaded = read_loaded(path, Layout(**layout, levels=levels), **options)
        if levels is None and types is None and save_levels is None:
            frame = _with_padding(loaded.frame, path, {**options, **layout})
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


def _with_padding(frame: "pd.DataFrame", path: Path, options: dict[str, Any]) -> "pd.DataFrame":
    """A frame with whole numbers that begin with a zero, such as postal codes, as text."""
    from ordag.data import read_frame
    from ordag.data.reading.loading import STORED, ending_of

    if ending_of(path) in STORED:
        return frame
    texts = read_frame(path, variables=(), **options)
    return frame.assign(**{str(name): texts[name] for name in frame if _is_padded(texts[name])})


def _is_padded(texts: "pd.Series[Any]") -> bool:
    return bool(texts.astype(str).str.fullmatch(_PADDED).any())
