# SPDX-License-Identifier: MIT
"""Delimited text files, read strictly: a short line, a long line or a repeated name is an error, not a guess."""

import csv
import gzip
import zlib
from pathlib import Path
from typing import IO

import pandas as pd

from ordag.data import checks
from ordag.errors import InputValueError

# Beside what pandas takes as missing by default (empty, NA, NaN, null, ...).
MISSING_MARKS = ("?", ".", "-", "NA", "na", "n.a.")

_DELIMITERS = (",", ";", "\t", "|")


def read_delimited(path: Path, delimiter: str | None = None) -> pd.DataFrame:
    """Frame of a delimited text file with a header line, gzipped or not; the delimiter is found in the header."""
    try:
        return _read(path, delimiter)
    except UnicodeDecodeError as error:
        raise InputValueError(
            f"{str(path)!r} is not UTF-8 text (byte {error.start}). Save it with UTF-8 encoding."
        ) from None
    except (EOFError, gzip.BadGzipFile, zlib.error):
        raise InputValueError(f"{str(path)!r} is not a whole gzip file. Check that it was copied completely.") from None
    except (csv.Error, pd.errors.ParserError) as error:
        raise InputValueError(f"{str(path)!r} cannot be read as delimited text: {error}.") from None


def _read(path: Path, delimiter: str | None) -> pd.DataFrame:
    with _open(path) as lines:
        header_line = next((line for line in lines if line.strip()), "")
        if not header_line:
            raise InputValueError(
                f"{str(path)!r} is empty; a header line and at least {checks.MIN_ROWS} rows are needed."
            )
        delimiter = delimiter or max(_DELIMITERS, key=header_line.count)
        names = checks.distinct_names(next(csv.reader([header_line], delimiter=delimiter)))
        first_row = next((row for row in csv.reader(lines, delimiter=delimiter) if row), names)
    if len(first_row) != len(names):  # pandas would take surplus leading fields as an index
        _check_widths(path, delimiter, len(names))
    try:
        frame = pd.read_csv(path, sep=delimiter, na_values=list(MISSING_MARKS), low_memory=False)
    except pd.errors.ParserError:
        _check_widths(path, delimiter, len(names))
        raise
    if frame.iloc[:, -1].isna().any():  # pandas fills short lines
        _check_widths(path, delimiter, len(names))
    return frame.set_axis(list(names), axis=1)


def _check_widths(path: Path, delimiter: str, width: int) -> None:
    """Every line has as many fields as the header."""
    with _open(path) as lines:
        reader = csv.reader(lines, delimiter=delimiter)
        for row in reader:
            if row and len(row) != width:
                raise InputValueError(
                    f"line {reader.line_num} of {str(path)!r} has {len(row)} fields, the header has {width}; all lines "
                    "need the same number. Correct the line; leave missing fields empty between delimiters."
                )


def _open(path: Path) -> IO[str]:
    if path.suffix.lower() == ".gz":
        return gzip.open(path, "rt", encoding="utf-8-sig", newline="")
    return path.open(encoding="utf-8-sig", newline="")
