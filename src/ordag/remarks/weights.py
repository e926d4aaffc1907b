# SPDX-License-Identifier: MIT
"""Weights of rows."""

from collections.abc import Sequence

from ordag.errors import InferenceWarning
from ordag.messages import If, SetOption
from ordag.messages.lists import quoted


class WeightsNotUsed(InferenceWarning):
    """A column looks like weights of the rows, and nobody asked for weights; `others` are further such columns."""

    def __init__(self, column: str, others: Sequence[str] = ()) -> None:
        self.column, self.others = column, tuple(others)
        like = f"looks like weights of the rows{f', and so do {quoted(others)}' if len(others) > 1 else ''}"
        if len(others) == 1:
            like = f"and {others[0]!r} look like weights of the rows"
        super().__init__(
            f"{column!r}",
            f"{like}, but every row counts the same",
            remedies=[If("the rows are to be weighted", SetOption("weights", column))],
        )


class RowsWithoutWeight(InferenceWarning):
    """Rows were left out because they have no weight."""

    def __init__(self, n_rows: int) -> None:
        self.n_rows = n_rows
        are = "row has no weight and was" if n_rows == 1 else "rows have no weight and were"
        super().__init__(str(n_rows), f"{are} left out")


class WholeSurveyWeights(InferenceWarning):
    """Whole numbers were taken as weights of a survey, though they may be counts of equal rows."""

    def __init__(self, column: str, n_rows: int, effective_rows: float) -> None:
        self.column, self.n_rows, self.effective_rows = column, n_rows, effective_rows
        super().__init__(
            f"the weights in {column!r}",
            f"make {n_rows} rows worth {effective_rows:.0f} (design effect {n_rows / effective_rows:.2f})",
            remedies=[If("they count equal rows", SetOption("weights_are", "counts"))],
        )


class ManyCounts(InferenceWarning):
    """Counts of equal rows make many times the rows of the data, as weights of a survey often do."""

    def __init__(self, column: str, n_rows: int, n_counted: float) -> None:
        self.column, self.n_rows, self.n_counted = column, n_rows, n_counted
        super().__init__(
            f"the {n_rows} rows",
            f"count as {n_counted:.0f}, by the counts in {column!r}",
            remedies=[If("these are weights of a survey", SetOption("weights_are", "survey"))],
        )
