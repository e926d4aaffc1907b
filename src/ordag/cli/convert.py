# SPDX-License-Identifier: MIT
"""``ordag convert``: a data file in another format."""

from pathlib import Path
from typing import Annotated

import typer


def convert(
    source: Annotated[Path, typer.Argument(help="Data file: csv, tsv (gz too), parquet, xlsx, sav, dta.")],
    target: Annotated[Path, typer.Argument(help="File to write; its ending tells the format.")],
    levels: Annotated[Path | None, typer.Option(help="TOML or JSON file with the levels of columns.")] = None,
    types: Annotated[Path | None, typer.Option(help="TOML or JSON file with the kinds of columns.")] = None,
    save_levels: Annotated[
        Path | None, typer.Option(help="Write levels and kinds to this JSON file; text and Excel cannot hold them.")
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Replace files that are there.")] = False,
) -> None:
    """Write a data file in another format.

    With --levels, --types or --save-levels the data are checked and columns with levels become ordered.
    """
    from ordag.data import as_declarations, check_free, read, read_frame, to_frame, write_frame, write_text

    check_free([target, save_levels] if save_levels is not None else [target], force=force)
    if levels is None and types is None and save_levels is None:
        write_frame(read_frame(source), target, force=force)
        return
    table = read(source, levels=levels, kinds=types)
    write_frame(to_frame(table), target, force=force)
    if save_levels is not None:
        write_text(save_levels, as_declarations(table), force=force)
