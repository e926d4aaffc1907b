# SPDX-License-Identifier: MIT
"""The cells of a raw survey file, read without the package, to hold `expected.toml` against."""

import csv
from pathlib import Path

import openpyxl
import pandas as pd
import pyreadstat


def raw_cells(path: Path) -> dict[str, set[str]]:
    """Return what each column holds, as text, empty cells and declared missing values left out.

    A first column without a name holds row names and is no column.
    """
    if path.suffix in {".sav", ".dta"}:
        read = pyreadstat.read_sav if path.suffix == ".sav" else pyreadstat.read_dta
        frame: pd.DataFrame = read(path)[0]
        return {str(name): {str(cell) for cell in frame[name].dropna()} - {""} for name in frame}
    rows = _sheet(path) if path.suffix == ".xlsx" else _lines(path)
    columns = zip(*rows, strict=True)
    return {name: {*cells} - {"", "NA"} for name, *cells in columns if name}


def _sheet(path: Path) -> list[list[str]]:
    # Read row by row, or a sheet whose drawings are lost is refused; some sheets give a size of one cell.
    with path.open("rb") as file:
        sheet = openpyxl.load_workbook(file, read_only=True, data_only=True).active
        sheet.reset_dimensions()
        rows = [*sheet.values]
    return [["" if cell is None else str(cell) for cell in row] for row in rows]


def _lines(path: Path) -> list[list[str]]:
    with path.open(encoding="utf-8-sig", newline="") as lines:
        return [row for row in csv.reader(lines) if any(row)]
