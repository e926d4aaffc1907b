# SPDX-License-Identifier: MIT
"""The plan of the columns of some data: one frozen value for each, and all of them together."""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field, replace
from os import PathLike
from pathlib import Path
from typing import Literal, TypeAlias, get_args

from ordag.data.columns.reasons import Ground, Reason, worded
from ordag.data.table import Label, Levels
from ordag.errors import RequirementError, unknown_option
from ordag.files import write_text

Role: TypeAlias = Literal["item", "weight", "cluster", "group", "identifier", "aside"]
PlannedKind: TypeAlias = Literal["ordinal", "binary", "continuous", "nominal", "count", "censored"]
Certainty: TypeAlias = Literal["sure", "likely", "unsure"]
ValuesAs: TypeAlias = Literal["normal scores", "as they are"]

ROLES: tuple[str, ...] = get_args(Role)
PLANNED_KINDS: tuple[str, ...] = get_args(PlannedKind)
CERTAINTIES: tuple[str, ...] = get_args(Certainty)
VALUES_AS: tuple[str, ...] = get_args(ValuesAs)


def plain_labels(what: str, found: Iterable[object]) -> tuple[Label, ...]:
    """Labels that somebody else wrote down: texts, numbers, true and false.

    Examples
    --------
    >>> plain_labels("levels of column 'mood'", ["low", 2])
    ('low', 2)
    """
    labels: list[Label] = []
    for label in found:
        if not isinstance(label, str | int | float):
            raise RequirementError(what, "be texts or numbers", f"found {str(label)[:40]!r}")
        labels.append(label)
    return tuple(labels)


@dataclass(frozen=True)
class ColumnPlan:
    """What one column is.

    Attributes
    ----------
    name
        Of the column.
    role
        ``"item"``: a variable of the network. ``"weight"``, ``"cluster"``, ``"group"``, ``"identifier"`` and
        ``"aside"`` take no part in it.
    kind
        ``"ordinal"``, ``"binary"``, ``"continuous"``, ``"count"``, ``"censored"`` or ``"nominal"``; None of what is no
        answer at all.
    levels
        Answers from lowest to highest; of a nominal column in no order, of a continuous one none.
    missing
        Entries that stand for no answer.
    reason
        Why.
    certainty
        ``"sure"``, ``"likely"``, or ``"unsure"``: look at it.
    wording
        What was asked, if the file tells.
    blank
        The level that an empty entry stands for, if it is an answer: "not ticked".
    values
        What the values of a continuous column count as: ``"as they are"``, or ``"normal scores"`` where their shape is
        far from a bell. None: as their shape asks for.
    floor, ceiling
        Of a censored column: the values at which it ends, where rows are that may lie anywhere beyond. Both None: the
        lowest and the highest value, those that several rows share.
    subscale
        Of a questionnaire, to which an item belongs: reports and drawings group items by it.
    """

    name: str
    role: Role
    kind: PlannedKind | None = None
    levels: Levels = ()
    missing: tuple[Label, ...] = ()
    reason: Reason = field(default_factory=lambda: Reason(Ground.DECLARED))
    certainty: Certainty = "sure"
    wording: str | None = None
    blank: Label | None = None
    values: ValuesAs | None = None
    floor: float | None = None
    ceiling: float | None = None
    subscale: str | None = None

    @property
    def is_number(self) -> bool:
        """Whether the answers are numbers in place of levels."""
        return self.kind in ("continuous", "censored") or (self.kind == "count" and not self.levels)

    @property
    def is_item(self) -> bool:
        """Whether the column is a variable of the network."""
        return self.role == "item"

    @property
    def why(self) -> str:
        """The reason in words."""
        return worded(self.reason)


@dataclass(frozen=True)
class TablePlan:
    """Plan of all columns of some data, in their order.

    Attributes
    ----------
    columns
        One `ColumnPlan` for each.
    weights
        The column whose weights count; none unless somebody chose it.
    clusters
        The column that tells which rows belong together; none unless somebody chose it.
    blocks
        Rows that lie in blocks of one size, as several rows of each person do: the size, and the columns that do not
        change within a block. It is seen in the data, and no part of the file.

    Examples
    --------
    >>> plan = TablePlan((ColumnPlan("sleep", "item", "binary", (0, 1)), ColumnPlan("id", "identifier")))
    >>> plan["sleep"].levels, plan.items
    ((0, 1), ('sleep',))
    """

    columns: tuple[ColumnPlan, ...]
    weights: str | None = None
    clusters: str | None = None
    blocks: tuple[int, tuple[str, ...]] | None = field(default=None, compare=False)

    def __getitem__(self, name: str) -> ColumnPlan:
        """Plan of a column."""
        found = next((column for column in self.columns if column.name == name), None)
        if found is None:
            raise unknown_option("column", name, self.names)
        return found

    def __iter__(self) -> Iterator[ColumnPlan]:
        """Plans of the columns, in their order."""
        return iter(self.columns)

    def __len__(self) -> int:
        return len(self.columns)

    def __contains__(self, name: object) -> bool:
        return any(column.name == name for column in self.columns)

    @property
    def names(self) -> tuple[str, ...]:
        """All columns."""
        return tuple(column.name for column in self.columns)

    @property
    def items(self) -> tuple[str, ...]:
        """The variables of the network."""
        return tuple(column.name for column in self.columns if column.is_item)

    @property
    def group(self) -> str | None:
        """The column whose groups may be compared; None if no column, or more than one, has that role."""
        groups = [column.name for column in self.columns if column.role == "group"]
        return groups[0] if len(groups) == 1 else None

    def without(self, names: Collection[str]) -> "TablePlan":
        """The plan of the other columns."""
        return replace(self, columns=tuple(column for column in self.columns if column.name not in names))

    def with_order(self) -> "TablePlan":
        """The plan with nominal columns set aside, for what takes none."""
        columns = (replace(column, role="aside") if column.kind == "nominal" else column for column in self.columns)
        return replace(self, columns=tuple(columns))

    @property
    def wordings(self) -> dict[str, str]:
        """What was asked, by column."""
        return {column.name: column.wording for column in self.columns if column.wording}

    @property
    def subscales(self) -> dict[str, str]:
        """The subscale that each item belongs to, by column."""
        return {column.name: column.subscale for column in self.columns if column.subscale and column.is_item}

    def without_subscales(self) -> "TablePlan":
        """The plan for reports and drawings that group items by their links."""
        return replace(self, columns=tuple(replace(column, subscale=None) for column in self.columns))

    def to_toml(self, path: str | PathLike[str], *, force: bool = False) -> None:
        """Write the plan as a text file to be edited and handed back.

        Parameters
        ----------
        path
            The file, such as ``columns.toml``.
        force
            Replace a file that is there.
        """
        from ordag.data.columns.toml import toml_of

        write_text(Path(path), toml_of(self), force=force)

    @classmethod
    def from_toml(cls, path: str | PathLike[str]) -> "TablePlan":
        """The plan that a file holds, as `to_toml` writes it, perhaps edited.

        Parameters
        ----------
        path
            The file.
        """
        from ordag.data.columns.toml import read_toml

        return read_toml(Path(path))
