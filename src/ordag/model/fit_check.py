# SPDX-License-Identifier: MIT
"""How well a network fits its data, as values: what `ordag.check_fit` returns and a model file keeps."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TypeAlias

import numpy as np
import pandas as pd

from ordag.errors import unknown_option
from ordag.model.display import Shown, counted

Shares: TypeAlias = tuple[tuple[float, ...], ...]  # a table: rows are bands of the first column

# Misfits less probable than this are no accident. All fits of clean data but one in a hundred pass.
SIGNIFICANT = 0.01
# Root mean square of what associations are off by, per degree of freedom, up to which a misfit does not matter: smaller
# than where another family of models made no error and the latent one many (docs/how-to/model-fit.md).
LARGE = 0.01


@dataclass(frozen=True)
class PairMisfit:
    """How one pair of columns fits.

    Attributes
    ----------
    first, second
        Names of the columns.
    statistic, p_value
        Squared distance from what the network expects, in units of what is expected of it by chance; and its chance.
    size
        Association that the network does not explain, on the scale of a correlation, without what chance adds.
    first_bands, second_bands
        What each row and column of the tables stands for: levels, or ranges of them.
    observed, expected
        Tables of shares.
    """

    first: str
    second: str
    statistic: float
    p_value: float
    size: float
    first_bands: tuple[str, ...]
    second_bands: tuple[str, ...]
    observed: Shares
    expected: Shares


@dataclass(frozen=True, repr=False)
class FitCheck(Shown):
    """Tables of pairs under the fitted network beside those of the data.

    Attributes
    ----------
    statistic, df
        Sum over all pairs of what the network leaves unexplained, scaled to a chi-squared variable with `df` degrees of
        freedom where the model holds.
    p_value
        Chance of so large a statistic where the model holds: it falls with the number of rows.
    ratio
        The statistic over its degrees of freedom; about 1 where the model holds.
    size
        How far associations are off, root mean square per degree of freedom (like RMSEA): it does not grow with the
        number of rows.
    interval
        Of 90 % for `size`.
    n_rows
        Rows looked at, by weight.
    misfits
        The pairs, worst first; a network that is fitted keeps the first of them only.
    """

    statistic: float
    df: float
    p_value: float
    ratio: float
    size: float
    interval: tuple[float, float]
    n_rows: float
    misfits: tuple[PairMisfit, ...] = ()

    @property
    def significant(self) -> bool:
        """Whether the misfit is more than chance: rarer than 1 in 100 where the model holds."""
        return self.p_value < SIGNIFICANT

    @property
    def acceptable(self) -> bool:
        """Whether the misfit is chance, or too small to matter."""
        return not (self.significant and self.size > LARGE)

    @cached_property
    def pairs(self) -> pd.DataFrame:
        """The pairs, worst first: first, second, statistic, p_value, size."""
        fields = ["first", "second", "statistic", "p_value", "size"]
        return pd.DataFrame([[getattr(pair, name) for name in fields] for pair in self.misfits], columns=fields)

    def table(self, first: str, second: str) -> pd.DataFrame:
        """Shares of a pair as observed and as expected, one row for each cell.

        Parameters
        ----------
        first, second
            The columns.
        """
        for pair in self.misfits:
            if {pair.first, pair.second} == {str(first), str(second)}:
                return _cells(pair)
        raise unknown_option("pair", f"{first} — {second}", [f"{pair.first} — {pair.second}" for pair in self.misfits])

    def worst(self, n_pairs: int) -> "FitCheck":
        """The same with the worst pairs only."""
        return replace(self, misfits=self.misfits[:n_pairs])

    def _shown(self) -> tuple[str, pd.DataFrame]:
        low, high = self.interval
        verdict = "acceptable" if self.acceptable else "not acceptable"
        heading = (
            f"FitCheck({counted(round(self.n_rows), 'row')}: {verdict}, p = {self.p_value:.2g}, "
            f"ratio {self.ratio:.2f}, size {self.size:.3f} [{low:.3f}, {high:.3f}])"
        )
        return heading, self.pairs


def shares_of(table: Sequence[Sequence[float]]) -> Shares:
    """A table of shares as plain numbers."""
    return tuple(tuple(float(share) for share in row) for row in table)


def _cells(pair: PairMisfit) -> pd.DataFrame:
    rows = np.repeat(np.array(pair.first_bands, dtype=object), len(pair.second_bands))
    columns = np.tile(np.array(pair.second_bands, dtype=object), len(pair.first_bands))
    cells = {pair.first: rows, pair.second: columns}
    return pd.DataFrame(cells | {"observed": np.ravel(pair.observed), "expected": np.ravel(pair.expected)})
