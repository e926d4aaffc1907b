# SPDX-License-Identifier: MIT
"""Delimited text files, read strictly: a short line or a long line is an error, not a guess."""

import codecs
import csv
import gzip
import re
import zlib
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import IO, Any

import pandas as pd

from ordag.data import checks
from ordag.data.declarations import declared_for
from ordag.data.missing.marks import marks_beside
from ordag.data.reading import tidy
from ordag.data.reading.headings import N_LOOKED_AT, Heading, find_heading
from ordag.data.reading.remarks import EncodingAssumed
from ordag.data.table import Label
from ordag.errors import FileError, InputValueError, OptionError, warn
from ordag.files.bounds import most, within
from ordag.messages import Advise, Cause, File, If, Remedy, SetOption

_DELIMITERS = (",", ";", "\t", "|")
_QUOTE = '"'
_MOST_PACKED = 1032  # bytes that one byte of a gzip file can stand for
_PIECE = 1 << 20  # bytes
_EMPTY = [""]  # what is missing in any column
_TOLD_DELIMITER = re.compile(r'"?sep=([^\w\s"]|\t)"?', re.IGNORECASE)
_WINDOWS = "cp1252"
# Bytes that text has none of, whatever its encoding but UTF-16.
_NO_TEXT = bytes({*range(32)} - {*b"\t\n\r\f\x1a"})
_UTF16_MARKS = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)


def read_delimited(
    path: Path,
    delimiter: str | None,
    encoding: str | None,
    levels: Mapping[str, Collection[Label]],
    *,
    header: bool | None,
    variables: Collection[str] | None = None,
    skip: int = 0,
) -> tuple[Heading, pd.DataFrame]:
    """Names in the first lines after those to skip and the lines below them, or made-up names if there is no header.

    The file may be gzipped; the delimiter is told by the file, given or found in the first line. Marks of a
    missing entry are missing except where they are among the declared `levels` of their column. Columns that are not
    among the `variables` stay as they are written.
    """
    try:
        if _is_gzipped(path):
            _check_unpacked(path)
        found = encoding or _encoding_of(path)
        table = _read(_find_table(path, delimiter, found, skip), levels, header, variables)
        if encoding is None and found == _WINDOWS:
            warn(EncodingAssumed(found))
        return table
    except LookupError:
        raise OptionError(
            "encoding",
            encoding,
            "a known one",
            remedies=[Advise("try one of utf-8, utf-16, cp1252 (Windows), latin-1, mac-roman")],
        ) from None
    except UnicodeError as error:
        raise _undecodable(path, encoding, error) from None
    except (EOFError, gzip.BadGzipFile, zlib.error):
        raise FileError(
            path, "is not a whole gzip file", remedies=[Advise("check that it was copied completely")]
        ) from None
    except (csv.Error, pd.errors.ParserError) as error:
        raise FileError(path, ("cannot be read as delimited text: ", Cause(error))) from None


def delimiter_of(path: Path, encoding: str | None, skip: int) -> str:
    """What stands between the fields of a text file that can be read."""
    return _find_table(path, None, encoding or _encoding_of(path), skip).delimiter


@dataclass(frozen=True)
class _Text:
    """Where the lines of a table are: those above it hold a title, or say what stands between fields."""

    path: Path
    encoding: str
    delimiter: str
    n_above: int

    def open(self) -> IO[str]:
        """The lines of the table."""
        lines = _open(self.path, self.encoding)
        for _ in range(self.n_above):
            _line(lines, self.path)
        return lines

    def rows(self, lines: IO[str]) -> Iterator[list[str]]:
        """Fields of lines that are not blank; a quoted one may hold a break."""
        bounded = _lines(lines, self.path)
        return (row for row in csv.reader(bounded, delimiter=self.delimiter) if any(map(str.strip, row)))


def _find_table(path: Path, delimiter: str | None, encoding: str, skip: int) -> _Text:
    """The table in a file; Excel heeds a first line such as ``sep=;``, and other programs write it."""
    with _open(path, encoding) as lines:
        told = _TOLD_DELIMITER.fullmatch(_line(lines, path).rstrip("\r\n"))
    text = _Text(path, encoding, told[1] if told else "", max(skip, int(told is not None)))
    with text.open() as lines:
        filled = [line for line, _ in zip(filter(str.strip, _lines(lines, path)), range(2), strict=False)]
    # A title has no delimiters, nor has the only name; the line below a title has.
    first_line = next((line for line in filled if any(map(line.count, _DELIMITERS))), "")
    return replace(text, delimiter=text.delimiter or delimiter or max(_DELIMITERS, key=first_line.count))


def _read(
    text: _Text, levels: Mapping[str, Collection[Label]], header: bool | None, variables: Collection[str] | None
) -> tuple[Heading, pd.DataFrame]:
    first = _first_lines(text)
    if not first:
        raise FileError(text.path, "is empty", f"a header line and at least {checks.MIN_ROWS} rows are needed")
    within(text.path, "columns", len(first[0][0]))
    heading = _heading([row for row, _ in first], header)
    if heading.n_above:
        text = replace(text, n_above=text.n_above + first[heading.n_above - 1][1])
        first = first[heading.n_above :]
    names, n_names = heading.names, heading.n_lines
    if len(first) > n_names and len(first[n_names][0]) != len(names):  # pandas would take leading ones as an index
        _check_widths(text, len(names))
    try:
        marks = [
            marks_beside(declared_for(name, levels)) if variables is None or name in variables else None
            for name in names
        ]
        frame = _parsed(text, marks, n_names)
    except pd.errors.ParserError:
        _check_widths(text, len(names))
        raise
    if frame.iloc[:, -1].isna().any():  # pandas fills short lines
        _check_widths(text, len(names))
    return heading, frame


