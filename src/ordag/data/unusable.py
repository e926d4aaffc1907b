# SPDX-License-Identifier: MIT
"""Columns that cannot be used as they are: each says why, and all of a table are told in one message."""

from collections.abc import Iterable, Sequence
from typing import Any, ClassVar

from ordag.data.wordings.no_answer import says_no_answer
from ordag.errors import InputTypeError, InputValueError, OrdagError
from ordag.messages import Advise, DeclareLevels, If, InPython, LeaveOutColumns, MarkMissing, Remedy, Text, UseMethod
from ordag.messages.lists import quoted

# How many reasons a message spells out before it puts the rest in few words, and how many columns it names for each.
MAX_SPELT = 5
# Below this number of rows a column that does not vary says more about the rows than about the column.
FEW_ROWS = 10
# More labels may be names of persons or open answers, which no message may quote.
_MOST_QUOTED = 20
_NO_ORDER = If("there is no order", UseMethod("bde"))
_TICKED = If("a blank means 'not named'", Advise("write 0 there"))


class UnusableColumnError(OrdagError):
    """A column that cannot be used; `codes` are entries without which it could be."""

    in_short: ClassVar[str] = "values that cannot be used as they are"

    def __init__(
        self, name: str, reason: str, needed: str = "", *, remedies: Sequence[Remedy] = (), codes: Sequence[str] = ()
    ) -> None:
        self.name, self.codes = name, tuple(codes)
        self.reason = f"{reason}; {needed}" if needed else reason
        super().__init__(f"column {name!r}", reason, needed, remedies=(*remedies, LeaveOutColumns((name,))))


class UnusableValuesError(UnusableColumnError, InputValueError):
    """A column with values that cannot be used."""


class UnorderedLabelsError(UnusableValuesError):
    """A column of text labels whose order nobody declared; `codes` stand beside a known wording."""

    in_short = "text labels with no known order"

    def __init__(self, name: str, reason: str, strange: Sequence[str]) -> None:
        which, verb = " and ".join(map(repr, strange)), "stands" if len(strange) == 1 else "stand"
        declare = (DeclareLevels(name), InPython("make the column an ordered categorical"))
        dropped = If(f"{which} {verb} for no answer (the order of the others is known)", MarkMissing(tuple(strange)))
        remedies: list[Remedy] = [*declare, *([dropped] if strange else []), _NO_ORDER]
        if strange and look_like_no_answer(strange):
            remedies = [dropped, If("not", DeclareLevels(name)), _NO_ORDER]
        super().__init__(name, reason, remedies=remedies, codes=strange)


class ConstantColumnError(UnusableValuesError):
    """A column that does not vary."""

    in_short = "no two different entries"


class OneAnswerError(ConstantColumnError):
    """A column that holds one answer or nothing, as one of several answers that could be ticked does."""

    def __init__(self, name: str, reason: str, needed: str) -> None:
        super().__init__(name, reason, needed, remedies=[_TICKED])


class UnusableTypeError(UnusableColumnError, InputTypeError):
    """A column whose values are of a kind that cannot be used."""


class UnusableColumnsError(InputValueError):
    """Several columns that cannot be used."""

    def __init__(self, columns: Sequence[UnusableColumnError]) -> None:
        self.columns = tuple(columns)
        super().__init__(f"{len(columns)} columns", "cannot be used", remedies=_shared_remedies(columns))

    @property
    def statement(self) -> Text:
        """The reasons, each with its columns; those beyond the first few in short."""
        found = list(_by_reason((column.reason, column.name) for column in self.columns).items())
        shown = [
            f"{names[0]!r} {what}" if len(names) == 1 else f"{_some(names)}: each {what}"
            for what, names in found[:MAX_SPELT]
        ]
        spelt = {what for what, _ in found[:MAX_SPELT]}
        rest = _by_reason((column.in_short, column.name) for column in self.columns if column.reason not in spelt)
        also = [f"also {', '.join(map(repr, names))} ({what})" for what, names in rest.items()]
        return (self.what, " ", self.found, ": ", "; ".join(shown + also))


class TooFewRowsError(InputValueError):
    """A column that does not vary in so few rows that the rows are the reason."""

    def __init__(self, column: ConstantColumnError, n_rows: int) -> None:
        self.n_rows, self.column = n_rows, column.name
        super().__init__(
            "the data",
            f"have only {n_rows} rows, too few to see columns vary: {column.name!r} {column.reason}",
            remedies=[Advise("pass more rows; check that the file is whole")],
        )


