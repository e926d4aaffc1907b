# SPDX-License-Identifier: MIT
"""Data files in and out: the ending of the name tells the format."""

import importlib
import warnings
from collections.abc import Mapping, Sequence
from os import PathLike
from pathlib import Path
from typing import TypeAlias

import pandas as pd

from ordag.data import checks
from ordag.data.atomic import atomic_path
from ordag.data.declarations import DeclaredKinds, DeclaredLevels, resolve_kinds, resolve_levels
from ordag.data.delimited import MISSING_MARKS, read_delimited
from ordag.data.encode import encode
from ordag.data.labelled import read_labelled, write_labelled
from ordag.data.table import OrdinalTable
from ordag.errors import InputValueError, MissingDependencyError, unknown_option

PathName: TypeAlias = str | PathLike[str]

FORMATS = (".csv", ".tsv", ".tab", ".txt", ".csv.gz", ".tsv.gz", ".parquet", ".xlsx", ".sav", ".dta")


def read(
    path: PathName,
    *,
    levels: DeclaredLevels | None = None,
    kinds: DeclaredKinds | None = None,
    weights: str | None = None,
    ignore: Sequence[str] = (),
    missing: Sequence[object] = (),
    any_order: bool = False,
) -> OrdinalTable:
    r"""Table of codes for a data file.

    CSV and TSV (gzipped too), Parquet, Excel (first sheet), SPSS ``.sav`` and Stata ``.dta`` are read. Value labels and
    measure levels of SPSS and Stata files count as declared. In text and Excel files empty fields, ``NA``, ``?`` and
    the like are missing.

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
        Entries that stand for no answer: ``99`` in whichever column but that of the weights, ``"age=99"`` in one.
    any_order
        Take text labels without a known order as `encode` does.

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
    frame, own_kinds = _load(Path(path))
    checks.known_columns("ignore", ignore, [str(name) for name in frame.columns])
    frame = _without_answers(frame.drop(columns=list(ignore)), missing, weights)
    names = [str(name) for name in frame.columns]
    declared = resolve_kinds(kinds, names)
    own_kinds = {name: kind for name, kind in own_kinds.items() if name in names and name != weights}
    if levels is not None:  # declared levels overrule the measure level of the file
        levels = resolve_levels(levels, names)
        own_kinds = {name: kind for name, kind in own_kinds.items() if name not in levels}
    return encode(frame, levels=levels, kinds={**own_kinds, **declared}, weights=weights, any_order=any_order)


def read_frame(path: PathName) -> pd.DataFrame:
    """Data file as a pandas frame, labelled variables as categoricals in the order of their values.

    Parameters
    ----------
    path
        The file; its ending tells the format, as for `read`.
    """
    return _load(Path(path))[0]


def write_frame(frame: pd.DataFrame, path: PathName, *, force: bool = False) -> None:
    """Write a frame in the format that the ending names, whole or not at all.

    SPSS and Stata files keep the order of levels, Parquet that of text labels; text and Excel files hold the labels
    only.

    Parameters
    ----------
    frame
        The frame.
    path
        The file; its ending tells the format.
    force
        Replace a file that is there.
    """
    ending = _ending(Path(path))
    with atomic_path(path, force=force) as temporary:
        if ending in {".sav", ".dta"}:
            write_labelled(frame, temporary)
        elif ending == ".parquet":
            _needs("Parquet", "pyarrow")
            frame.to_parquet(temporary, index=False)
        elif ending == ".xlsx":
            _needs("Excel", "openpyxl")
            frame.to_excel(temporary, index=False)
        else:
            frame.to_csv(temporary, index=False, sep="\t" if _is_tabbed(ending) else ",")


def _without_answers(frame: pd.DataFrame, codes: Sequence[object], weights: str | None) -> pd.DataFrame:
    """The frame with entries that stand for no answer taken out; weights are no answers."""
    names = [str(name) for name in frame.columns]
    for code in codes:
        column, value = _column_and_code(code, names)
        if column is not None and column == weights:
            raise InputValueError(f"missing holds {code!r}, but the column {column!r} holds weights, not answers.")
        found = frame.isin(_spellings(value)) & [name == column if column else name != weights for name in names]
        if not found.to_numpy().any():
            if column is None and "=" in str(code):
                raise unknown_option("column in missing", str(code).partition("=")[0], names)
            raise InputValueError(f"missing holds {code!r}, which no entry of the data is. Check how it is written.")
        frame = frame.mask(found)
    return frame


def _column_and_code(code: object, names: Sequence[str]) -> tuple[str | None, object]:
    """The parts of ``"age=99"`` where there is a column of that name; else no column, and the code itself."""
    text = str(code)
    column = max((name for name in names if text.startswith(f"{name}=")), key=len, default=None)
    return (None, code) if column is None else (column, text.removeprefix(f"{column}="))


def _spellings(code: object) -> list[object]:
    """A code as text and, if it is one, as a number and the plainest text of it."""
    try:
        number = float(str(code))
    except ValueError:
        return [str(code)]
    return [str(code), number, f"{number:g}"]


def _load(path: Path) -> tuple[pd.DataFrame, Mapping[str, str]]:
    """Frame of a file, and the kinds that the file itself declares."""
    ending = _ending(path)
    if not path.is_file():
        raise InputValueError(f"there is no file {str(path)!r}. Check the path.")
    if path.stat().st_size == 0:
        raise InputValueError(f"{str(path)!r} is empty; a header line and at least 2 rows are needed.")
    if ending in {".parquet", ".xlsx", ".sav", ".dta"}:
        return _load_binary(path, ending)
    return read_delimited(path, "\t" if _is_tabbed(ending) else None), {}


def _load_binary(path: Path, ending: str) -> tuple[pd.DataFrame, Mapping[str, str]]:
    try:
        if ending == ".parquet":
            _needs("Parquet", "pyarrow")
            return pd.read_parquet(path), {}
        if ending == ".xlsx":
            _needs("Excel", "openpyxl")
            return _load_excel(path), {}
        return read_labelled(path)
    except MissingDependencyError:
        raise
    except Exception as error:  # each library fails on a broken file in its own way
        raise InputValueError(f"{str(path)!r} cannot be read as a {ending} file: {error}") from error


def _load_excel(path: Path) -> pd.DataFrame:
    with warnings.catch_warnings():  # openpyxl remarks on styles and extensions, which do not concern the data
        warnings.simplefilter("ignore")
        cells = pd.read_excel(path, header=None, na_values=list(MISSING_MARKS))
    body = cells.iloc[1:].reset_index(drop=True).infer_objects()
    return body.set_axis(["" if pd.isna(name) else str(name) for name in cells.iloc[0]], axis=1)


def _ending(path: Path) -> str:
    """Known ending of a file name; ``.gz`` counts together with the one before it."""
    suffixes = [suffix.lower() for suffix in path.suffixes]
    ending = "".join(suffixes[-2:]) if suffixes[-1:] == [".gz"] else "".join(suffixes[-1:])
    if ending not in FORMATS:
        raise unknown_option("file ending", ending, FORMATS)
    return ending


def _is_tabbed(ending: str) -> bool:
    return ending.startswith((".tsv", ".tab"))


def _needs(what: str, package: str) -> None:
    try:
        importlib.import_module(package)
    except ImportError:
        raise MissingDependencyError(f"{what} files need the package {package}. Install ordag[files].") from None
