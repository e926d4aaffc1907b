# SPDX-License-Identifier: MIT
"""A data file becomes a frame of its named columns; the ending of the name tells the format."""

import importlib
import warnings
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from os import PathLike
from pathlib import Path
from typing import TypeAlias

import pandas as pd

from ordag.data.declarations import DeclaredLevels, declared_labels
from ordag.data.missing.marks import without_marks
from ordag.data.reading import tidy
from ordag.data.reading.codebook import Codebook
from ordag.data.reading.delimited import delimiter_of, read_delimited
from ordag.data.reading.headings import N_LOOKED_AT, Heading, find_heading
from ordag.data.reading.labelled import labelled_wordings, read_labelled
from ordag.data.reading.parquet import read_parquet
from ordag.data.reading.workbook import check_size
from ordag.errors import (
    FileError,
    InputTypeError,
    MissingDependencyError,
    OptionError,
    unknown_option,
    warn,
)
from ordag.files.bounds import TooLargeError
from ordag.messages import Advise, Cause, If, LeaveOutOptions, OptionName, SetOption, UseFunction
from ordag.remarks import FirstSheetRead

PathName: TypeAlias = str | PathLike[str]

FORMATS = (".csv", ".tsv", ".tab", ".txt", ".csv.gz", ".tsv.gz", ".parquet", ".xlsx", ".sav", ".dta")
LABELLED = (".sav", ".dta")  # with labels of values and variables
STORED = (".parquet", *LABELLED)  # with the type of each column
# How files begin that are no text, whatever their name says.
_MAGIC = {
    b"PK\x03\x04": ("an Excel file", ".xlsx"),
    b"\xd0\xcf\x11\xe0": ("an Excel file of before 2007; save it as .xlsx", ".xlsx"),
    b"PAR1": ("a Parquet file", ".parquet"),
    b"$FL2": ("an SPSS file", ".sav"),
    b"<stata_dta>": ("a Stata file", ".dta"),
    b"\x1f\x8b": ("a gzipped file", ".csv.gz"),
}

_ROWS_NEEDED = "a header line and at least 2 rows are needed"


@dataclass(frozen=True)
class Layout:
    """What a file does not tell of itself.

    `encoding` of a text, SPSS or Stata file, `sheet` of an Excel file (by name, or by number from 1), and whether there
    is a `header` line; None where it is to be found out. `skip` counts the lines above the table. The declared `levels`
    tell which marks of a missing entry are answers. Columns that are not among the `variables` stay as a text or Excel
    file has them, and keep the values that an SPSS file declares missing; None if all are.
    With `row_names` a text or Excel file keeps a first column of them, whose name is empty.
    """

    encoding: str | None = None
    sheet: str | int | None = None
    header: bool | None = None
    skip: int = 0
    levels: DeclaredLevels | None = None
    variables: Collection[str] | None = None
    row_names: bool = False

    def __post_init__(self) -> None:
        if not isinstance(self.skip, int) or self.skip < 0:
            raise OptionError("skip", self.skip, "the number of lines above the column names")


@dataclass(frozen=True)
class Loaded:
    """Frame of a file, the kinds that a Parquet file of ours declares, and what else a file says of its columns."""

    frame: pd.DataFrame
    kinds: Mapping[str, str] = field(default_factory=dict)
    codebook: Codebook = field(default_factory=Codebook)


