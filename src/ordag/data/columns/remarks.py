# SPDX-License-Identifier: MIT
"""What a plan says by itself: what was guessed, set aside and taken as no answer, columns of one sort in one line.

Labels of levels may be quoted here, since they belong to the questionnaire; no other content of a cell is.
"""

from collections.abc import Collection, Iterable, Mapping

from ordag.data.columns.plan import CERTAINTIES, ColumnPlan, Role, TablePlan
from ordag.data.columns.reasons import DECISIONS, Ground
from ordag.data.table import Label
from ordag.errors import OrdagWarning, warn
from ordag.remarks import (
    ClustersNotUsed,
    ColumnsInferred,
    ColumnsSetAside,
    ColumnsUnsure,
    OrderUnconfirmed,
    RowsInBlocks,
    TakenAsNoAnswer,
    WeightsNotUsed,
)

# Of a plan that was made without such a word nothing else has to be said.
_PLAIN = (
    *DECISIONS, Ground.AS_IS, Ground.SCALE, Ground.TWO_ANSWERS, Ground.RECURRING, Ground.ENDS, Ground.STEPS,
    Ground.COUNT, Ground.MEASUREMENT,
)  # fmt: skip


def remark_on_plan(plan: TablePlan, named: Mapping[str, Collection[Label]], *, takes_nominal: bool = True) -> None:
    """Warn of what was inferred: one warning on kinds and levels, one on columns set aside, one on no answers."""
    for remark in remarks_on(plan, named, takes_nominal=takes_nominal):
        warn(remark)


def remarks_on(
    plan: TablePlan, named: Mapping[str, Collection[Label]] | None = None, *, takes_nominal: bool = True
) -> tuple[OrdagWarning, ...]:
    """What there is to say of a plan, but for the entries without an answer that somebody named.

    Where nominal columns cannot be taken, nobody is advised to declare them.

    Examples
    --------
    >>> from ordag.data.columns.reasons import Reason
    >>> aside = ColumnPlan("id", "identifier", reason=Reason(Ground.IDENTIFIER))
    >>> remarks_on(TablePlan((aside,)))[0].reasons
    {'identifies rows': ('id',)}
    """
    found = (
        _unsure(plan),
        _weights(plan),
        _clusters(plan),
        _inferred(plan),
        _set_aside(plan, takes_nominal=takes_nominal),
        _no_answers(plan, named or {}),
    )
    return tuple(remark for remark in found if remark is not None)


def _inferred(plan: TablePlan) -> ColumnsInferred | None:
    """Kinds and orders of levels that were guessed."""
    guessed = [column for column in plan if column.is_item and column.reason.ground == Ground.INFERRED]
    named = [*guessed, *(x for x in plan if x.is_item and x not in guessed and _needs_words(x))]
    return ColumnsInferred(_by_reason((_kind_and_why(x), x.name) for x in named)) if named else None


def _needs_words(column: ColumnPlan) -> bool:
    """Whether an item was taken as what it is on grounds that a reader may want to check."""
    is_whole = column.reason.ground == Ground.FEW_VALUES and all(isinstance(level, int) for level in column.levels)
    return column.certainty != "unsure" and column.reason.ground not in _PLAIN and not is_whole


def _kind_and_why(column: ColumnPlan) -> str:
    return column.why if column.reason.ground == Ground.INFERRED else f"{column.kind}, {column.why}"


def unconfirmed(plan: TablePlan) -> tuple[OrderUnconfirmed, ...]:
    """What is said with the results of columns of codes; a table that somebody made for Python would be full of it."""
    found = [column.name for column in plan if column.is_item and column.reason.ground == Ground.UNCONFIRMED]
    return (OrderUnconfirmed(found),) if found else ()


def _unsure(plan: TablePlan) -> ColumnsUnsure | None:
    """Items of which it is not sure what they are."""
    elsewhere = (
        *_PLAIN,
        Ground.INFERRED,
        Ground.UNCONFIRMED,
    )  # doubt about them is about what is no answer, or about a guess
    unsure = [
        column
        for column in plan
        if column.is_item and column.certainty == "unsure" and column.reason.ground not in elsewhere
    ]
    return ColumnsUnsure(_by_reason((_kind_and_why(x), x.name) for x in unsure)) if unsure else None


def _weights(plan: TablePlan) -> WeightsNotUsed | None:
    """Columns that look like weights, where none was chosen."""
    found = [] if plan.weights is not None else _offered(plan, "weight")
    return WeightsNotUsed(found[0], found[1:]) if found else None


def _clusters(plan: TablePlan) -> ClustersNotUsed | RowsInBlocks | None:
    """The first column that tells clusters, or blocks of rows, where no clusters were chosen."""
    if plan.clusters is not None:
        return None
    if found := _offered(plan, "cluster"):
        return ClustersNotUsed(found[0])
    return None if plan.blocks is None else RowsInBlocks(*plan.blocks)


def _offered(plan: TablePlan, role: Role) -> list[str]:
    """Columns found to have a role that nobody decided, those that are surest first."""
    found = [column for column in plan if column.role == role and column.reason.ground not in DECISIONS]
    return [column.name for column in sorted(found, key=lambda column: CERTAINTIES.index(column.certainty))]


def _set_aside(plan: TablePlan, *, takes_nominal: bool) -> ColumnsSetAside | None:
    """Columns that take no part though nobody asked for it."""
    out = [column for column in plan if not column.is_item and column.reason.ground not in DECISIONS]
    if not out:
        return None
    refused = [] if takes_nominal else [column.name for column in out if column.kind == "nominal"]
    return ColumnsSetAside(_by_reason((_why_not(x), x.name) for x in out), refused)


def _why_not(column: ColumnPlan) -> str:
    verbs = {
        Ground.EMPTY: "has",
        Ground.CONSTANT: "is",
        Ground.ONE_ANSWER: "holds",
        Ground.DATE: "holds",
        Ground.DURATION: "tells",
        Ground.CONTACT: "holds",
        Ground.PERSON: "holds",
        Ground.PLACE: "holds",
        Ground.OPEN_TEXT: "holds",
        Ground.METADATA: "was",
        Ground.WEIGHT_NAME: "holds",
        Ground.WEIGHT_SHAPE: "holds",
        Ground.TOTAL: "is",
        Ground.MANY_LABELS: "has",
        Ground.HARDLY_SEEN: "is hardly seen:",
    }
    verb = verbs.get(column.reason.ground, "")
    joint = "" if verb or column.kind != "nominal" else "is nominal,"
    doubt = ", but this is not sure" if column.certainty == "unsure" else ""
    return f"{joint}{verb} {column.why}{doubt}" if verb or joint else f"{column.why}{doubt}"


def _no_answers(plan: TablePlan, named: Mapping[str, Collection[Label]]) -> TakenAsNoAnswer | None:
    """Entries that were taken as no answer, by the columns that hold the same."""
    sets: dict[tuple[Label, ...], list[str]] = {}
    for column in plan:
        found = tuple(entry for entry in column.missing if entry not in named.get(column.name, ()))
        if column.is_item and found and column.reason.ground != Ground.DECLARED:
            sets.setdefault(found, []).append(column.name)
    return TakenAsNoAnswer(sets) if sets else None


def _by_reason(pairs: Iterable[tuple[str, str]]) -> dict[str, list[str]]:
    """Names of columns by what is said of them."""
    groups: dict[str, list[str]] = {}
    for reason, name in pairs:
        groups.setdefault(reason, []).append(name)
    return groups
