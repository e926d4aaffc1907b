# SPDX-License-Identifier: MIT
"""How many rows a network was learned from, and how many of equal weight these amount to."""

from dataclasses import dataclass

from ordag.data import OrdinalTable, effective_weights
from ordag.model import FittedNetwork

# With fewer rows for each variable, correlations of 0.2 are lost in their standard error.
FEW_ROWS_PER_ITEM, ENOUGH_ROWS_PER_ITEM = 10, 30


@dataclass(frozen=True)
class RowCount:
    """Rows of the data, those that the links were learned from, and how many rows of equal weight these amount to."""

    n_rows: int
    n_learned: int
    effective: float
    weighting: str = ""

    @property
    def text(self) -> str:
        """The rows in words.

        Examples
        --------
        >>> RowCount(300, 300, 47.6, ", weighted by w").text
        '300 rows, weighted by w (48 effective)'
        """
        learned = f"{self.n_learned:,} of {self.n_rows:,}" if self.n_learned < self.n_rows else f"{self.n_rows:,}"
        return f"{learned} rows{self.weights_text}"

    @property
    def weights_text(self) -> str:
        """The weighting and the effective number of rows, if there are weights."""
        return f"{self.weighting} ({self.effective:,.0f} effective)" if self.weighting else ""


def count_rows(network: FittedNetwork, table: OrdinalTable | None) -> RowCount | None:
    """Rows behind a network, as far as the data or its provenance show."""
    made = network.provenance
    if made is None and table is None:
        return None
    n_rows = table.n_rows if table is not None else made.n_rows if made is not None else 0
    n_learned = n_rows if made is None or made.n_learned is None else made.n_learned
    effective = None if made is None else made.choices.effective_rows
    if effective is None and table is not None and table.weights is not None:
        effective = float(effective_weights(table.weights).sum())
    if effective is None:
        return RowCount(n_rows, n_learned, n_learned)
    column = None if made is None else made.choices.weights
    weighting = f", weighted by {column}" if column else ", weighted"
    return RowCount(n_rows, n_learned, effective * n_learned / n_rows, weighting)


def is_little(network: FittedNetwork, table: OrdinalTable | None) -> bool:
    """Whether there are so few rows per item that weak links will be missed."""
    rows = count_rows(network, table)
    return rows is not None and rows.effective / network.n_columns < FEW_ROWS_PER_ITEM
