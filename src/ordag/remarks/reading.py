# SPDX-License-Identifier: MIT
"""What was read, and what was left out, of a file."""

from collections.abc import Mapping, Sequence

from ordag.errors import InferenceWarning
from ordag.messages import (
    If,
    SetOption,
)
from ordag.messages.lists import listed


class RowsWithoutAnswers(InferenceWarning):
    """Rows were left out because nothing was answered in them."""

    def __init__(self, n_rows: int) -> None:
        self.n_rows = n_rows
        held = "row holds no answer and was" if n_rows == 1 else "rows hold no answer and were"
        super().__init__(f"{n_rows} {held} left out")


class InfiniteEntries(InferenceWarning):
    """Infinite numbers were read as missing entries."""

    def __init__(self, counts: Mapping[str, int]) -> None:
        self.counts = dict(counts)
        n, columns = sum(counts.values()), listed(map(repr, counts), ", ")
        entries = "1 entry is" if n == 1 else f"{n} entries are"
        super().__init__(f"{entries} infinite ({columns}) and {'was' if n == 1 else 'were'} read as missing")


class BlankLines(InferenceWarning):
    """Blank lines at the end of a file were left out."""

    def __init__(self, n_lines: int) -> None:
        self.n_lines = n_lines
        lines = "blank line at the end was" if n_lines == 1 else "blank lines at the end were"
        super().__init__(f"{n_lines} {lines} left out")


class DescribingLines(InferenceWarning):
    """Lines that describe the columns were left out."""

    def __init__(self, n_lines: int) -> None:
        self.n_lines = n_lines
        which = "line that describes the columns was" if n_lines == 1 else "lines that describe the columns were"
        super().__init__(f"{n_lines} {which} left out, as Qualtrics writes them below the names")


class RowNames(InferenceWarning):
    """The first column was taken as row names."""

    def __init__(self) -> None:
        super().__init__(
            "the first column",
            "has no name and another entry in every row: it was taken as row names and left out",
        )


class EmptyColumns(InferenceWarning):
    """Columns without a name and without entries were left out."""

    def __init__(self, n_columns: int) -> None:
        self.n_columns = n_columns
        which = "column without name and entries was" if n_columns == 1 else "columns without name and entries were"
        super().__init__(f"{n_columns} {which} left out")


class FirstSheetRead(InferenceWarning):
    """Of several sheets the first was read."""

    def __init__(self, sheet: str, others: Sequence[str]) -> None:
        self.sheet, self.others = sheet, tuple(others)
        there = ", ".join(map(repr, others))
        another = If("another is meant", SetOption("sheet", others[0]))
        super().__init__(f"the first sheet, {sheet!r},", "was read", f"there is also {there}", remedies=[another])
