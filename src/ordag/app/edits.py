# SPDX-License-Identifier: MIT
"""What the page can change of a document: each edit takes a document and gives another.

The page names entries of a column by their position among those that it was shown (`SeenColumn.listed`), so that no
number changes its type on the way through a browser.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from ordag.app.document import Background, Document
from ordag.app.summaries import SeenColumn, as_numbers
from ordag.data import ColumnPlan, TablePlan
from ordag.data.columns.edits import declared_kind, declared_levels
from ordag.data.columns.plan import PLANNED_KINDS, ROLES, VALUES_AS
from ordag.data.columns.reasons import Ground, Reason
from ordag.data.table import Label
from ordag.errors import OrdagError, RequirementError, unknown_option
from ordag.search import SearchSpace

Summaries = Mapping[str, SeenColumn]
MOST_LEVELS = 50
_COUNTED = {"weight": "weights", "cluster": "clusters"}  # roles of which one column counts, and where the plan says so
_LISTED = ("ordinal", "binary", "nominal")  # kinds that need a list of answers


def edited(document: Document, edit: Mapping[str, Any], seen: Summaries) -> Document:
    """The document after an edit of the page.

    Parameters
    ----------
    document
        Before it.
    edit
        What to do under ``do``, and what it needs.
    seen
        Summaries of the columns.
    """
    action = _ACTIONS.get(str(edit.get("do")))
    if action is None:
        raise unknown_option("edit", edit.get("do"), _ACTIONS)
    try:
        return action(document, edit, seen)
    except OrdagError:
        raise
    except (KeyError, TypeError, ValueError, IndexError, AttributeError, OverflowError) as error:
        raise RequirementError(
            "an edit", "be complete", f"{edit.get('do')!r} lacks something, or holds what it cannot"
        ) from error


def _roles(document: Document, edit: Mapping[str, Any], seen: Summaries) -> Document:
    """Columns get another role; one at most holds the weights that count, and one the clusters."""
    role, plan = edit["role"], document.plan
    if role not in ROLES:
        raise unknown_option("role", role, ROLES)
    names = _names(edit["names"], plan)
    changed = _with(plan, {name: _in_role(plan[name], role, seen[name]) for name in names})
    used = {"weights": plan.weights, "clusters": plan.clusters}
    used = {kind: None if name in names else name for kind, name in used.items()}
    if role in _COUNTED and names:
        used[_COUNTED[role]] = names[-1]
    return replace(document, plan=replace(changed, weights=used["weights"], clusters=used["clusters"]))


def _counts(document: Document, edit: Mapping[str, Any], seen: Summaries) -> Document:
    """The column of weights or of clusters that counts in the analysis; None where no such column does."""
    del seen
    role, name = edit["role"], edit["name"]
    if role not in _COUNTED:
        raise unknown_option("role", role, _COUNTED)
    fitting = [column.name for column in document.plan if column.role == role]
    if name is not None and name not in fitting:
        raise unknown_option("column", name, fitting)
    return replace(document, plan=replace(document.plan, **{_COUNTED[role]: name}))


def _kinds(document: Document, edit: Mapping[str, Any], seen: Summaries) -> Document:
    """Columns get another kind."""
    kind = edit["kind"]
    if kind not in PLANNED_KINDS:
        raise unknown_option("kind", kind, PLANNED_KINDS)
    names = _names(edit["names"], document.plan)
    changed = {name: _of_kind(document.plan[name], kind, seen[name]) for name in names}
    return replace(document, plan=_with(document.plan, changed))


def _levels(document: Document, edit: Mapping[str, Any], seen: Summaries) -> Document:
    """The answers of one or more columns with the same entries get another order."""
    changed = {}
    for name in _names(edit["names"], document.plan):
        column = document.plan[name]
        levels = _entries(column, edit["entries"], seen[name])
        if len(set(levels)) < 2:
            raise RequirementError(f"column {name!r}", "keep at least two answers")
        changed[name] = declared_levels(column, levels, column.kind)
    return replace(document, plan=_with(document.plan, changed))


def _missing(document: Document, edit: Mapping[str, Any], seen: Summaries) -> Document:
    """Entries of a column stand for no answer, and no others do."""
    changed = {}
    for name in _names(edit["names"], document.plan):
        column = document.plan[name]
        missing = _entries(column, edit["entries"], seen[name])
        restored = [entry for entry in column.missing if entry not in missing and entry in seen[name].entries]
        levels = tuple(level for level in column.levels if level not in missing)
        if column.levels:
            levels = _in_order((*levels, *restored)) if as_numbers((*levels, *restored)) else (*levels, *restored)
        if column.is_item and column.levels and len(levels) < 2:
            raise RequirementError(f"column {name!r}", "keep at least two answers")
        kind = column.kind
        if kind in ("ordinal", "binary") and levels:
            kind = "binary" if len(levels) == 2 else "ordinal"
        changed[name] = replace(
            column,
            kind=kind,
            levels=levels,
            missing=missing,
            blank=column.blank if column.blank in levels else None,
            reason=Reason(Ground.DECLARED),
            certainty="sure",
        )
    return replace(document, plan=_with(document.plan, changed))


def _limits(document: Document, edit: Mapping[str, Any], seen: Summaries) -> Document:
    """Where censored columns end; an end that is not named is where the data end, if many rows are there."""
    del seen
    floor, ceiling = (None if edit[end] is None else float(edit[end]) for end in ("floor", "ceiling"))
    if not all(math.isfinite(end) for end in (floor, ceiling) if end is not None):
        raise RequirementError("floor and ceiling", "be finite numbers")
    if floor is not None and ceiling is not None and floor >= ceiling:
        raise RequirementError("the floor", "lie below the ceiling", f"found {floor:g} and {ceiling:g}")
    names = _names(edit["names"], document.plan)
    changed = {name: replace(document.plan[name], floor=floor, ceiling=ceiling, certainty="sure") for name in names}
    return replace(document, plan=_with(document.plan, changed))


def _values(document: Document, edit: Mapping[str, Any], seen: Summaries) -> Document:
    """What the values of continuous columns count as; None: as their shape asks for."""
    del seen
    values, plan = edit["values"], document.plan
    if values not in (*VALUES_AS, None):
        raise unknown_option("values", values, VALUES_AS)
    names = _names(edit["names"], plan)
    if others := [name for name in names if plan[name].kind != "continuous"]:
        raise RequirementError(f"column {others[0]!r}", "be a number, for its values to count by something")
    return replace(document, plan=_with(plan, {name: replace(plan[name], values=values) for name in names}))


def _accept(document: Document, edit: Mapping[str, Any], seen: Summaries) -> Document:
    """Doubtful decisions are right as they are."""
    del seen
    names = _names(edit["names"], document.plan)
    changed = {name: replace(document.plan[name], certainty="sure") for name in names}
    return replace(document, plan=_with(document.plan, changed))


def _knowledge(document: Document, edit: Mapping[str, Any], seen: Summaries) -> Document:
    """Layers of items, and arrows that must or must not be there; contradictions are refused."""
    del seen
    known, items = edit["knowledge"], document.plan.items
    tiers = tuple(tuple(str(name) for name in tier) for tier in known["tiers"])
    required, forbidden = (
        tuple(dict.fromkeys((str(cause), str(effect)) for cause, effect in known[kind]))
        for kind in ("required", "forbidden")
    )
    knowledge = Background(tiers, required, forbidden).among(items)
    SearchSpace(items, **knowledge.arguments())  # which says what contradicts what
    return replace(document, knowledge=knowledge)


def _choices(document: Document, edit: Mapping[str, Any], seen: Summaries) -> Document:
    """How to learn."""
    given = edit["choices"]
    changes: dict[str, Any] = {name: _CHOICES[name](value) for name, value in given.items()}
    if (groups := changes.get("groups")) is not None and groups not in seen:
        raise unknown_option("column", groups, list(seen))
    return replace(document, choices=replace(document.choices, **changes))


_CHOICES: dict[str, Callable[[Any], Any]] = {
    "n_resamples": int,
    "seed": int,
    "model": str,
    "support": str,
    "hidden": lambda value: value if value == "auto" else int(value),
    "groups": lambda value: None if value is None else str(value),
}


_ACTIONS: dict[str, Callable[[Document, Mapping[str, Any], Summaries], Document]] = {
    "roles": _roles,
    "counts": _counts,
    "kinds": _kinds,
    "levels": _levels,
    "missing": _missing,
    "limits": _limits,
    "values": _values,
    "accept": _accept,
    "knowledge": _knowledge,
    "choices": _choices,
}


def _names(names: Sequence[str], plan: TablePlan) -> list[str]:
    """Names of columns that are there."""
    return [plan[str(name)].name for name in names]


def _entries(column: ColumnPlan, positions: Sequence[int], seen: SeenColumn) -> tuple[Label, ...]:
    """Entries by their positions among those that the page was shown."""
    listed = seen.listed(column)
    if any(not isinstance(k, int) or not 0 <= k < len(listed) for k in positions):
        raise RequirementError(f"entries of column {column.name!r}", f"be numbered from 0 to {len(listed) - 1}")
    return tuple(dict.fromkeys(listed[k] for k in positions))


def _with(plan: TablePlan, changed: Mapping[str, ColumnPlan]) -> TablePlan:
    return replace(plan, columns=tuple(changed.get(column.name, column) for column in plan))


def _in_role(column: ColumnPlan, role: Any, seen: SeenColumn) -> ColumnPlan:
    """A column in another role; an item needs a kind."""
    settled = replace(column, role=role, reason=Reason(Ground.DECLARED), certainty="sure")
    if role != "item" or (column.kind is not None and (column.levels or column.kind not in _LISTED)):
        return settled
    return _of_kind(settled, _likeliest_kind(column, seen), seen)


def _likeliest_kind(column: ColumnPlan, seen: SeenColumn) -> str:
    answers = [entry for entry in seen.entries if entry not in column.missing]
    if len(answers) > MOST_LEVELS:
        return "continuous"
    return "binary" if len(answers) == 2 else "ordinal"


def _of_kind(column: ColumnPlan, kind: str, seen: SeenColumn) -> ColumnPlan:
    """A column of another kind; answers that it does not have yet are all its entries, numbers in their order."""
    levels = column.levels
    if kind in _LISTED and len(levels) < 2:
        levels = tuple(entry for entry in seen.entries if entry not in column.missing)
    if (kind in ("ordinal", "binary") and len(levels) == 2) or kind == "binary":
        kind = "binary" if len(levels) == 2 else "ordinal"
    changed = declared_kind(column, kind, levels)
    return replace(changed, blank=column.blank if column.blank in changed.levels else None)


def _in_order(levels: Sequence[Label]) -> tuple[Label, ...]:
    return tuple(sorted(levels, key=float))