def load(path: PathName, layout: Layout | None = None) -> Loaded:
    """Named columns of a file, without blank lines at its end."""
    path, ending = _there(path)
    layout = layout or Layout()
    _check_layout(path, ending, layout)
    if ending == ".parquet":
        with _named_failure(path, ending):
            needs("Parquet", "pyarrow")
            return Loaded(*read_parquet(path))
    if ending in LABELLED:
        with _named_failure(path, ending):
            frame, codebook = read_labelled(path, layout.variables, layout.encoding)
            return Loaded(frame, codebook=codebook)
    levels = declared_labels(layout.levels)
    if ending == ".xlsx":
        heading, body = _excel_table(_excel_cells(path, layout.sheet, layout.skip), layout.header)
    else:
        _check_text(path, ending)
        delimiter = "\t" if is_tabbed(ending) else None
        heading, body = read_delimited(
            path,
            delimiter,
            layout.encoding,
            levels,
            header=layout.header,
            variables=layout.variables,
            skip=layout.skip,
        )
    body = without_marks(heading.names, body, levels, layout.variables)
    frame, wordings = tidy.with_names(heading, body, path, layout.header, row_names=layout.row_names)
    return Loaded(frame, codebook=Codebook(wordings=wordings))


def read_wordings(path: PathName) -> dict[str, str]:
    """What was asked, by column: the labels of variables in an SPSS or Stata file, for the report. Others hold none.

    Parameters
    ----------
    path
        The file; its ending tells the format.

    Examples
    --------
    >>> import tempfile
    >>> import pyreadstat
    >>> path = Path(tempfile.mkdtemp()) / "survey.sav"
    >>> frame = pd.DataFrame({"sleep": [1, 2], "id": [1, 2]})
    >>> pyreadstat.write_sav(frame, path, column_labels={"sleep": "How did you sleep?"})
    >>> read_wordings(path)
    {'sleep': 'How did you sleep?'}
    """
    path, ending = _there(path)
    if ending not in LABELLED:
        return {}
    with _named_failure(path, ending):
        return labelled_wordings(path)


def _there(path: PathName) -> tuple[Path, str]:
    """The path of a file that is there, and its ending."""
    if not isinstance(path, str | PathLike):
        raise InputTypeError(
            "a file",
            "is read by its path, a text",
            f"found an object of type {type(path).__name__}",
            remedies=[If("the data are in memory already", UseFunction("ordag.data.encode"))],
        )
    path = Path(path)
    if path.is_dir():
        raise FileError(path, "is a folder", "the path of a data file is needed")
    ending = ending_of(path)
    if not path.is_file():
        raise FileError(path, "does not exist", remedies=[Advise("check the path")])
    if path.stat().st_size == 0:
        raise FileError(path, "is empty", _ROWS_NEEDED)
    return path, ending


def _check_layout(path: Path, ending: str, layout: Layout) -> None:
    """Refuse what cannot be said of such a file."""
    is_sheet, is_stored = ending == ".xlsx", ending in STORED
    for option, value, says_nothing in (
        ("encoding", layout.encoding, is_sheet or ending == ".parquet"),
        ("sheet", layout.sheet, not is_sheet),
        ("header", layout.header, is_stored),
        ("skip", layout.skip or None, is_stored),
    ):
        if value is not None and says_nothing:
            found = (f"is a file of type {ending}, of which ", OptionName(option), " says nothing")
            raise FileError(path, found, remedies=[LeaveOutOptions((option,))])


def ending_of(path: Path) -> str:
    """Known ending of a file name; ``.gz`` counts together with the one before it."""
    suffixes = [suffix.lower() for suffix in path.suffixes]
    ending = "".join(suffixes[-2:]) if suffixes[-1:] == [".gz"] else "".join(suffixes[-1:])
    if ending not in FORMATS:
        raise unknown_option("file ending", ending, FORMATS)
    return ending


def is_text(path: Path) -> bool:
    """Whether a file with this name holds text."""
    return ending_of(path) not in {*STORED, ".xlsx"}


def delimiter_in(path: Path, encoding: str | None, skip: int) -> str:
    """What stands between the fields of a text file, and of one like it whose ending does not tell."""
    return "," if is_tabbed(ending_of(path)) else delimiter_of(path, encoding, skip)


def is_tabbed(ending: str) -> bool:
    """Whether files with this ending are separated by tabs."""
    return ending.startswith((".tsv", ".tab"))


