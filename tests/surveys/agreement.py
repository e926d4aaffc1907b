# SPDX-License-Identifier: MIT
"""What a careful researcher decides about each column of a survey, and how far a plan of the columns agrees.

`expected.toml` beside this module holds the decisions and says at its top how they are written. A plan is anything that
maps names of columns to decisions with `.role`, `.kind`, `.levels`, `.missing` and `.certainty`.
"""

import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any, Protocol

EXPECTED = Path(__file__).with_name("expected.toml")
KINDS_WITH_LEVELS = ("ordinal", "binary")
ROLES = ("item", "weight", "cluster", "group", "identifier", "aside")
KINDS = (*KINDS_WITH_LEVELS, "continuous", "nominal", "count", "censored")
SURE = "sure"


class Decision(Protocol):
    """What a plan says of one column; `levels` and `missing` hold codes or their labels."""

    role: Any
    kind: Any
    levels: Any
    missing: Any
    certainty: Any


@dataclass(frozen=True)
class Expected:
    """One reading of a column that a careful researcher could defend; `accept` holds the others."""

    role: tuple[str, ...]
    kind: tuple[str, ...] = ()
    levels: tuple[str, ...] = ()
    unseen: frozenset[str] = frozenset()
    missing: frozenset[str] = frozenset()
    labels: Mapping[str, str] = field(default_factory=dict)
    accept: tuple["Expected", ...] = ()


@dataclass(frozen=True)
class Disagreement:
    """A column decided otherwise, with the fields in which the decision differs from the reading nearest to it."""

    column: str
    fields: tuple[str, ...]
    certainty: str

    @property
    def silent(self) -> bool:
        """Whether the decision is wrong and called sure: nobody would look at it again."""
        return self.certainty == SURE


@dataclass(frozen=True)
class Agreement:
    """How far the plan of one file agrees, column by column."""

    file: str
    n_columns: int
    disagreements: tuple[Disagreement, ...]

    @property
    def n_agreed(self) -> int:
        return self.n_columns - len(self.disagreements)

    @property
    def rate(self) -> float:
        return self.n_agreed / self.n_columns

    @property
    def silent(self) -> tuple[Disagreement, ...]:
        return tuple(each for each in self.disagreements if each.silent)

    @property
    def marked(self) -> tuple[Disagreement, ...]:
        return tuple(each for each in self.disagreements if not each.silent)

    def __str__(self) -> str:
        head = f"{self.file}: {self.n_agreed} of {self.n_columns} columns, {len(self.silent)} wrong in silence"
        lines = [f"  {each.column}: {', '.join(each.fields)} ({each.certainty})" for each in self.disagreements]
        return "\n".join([head, *lines])


def read_expected(path: Path = EXPECTED) -> dict[str, list[dict[str, Any]]]:
    """Entries of every file as they are written, checked for unknown words."""
    files = tomllib.loads(path.read_text(encoding="utf-8"))
    for name, entries in files.items():
        for entry in entries:
            _check_entry(name, entry)
    return files


def expand(entries: Sequence[Mapping[str, Any]], columns: Iterable[str]) -> dict[str, Expected]:
    """Return the decision on every column of a file, patterns expanded; a name written out goes before a pattern.

    Raises
    ------
    ValueError
        If a column is covered by no entry or by two of the same standing, or an entry covers no column.
    """
    columns = [*columns]
    found = {column: _entry_of(column, entries) for column in columns}
    used = {id(entry) for entry in found.values()}
    idle = [entry["columns"] for entry in entries if id(entry) not in used]
    if idle:
        raise ValueError(f"no column is meant by {idle[0]}")
    return {column: _parse(entry) for column, entry in found.items()}


def compare(file: str, expected: Mapping[str, Expected], plan: Mapping[str, Decision]) -> Agreement:
    """Return how far `plan` agrees with what is expected of the columns of one file.

    A column of the file that the plan leaves out is decided otherwise, and in silence. Where headers of several lines,
    repeated or empty names leave it open what a column is called, columns are matched by their place.
    """
    by_place = dict(zip(expected, plan.values(), strict=True)) if len(plan) == len(expected) else {}
    stripped = {name.strip(): decision for name, decision in plan.items()}
    differing = []
    for column, readings in expected.items():
        decision = plan.get(column) or by_place.get(column) or stripped.get(column.strip())
        if decision is None:
            differing.append(Disagreement(column, ("not in the plan",), SURE))
        elif fields := _differences(readings, decision):
            differing.append(Disagreement(column, fields, _word(decision.certainty)))
    return Agreement(file, len(expected), tuple(differing))


def overall(agreements: Iterable[Agreement]) -> Agreement:
    """Return the agreement over several files, its columns named `file: column`."""
    agreements = [*agreements]
    differing = (replace(each, column=f"{one.file}: {each.column}") for one in agreements for each in one.disagreements)
    return Agreement("all files", sum(one.n_columns for one in agreements), tuple(differing))