def _first_lines(text: _Text) -> list[tuple[list[str], int]]:
    """The first lines that are not blank as bare cells, each with the number of lines up to its end."""
    with text.open() as lines:
        reader = csv.reader(_lines(lines, text.path), delimiter=text.delimiter)
        filled = ((row, reader.line_num) for row in reader if any(map(str.strip, row)))
        return [(tidy.bare_names(row), end) for (row, end), _ in zip(filled, range(N_LOOKED_AT), strict=False)]


def _heading(lines: Sequence[Sequence[str]], header: bool | None) -> Heading:
    """The heading in the first lines, or made-up names."""
    if header is False:
        return Heading(tuple(tidy.made_up_names(len(lines[0]))), n_lines=0)
    return find_heading(lines, first_is_names=bool(header))


def _parsed(text: _Text, marks: Sequence[list[str] | None], n_names: int) -> pd.DataFrame:
    """The lines below the names as pandas reads them; columns without marks stay as written."""
    names = [str(k) for k in range(len(marks))]
    as_written = [name for name, own in zip(names, marks, strict=True) if own is None]
    missing = [_EMPTY if own is None else own for own in marks]
    is_shared = all(own == missing[0] for own in missing)  # pandas takes one list for all in half the time
    with text.open() as lines:
        for _ in zip(range(n_names), text.rows(lines), strict=False):
            pass
        frame = pd.read_csv(
            lines,
            sep=text.delimiter,
            header=None,
            names=names,
            na_values=missing[0] if is_shared else dict(zip(names, missing, strict=True)),
            dtype=dict.fromkeys(as_written, str),
            keep_default_na=False,
            low_memory=False,
        )
    for name in as_written:
        frame[name] = _plain_numbers(frame[name])
    return frame


def _plain_numbers(texts: "pd.Series[str]") -> "pd.Series[Any]":
    """Numbers if each would be written just as it stands, and nothing is empty; else the texts."""
    numbers = pd.to_numeric(texts, errors="coerce")
    return numbers if numbers.notna().all() and (numbers.astype(str) == texts).all() else texts


def _check_widths(text: _Text, width: int) -> None:
    """Every line has as many fields as the first; a blank one may have fewer."""
    with text.open() as lines:  # most files need no parsing for this
        if all(line.count(text.delimiter) == width - 1 and _QUOTE not in line for line in lines):
            return
    with text.open() as lines:
        reader = csv.reader(lines, delimiter=text.delimiter)
        for k, row in enumerate(filter(None, reader)):
            if len(row) != width and (len(row) > width or any(field.strip() for field in row)):
                line = reader.line_num + text.n_above
                raise InputValueError(
                    (f"line {line} of ", File(text.path)),
                    f"has {len(row)} fields, the header has {width}",
                    "all lines need the same number",
                    remedies=[
                        Advise("correct the line; leave missing fields empty between delimiters"),
                        *([tidy.FURTHER_DOWN] if k == 1 and len(row) > width else []),
                    ],
                )


def _line(lines: IO[str], path: Path) -> str:
    """The next line, which must not take all memory."""
    line = lines.readline(most("characters in a line") + 1)
    within(path, "characters in a line", len(line))
    return line


def _lines(lines: IO[str], path: Path) -> Iterator[str]:
    return iter(lambda: _line(lines, path), "")


def _check_unpacked(path: Path) -> None:
    """Refuse a packed file that unpacks to too much; one so small that it cannot is not unpacked for that."""
    if path.stat().st_size * _MOST_PACKED <= most("bytes unpacked"):
        return
    n_bytes = 0
    with gzip.open(path) as file:
        while piece := file.read(_PIECE):
            n_bytes += len(piece)
            within(path, "bytes unpacked", n_bytes)


def _encoding_of(path: Path) -> str:
    """UTF-16 where the file begins with its mark, else UTF-8, or if it is not that what Windows programs write."""
    decoder = codecs.getincrementaldecoder("utf-8")()
    with gzip.open(path) if _is_gzipped(path) else path.open("rb") as file:
        piece = file.read(_PIECE)
        if piece.startswith(_UTF16_MARKS):
            return "utf-16"
        try:
            while piece:
                decoder.decode(piece)
                piece = file.read(_PIECE)
            decoder.decode(b"", final=True)
        except UnicodeDecodeError:
            return _WINDOWS if piece == piece.translate(None, _NO_TEXT) else "utf-8-sig"
    return "utf-8-sig"


def _undecodable(path: Path, encoding: str | None, error: UnicodeError) -> FileError:
    """Where a file is no text in its encoding, and which to try."""
    tried, where = encoding, ""
    if isinstance(error, UnicodeDecodeError):
        guessed = "UTF-8" if error.encoding == "charmap" else error.encoding.upper()
        tried, where = encoding or guessed, f" (byte {error.start})"
    if tried == "UTF-8":
        other: Remedy = If("a Windows program wrote it, often in cp1252", SetOption("encoding", "cp1252"))
    else:
        other = Advise("check that it is whole, and name another encoding")
    return FileError(path, f"is not {tried} text{where}", remedies=[other, Advise("save it with UTF-8 encoding")])


def _open(path: Path, encoding: str) -> IO[str]:
    if _is_gzipped(path):
        return gzip.open(path, "rt", encoding=encoding, newline="")
    return path.open(encoding=encoding, newline="")


def _is_gzipped(path: Path) -> bool:
    return path.suffix.lower() == ".gz"
