# SPDX-License-Identifier: MIT
"""How an audience is spoken to: sentences and lists are common to all, names of options and remedies are its own."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from itertools import groupby
from typing import assert_never

from ordag.messages.parts import Cause, Column, DataRow, File, Function, OptionName, Part, Setting, Text, Value
from ordag.messages.remedies import Act, Advise, If, Remedy

_STOPS = (".", "?", "!")


class Voice(ABC):
    """Words messages for one audience."""

    @abstractmethod
    def option(self, name: str) -> str:
        """The name of an option."""

    @abstractmethod
    def setting(self, name: str, value: object) -> str:
        """An option with its value."""

    @abstractmethod
    def value(self, value: object) -> str:
        """A value of an option."""

    @abstractmethod
    def function(self, name: str) -> str:
        """A function of the package."""

    @abstractmethod
    def act(self, remedy: Act) -> str:
        """What to do, as a clause in the imperative; empty if it means nothing to this audience."""

    def remedy(self, remedy: Remedy) -> str:
        """A remedy as a clause; empty if it means nothing to this audience."""
        match remedy:
            case If(condition, inner):
                clause = self.remedy(inner)
                return f"if {self.text(condition)}, {clause}" if clause else ""
            case Advise(text):
                return self.text(text)
            case _:
                return self.act(remedy)

    def part(self, part: Part) -> str:
        """A typed part of a text."""
        match part:
            case OptionName(name):
                return self.option(name)
            case Setting(name, value):
                return self.setting(name, value)
            case Value(value):
                return self.value(value)
            case Function(name):
                return self.function(name)
            case Column(name):
                return f"column {name!r}"
            case DataRow(position):
                return f"the {_ordinal(position + 1)} data row"
            case File():
                return repr(part.text)
            case Cause(error):
                return self.cause(error)
            case _:
                assert_never(part)

    def cause(self, error: BaseException) -> str:
        """Another error, within the sentence of this one."""
        from ordag.messages.message import Message

        worded = error.worded(self) if isinstance(error, Message) else str(error) or type(error).__name__
        return worded.removesuffix(".")

    def text(self, text: Text) -> str:
        """A text with all its parts."""
        if isinstance(text, str):
            return text
        return "".join(map(self.text, text)) if isinstance(text, tuple) else self.part(text)

    def sentence(self, text: Text) -> str:
        """A text that ends as a sentence does."""
        worded = self.text(text).strip()
        return worded if not worded or worded.endswith(_STOPS) else f"{worded}."

    def capital(self, text: Text) -> str:
        """A sentence that begins with a capital."""
        worded = self.sentence(text)
        return worded[:1].upper() + worded[1:]

    def hints(self, remedies: Sequence[Remedy]) -> list[str]:
        """The remedies that mean something to this audience, one by one."""
        return [clause for remedy in remedies if (clause := self.remedy(remedy))]

    def advice(self, remedies: Sequence[Remedy]) -> str:
        """Sentences on what to do: neighbours that always help are alternatives, each condition has its own."""
        sentences: list[str] = []
        for depends, group in groupby(remedies, lambda remedy: isinstance(remedy, If)):
            clauses = self.hints(list(group))
            if depends or not clauses:
                sentences += clauses
            else:
                sentences.append(f"{'otherwise, ' if sentences else ''}{', or '.join(clauses)}")
        return " ".join(map(self.capital, sentences))


def _ordinal(number: int) -> str:
    ending = "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"
