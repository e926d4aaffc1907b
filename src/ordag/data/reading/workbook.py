# SPDX-License-Identifier: MIT
"""How large a workbook is, before any of it is unpacked into memory: it may claim a million rows for one cell."""

import re
import zipfile
from pathlib import Path

from ordag.files.bounds import within

_PIECE = 1 << 20  # bytes
_OVERLAP = 64  # of the end of a piece, in which a reference may be cut
_CELL = re.compile(rb'<(?:\w+:)?c\s[^>]*?\br="([A-Z]{1,3})(\d{1,7})"')
_ROW = re.compile(rb'<(?:\w+:)?row\s[^>]*?\br="(\d{1,10})"')
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
