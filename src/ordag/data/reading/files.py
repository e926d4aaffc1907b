# SPDX-License-Identifier: MIT
"""Data files in and out: the ending of the name tells the format."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pandas as pd

from ordag.data import checks
from ordag.data.declarations import DeclaredKinds, DeclaredLevels
from ordag.data.encoding.encode import encode
from ordag.data.missing.answers import without_answers
from ordag.data.reading.codebook import Codebook
from ordag.data.reading.labelled import write_labelled
from ordag.data.reading.loading import LABELLED, Layout, Loaded, PathName, ending_of, is_tabbed, load, needs
from ordag.data.reading.parquet import write_parquet
from ordag.data.reading.tidy import without_blank_rows
from ordag.data.table import OrdinalTable
from ordag.errors import unknown_option
from ordag.files import atomic_path


def read(
    path: PathName,
    *,
    levels: DeclaredLevels | None = None,
    kinds: DeclaredKinds | None = None,
    weights: str | None = None,
    ignore: Sequence[str] = (),
    missing: Sequence[object] = (),
    any_order: bool = False,
    encoding: str | None = None,
    sheet: str | int | None = None,
    header: bool | None = None,
    skip: int = 0,
) -> OrdinalTable:
    r"""Table of codes for a data file.

    CSV and TSV (gzipped too), Parquet, Excel, SPSS ``.sav`` and Stata ``.dta`` are read. Value labels and measure
    levels of SPSS and Stata files count as declared. In text and Excel files empty fields, ``NA``, ``?`` and the like
    are missing unless they are declared levels; ``None`` is a level too where it makes a known wording with the other
    labels (None, Mild, Severe). Rows without any answer, row names in a first column without a name, nameless columns
    without entries, and the lines with questions that Qualtrics writes below the names are left out with an
    `InferenceWarning`. Spaces around names do not count.

    Parameters
    ----------
    path
        The file; its ending tells the format.
    levels, kinds
        Declarations by column or the path of a file that holds them, as in `encode`; they go before the file's own.
    weights
        Name of the column with row weights.
    ignore
        Columns that are no variables, such as identifiers.
    missing
        Entries that stand for no answer: ``99`` in whichever column but that of the weights, ``"age=99"`` in one. Of
        an SPSS or Stata variable with value labels a label, or the value that it stands for.
    any_order
        Take text labels without a known order as `encode` does.
    encoding
        Of a text file, such as ``"cp1252"``; UTF-8 when left out, or UTF-16 if the file begins with its mark.
    sheet
        Of an Excel file, by its name or by its number from 1; the first when left out.
    header
        Whether the first line holds the names. Without one columns are called V1, V2 and so on. When left out a first
        line is taken as names, unless it looks like data, which is an error.
    skip
        How many lines of a text or Excel file stand above the names, such as a title.

    Examples
    --------
    >>> import tempfile
    >>> from pathlib import Path
    >>> path = Path(tempfile.mkdtemp()) / "survey.csv"
    >>> _ = path.write_text("sleep,sad\n0,2\n1,?\n1,0\n")
    >>> read(path).codes
    array([[ 0,  1],
           [ 1, -1],
           [ 1,  0]], dtype=int16)
    """
    loaded = load(path, Layout(encoding, sheet, header, skip, levels))
    frame = _answers(loaded, ignore, missing, weights)
    kinds_of_file = {name: kind for name, kind in loaded.kinds.items() if name in frame.columns}
    answers = Loaded(frame, kinds_of_file, loaded.codebook)
    return encode(answers, levels=levels, kinds=kinds, weights=weights, any_order=any_order)


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
    return read_loaded(path, layout, ignore=ignore, missing=missing).frame


def read_loaded(
    path: PathName, layout: Layout, *, ignore: Sequence[str] = (), missing: Sequence[object] = ()
) -> Loaded:
    """What `read_frame` reads, with what the file says of its columns."""
    loaded = _without_columns(load(path, layout), ignore)
    frame = without_answers(loaded, missing, variables=layout.variables)
    return replace(loaded, frame=frame, codebook=loaded.codebook.of_levels_in(frame))


def read_groups(
    path: PathName,
    column: str,
    layout: Layout,
    *,
    ignore: Sequence[str] = (),
    missing: Sequence[object] = (),
    weights: str | None = None,
) -> "pd.Series[Any]":
    """One column of a file for the rows that `read` keeps when this column is ignored too."""
    loaded = load(path, layout)
    frame = loaded.frame
    if column not in frame.columns:
        raise unknown_option("column for the groups", column, [str(name) for name in frame.columns])
    return frame[column].loc[_answers(loaded, [*ignore, column], missing, weights).index]


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
            frame.to_excel(temporary, index=False)
        else:
            frame.to_csv(temporary, index=False, sep="\t" if is_tabbed(ending) else delimiter)


def _answers(loaded: Loaded, ignore: Sequence[str], missing: Sequence[object], weights: str | None) -> pd.DataFrame:
    """Columns that are variables or weights, without entries that stand for no answer and rows without any."""
    return without_blank_rows(without_answers(_without_columns(loaded, ignore), missing, weights), weights)


def _without_columns(loaded: Loaded, ignore: Sequence[str]) -> Loaded:
    texts, columns = [str(name) for name in ignore], loaded.frame.columns
    checks.known_columns("ignore", texts, [str(name) for name in columns])
    unwanted = [name for name in columns if str(name) in texts]
    return replace(loaded, frame=loaded.frame.drop(columns=unwanted)) if unwanted else loaded
