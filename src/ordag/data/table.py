# SPDX-License-Identifier: MIT
"""The encoded table that every later step reads: integer codes, level labels, kinds, weights.

Codes count the declared levels of a column from 0, lowest first; −1 marks a missing entry. A continuous column, one of
counts or one that is censored keeps its values in a matrix of its own and holds code 0 where observed, so that the
missing mask is the same for all kinds. "Continuous" means all three where nothing else is said.
Codes are stored column after column (Fortran order): thresholds, pairwise tables and the latent sampler all run down
columns. A table never changes; its arrays are read-only.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, TypeAlias, get_args

import numpy as np
import numpy.typing as npt

from ordag.data import checks
from ordag.data.curves import Curve, Curves
from ordag.errors import warn
from ordag.remarks import LevelsMerged

Kind: TypeAlias = Literal["ordinal", "binary", "continuous", "nominal", "count", "censored"]
Label: TypeAlias = str | int | float | bool
Levels: TypeAlias = tuple[Label, ...]
Codes: TypeAlias = npt.NDArray[np.int16]  # (n_rows, n_columns), −1 is missing

KINDS: tuple[str, ...] = get_args(Kind)
# Kinds whose entries are numbers in place of levels.
NUMBER_KINDS: tuple[Kind, ...] = ("continuous", "count", "censored")

# Whole weights of a larger sum scale a survey up to a population; as rows they would not fit into memory either.
_MOST_COUNTED = 10_000_000


@dataclass(frozen=True)
class DistinctRows:
    """The different rows of a table and how often each occurs.

    Attributes
    ----------
    index
        Row of the table where each distinct row occurs first, increasing.
    counts
        How many rows equal it; the sum of their weights when the table has weights.
    inverse
        For every row of the table, its position in `index`.
    """

    index: npt.NDArray[np.intp]
    counts: npt.NDArray[np.float64]
    inverse: npt.NDArray[np.intp]


@dataclass(frozen=True)
class MergedLevels:
    """A table in which every level is observed, and where each declared level went.

    Attributes
    ----------
    table
        The table with the merged levels.
    new_codes
        One array per column: ``new_codes[j][k]`` is the new code of the declared level k; empty for a continuous one.
        A category that no row holds, of a nominal column, has −1: as an entry it says nothing.
    """

    table: "OrdinalTable"
    new_codes: tuple[npt.NDArray[np.int16], ...]


@dataclass(frozen=True, eq=False)
class OrdinalTable:
    """Rows of ordinal, binary, nominal and continuous variables, ready for estimation.

    Attributes
    ----------
    names
        Column names.
    kinds
        For each column ``"ordinal"``, ``"binary"`` (two levels), ``"nominal"`` (more than two, in no order),
        ``"continuous"``, ``"count"`` or ``"censored"`` (continuous down to a floor or up to a ceiling, or both).
    levels
        For each column its declared labels from lowest to highest, in any order if it is nominal; ``()`` for a
        continuous one.
    codes
        (n_rows, n_columns) position of each entry among its levels, −1 where missing; 0 where a continuous entry is
        observed.
    continuous
        (n_rows, n_continuous) values of the continuous columns in their order, NaN where missing.
    weights
        (n_rows,) weight of each row, or None when all count once.
    clusters
        (n_rows,) number of the cluster that each row belongs to, or None when rows are independent.
    curves
        For each continuous column the curve by which its values are normal scores, None where they count as they are;
        empty where all do.

    Examples
    --------
    >>> table = OrdinalTable.from_codes([[0, 1], [2, 0], [1, -1]], names=["sleep", "sad"])
    >>> table.n_rows, table.n_levels, table.kinds
    (3, (3, 2), ('ordinal', 'binary'))
    """

    names: tuple[str, ...]
    kinds: tuple[Kind, ...]
    levels: tuple[Levels, ...]
    codes: Codes
    continuous: npt.NDArray[np.float64]
    weights: npt.NDArray[np.float64] | None = None
    clusters: npt.NDArray[np.int32] | None = None
    curves: Curves = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "codes", _read_only(self.codes, np.int16))
        object.__setattr__(self, "continuous", _read_only(self.continuous, np.float64))
        if self.weights is not None:
            object.__setattr__(self, "weights", _read_only(self.weights, np.float64))
        if self.clusters is not None:
            object.__setattr__(self, "clusters", _read_only(self.clusters, np.int32))

    @classmethod
    def from_codes(
        cls,
        codes: npt.ArrayLike,
        *,
        names: Sequence[str] | None = None,
        levels: Sequence[Sequence[Label]] | None = None,
    ) -> "OrdinalTable":
        """Table of ordinal columns whose codes are known: 0 for the lowest level, −1 for missing.

        Parameters
        ----------
        codes
            (n_rows, n_columns) integers.
        names
            Column names; ``x0, x1, ...`` when left out.
        levels
            Labels of each column; ``0 .. largest code`` when left out.
        """
        array = checks.whole_codes(codes, np.int16)
        labels: tuple[Levels, ...] = (
            tuple(tuple(range(int(top) + 1)) for top in array.max(axis=0, initial=-1))
            if levels is None
            else tuple(tuple(column) for column in levels)
        )
        kept = checks.distinct_names([f"x{j}" for j in range(array.shape[1])] if names is None else names)
        checks.codes_fit_levels(array, kept, labels)
        kinds: tuple[Kind, ...] = tuple(kind_of(column) for column in labels)
        return cls(kept, kinds, labels, array, np.empty((len(array), 0)))

    def with_rows(self, codes: npt.NDArray[np.int16]) -> "OrdinalTable":
        """Other rows of the same columns, none of which holds numbers."""
        return OrdinalTable(self.names, self.kinds, self.levels, codes, np.empty((len(codes), 0)))

    @property
    def n_rows(self) -> int:
        """Number of rows."""
        return int(self.codes.shape[0])

    @property
    def n_columns(self) -> int:
        """Number of columns."""
        return int(self.codes.shape[1])

    @property
    def n_levels(self) -> tuple[int, ...]:
        """Number of declared levels of each column, 0 for a continuous one."""
        return tuple(len(column) for column in self.levels)

    @property
    def row_weights(self) -> npt.NDArray[np.float64]:
        """(n_rows,) weight of each row, one for each when all count once."""
        return np.ones(self.n_rows) if self.weights is None else self.weights

    @property
    def total_weight(self) -> float:
        """Sum of the weights of the rows, their number when all count once."""
        return float(self.n_rows if self.weights is None else self.weights.sum())

    @property
    def column_curves(self) -> tuple[Curve | None, ...]:
        """For each column its curve, None where it has none."""
        curves = iter(self.curves or (None,) * self.continuous.shape[1])
        return tuple(next(curves) if kind in NUMBER_KINDS else None for kind in self.kinds)

    @property
    def missing(self) -> npt.NDArray[np.bool_]:
        """(n_rows, n_columns) mask of the missing entries."""
        return self.codes < 0

    def __reduce__(self) -> tuple[Any, ...]:
        # Built anew, so that the arrays are read-only on the other side too.
        arrays = self.codes, self.continuous, self.weights, self.clusters
        return OrdinalTable, (self.names, self.kinds, self.levels, *arrays, self.curves)

    def __repr__(self) -> str:
        counts = ", ".join(f"{self.kinds.count(kind)} {kind}" for kind in KINDS if kind in self.kinds)
        return f"OrdinalTable({self.n_rows} rows, {self.n_columns} columns: {counts})"

    def distinct(self) -> DistinctRows:
        """Different rows with their counts, found by hashing as many columns at a time as fit in 64 bits.

        Rows of different clusters differ.

        Examples
        --------
        >>> table = OrdinalTable.from_codes([[0, 1], [1, 0], [0, 1]])
        >>> table.distinct().counts
        array([2., 1.])
        """
        import pandas as pd

        room = np.iinfo(np.int64).max
        keys = np.zeros(self.n_rows, dtype=np.int64)
        n_keys = 1
        for column, n_values in self._hashable_columns():
            if n_keys > room // n_values:
                keys, uniques = pd.factorize(keys)
                n_keys = len(uniques)
            keys = keys * n_values + column
            n_keys *= n_values
        inverse = pd.factorize(keys)[0]
        _, index = np.unique(inverse, return_index=True)
        return DistinctRows(index, np.bincount(inverse, self.weights, len(index)).astype(np.float64), inverse)

    @property
    def has_counts(self) -> bool:
        """Whether the weights say how many equal rows each stands for: whole numbers, not those of a population."""
        if self.weights is None:
            return False
        return bool(np.all(self.weights == np.floor(self.weights))) and self.total_weight <= _MOST_COUNTED

    def rows(self, index: npt.ArrayLike) -> "OrdinalTable":
        """Table of the rows at `index` (positions, repeats allowed, or a mask), with the same declared levels."""
        chosen = np.asarray(index)
        weights, clusters = (None if of is None else of[chosen] for of in (self.weights, self.clusters))
        codes, continuous = self.codes[chosen], self.continuous[chosen]
        return replace(self, codes=codes, continuous=continuous, weights=weights, clusters=clusters)

    def with_clusters(self, labels: npt.ArrayLike | None) -> "OrdinalTable":
        """The table with rows that belong together, given one label for each; None: with independent rows.

        Values that rows share count by their mean score then: what a cluster shares is found from scores.

        Examples
        --------
        >>> OrdinalTable.from_codes([[0], [1], [0]]).with_clusters(["b", "a", "b"]).clusters.tolist()
        [1, 0, 1]
        """
        if labels is None:
            return replace(self, clusters=None)
        curves = tuple(None if curve is None else replace(curve, boxed=False) for curve in self.curves)
        return replace(self, clusters=checks.cluster_numbers(labels, self.n_rows), curves=curves)

    def only(self, names: Sequence[str]) -> "OrdinalTable":
        """The table with some of its columns, in their order in the table.

        Examples
        --------
        >>> OrdinalTable.from_codes([[0, 1], [2, 0]], names=["sleep", "sad"]).only(["sad"]).names
        ('sad',)
        """
        wanted = set(names)
        kept = [j for j, name in enumerate(self.names) if name in wanted]
        numbers = np.array([kind in NUMBER_KINDS for kind in self.kinds])
        is_kept = np.isin(np.arange(self.n_columns), kept)
        return replace(
            self,
            names=tuple(self.names[j] for j in kept),
            kinds=tuple(self.kinds[j] for j in kept),
            levels=tuple(self.levels[j] for j in kept),
            codes=self.codes[:, kept],
            continuous=self.continuous[:, is_kept[numbers]],
            curves=tuple(curve for curve, own in zip(self.curves, is_kept[numbers], strict=False) if own),
        )

    def repeated(self) -> "OrdinalTable":
        """Table in which a row that counts k times stands k times; the same table if weights are no counts.

        Examples
        --------
        >>> table = replace(OrdinalTable.from_codes([[0, 1], [1, 0]]), weights=np.array([2.0, 1.0]))
        >>> table.repeated().codes.tolist()
        [[0, 1], [0, 1], [1, 0]]
        """
        if not self.has_counts:
            return self
        return replace(self.rows(np.repeat(np.arange(self.n_rows), self.row_weights.astype(np.intp))), weights=None)

    def merged(self) -> MergedLevels:
        """Table whose levels are all observed: an unobserved level joins the next lower observed one.

        Unobserved levels below the lowest observed one join that. Estimation needs this: a level that nobody chose has
        no threshold of its own, nor has one that only rows of weight 0 hold. A `RepairWarning` names what was merged.
        Categories of a nominal column have no neighbour that they could join: such an entry becomes missing.

        Examples
        --------
        >>> import warnings
        >>> table = OrdinalTable.from_codes([[0], [2]], levels=[["low", "medium", "high"]])
        >>> with warnings.catch_warnings():
        ...     warnings.simplefilter("ignore")
        ...     merged = table.merged()
        >>> merged.table.levels, merged.new_codes
        ((('low', 'high'),), (array([0, 0, 1], dtype=int16),))
        """
        observed = [self._observed(j) for j in range(self.n_columns)]
        if all(column.all() for column in observed):
            identity = tuple(np.arange(n, dtype=np.int16) for n in self.n_levels)
            return MergedLevels(self, identity)
        codes = self.codes.copy(order="F")
        levels, new_codes = list(self.levels), []
        for j, column in enumerate(observed):
            new = np.maximum(np.cumsum(column) - 1, 0).astype(np.int16)
            if self.kinds[j] == "nominal":
                new = np.where(column, new, np.int16(-1))
            new_codes.append(new)
            if not column.all():
                kept = [label for label, seen in zip(self.levels[j], column, strict=True) if seen]
                levels[j] = tuple(checks.varying(self.names[j], kept))
                present = codes[:, j] >= 0
                codes[present, j] = new[codes[present, j]]
        warn(LevelsMerged(_lost_levels(self, observed)))
        kinds = tuple(kind_of(column, kind) for column, kind in zip(levels, self.kinds, strict=True))
        return MergedLevels(replace(self, kinds=kinds, levels=tuple(levels), codes=codes), tuple(new_codes))

    def _observed(self, column: int) -> npt.NDArray[np.bool_]:
        """For each declared level whether some row that counts holds it; empty for a continuous column."""
        codes = self.codes[:, column] if self.weights is None else self.codes[self.weights > 0, column]
        n_levels = len(self.levels[column])
        return np.bincount(codes[codes >= 0], minlength=n_levels)[:n_levels] > 0

    def _hashable_columns(self) -> Iterator[tuple[npt.NDArray[Any], int]]:
        """Each column as integers from 0, with the number of values it can take."""
        import pandas as pd

        for codes, n_levels in zip(self.codes.T, self.n_levels, strict=True):
            if n_levels:
                yield codes + np.int16(1), n_levels + 1
        for values in self.continuous.T:
            positions, uniques = pd.factorize(values)
            yield positions + 1, len(uniques) + 1
        if self.clusters is not None:
            yield self.clusters, int(self.clusters.max(initial=0)) + 1


def kind_of(levels: Sequence[Label], declared: Kind = "ordinal") -> Kind:
    """Kind of a column with these levels: two is binary; more are nominal only if declared so; none is a number."""
    if not levels:
        return declared if declared in NUMBER_KINDS else "continuous"
    if len(levels) == 2:
        return "binary"
    return "nominal" if declared == "nominal" else "ordinal"


def _read_only(given: npt.NDArray[Any], dtype: type[Any]) -> npt.NDArray[Any]:
    """The array, column after column, read-only; one that the caller could still write to is copied."""
    array = np.asfortranarray(given, dtype=dtype)
    if array.flags.writeable and np.may_share_memory(array, given):
        array = array.copy(order="F")
    view = array.view()
    view.flags.writeable = False
    return view


def _lost_levels(table: OrdinalTable, observed: list[npt.NDArray[np.bool_]]) -> dict[str, list[Label]]:
    """Which declared levels nobody holds, column by column."""
    lost = {
        name: [label for label, seen in zip(labels, column, strict=True) if not seen]
        for name, labels, column in zip(table.names, table.levels, observed, strict=True)
    }
    return {name: labels for name, labels in lost.items() if labels}
