# SPDX-License-Identifier: MIT
"""Options about columns as edits of a plan: levels, kinds, missing entries, columns to ignore, weights, a plan at hand.

They can be combined in any order. What is said of a column that takes no part is a remark, not an error.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from os import PathLike
from typing import TypeAlias

from ordag.data import checks
from ordag.data.columns.observed import Observed
from ordag.data.columns.plan import ColumnPlan, TablePlan
from ordag.data.columns.reasons import Ground, Reason
from ordag.data.declarations import DeclaredKinds, DeclaredLevels, resolve_kinds, resolve_levels
from ordag.data.missing.named import asked_of, check_is_entry, spellings
from ordag.data.reading.numerals import is_decimal
from ordag.data.table import Label, Levels
from ordag.errors import InputTypeError
from ordag.messages import OptionName, UseFunction

DeclaredColumns: TypeAlias = TablePlan | str | PathLike[str]


@dataclass(frozen=True)
class Edits:
    """What was declared of the columns of some data.

    Attributes
    ----------
    levels, kinds
        By column.
    missing
        Entries that stand for no answer, by column.
    ignored
        Columns that are no variables.
    weights, clusters
        The column whose weights count, and the one that tells which rows belong together.
    plan
        A plan made before, which goes before what the data tell.
    any_order
        Whether columns of groups take part, in whichever order.
    nominal
        Whether columns of groups take part as nominal ones; None where only declared ones do.
    silent
        Entries of which nothing has to be said, by column: those named as missing, and labels that no row holds.
    """

    levels: Mapping[str, Levels] = field(default_factory=dict)
    kinds: Mapping[str, str] = field(default_factory=dict)
    missing: Mapping[str, tuple[Label, ...]] = field(default_factory=dict)
    ignored: frozenset[str] = frozenset()
    weights: str | None = None
    clusters: str | None = None
    plan: TablePlan | None = None
    any_order: bool = False
    nominal: bool | None = None
    silent: Mapping[str, tuple[Label, ...]] = field(default_factory=dict)

    def undecided(self, plan: TablePlan) -> TablePlan:
        """The columns of a plan that were not in the plan at hand."""
        known = () if self.plan is None else self.plan.names
        return replace(plan, columns=tuple(column for column in plan if column.name not in known))


@dataclass(frozen=True)
class Options:
    """Options as they were given, before there are columns to check them against."""

    levels: DeclaredLevels | None = None
    kinds: DeclaredKinds | None = None
    missing: Sequence[object] = ()
    ignore: Sequence[str] = ()
    weights: str | None = None
    columns: DeclaredColumns | None = None
    any_order: bool = False
    strict: bool = False
    weights_are: str = "survey"
    clusters: str | None = None
    nominal: bool | None = field(kw_only=True)  # no default, so that no caller takes nominal columns by accident

    @property
    def plan(self) -> TablePlan | None:
        """The plan at hand, if any."""
        if self.columns is None or isinstance(self.columns, TablePlan):
            return self.columns
        if not isinstance(self.columns, str | PathLike):
            raise InputTypeError(
                OptionName("columns"),
                f"is a {type(self.columns).__name__}",
                "a plan of the columns, or the path of a columns.toml, is needed",
                remedies=[UseFunction("ordag.data.plan_columns", "to make one")],
            )
        return TablePlan.from_toml(self.columns)

    def resolved(self, seen: Mapping[str, Observed]) -> Edits:
        """The options checked against the columns that are there."""
        names, plan = tuple(seen), self.plan
        ignored = [str(name) for name in self.ignore]
        checks.known_columns("ignore", ignored, names)
        weights = self.weights or (None if plan is None else plan.weights)
        if weights is not None:
            checks.known_columns("weights", [weights], names)
        clusters = self.clusters or (None if plan is None else plan.clusters)
        if clusters is not None:
            checks.known_columns("clusters", [clusters], names)
        if plan is not None:
            checks.known_columns("columns", plan.names, names)
        levels, kinds = resolve_levels(self.levels, names), resolve_kinds(self.kinds, names)
        for name in levels:
            if kinds.get(name) in ("continuous", "censored"):
                raise checks.no_levels_for_continuous(name)
        missing = _missing_entries(self.missing, seen, self.weights)
        return Edits(levels, kinds, missing, frozenset(ignored), weights, clusters, plan, self.any_order, self.nominal)


def at_hand(column: ColumnPlan, edits: Edits) -> ColumnPlan:
    """The plan of a column at hand, with the other options about it."""
    name = column.name
    edited = replace(column, missing=(*column.missing, *edits.missing.get(name, ())))
    levels = tuple(level for level in column.levels if level not in edited.missing)
    edited = replace(edited, levels=levels)
    if name in edits.levels:
        edited = declared_levels(edited, edits.levels[name], edits.kinds.get(name))
    elif name in edits.kinds:
        edited = declared_kind(edited, edits.kinds[name], edited.levels)
    return replace(edited, role="aside") if name in edits.ignored else edited


def declared_levels(column: ColumnPlan, levels: Levels, kind: str | None = None) -> ColumnPlan:
    """A column with levels that somebody declared, and perhaps that they have no order."""
    kept = tuple(entry for entry in column.missing if entry not in levels)
    return replace(
        column,
        role="item",
        kind="nominal" if kind == "nominal" else "binary" if len(levels) == 2 else "ordinal",
        levels=levels,
        missing=kept,
        reason=Reason(Ground.DECLARED),
        certainty="sure",
        blank=column.blank if column.blank in levels else None,
    )


def declared_kind(column: ColumnPlan, kind: str, levels: Levels) -> ColumnPlan:
    """A column of a kind that somebody declared."""
    return replace(
        column,
        role="item",
        kind=kind,  # type: ignore[arg-type]
        levels=() if kind in ("continuous", "censored") else levels,
        reason=Reason(Ground.DECLARED_KIND),
        certainty="sure",
    )


def _missing_entries(
    codes: Sequence[object], seen: Mapping[str, Observed], weights: str | None
) -> dict[str, tuple[Label, ...]]:
    """Entries that the codes name, by column; a code that no entry is may be a typing error, and is refused."""
    found: dict[str, tuple[Label, ...]] = {}
    for code in codes:
        asked, value = asked_of(code, tuple(seen), weights)
        held = {name: entries for name in asked if (entries := entries_named(seen[name], value))}
        if not held:
            check_is_entry(code, tuple(seen))
        for name, entries in held.items():
            found[name] = tuple(dict.fromkeys((*found.get(name, ()), *entries)))
    return found


def entries_named(observed: Observed, code: object) -> tuple[Label, ...]:
    """Entries that a code names, by what they are, by their label or by the value behind it."""
    named = spellings(code)
    held = tuple(entry for entry in observed.entries if entry in named and not isinstance(entry, bool))
    if held:
        return held
    behind = [text for text, value in observed.file_values.items() if value in named]
    labelled = [value for value, text in observed.file_labels.items() if text in named]
    commas = [
        entry
        for entry in observed.entries
        if isinstance(entry, str) and is_decimal(entry) and float(entry.replace(",", ".")) in named
    ]
    return tuple(entry for entry in observed.entries if entry in [*behind, *labelled, *commas])
