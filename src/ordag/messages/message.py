# SPDX-License-Identifier: MIT
"""What every error and every warning is: a statement and remedies, kept as values until somebody reads them."""

from collections.abc import Sequence
from copy import copy
from typing import Any, Self

from ordag.messages.parts import Text
from ordag.messages.python import PYTHON
from ordag.messages.remedies import Remedy
from ordag.messages.voice import Voice


class Message:
    """A statement about an input, and what to do about it.

    Parameters
    ----------
    what
        Which input: a typed part such as a `Column` or an `OptionName`, or a few words.
    found
        What was found, as a verb phrase that follows `what`.
    needed
        What was needed, as a clause that stands alone.
    remedies
        What to do: alternatives, of which one is enough.
    """

    what: Text
    found: Text
    needed: Text
    remedies: tuple[Remedy, ...]

    def __init__(self, what: Text, found: Text = "", needed: Text = "", *, remedies: Sequence[Remedy] = ()) -> None:
        self.what, self.found, self.needed, self.remedies = what, found, needed, tuple(remedies)

    @property
    def statement(self) -> Text:
        """What is the matter, without what to do about it."""
        needed = ("; ", self.needed) if self.needed else ()
        return (self.what, " " if self.found else "", self.found, *needed)

    def worded(self, voice: Voice) -> str:
        """The whole message in the words of an audience."""
        return " ".join(filter(None, [voice.sentence(self.statement), voice.advice(self.remedies)]))

    def advised(self, *remedies: Remedy) -> Self:
        """The same message with further remedies."""
        further = copy(self)
        further.remedies = (*self.remedies, *remedies)
        return further

    def __str__(self) -> str:
        return self.worded(PYTHON)

    def __reduce__(self) -> tuple[Any, ...]:
        # Exceptions are rebuilt from their positional arguments, which those of a subclass need not be.
        return _rebuilt, (type(self), getattr(self, "args", ())), self.__dict__


def _rebuilt(kind: type[Message], args: tuple[Any, ...]) -> Message:
    message = kind.__new__(kind)
    if isinstance(message, BaseException):
        message.args = args
    return message