def needs(what: str, package: str) -> None:
    """Raise an error that names the extra if an optional package is not there."""
    try:
        importlib.import_module(package)
    except ImportError:
        raise MissingDependencyError(f"reading {what} files", package, "files") from None


@contextmanager
def _named_failure(path: Path, ending: str) -> Iterator[None]:
    """Errors of the library behind a format, each of its own kind, as one of ours."""
    try:
        yield
    except (MissingDependencyError, TooLargeError):
        raise
    except Exception as error:
        raise FileError(path, (f"cannot be read as a {ending} file: ", Cause(error))) from error


def _check_text(path: Path, ending: str) -> None:
    """A file whose name says that it is text is none of the others."""
    if ending.endswith(".gz"):
        return
    with path.open("rb") as file:
        start = file.read(max(map(len, _MAGIC)))
    for magic, (what, true_ending) in _MAGIC.items():
        if start.startswith(magic):
            raise FileError(
                path, f"is called {ending} but holds {what}", remedies=[Advise(f"give it the ending {true_ending}")]
            )


def _excel_table(cells: pd.DataFrame, header: bool | None) -> tuple[Heading, pd.DataFrame]:
    """The heading in the first lines and the lines below it, or made-up names and all lines if there is no header."""
    if header is False:
        return Heading(tuple(tidy.made_up_names(cells.shape[1])), n_lines=0), cells
    cells = cells[cells.notna().any(axis=1)]
    lines = [tidy.bare_names(row) for _, row in cells.iloc[:N_LOOKED_AT].iterrows()]
    heading = find_heading(lines, first_is_names=bool(header))
    return heading, cells.iloc[heading.n_above + heading.n_lines :]


def _excel_cells(path: Path, sheet: str | int | None, skip: int) -> pd.DataFrame:
    """Cells of the chosen sheet from the first line after those to skip that holds anything."""
    with _named_failure(path, ".xlsx"):
        needs("Excel", "openpyxl")
        check_size(path)
        with pd.ExcelFile(path) as book:
            names = [str(name) for name in book.sheet_names]
    if not names:
        raise FileError(path, "holds no sheet with cells", remedies=[Advise("check that it was saved completely")])
    chosen = names[0] if sheet is None else _sheet_name(sheet, names)
    cells = _cells(path, chosen, skip=skip)
    others = [name for name in names if name != chosen and not _cells(path, name, 2).empty] if sheet is None else []
    if min(cells.shape) < 2 and others:
        raise FileError(
            path,
            f"holds no table in its first sheet, {chosen!r}",
            f"there is also {', '.join(map(repr, others))}",
            remedies=[SetOption("sheet", others[0])],
        )
    if cells.empty:
        raise FileError(path, "is empty", _ROWS_NEEDED)
    if others:
        warn(FirstSheetRead(chosen, others))
    return cells


def _cells(path: Path, sheet: str, n_lines: int | None = None, skip: int = 0) -> pd.DataFrame:
    """Cells of a sheet, all or those of the first lines, without lines to skip and blank lines above."""
    with warnings.catch_warnings(), _named_failure(path, ".xlsx"):
        warnings.simplefilter("ignore")  # openpyxl remarks on styles and extensions, which do not concern the data
        cells = pd.read_excel(path, sheet_name=sheet, header=None, nrows=n_lines, na_values=[""], keep_default_na=False)
    cells = cells.iloc[skip:]
    filled = cells.notna().any(axis=1).to_numpy()
    return cells.iloc[int(filled.argmax()) :] if filled.any() else cells.iloc[:0]


def _sheet_name(sheet: str | int, names: Sequence[str]) -> str:
    """Name of a sheet that is given by its name, or by its number from 1."""
    if str(sheet) in names:
        return str(sheet)
    if str(sheet).isdecimal() and 1 <= int(sheet) <= len(names):
        return names[int(sheet) - 1]
    raise unknown_option("sheet", sheet, names)
