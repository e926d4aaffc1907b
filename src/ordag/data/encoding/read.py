# SPDX-License-Identifier: MIT
"""A data file becomes a table of codes, by the same route as a frame."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pandas as pd

from ordag.data.columns.edits import DeclaredColumns, Options
from ordag.data.columns.plan import TablePlan
from ordag.data.declarations import DeclaredKinds, DeclaredLevels
from ordag.data.encoding.encode import Encoded, encode_source
from ordag.data.reading.loading import Layout, Loaded, PathName, load
from ordag.data.reading.sources import open_source
from ordag.data.table import OrdinalTable


def read(
    path: PathName,
    *,
    levels: DeclaredLevels | None = None,
    kinds: DeclaredKinds | None = None,
    weights: str | None = None,
    weights_are: str = "survey",
    ignore: Sequence[str] = (),
    missing: Sequence[object] = (),
    columns: DeclaredColumns | None = None,
    strict: bool = False,
    any_order: bool = False,
    encoding: str | None = None,
    sheet: str | int | None = None,
    header: bool | None = None,
    skip: int = 0,
    clusters: str | None = None,
) -> OrdinalTable:
    r"""Table of codes for a data file.

    CSV and TSV (gzipped too), Parquet, Excel, SPSS ``.sav`` and Stata ``.dta`` are read. What each column is, which
    levels it has and what is no answer is decided by its plan (`plan_columns`); columns that are no variables are set
    aside, and all that was decided is said by an `InferenceWarning`. In text and Excel files empty fields, ``NA``,
    ``?`` and the like are missing unless they are declared levels. Rows without any answer, row names in a first column
    without a name, nameless columns without entries, and titles above the names are left out; questions that Qualtrics
    and others write below the names become wordings. Spaces around names do not count.

    Parameters
    ----------
    path
        The file; its ending tells the format.
    levels, kinds
        Declarations by column or the path of a file that holds them, as in `encode`; they go before the plan.
    weights
        Name of the column with row weights.
    weights_are
        ``"survey"``: the weights are scaled to sum to (Σw)² / Σw². ``"counts"``: each counts so many equal rows, a
        whole number. ``"frequencies"``: they are taken as they are, whole or not.
    ignore
        Columns that are no variables, such as identifiers.
    missing
        Entries that stand for no answer: ``99`` in whichever column but that of the weights, ``"age=99"`` in one. Of
        an SPSS or Stata variable with value labels a label, or the value that it stands for.
    columns
        A plan of the columns, or the path of a ``columns.toml``; the other options are edits of it.
    strict
        Refuse columns that would be set aside.
    any_order
        Take columns of groups as well, in whichever order.
    encoding
        Of a text, SPSS or Stata file, such as ``"cp1252"``. When left out text is UTF-8, UTF-16 if it begins with its
        mark, and cp1252 if it is not UTF-8; SPSS and Stata files tell their own.
    sheet
        Of an Excel file, by its name or by its number from 1; the first when left out.
    header
        Whether the first line holds the names. Without one columns are called V1, V2 and so on. When left out a first
        line is taken as names, unless it looks like data, which is an error.
    skip
        How many lines of a text or Excel file stand above the names, such as a title.
    clusters
        Name of the column that tells which rows belong together, with an entry in every row.

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
    options = Options(
        levels, kinds, missing, ignore, weights, columns, any_order, strict, weights_are, clusters, nominal=None
    )
    return read_planned(load(path, Layout(encoding, sheet, header, skip, levels)), options).table


def read_planned(loaded: Loaded, options: Options) -> Encoded:
    """Table of a file that was loaded, with the plan that it follows."""
    return encode_source(open_source(loaded), options)


def groups_in(loaded: Loaded, column: str, encoded: Encoded) -> "pd.Series[Any]":
    """One column of a file for the rows that its table has."""
    return loaded.frame[column].loc[encoded.kept]


def read_grouped(loaded: Loaded, by: str, plan: TablePlan) -> "tuple[Encoded, pd.Series[Any]]":
    """Table of a file by its plan without one column, which names the group of each row; none where it has no answer.

    Examples
    --------
    >>> from ordag.data import ColumnPlan
    >>> frame = pd.DataFrame({"sleep": [0, 1, 1], "mood": [1, 0, 1], "site": ["north", "south", "refused"]})
    >>> columns = [ColumnPlan(name, "item", "binary", (0, 1)) for name in ("sleep", "mood")]
    >>> plan = TablePlan((*columns, ColumnPlan("site", "item", missing=("refused",))))
    >>> encoded, groups = read_grouped(Loaded(frame), "site", plan)
    >>> encoded.table.names, groups.tolist()
    (('sleep', 'mood'), ['north', 'south', None])
    """
    column = plan[by]
    others = replace(plan, columns=tuple(replace(each, role="group") if each == column else each for each in plan))
    encoded = read_planned(loaded, Options(columns=others, nominal=False))
    groups = groups_in(loaded, by, encoded).astype(object)
    return encoded, groups.mask(groups.isin(column.missing), None)
