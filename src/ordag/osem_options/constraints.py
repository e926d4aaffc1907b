# SPDX-License-Identifier: MIT
"""What an option may be, as values.

A constraint says which values it admits; `ordag.osem_options.reading` checks whether one is among them. Nothing
heavy is imported here, for the command line reads its defaults and limits before anything is learned.
"""

from dataclasses import dataclass
from typing import Protocol

from ordag.messages import Text, Value

_NULL = Value(None)
_YES_OR_NO = (Value(True), " or ", Value(False))


class Constraint(Protocol):
    """A kind of value."""

    @property
    def shown(self) -> str:
        """The kind as the documentation names it."""

    @property
    def wording(self) -> Text:
        """The kind as an error message names it."""


@dataclass(frozen=True)
class Null:
    """None."""

    shown: str = "None"
    wording: Text = _NULL


@dataclass(frozen=True)
class Words:
    """One of a few words."""

    values: tuple[str, ...]

    @property
    def shown(self) -> str:
        """The words in quotation marks, several of them in braces."""
        words = ", ".join(f'"{value}"' for value in self.values)
        return words if len(self.values) == 1 else f"{{{words}}}"

    @property
    def wording(self) -> str:
        """The words as Python writes them."""
        return ", ".join(map(repr, self.values))


@dataclass(frozen=True)
class WholeNumber:
    """A whole number from `least` on."""

    least: int
    shown: str = "int"

    @property
    def wording(self) -> str:
        """The range in words."""
        return f"a whole number from {self.least} on"


@dataclass(frozen=True)
class Number:
    """A finite number from `least` on."""

    least: int
    shown: str = "float"

    @property
    def wording(self) -> str:
        """The range in words."""
        return f"a number from {self.least} on"


@dataclass(frozen=True)
class Flag:
    """True or False; of a `graded` one numbers are taken too, from 1 on for True."""

    graded: bool = False
    shown: str = "bool"
    wording: Text = _YES_OR_NO


@dataclass(frozen=True)
class Cores:
    """How many to run at a time, in the manner of joblib: None for one, -1 for all."""

    shown: str = "int or None"
    wording: Text = ("a whole number other than 0, or ", _NULL)


@dataclass(frozen=True)
class Seed:
    """A source of random numbers."""

    least: int = 0
    shown: str = "int, Generator, RandomState or None"
    wording: Text = ("a seed from 0 on, a generator or ", _NULL)


@dataclass(frozen=True)
class Listed:
    """Something that every fit can go through, whose entries are checked against the columns."""

    shown: str
    nested: bool = False

    @property
    def wording(self) -> str:
        """The kind in words."""
        return "a list of lists" if self.nested else "a list"


@dataclass(frozen=True)
class Elsewhere:
    """A value whose owner checks it."""

    shown: str

    @property
    def wording(self) -> str:
        """The kind in words."""
        return self.shown
