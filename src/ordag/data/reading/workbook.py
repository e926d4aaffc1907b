# SPDX-License-Identifier: MIT
"""Workbooks: how large one is, before any of it is unpacked into memory, and texts that stay texts in one.

A workbook may claim a million rows for one cell. A text that begins like a formula would be run by whoever opens the
file, and be lost to whoever reads its values.
"""

import re
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from ordag.characters import for_xml
from ordag.errors import FileError
from ordag.files.bounds import within
from ordag.messages import Advise

if TYPE_CHECKING:
    import pandas as pd

_PIECE = 1 << 20  # bytes
_OVERLAP = 64  # of the end of a piece, in which a reference may be cut
_CELL = re.compile(rb'<(?:\w+:)?c\s[^>]*?\br="([A-Z]{1,3})(\d{1,7})"')
_ROW = re.compile(rb'<(?:\w+:)?row\s[^>]*?\br="(\d{1,10})"')
_LONGEST_TEXT = 32_767  # characters of a cell; what is beyond would be cut off
_TAKEN_FOR_OTHERS = {"f", "e"}  # formulas and errors, by how they begin
_SHEET = re.compile(r"xl/worksheets/[^/]+\.xml")


def check_size(path: Path) -> None:
    """Raise an error if a workbook unpacks to too much, or has a cell so far out that the table would be too large."""
    with zipfile.ZipFile(path) as book:
        parts = book.infolist()
        within(path, "bytes unpacked", sum(part.file_size for part in parts))
        for part in parts:
            if _SHEET.fullmatch(part.filename):
                n_rows, n_columns = _extent(book, part)
                within(path, "columns", n_columns)
                within(path, "cells", n_rows * max(n_columns, 1))


def _extent(book: zipfile.ZipFile, part: zipfile.ZipInfo) -> tuple[int, int]:
    """Numbers of the last row and the last column of a sheet, by the references of its rows and cells."""
    n_rows = n_columns = 0
    rest = b""
    with book.open(part) as sheet:
        while piece := sheet.read(_PIECE):
            text = rest + piece
            n_rows = max([n_rows, *map(int, _ROW.findall(text))])
            for letters, digits in set(_CELL.findall(text)):
                n_rows, n_columns = max(n_rows, int(digits)), max(n_columns, _number(letters))
            rest = text[-_OVERLAP:]
    return n_rows, n_columns


def _number(letters: bytes) -> int:
    """Number of a column: A is 1, AA is 27."""
    number = 0
    for letter in letters:
        number = 26 * number + letter - ord("A") + 1
    return number


def write_workbook(frame: "pd.DataFrame", path: Path, *, target: Path) -> None:
    """Write a frame whose texts stay as they are, or nothing if a workbook cannot hold one of them.

    Parameters
    ----------
    frame
        The frame.
    path
        The file to write.
    target
        The file that messages name.
    """
    import pandas as pd

    for text in _texts(frame):
        if len(text) > _LONGEST_TEXT:
            raise _unfit(target, f"a text of {len(text):,} characters, and a cell holds {_LONGEST_TEXT:,}")
        if for_xml(text) != text:
            raise _unfit(target, f"the text {text[:40]!r}, whose control characters no cell holds")
    with pd.ExcelWriter(path, engine="openpyxl") as writer:
        frame.to_excel(writer, index=False)
        for row in writer.book.active.iter_rows():
            for cell in row:
                if cell.data_type in _TAKEN_FOR_OTHERS:
                    cell.data_type = "s"


def _texts(frame: "pd.DataFrame") -> Iterator[str]:
    """Names and texts of a frame."""
    for name, column in frame.items():
        yield str(name)
        yield from (entry for entry in column if isinstance(entry, str))


def _unfit(target: Path, found: str) -> FileError:
    return FileError(
        target, f"would hold {found}", "nothing was written", remedies=[Advise("choose a .csv or a .parquet file")]
    )
