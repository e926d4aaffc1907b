# SPDX-License-Identifier: MIT
"""Which latent coordinates a variable owns: the one place that maps variables to coordinates and back.

An ordinal, binary or continuous column owns one latent coordinate. A nominal column of k categories owns k − 1, one for
each question of a sequence: is it the first category; if not, is it the second; and so on, in the order of their
frequency. A question is answered yes where its coordinate lies above a threshold; one that was not reached leaves its
coordinate unbounded. So a nominal column is a few binary ones, missing where the question was not asked, and margins,
boxes, propagation and integration treat them as such: everything in the latent world sees coordinates, everything that
a user sees speaks of variables.

Graphs are looked for on other numbers in the same coordinates: indicators of the categories (`indicators`). What a
region does to its children it does by being that region, which a latent variable behind the first question says less
well, and indicators do not depend on the order of the questions (docs/decisions/nominal-columns.md). Probabilities,
predictions and effects are those of the questions, for the graph that was found.

The probability of a category is that of a rectangle, exactly. A correlation between two coordinates of one block
shifts, at given thresholds, the shares of the categories asked for later; thresholds are those of a correlation of
zero, so that the shares hold it near there. Slopes alone could tell it, and they hardly do.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from ordag.data import Levels, OrdinalTable
from ordag.data.curves import Curve
from ordag.data.table import NUMBER_KINDS
from ordag.graphs import Blocks
from ordag.kernels import normal
from ordag.latent.thresholds import Cuts, Margins

T = TypeVar("T")
Order = tuple[int, ...]  # categories in the order in which they are asked for; empty: a single coordinate
_NO, _YES, _NOT_ASKED = 0, 1, -1


def by_frequency(codes: npt.NDArray[np.int16], weights: npt.NDArray[np.float64], n_levels: int) -> Order:
    """The categories of a column from the most frequent to the rarest: the order in which they are asked for."""
    counts = np.bincount(codes[codes >= 0], weights[codes >= 0], n_levels)
    return tuple(np.argsort(-counts, kind="stable").tolist())


@dataclass(frozen=True)
class Coordinates:
    """The coordinates of the columns of a table.

    Attributes
    ----------
    orders
        For each column the codes of its categories in the order in which they are asked for; empty for a column with
        a single coordinate.

    Examples
    --------
    >>> coordinates = Coordinates(((), (2, 0, 1)))
    >>> coordinates.blocks.sizes
    (1, 2)
    >>> coordinates.answers(1, 3)  # of each category, to both questions
    array([[ 0,  1],
           [ 0,  0],
           [ 1, -1]], dtype=int16)
    """

    orders: tuple[Order, ...]

    @classmethod
    def of(cls, table: OrdinalTable) -> "Coordinates":
        """Those of a table, the categories of its nominal columns in the order of their frequency."""
        columns = zip(table.kinds, table.codes.T, table.n_levels, strict=True)
        return cls(
            tuple(
                by_frequency(codes, table.row_weights, n_levels) if kind == "nominal" else ()
                for kind, codes, n_levels in columns
            )
        )

    @cached_property
    def blocks(self) -> Blocks:
        """How many coordinates each column owns."""
        return Blocks(tuple(max(len(order) - 1, 1) for order in self.orders))

    @property
    def is_plain(self) -> bool:
        """Whether each column owns a single coordinate, so that columns and coordinates are the same."""
        return not any(self.orders)

    def answers(self, column: int, n_levels: int) -> npt.NDArray[np.int16]:
        """(n_levels, n_coordinates) the codes that each level has in the coordinates of its column.

        Those of a nominal column are the answers to its questions: 1 yes, 0 no, −1 not asked.
        """
        order = self.orders[column]
        if not order:
            return np.arange(n_levels, dtype=np.int16)[:, None]
        answers = np.full((len(order), len(order) - 1), _NOT_ASKED, dtype=np.int16)
        for place, category in enumerate(order):
            answers[category, :place] = _NO
            answers[category, place : place + 1] = _YES
        return answers

    def split(self, table: OrdinalTable) -> OrdinalTable:
        """The table of the coordinates: binary columns in place of nominal ones."""
        if self.is_plain:
            return table
        columns: list[npt.NDArray[np.int16]] = []
        for column, order in enumerate(self.orders):
            codes = table.codes[:, column]
            if not order:
                columns.append(codes)
                continue
            # The last entry serves code −1.
            lookup = np.vstack([self.answers(column, len(order)), np.full(len(order) - 1, _NOT_ASKED, dtype=np.int16)])
            columns.extend(lookup[codes].T)
        return replace(
            table,
            names=self._names(table.names, table.levels),
            kinds=self._per_coordinate(table.kinds, "binary"),
            levels=self._per_coordinate(table.levels, (False, True)),
            codes=np.column_stack(columns),
        )

    def indicators(self, table: OrdinalTable) -> OrdinalTable:
        """The table in which a nominal column shows which category a row has, by numbers in place of the questions.

        They are the indicators of all categories but one, turned into uncorrelated numbers of variance one. Another
        order of the questions, or another category left out, rotates them and changes nothing else.
        """
        if self.is_plain:
            return table
        codes, numbers = [], []
        curves: list[Curve | None] = []
        continuous = iter(table.continuous.T)
        for column, order in enumerate(self.orders):
            own = table.codes[:, column]
            if order:
                seen = own[:, None] >= 0
                shown = own[:, None] == np.array(order[:-1], dtype=np.int16)
                numbers.append(np.where(seen, _uncorrelated(shown, table.row_weights * seen[:, 0]), np.nan))
                codes.append(np.where(seen, np.int16(0), np.int16(-1)).repeat(len(order) - 1, axis=1))
                curves += [None] * (len(order) - 1)
                continue
            codes.append(own[:, None])
            if table.kinds[column] in NUMBER_KINDS:
                numbers.append(next(continuous)[:, None])
                curves.append(table.column_curves[column])
        return replace(
            table,
            names=self._names(table.names, table.levels),
            kinds=self._per_coordinate(table.kinds, "continuous"),
            levels=self._per_coordinate(table.levels, ()),
            codes=np.hstack(codes),
            continuous=np.hstack(numbers),
            curves=tuple(curves),
        )

    def joined(self, codes: npt.NDArray[np.int16]) -> npt.NDArray[np.int16]:
        """(n_rows, n_columns) codes from answers to all questions, ``(n_rows, n_coordinates)``."""
        joined = np.empty((len(codes), len(self.orders)), dtype=np.int16, order="F")
        for column, order in enumerate(self.orders):
            own = codes[:, list(self.blocks.of(column))]
            if not order:
                joined[:, column] = own[:, 0]
                continue
            first_yes = np.where((own == _YES).any(axis=1), (own == _YES).argmax(axis=1), len(order) - 1)
            joined[:, column] = np.array(order, dtype=np.int16)[first_yes]
        return joined

    @property
    def earlier(self) -> tuple[tuple[int, ...], ...]:
        """For each coordinate, those that are asked for before it."""
        blocks = [tuple(self.blocks.of(column)) for column in self._columns]
        return tuple(block[:place] for block in blocks for place in range(len(block)))

    def margins(self, margins: Margins) -> Margins:
        """Margins of the columns: a nominal one has cuts that give its shares in the order of its codes."""
        if self.is_plain:
            return margins
        first = self.blocks.starts
        cuts = tuple(self._cuts(column, margins) for column in self._columns)
        return replace(margins.of(first), cuts=cuts)

    @property
    def _columns(self) -> range:
        return range(len(self.orders))

    def _cuts(self, column: int, margins: Margins) -> Cuts:
        own = [margins.cuts[coordinate] for coordinate in self.blocks.of(column)]
        if not self.orders[column]:
            return own[0]
        no = normal.cdf(np.concatenate(own))
        asked = np.concatenate([[1.0], np.cumprod(no)])
        shares = np.empty(len(no) + 1)
        shares[list(self.orders[column])] = asked * np.append(1 - no, 1.0)
        return normal.quantile(np.cumsum(shares)[:-1])

    def _per_coordinate(self, of_columns: Sequence[T], of_questions: T) -> tuple[T, ...]:
        found: list[T] = []
        for entry, order in zip(of_columns, self.orders, strict=True):
            found += [of_questions] * (len(order) - 1) if order else [entry]
        return tuple(found)

    def _names(self, names: Sequence[str], levels: Sequence[Levels]) -> tuple[str, ...]:
        """Names of the coordinates: that of the column, and the category that is asked for."""
        taken = set(names)
        found: list[str] = []
        for name, labels, order in zip(names, levels, self.orders, strict=True):
            if not order:
                found.append(name)
            for category in order[:-1]:
                asked = f"{name}: {labels[category]}"
                while asked in taken:
                    asked += "?"
                taken.add(asked)
                found.append(asked)
        return tuple(found)


def _uncorrelated(indicators: npt.NDArray[np.bool_], weights: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """Indicators of categories as numbers that are uncorrelated and of variance one in the rows that count."""
    shares = weights @ indicators / weights.sum()
    values, axes = np.linalg.eigh(np.diag(shares) - np.outer(shares, shares))
    return np.asarray((indicators - shares) @ ((axes / np.sqrt(values)) @ axes.T))
