# SPDX-License-Identifier: MIT
"""What columns and levels were taken for."""

from collections.abc import Mapping, Sequence
from typing import Any

from ordag.errors import InferenceWarning, RepairWarning
from ordag.messages import Advise, DeclareValues, If, OptionName, Remedy
from ordag.messages.lists import listed, quoted

_DECLARE_OR_EDIT = Advise(
    ("declare it by ", OptionName("levels"), " or ", OptionName("kinds"), ", or edit columns.toml")
)
# How a column that was set aside becomes a variable.
AS_AN_ITEM = If(
    "a column is to be used after all",
    Advise(("declare it by ", OptionName("levels"), " or ", OptionName("kinds"), ", or edit its role in columns.toml")),
)

_ANOTHER_AS_AN_ITEM = If("a column that is not nominal is to be used after all", AS_AN_ITEM.remedy)
_IF_ORDERED = If("the levels of a nominal column have an order", Advise(("declare it by ", OptionName("levels"))))


class NormalScores(InferenceWarning):
    """Continuous columns far from a bell that count by their normal scores, and are shown in their own values.

    `skewness` is by column; `heaps` has the commonest value and its share where that is a heap.
    """

    def __init__(self, skewness: Mapping[str, float], heaps: Mapping[str, tuple[float, float]]) -> None:
        self.skewness, self.heaps = dict(skewness), dict(heaps)
        count, whose = ("counts", "its") if len(skewness) == 1 else ("count", "their")
        super().__init__(
            listed([f"{name!r}{_shape(value, heaps.get(name))}" for name, value in skewness.items()], ", "),
            f"{count} by normal scores, since {whose} values are far from a bell; results are in the values themselves",
            remedies=[If("the values are to count as they are", DeclareValues(tuple(skewness), "as they are"))],
        )


def _shape(skewness: float, heap: tuple[float, float] | None) -> str:
    """What is far from a bell, in brackets; nothing where no number tells."""
    parts = [f"skewness {skewness:.1f}"] if abs(skewness) >= 1 else []
    parts += [f"{heap[1]:.0%} at one value"] if heap else []
    return f" ({', '.join(parts)})" if parts else ""


class ColumnsInferred(InferenceWarning):
    """Kinds and levels were inferred; `guesses` maps what was inferred to the columns."""

    def __init__(self, guesses: Mapping[str, Sequence[str]]) -> None:
        self.guesses = _frozen(guesses)
        listed = "; ".join(f"{quoted(names)}: {guess}" for guess, names in guesses.items())
        declare = Advise(("declare it by ", OptionName("levels"), " or ", OptionName("kinds")))
        super().__init__("inferred, not declared:", listed, remedies=[declare])


class ColumnsUnsure(InferenceWarning):
    """What some columns are is not sure; `reasons` maps what they were taken for, and why, to the columns."""

    def __init__(self, reasons: Mapping[str, Sequence[str]]) -> None:
        self.reasons = _frozen(reasons)
        shown = "; ".join(f"{quoted(names)}: {why}" for why, names in self.reasons.items())
        super().__init__("not sure, please check:", shown, remedies=[_DECLARE_OR_EDIT])


class OrderUnconfirmed(InferenceWarning):
    """Columns of whole numbers without labels were taken in the order of these, which nothing in the data confirms."""

    def __init__(self, columns: Sequence[str]) -> None:
        self.columns = tuple(columns)
        have = (
            "has no labels, and nothing else confirms"
            if len(columns) == 1
            else "have no labels, and nothing else confirms"
        )
        super().__init__(
            quoted(columns),
            f"{have} that the numbers are steps of a scale, as which they were taken",
            remedies=[
                If(
                    "they only stand for names",
                    Advise(("declare the kind nominal by ", OptionName("kinds"), ", or edit columns.toml")),
                )
            ],
        )