def refuse(columns: Sequence[UnusableColumnError], n_rows: int) -> None:
    """Refuse columns that cannot be used, all of them at once, or the few rows that are the reason."""
    constant = [column for column in columns if isinstance(column, ConstantColumnError)]
    if constant and n_rows < FEW_ROWS:
        raise TooFewRowsError(constant[0], n_rows)
    if len(columns) == 1:
        raise columns[0]
    if columns:
        raise UnusableColumnsError(columns)


def unordered(name: str, labels: Sequence[str], strange: Sequence[str]) -> UnorderedLabelsError:
    """Error for text labels whose order nobody declared, some perhaps strange to the known wording of the others."""
    shown = f" ({quoted(sorted(labels))})" if len(labels) <= _MOST_QUOTED else ""
    found = f"holds {len(labels)} text labels with no known order{shown}"
    return UnorderedLabelsError(name, found, strange)


def text_among_numbers(name: str, texts: Sequence[str]) -> UnusableValuesError:
    """Error for a column of numbers with a few words in it, which often say why there is no answer."""
    declared = If("such text is an answer", DeclareLevels(name))
    if not look_like_no_answer(texts):  # it may be private
        emptied = If("such text stands for no answer", Advise("leave such entries empty"))
        some = "a text" if len(texts) == 1 else f"{len(texts)} texts"
        return UnusableValuesError(name, f"holds numbers and {some}", remedies=[declared, emptied])
    dropped = If("such text stands for no answer", MarkMissing(tuple(texts)))
    return UnusableValuesError(
        name,
        f"holds numbers and the text{'s' * (len(texts) > 1)} {quoted(texts)}",
        remedies=[dropped, declared],
        codes=texts,
    )


def comma_numbers(name: str) -> UnusableValuesError:
    """Error for numbers whose commas may be decimal or may group digits."""
    return UnusableValuesError(
        name,
        "holds numbers whose commas may be decimal or may group thousands",
        remedies=[Advise("write decimals with a point, and thousands without a comma")],
    )


def mixed(name: str, labels: Sequence[Any]) -> UnusableTypeError:
    """Error for a column that mixes kinds of values."""
    types = sorted({type(label).__name__ for label in labels})
    return UnusableTypeError(
        name,
        f"mixes values of type {' and '.join(types)}",
        "one type is needed",
        remedies=[Advise("convert it"), DeclareLevels(name)],
    )


def unusable_type(name: str, dtype: object) -> UnusableTypeError:
    """Error for a column of dates, complex numbers, lists and the like."""
    return UnusableTypeError(
        name,
        f"has type {dtype}",
        "integers, floats, booleans, text or ordered categoricals are needed",
        remedies=[Advise("convert it")],
    )


def look_like_no_answer(texts: Sequence[str]) -> bool:
    """Whether all texts look as if they stand for no answer."""
    return all(map(says_no_answer, texts))


def _shared_remedies(columns: Sequence[UnusableColumnError]) -> list[Remedy]:
    """What to do about several columns, each thing once."""
    remedies: list[Remedy] = []
    if any(isinstance(column, UnorderedLabelsError) for column in columns):
        remedies += [DeclareLevels(), _NO_ORDER]
    if any(isinstance(column, OneAnswerError) for column in columns):
        remedies.append(_TICKED)
    codes = dict.fromkeys(column.codes for column in columns if column.codes)
    remedies += [If("such text stands for no answer", MarkMissing(each)) for each in codes]
    hopeless = tuple(column.name for column in columns if not column.codes)
    return [*remedies, LeaveOutColumns(hopeless)] if hopeless else remedies


def _by_reason(pairs: Iterable[tuple[str, str]]) -> dict[str, list[str]]:
    """Names of columns by what was found in them."""
    groups: dict[str, list[str]] = {}
    for reason, name in pairs:
        groups.setdefault(reason, []).append(name)
    return groups


def _some(names: Sequence[str]) -> str:
    """The first names, the others counted."""
    shown = ", ".join(map(repr, names[:MAX_SPELT]))
    return shown if len(names) <= MAX_SPELT else f"{shown} and {len(names) - MAX_SPELT} more"
