# SPDX-License-Identifier: MIT
"""The pairs of columns that fit worst, with their tables: of bands, and of categories where a column is nominal."""

from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

import numpy as np
import numpy.typing as npt

from ordag.data import OrdinalTable
from ordag.expectation.cells import cell_probabilities
from ordag.goodness.expected import Expectation
from ordag.goodness.labels import band_labels
from ordag.goodness.reference import Length, of_pairs, scaled_to_chi_squared
from ordag.graphs import Blocks
from ordag.kernels.tails import chi_squared_tail
from ordag.model import FittedNetwork, PairMisfit
from ordag.model.coordinates import level_bounds_of
from ordag.model.fit_check import shares_of

Array = npt.NDArray[np.float64]
Positions = npt.NDArray[np.intp]

_TOLERANCE = 1e-4  # of expected shares that are shown


@dataclass(frozen=True, eq=False)
class Looked:
    """What a check compared.

    Attributes
    ----------
    network : FittedNetwork
    expectation : Expectation
        Of pairs of its coordinates.
    rows : OrdinalTable
        In estimated levels.
    held : (n_coordinates, n_rows)
        Band of each entry in each coordinate.
    """

    network: FittedNetwork
    expectation: Expectation
    rows: OrdinalTable
    held: Positions

    @cached_property
    def pairs(self) -> list[tuple[int, int]]:
        """The pairs of columns."""
        return list(combinations(range(self.network.n_columns), 2))

    @cached_property
    def blocks(self) -> Blocks:
        """How many coordinates each column owns."""
        return self.network.coordinates.blocks

    @cached_property
    def members(self) -> list[Positions]:
        """For each pair of columns the pairs of their coordinates."""
        owners = self.blocks.owners
        found: dict[tuple[int, int], list[int]] = {pair: [] for pair in self.pairs}
        ends = zip(owners[self.expectation.first].tolist(), owners[self.expectation.second].tolist(), strict=True)
        for position, (first, second) in enumerate(ends):
            if first != second:
                found[first, second].append(position)
        return [np.array(found[pair], dtype=np.intp) for pair in self.pairs]

    def labels(self, column: int) -> tuple[str, ...]:
        """What the bands of a column are called, or its categories."""
        network = self.network
        if network.is_nominal(column):
            return tuple(str(network.levels[column][code]) for code in network.declared_codes[column])
        return band_labels(network, column, self.expectation.bands.cuts[self._first(column)])

    def observed(self, first: int, second: int) -> Array:
        """Shares of the rows in each pair of bands, of those in which both are known."""
        held, n_bands = self._held(first), len(self.labels(second))
        other = self._held(second)
        seen = (held >= 0) & (other >= 0)
        cells = held[seen] * n_bands + other[seen]
        counts = np.bincount(cells, self.rows.row_weights[seen], len(self.labels(first)) * n_bands)
        return np.asarray(counts.reshape(-1, n_bands) / max(counts.sum(), np.finfo(float).tiny))

    def expected(self, first: int, second: int) -> Array:
        """The same as the network expects them."""
        ends = (self._ends(first), self._ends(second))
        rows, columns = (len(each) for each in ends)
        boxes = np.concatenate([np.repeat(ends[0], columns, axis=0), np.tile(ends[1], (rows, 1, 1))], axis=1)
        own = [*self.blocks.of(first), *self.blocks.of(second)]
        correlation = self.network.of_coordinates.correlation[np.ix_(own, own)]
        cells = cell_probabilities(boxes[..., 0], boxes[..., 1], correlation, tolerance=_TOLERANCE)
        return np.exp(cells.log_probability).reshape(rows, columns)

    def _first(self, column: int) -> int:
        return int(self.blocks.starts[column])

    def _held(self, column: int) -> Positions:
        nominal = self.network.is_nominal(column)
        return self.rows.codes[:, column].astype(np.intp) if nominal else self.held[self._first(column)]

    def _ends(self, column: int) -> Array:
        """(n_bands, n_coordinates, 2) ends of each band or category."""
        if self.network.is_nominal(column):
            return level_bounds_of(self.network, column)
        cuts = self.expectation.bands.cuts[self._first(column)]
        ends = np.concatenate([[-np.inf], cuts[np.isfinite(cuts)], [np.inf]])
        return np.stack([ends[:-1], ends[1:]], axis=-1)[:, None]


def worst_pairs(looked: Looked, found: Array, expected: Length, n_kept: int | None) -> tuple[PairMisfit, ...]:
    """The pairs of columns that fit worst, worst first.

    Parameters
    ----------
    looked
        What was looked at.
    found
        Residuals of the rows.
    expected
        Squared lengths that rows from the network itself leave for each pair of columns.
    n_kept
        How many; None for all.
    """
    network = looked.network
    by_pair = np.sum(of_pairs(looked.expectation, found) ** 2, axis=-1)
    lengths = np.array([by_pair[own].sum() for own in looked.members])
    tests = scaled_to_chi_squared(lengths, expected)
    p_values = chi_squared_tail(tests.statistic, tests.df)
    sizes = np.sqrt(np.maximum(lengths - expected.mean, 0.0) / float(looked.rows.total_weight))
    order = np.lexsort((-tests.statistic / tests.df, p_values))
    return tuple(
        PairMisfit(
            network.names[first],
            network.names[second],
            float(tests.statistic[pair] / tests.df[pair]),
            float(p_values[pair]),
            float(sizes[pair]),
            looked.labels(first),
            looked.labels(second),
            shares_of(looked.observed(first, second).tolist()),
            shares_of(looked.expected(first, second).tolist()),
        )
        for pair in order[:n_kept].tolist()
        for first, second in [looked.pairs[pair]]
    )