class ColumnsSetAside(InferenceWarning):
    """Columns take no part though nobody asked for it; `reasons` maps why to the columns.

    `refused` are nominal, where none are taken.
    """

    def __init__(self, reasons: Mapping[str, Sequence[str]], refused: Sequence[str] = ()) -> None:
        self.reasons, self.refused = _frozen(reasons), tuple(refused)
        shown = "; ".join(f"{quoted(names)} {_of_all(why, len(names))}" for why, names in self.reasons.items())
        offer: list[Remedy] = []
        if refused:
            shown += "; this way of learning takes no nominal columns"
            offer.insert(0, _IF_ORDERED)
        if any(name not in self.refused for names in self.reasons.values() for name in names):
            offer.insert(0, AS_AN_ITEM if not refused else _ANOTHER_AS_AN_ITEM)
        super().__init__("set aside:", shown, remedies=offer)


class TakenAsNoAnswer(InferenceWarning):
    """Entries were taken as no answer though nobody said so; `columns` has those that hold the same ones."""

    def __init__(self, columns: Mapping[tuple[Any, ...], Sequence[str]]) -> None:
        self.columns = {entries: tuple(names) for entries, names in columns.items()}
        sets = [f"{listed(map(_entry, entries))} in {quoted(names)}" for entries, names in self.columns.items()]
        keep = Advise(("list it among the ", OptionName("levels"), " of its column"))
        super().__init__("taken as no answer:", "; ".join(sets), remedies=[If("one is an answer", keep)])


class ColumnsAbsent(InferenceWarning):
    """New data lack columns of the model; `meant` pairs one with a column of a similar name."""

    def __init__(self, columns: Sequence[str], meant: tuple[str, str] | None) -> None:
        self.columns, self.meant = tuple(columns), meant
        are = "is not in the data and was" if len(columns) == 1 else "are not in the data and were"
        hint = f". Is {meant[1]!r} meant to be {meant[0]!r}? Then rename it" if meant else ""
        super().__init__(
            quoted(columns),
            f"{are} taken as missing in every row{hint}",
            remedies=[Advise("to silence this, add what is unknown as columns without entries")],
        )


class ColumnsNotInGraph(InferenceWarning):
    """Columns that a given graph does not name were left out; `columns` are their names."""

    def __init__(self, columns: Sequence[str]) -> None:
        self.columns = tuple(columns)
        which = (
            "column that the graph does not name was"
            if len(columns) == 1
            else "columns that the graph does not name were"
        )
        super().__init__(f"{len(columns)} {which} left out: {listed(columns)}")


class LevelsMerged(RepairWarning):
    """Declared levels that no row holds were merged with their neighbours; `lost` has them by column."""

    def __init__(self, lost: Mapping[str, Sequence[object]]) -> None:
        self.lost = {name: tuple(levels) for name, levels in lost.items()}
        parts = [f"{quoted(gone)} of column {name!r}" for name, gone in self.lost.items()]
        super().__init__(
            "declared but unobserved levels",
            f"are merged with their neighbours: {listed(parts, '; ')}",
            remedies=[Advise("to silence this, declare only levels that occur")],
        )


class IncompleteRowsLeftOut(InferenceWarning):
    """Rows with missing entries were left out of a comparison."""

    def __init__(self, n_rows: int, n_all: int) -> None:
        self.n_rows, self.n_all = n_rows, n_all
        which = "row has a missing entry and was" if n_rows == 1 else "rows have missing entries and were"
        super().__init__(f"{n_rows} of {n_all} {which} left out, so that all families speak of the same rows")


_PLURALS = {"is": "are", "has": "have", "holds": "hold", "was": "were", "tells": "tell", "identifies": "identify"}


def _of_all(why: str, n_columns: int) -> str:
    """What is said of a column, said of several.

    Examples
    --------
    >>> _of_all("is nominal, its labels name groups", 2)
    'are nominal, their labels name groups'
    """
    verb, _, rest = why.partition(" ")
    if n_columns == 1 or verb not in _PLURALS:
        return why
    return f"{_PLURALS[verb]} {rest}".replace(" its ", " their ").replace("name is that", "names are those")


def _frozen(columns: Mapping[str, Sequence[str]]) -> dict[str, tuple[str, ...]]:
    """Names of columns by what is said of them."""
    return {what: tuple(names) for what, names in columns.items()}


def _entry(entry: object) -> str:
    """An entry of a column, text in quotes as a questionnaire has it."""
    return f'"{entry}"' if isinstance(entry, str) else str(entry)
