# SPDX-License-Identifier: MIT
"""Rows and the groups they belong to."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd

from ordag.data import OrdinalTable, TablePlan, effective_weights, encode
from ordag.data.columns.edits import Options
from ordag.data.encoding.beside import labels_of_rows, taken_out
from ordag.errors import InputValueError, RequirementError, warn
from ordag.messages import Advise, OptionName
from ordag.remarks import RowsWithoutGroup

Members = npt.NDArray[np.intp]  # (n_rows,) number of the group, or of the cluster, of each row

# Fewer rows than this say nothing about a network; a column with more groups than this is a measurement.
FEWEST_ROWS, MOST_GROUPS = 20, 12


@dataclass(frozen=True, eq=False)
class GroupedRows:
    """A table whose rows belong to groups.

    Attributes
    ----------
    table : OrdinalTable
        All rows; weights count rows.
    names : tuple of str
        Of the groups.
    members : (n_rows,)
    clusters : (n_rows,) or None
        Rows of one cluster depend on each other.

    Examples
    --------
    >>> table = OrdinalTable.from_codes([[0, 1], [1, 0], [1, 1]])
    >>> rows = GroupedRows(table, ("men", "women"), np.array([0, 1, 0]))
    >>> [each.n_rows for each in rows.tables()]
    [2, 1]
    """

    table: OrdinalTable
    names: tuple[str, ...]
    members: Members
    clusters: Members | None = None

    @property
    def n_groups(self) -> int:
        """Number of groups."""
        return len(self.names)

    @property
    def sizes(self) -> tuple[float, ...]:
        """Rows of each group, by weight."""
        return tuple(float(size) for size in np.bincount(self.members, self.table.row_weights, self.n_groups))

    def tables(self) -> list[OrdinalTable]:
        """The rows of each group."""
        return [self.table.rows(self.members == group) for group in range(self.n_groups)]

    def permuted(self, rng: np.random.Generator) -> "GroupedRows":
        """The same rows with their groups permuted, as they could have been if groups did not differ.

        Clusters that lie within one group are permuted as wholes; the others keep their numbers of rows in each group,
        which are permuted within.
        """
        if self.clusters is None:
            return replace(self, members=rng.permutation(self.members))
        first, of_first = np.unique(self.clusters, return_index=True)
        of_cluster = self.members[of_first]
        if np.array_equal(of_cluster[self.clusters], self.members):
            return replace(self, members=rng.permutation(of_cluster)[self.clusters])
        members = self.members.copy()
        for cluster in first:
            rows = np.flatnonzero(self.clusters == cluster)
            members[rows] = rng.permutation(members[rows])
        return replace(self, members=members)


def group_named(by: str | None, plan: TablePlan | None) -> str:
    """The column of groups, by its name or as the only one that a plan gives this role."""
    if by is not None:
        return by
    if plan is None or plan.group is None:
        raise InputValueError(
            OptionName("by"),
            "names no column",
            "the groups to compare are needed",
            remedies=[Advise('name their column, or give one column the role "group" in the plan of the columns')],
        )
    return plan.group


def grouped_rows(frame: Any, by: Any, *, weights: Any = None, clusters: Any = None, **declarations: Any) -> GroupedRows:
    """The rows of a frame with their groups.

    Parameters
    ----------
    frame
        Whatever `ordag.data.encode` takes.
    by, clusters
        The column of a data frame that names the group, or the cluster, of each row, or one label per row.
    weights
        For `ordag.data.encode`.
    **declarations
        ``levels``, ``kinds`` and ``columns`` for `ordag.data.encode`.
    """
    plan = Options(columns=declarations.get("columns"), nominal=False).plan
    by = group_named(by, plan) if by is None else by
    beside = [name for name in (by, clusters) if isinstance(name, str)]
    if isinstance(by, str):
        frame, by = taken_out(frame, by, "by")
    if isinstance(clusters, str):
        frame, clusters = taken_out(frame, clusters, "clusters")
    others = None if plan is None else plan.without(beside)
    table = encode(frame, weights=weights, **{**declarations, "columns": others})
    labels = _one_per_row("by", labels_of_rows(by, frame, table), table)
    has_group = ~pd.isna(labels)
    if not has_group.all():
        warn(RowsWithoutGroup(int((~has_group).sum()), len(labels)))
    names, members = _numbered(labels[has_group])
    blocks = None
    if clusters is not None:
        blocks = _blocks(_one_per_row("clusters", labels_of_rows(clusters, frame, table), table)[has_group])
    return _checked(_counting_rows(table.rows(has_group)), names, members, blocks)


def _one_per_row(option: str, labels: npt.NDArray[Any], table: OrdinalTable) -> npt.NDArray[Any]:
    if labels.shape != (table.n_rows,):
        raise RequirementError(
            OptionName(option), f"hold one label per row, {table.n_rows} in all", f"found shape {labels.shape}"
        )
    return labels


def _numbered(labels: npt.NDArray[Any]) -> tuple[tuple[str, ...], Members]:
    """Names of the groups in order, and the number of each row's group."""
    try:
        distinct, members = np.unique(labels, return_inverse=True)
    except TypeError:  # labels of several types have no order
        distinct, members = np.unique(np.array([_name(label) for label in labels]), return_inverse=True)
    return tuple(_name(label) for label in distinct.tolist()), members.astype(np.intp)


def _name(label: Any) -> str:
    """A group's name; a column of whole numbers with gaps is read as decimals, but its names are whole numbers."""
    return str(int(label)) if isinstance(label, float) and label.is_integer() else str(label)


def _blocks(labels: npt.NDArray[Any]) -> Members:
    if n_without := int(pd.isna(labels).sum()):
        raise RequirementError(
            OptionName("clusters"), "hold a label for every row", f"{n_without} of {len(labels)} rows have none"
        )
    return np.unique(labels.astype(str), return_inverse=True)[1].astype(np.intp)


def _counting_rows(table: OrdinalTable) -> OrdinalTable:
    return table if table.weights is None else replace(table, weights=effective_weights(table.weights))


def _checked(table: OrdinalTable, names: Sequence[str], members: Members, clusters: Members | None) -> GroupedRows:
    """The rows, if their groups can be compared."""
    if not 2 <= len(names) <= MOST_GROUPS:
        raise InputValueError(
            OptionName("by"),
            f"names {len(names)} {'group' if len(names) == 1 else 'groups'}",
            f"a comparison needs 2 to {MOST_GROUPS}",
            remedies=[Advise("join values into fewer groups")] if len(names) > MOST_GROUPS else [],
        )
    sizes = np.bincount(members)
    smallest = int(sizes.min())
    if smallest < FEWEST_ROWS:
        raise InputValueError(
            f"group {names[int(sizes.argmin())]!r}",
            f"has {smallest} {'row' if smallest == 1 else 'rows'}",
            f"each needs at least {FEWEST_ROWS}",
            remedies=[Advise("leave it out, or join it with another")],
        )
    return GroupedRows(table.merged().table, tuple(names), members, clusters)
