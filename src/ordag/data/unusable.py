# SPDX-License-Identifier: MIT
"""Columns that cannot be used as they are: each says why, and all of a table are told in one message."""

import shlex
from collections.abc import Iterable, Sequence
from typing import ClassVar

from ordag.data.wordings.no_answer import says_no_answer
from ordag.errors import InputTypeError, InputValueError

# How many reasons a message spells out before it puts the rest in few words, and how many columns it names for each.
MAX_SPELT = 5
# Below this number of rows a column that does not vary says more about the rows than about the column.
FEW_ROWS = 10


class UnusableColumnError(Exception):
    """A column that cannot be used: what was found, and what to do about it in Python and at the command line."""

    in_short: ClassVar[str] = "values that cannot be used as they are"

    def __init__(self, name: str, found: str, remedy: str, option: str = "") -> None:
        super().__init__(name, found, remedy, option)
        self.name, self.found, self.remedy, self.option = name, found, remedy, option

    def __str__(self) -> str:
        return f"column {self.name!r} {self.found}. {self.remedy}"

    @property
    def shared_remedy(self) -> str:
        """What to do about it in a message on several columns."""
        return self.remedy

    @property
    def hint(self) -> str:
        """What to do about it at the command line."""
        return " or ".join(filter(None, [self.option, f"{left_out([self.name])} to leave it out"]))


class UnusableValuesError(UnusableColumnError, InputValueError):
    """A column with values that cannot be used."""


class UnorderedLabelsError(UnusableValuesError):
    """A column of text labels whose order nobody declared; `strange` ones stand beside a known wording."""

    in_short = "text labels with no known order"

    def __init__(self, name: str, found: str, strange: Sequence[str]) -> None:
        levels = f"ass levels={{{name!r}: [...]}} from lowest to highest, or make the column an ordered categorical."
        which, verb = " and ".join(map(repr, strange)), "stands" if len(strange) == 1 else "stand"
        self._dropping = (
            f"If {which} {verb} for no answer, pass missing={list(strange)} to ordag.data.read, or make it None: the "
            "order of the others is known."
        )
        if not strange:
            remedy = f"P{levels}"
        elif look_like_no_answer(strange):
            remedy = f"{self._dropping} If not: p{levels}"
        else:
            remedy = f"P{levels} {self._dropping}"
        super().__init__(name, found, f"{remedy} {NO_ORDER_NEEDED}", drop_option(strange))
        self.args = (name, found, strange)  # what builds a copy in another process

    @property
    def shared_remedy(self) -> str:
        """What to do about strange labels; what else to do is the same for all columns, and said once."""
        return self._dropping


class ConstantColumnError(UnusableValuesError):
    """A column that does not vary."""

    in_short = "no two different entries"


class OneAnswerError(ConstantColumnError):
    """A column that holds one answer or nothing, as one of several answers that could be ticked does."""


class UnusableTypeError(UnusableColumnError, InputTypeError):
    """A column whose values are of a kind that cannot be used."""


class UnusableColumnsError(InputValueError):
    """Several columns that cannot be used."""

    def __init__(self, columns: Sequence[UnusableColumnError]) -> None:
        super().__init__(columns)
        self.columns = tuple(columns)

    def __str__(self) -> str:
        found = list(_by_reason((column.found, column.name) for column in self.columns).items())
        shown = [
            f"{names[0]!r} {what}" if len(names) == 1 else f"{_some(names)}: each {what}"
            for what, names in found[:MAX_SPELT]
        ]
        told = {what for what, _ in found[:MAX_SPELT]}
        rest = _by_reason((column.in_short, column.name) for column in self.columns if column.found not in told)
        also = [f"also {', '.join(map(repr, names))} ({what})" for what, names in rest.items()]
        remedies = [NO_ORDER_REMEDY] if any(isinstance(column, UnorderedLabelsError) for column in self.columns) else []
        remedies += [BLANK_REMEDY] if any(isinstance(column, OneAnswerError) for column in self.columns) else []
        remedies += dict.fromkeys(column.shared_remedy for column in self.columns if column.option)
        if self._hopeless:
            what = f"ordag.data.read(path, ignore={self._hopeless})"
            remedies.append(f"Leave out what is no answer: {what}, or drop it from the frame.")
        return f"{len(self.columns)} columns cannot be used: {'; '.join(shown + also)}. {' '.join(remedies)}"

    @property
    def hint(self) -> str:
        """What to do about them at the command line."""
        said = list(dict.fromkeys(column.option for column in self.columns if column.option))
        said += [f"{left_out(self._hopeless)} to leave columns out"] if self._hopeless else []
        return ", and ".join(said)

    @property
    def _hopeless(self) -> list[str]:
        """Columns that no option saves."""
        return [column.name for column in self.columns if not column.option]


NO_ORDER_NEEDED = "If there is no order, learn by a method that needs none, such as ordag.learn(frame, 'bde')."
NO_ORDER_REMEDY = (
    "Pass levels={column: [...]} from lowest to highest for labels with an order; a column 'q*' stands for all that "
    f"begin with q. {NO_ORDER_NEEDED}"
)

BLANK_REMEDY = "A blank may well mean 'not named': then write 0 there, or make the column frame[column].notna()."


def refuse(columns: Sequence[UnusableColumnError], n_rows: int) -> None:
    """Refuse columns that cannot be used, all of them at once, or the few rows that are the reason."""
    constant = [column for column in columns if isinstance(column, ConstantColumnError)]
    if constant and n_rows < FEW_ROWS:
        raise InputValueError(
            f"the data have only {n_rows} rows, too few to see columns vary: {constant[0].name!r} {constant[0].found}. "
            "Pass more rows; check that the file is whole."
        )
    if len(columns) == 1:
        raise columns[0]
    if columns:
        raise UnusableColumnsError(columns)


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


def look_like_no_answer(texts: Sequence[str]) -> bool:
    """Whether all texts look as if they stand for no answer."""
    return all(map(says_no_answer, texts))


def drop_option(texts: Sequence[str]) -> str:
    """Options of the command line that make texts missing entries."""
    options = " ".join(f"--missing {shell_word(text)}" for text in texts)
    return f"{options} if such text stands for no answer" if texts else ""


def left_out(names: Sequence[str]) -> str:
    """Options of the command line that leave columns out.

    Examples
    --------
    >>> left_out(["id", "open answer"])
    '--ignore id --ignore "open answer"'
    """
    return " ".join(f"--ignore {shell_word(name)}" for name in names)


def shell_word(text: str) -> str:
    """A text as one word of a command, in quotes where these are needed.

    Examples
    --------
    >>> print(shell_word("don't know"))
    "don't know"
    """
    if shlex.quote(text) == text:
        return text
    return shlex.quote(text) if set(text) & set('"$`\\!') else f'"{text}"'
