# SPDX-License-Identifier: MIT
"""Data files in and out: the ending of the name tells the format."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import pandas as pd

from ordag.data import checks
from ordag.data.declarations import DeclaredLevels
from ordag.data.missing.answers import without_answers
from ordag.data.reading.codebook import Codebook
from ordag.data.reading.labelled import write_labelled
from ordag.data.reading.loading import LABELLED, Layout, Loaded, PathName, ending_of, is_tabbed, load, needs
from ordag.data.reading.parquet import write_parquet
from ordag.data.reading.workbook import write_workbook
from ordag.files import atomic_path


def read_frame(
    path: PathName,
    *,
    levels: DeclaredLevels | None = None,
    ignore: Sequence[str] = (),
    missing: Sequence[object] = (),
    encoding: str | None = None,
    sheet: str | int | None = None,
    header: bool | None = None,
    skip: int = 0,
    variables: Collection[str] | None = None,
) -> pd.DataFrame:
    """Data file as a pandas frame, labelled variables as categoricals in the order of their values.

    Parameters
    ----------
    path
        The file; its ending tells the format, as for `read`.
    levels
        Labels by column, or the path of a file that holds them, that are answers even if they look like a missing
        entry, such as ``NA``.
    ignore, missing, encoding, sheet, header, skip
        As for `read`.
    variables
        Columns of a model whose new rows these are. Others of a text or Excel file stay as they are written: ``007``
        and ``NA`` are texts. Those of an SPSS file keep the values that it declares missing. The codes in `missing`
        need not occur.
    """
    layout = Layout(encoding, sheet, header, skip, levels, variables)
    loaded = read_loaded(path, layout, ignore=ignore, missing=missing)
    return loaded.codebook.keep_with(loaded.frame)


def read_loaded(
    path: PathName, layout: Layout, *, ignore: Sequence[str] = (), missing: Sequence[object] = ()
) -> Loaded:
    """What `read_frame` reads, with what the file says of its columns."""
    loaded = _without_columns(load(path, layout), ignore)
    frame = without_answers(loaded, missing, variables=layout.variables)
    return replace(loaded, frame=frame, codebook=loaded.codebook.of_levels_in(frame))


def write_frame(
    frame: pd.DataFrame,
    path: PathName,
    *,
    kinds: Mapping[str, str] | None = None,
    codebook: Codebook | None = None,
    force: bool = False,
    delimiter: str = ",",
) -> None:
    """Write a frame in the format that the ending names, whole or not at all.

    Parquet, SPSS and Stata files keep the levels of ordered categoricals, in SPSS and Stata files as text; text and
    Excel files hold the labels only. Parquet and SPSS files keep which columns are continuous.

    Parameters
    ----------
    frame
        The frame.
    path
        The file; its ending tells the format.
    kinds
        ``"continuous"`` by column, where whole numbers are a measurement.
    codebook
        Of the SPSS or Stata file that the frame was read from, as `ordag.data.reading.files.read_loaded` gives it; a
        file of these formats then keeps its values, labels and wordings. Without one levels are numbered from 1, unless
        they are whole numbers.
    force
        Replace a file that is there.
    delimiter
        Of a text file whose ending does not tell that it is a tab.
    """
    ending = ending_of(Path(path))
    with atomic_path(path, force=force) as temporary:
        if ending in LABELLED:
            write_labelled(frame, temporary, kinds or {}, codebook or Codebook())
        elif ending == ".parquet":
            needs("Parquet", "pyarrow")
            write_parquet(frame, temporary, kinds or {})
        elif ending == ".xlsx":
            needs("Excel", "openpyxl")
            write_workbook(frame, temporary, target=Path(path))
        else:
            frame.to_csv(temporary, index=False, sep="\t" if is_tabbed(ending) else delimiter)


def _without_columns(loaded: Loaded, ignore: Sequence[str]) -> Loaded:
    texts, columns = [str(name) for name in ignore], loaded.frame.columns
    checks.known_columns("ignore", texts, [str(name) for name in columns])
    unwanted = [name for name in columns if str(name) in texts]
    return replace(loaded, frame=loaded.frame.drop(columns=unwanted)) if unwanted else loaded