def misfits(expected: Mapping[str, Expected], cells: Mapping[str, set[str]]) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield each column whose answers in the file are not just the levels and missing codes written, with these.

    This finds slips in `expected.toml` itself; a column without levels is looked at for its missing codes only.
    """
    for column, readings in expected.items():
        seen = {_canonical(cell, readings.labels) for cell in cells[column]}
        odd = readings.missing - seen
        if readings.levels:
            odd |= seen ^ ({*readings.levels} - readings.unseen | readings.missing)
        if odd:
            yield column, tuple(sorted(odd))


def _check_entry(file: str, entry: Mapping[str, Any]) -> None:
    known = {"columns", "role", "kind", "levels", "unseen", "missing", "labels", "accept"}
    for reading in [entry, *entry.get("accept", [])]:
        unknown = {*reading} - known or {*_several(reading.get("role", []))} - {*ROLES}
        unknown = unknown or {*_several(reading.get("kind", []))} - {*KINDS}
        if unknown:
            raise ValueError(f"{file}, {entry.get('columns')}: unknown {', '.join(sorted(unknown))}")
    if not entry.get("columns") or "role" not in entry:
        raise ValueError(f"{file}: an entry needs columns and a role, found {dict(entry)}")


def _entry_of(column: str, entries: Sequence[Mapping[str, Any]]) -> Mapping[str, Any]:
    named = [entry for entry in entries if column in entry["columns"]]
    matching = [entry for entry in entries if any(_is_meant(column, pattern) for pattern in entry["columns"])]
    candidates = named or matching
    if len(candidates) != 1:
        raise ValueError(f"column {column!r} is covered by {len(candidates)} entries instead of one")
    return candidates[0]


def _is_meant(column: str, pattern: str) -> bool:
    # Names of Qualtrics and SurveyMonkey hold square brackets: only * and ? stand for other characters.
    return ("*" in pattern or "?" in pattern) and fnmatchcase(column, pattern.replace("[", "[[]"))


def _parse(entry: Mapping[str, Any]) -> Expected:
    labels = {_text(code): _text(label).casefold() for code, label in entry.get("labels", {}).items()}
    main = Expected(
        role=_several(entry["role"]),
        kind=_several(entry.get("kind", ())),
        levels=tuple(_canonical(level, labels) for level in entry.get("levels", ())),
        unseen=frozenset(_canonical(level, labels) for level in entry.get("unseen", ())),
        missing=frozenset(_canonical(code, labels) for code in entry.get("missing", ())),
        labels=labels,
    )
    plain = {key: value for key, value in entry.items() if key != "accept"}
    return replace(main, accept=tuple(_parse(plain | other) for other in entry.get("accept", ())))


def _differences(expected: Expected, decision: Decision) -> tuple[str, ...]:
    """Fields in which the decision departs from the reading that is nearest to it; none if it agrees with one."""
    return min((_departures(reading, decision) for reading in (expected, *expected.accept)), key=len)


def _departures(expected: Expected, decision: Decision) -> tuple[str, ...]:
    role = _word(decision.role).removeprefix("set ")  # "set aside" is aside
    if role not in expected.role:
        return ("role", "kind", "levels", "missing")
    if role != "item":  # a column outside the analysis has no use for kind or levels
        return ()
    levels = [_canonical(level, expected.labels) for level in decision.levels or ()]
    missing = {_canonical(code, expected.labels) for code in decision.missing or ()}
    kind = _kind(_word(decision.kind), levels)
    departures = [] if kind in {_kind(each, expected.levels) for each in expected.kind} else ["kind"]
    if kind in KINDS_WITH_LEVELS and expected.levels and not _same_order(levels, expected):
        departures.append("levels")
    if not expected.missing <= missing or missing & ({*levels} | {*expected.levels} - expected.unseen):
        departures.append("missing")
    return tuple(departures)


def _kind(kind: str, levels: Sequence[str]) -> str:
    return "binary" if kind == "ordinal" and len(levels) == 2 else kind


def _same_order(levels: Sequence[str], expected: Expected) -> bool:
    """Whether the order is the same or its reverse, levels that no row holds left out or not."""
    seen = [level for level in expected.levels if level not in expected.unseen]
    kept = [level for level in expected.levels if level in {*levels}]
    return {*seen} <= {*levels} and len(kept) == len(levels) and [*levels] in (kept, kept[::-1])


def _several(value: str | Iterable[str]) -> tuple[str, ...]:
    return (value,) if isinstance(value, str) else tuple(value)


def _canonical(value: object, labels: Mapping[str, str]) -> str:
    """A code, whether written as the code or as its label; text in small letters, whole numbers without a point."""
    text = _text(value).casefold()
    return text if text in labels else next((code for code, label in labels.items() if label == text), text)


def _word(value: object) -> str:
    """A word of the plan, whether it is text or a member of an enumeration."""
    return str(getattr(value, "value", value))


def _text(value: object) -> str:
    text = str(value).strip()
    try:
        number = float(text)
    except ValueError:
        return text
    return str(int(number)) if number.is_integer() else text
