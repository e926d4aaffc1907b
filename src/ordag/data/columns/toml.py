# SPDX-License-Identifier: MIT
"""`columns.toml`: a plan as a text file with one section a column, made to be read, edited and handed back."""

import json
import math
import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar, cast

from ordag.data import checks
from ordag.data.columns.plan import (
    CERTAINTIES,
    PLANNED_KINDS,
    ROLES,
    VALUES_AS,
    ColumnPlan,
    TablePlan,
    plain_labels,
)
from ordag.data.columns.reasons import Ground, Reason
from ordag.data.declarations import parse_file
from ordag.data.table import Label
from ordag.errors import FileError, RequirementError, unknown_option

_Choice = TypeVar("_Choice", bound=str)

_HEAD = """\
# What each column is. Change what is wrong and hand this file back:  ordag fit DATA --columns columns.toml -o out
#   role       item (takes part), aside (does not), weight, cluster, group, identifier
#   use        true in the section of the weights that are to count, and of the cluster that rows belong to
#   kind       ordinal, binary, continuous, count, censored, nominal (has no order)
#   levels     the answers from lowest to highest
#   missing    entries that stand for no answer; to keep one, move it to the levels
#   values     of a continuous column: "as they are", or by their ranks, "normal scores"
#   floor      of a censored column: the value below which nothing is seen; and ceiling likewise
#   subscale   of a questionnaire, to which an item belongs: drawings and tables group items by it
#   certainty  sure, likely, unsure: look at the unsure ones
"""
_USE = "use"  # of the weights that count, and of the clusters
_KEYS = (
    "role",
    _USE,
    "kind",
    "levels",
    "missing",
    "blank",
    "values",
    "floor",
    "ceiling",
    "subscale",
    "certainty",
    "reason",
    "wording",
)
_BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")


def toml_of(plan: TablePlan) -> str:
    """Text of a plan; `read_toml` reads the same plan from it."""
    used = (plan.weights, plan.clusters)
    return "\n".join([_HEAD, *(_section(column, used=column.name in used) for column in plan.columns)])


def read_toml(path: Path) -> TablePlan:
    """The plan in a file."""
    content = parse_file("columns", path)
    if not isinstance(content, Mapping):
        raise _no_sections(path)
    sections = {str(name): entry for name, entry in content.items() if isinstance(entry, Mapping)}
    if not sections or len(sections) < len(content):
        raise _no_sections(path)
    columns = tuple(_column(name, entry) for name, entry in sections.items())
    used = [column for column in columns if sections[column.name].get(_USE) is True]
    clusters = next((column.name for column in used if column.role == "cluster"), None)
    weights = next((column.name for column in used if column.role != "cluster"), None)
    return TablePlan(columns, weights, clusters)


def _no_sections(path: Path) -> FileError:
    return FileError(path, "is no plan of columns", "one section for each column is needed, such as [age]")


def _section(column: ColumnPlan, *, used: bool) -> str:
    """Section of one column: what was asked and why in comments, then the entries to edit."""
    comments = [f"# {_one_line(text)}" for text in (column.wording, column.why) if text]
    entries = {
        "role": column.role,
        _USE: True if used else None,
        "kind": column.kind,
        "levels": list(column.levels) or None,
        "missing": list(column.missing) or None,
        "blank": column.blank,
        "values": column.values,
        "floor": column.floor,
        "ceiling": column.ceiling,
        "subscale": column.subscale,
        "certainty": column.certainty,
        "reason": [column.reason.ground.value, *column.reason.details],
        "wording": column.wording,
    }
    lines = [f"{key} = {_value(value)}" for key, value in entries.items() if value is not None]
    return "\n".join([f"[{_key(column.name)}]", *comments, *lines, ""])


def _column(name: str, entry: Mapping[str, Any]) -> ColumnPlan:
    """Plan of one column as a section tells it."""
    for key in entry:
        if key not in _KEYS:
            raise unknown_option(f"entry of column {name!r}:", key, _KEYS)
    levels = _labels(name, "levels", entry.get("levels", ()))
    kind = None if entry.get("kind") is None else _one_of(f"kind of column {name!r}:", entry["kind"], PLANNED_KINDS)
    role = _one_of(f"role of column {name!r}:", entry.get("role", "item"), ROLES)
    if role == "item" and kind in ("ordinal", "binary") and levels:
        checks.declared_levels(name, levels)
    wording, values, blank, subscale = (entry.get(key) for key in ("wording", "values", "blank", "subscale"))
    missing = _labels(name, "missing", entry.get("missing", ()))
    if both := [label for label in levels if label in missing]:
        found = f"found {both[0]!r} in both"
        raise RequirementError(f"levels and missing of column {name!r}", "have no entry in common", found)
    return ColumnPlan(
        name,
        cast("Any", role),
        cast("Any", kind),
        levels,
        missing,
        _reason(name, entry.get("reason")),
        cast("Any", _one_of(f"certainty of column {name!r}:", entry.get("certainty", "sure"), CERTAINTIES)),
        None if wording is None else str(wording),
        None if blank is None else plain_labels(f"blank of column {name!r}", [blank])[0],
        None if values is None else cast("Any", _one_of(f"values of column {name!r}:", values, VALUES_AS)),
        *limits_of(name, entry),
        subscale=None if subscale is None else str(subscale),
    )


def limits_of(name: str, entry: Mapping[str, Any]) -> tuple[float | None, float | None]:
    """Floor and ceiling of a censored column."""
    floor, ceiling = (_number(name, key, entry.get(key)) for key in ("floor", "ceiling"))
    if floor is not None and ceiling is not None and not floor < ceiling:
        raise RequirementError(f"floor of column {name!r}", "lie below its ceiling", f"found {floor:g} and {ceiling:g}")
    return floor, ceiling


def _number(name: str, key: str, value: object) -> float | None:
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        raise RequirementError(f"{key} of column {name!r}", "be a number", f"found {str(value)[:40]!r}")
    return float(value)


def _reason(name: str, stored: object) -> Reason:
    if stored is None:
        return Reason(Ground.DECLARED)
    parts = [str(part) for part in stored] if isinstance(stored, list) and stored else [str(stored)]
    grounds = [ground.value for ground in Ground]
    return Reason(Ground(_one_of(f"reason of column {name!r}:", parts[0], grounds)), tuple(parts[1:]))


def _labels(name: str, what: str, found: object) -> tuple[Label, ...]:
    if isinstance(found, str) or not isinstance(found, Sequence):
        raise RequirementError(f"{what} of column {name!r}", f"be a list, such as  {what} = [1, 2, 3]")
    return plain_labels(f"{what} of column {name!r}", found)


def _one_of(what: str, value: object, valid: Sequence[str]) -> str:
    if value not in valid:
        raise unknown_option(what, value, valid)
    return str(value)


def _key(name: str) -> str:
    return name if _BARE_KEY.fullmatch(name) else _text(name)


def _value(value: object) -> str:
    """A value as TOML writes it."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int | float):
        return repr(value)
    if isinstance(value, Iterable) and not isinstance(value, str):
        return f"[{', '.join(map(_value, value))}]"
    return _text(str(value))


def _text(text: str) -> str:
    """A text in quotes: the escapes of JSON are those of TOML too, but for the delete character."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def _one_line(text: str) -> str:
    return re.sub(r"[\x00-\x1f\x7f]+", " ", text).strip()
