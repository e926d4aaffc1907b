# SPDX-License-Identifier: MIT
"""Exceptions and warnings of ordag.

Every exception derives from `OrdagError` and from the built-in class that callers expect, so that both
``except OrdagError`` and ``except ValueError`` work. Each is a `Message`: `what` input, what was `found`, what was
`needed`, and `remedies`, what to do. Its text is made of these when it is shown, for Python or for the command line, so
that code asks for the class or a field and never for words.

Warnings are issued through `warn`. Whoever counts them instead of showing them takes `collected_warnings`, which, other
than Python's ``catch_warnings``, concerns its own thread alone.
"""

import contextlib
import difflib
import os
import sys
import warnings
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path

from ordag.messages import File, InPython, Install, LeaveOutOptions, Message, OptionName, Remedy, Text, Value

_MOST_NAMES = 12  # in one message
# Code between a warning and the line that it concerns: ours, and with-blocks.
_PASSED_BY = (f"{Path(__file__).parent}{os.sep}", contextlib.__file__)


class OrdagError(Message, Exception):
    """Base of every exception that ordag raises on purpose."""


class InputValueError(OrdagError, ValueError):
    """An input of the right kind with content that cannot be used."""


class InputTypeError(OrdagError, TypeError):
    """An input of the wrong kind."""


class OptionError(InputValueError):
    """An option with a value that it cannot have."""

    def __init__(self, option: str, value: object, needed: Text, *, remedies: Sequence[Remedy] = ()) -> None:
        self.option, self.value = option, value
        super().__init__(OptionName(option), ("is ", Value(value)), ("it must be ", needed), remedies=remedies)


class OptionTypeError(InputTypeError):
    """An option with a value of the wrong kind."""

    def __init__(self, option: str, value: object, needed: Text, *, remedies: Sequence[Remedy] = ()) -> None:
        self.option, self.value = option, value
        super().__init__(OptionName(option), ("is ", Value(value)), ("it must be ", needed), remedies=remedies)


class RequirementError(InputValueError):
    """An input that is not as it must be."""

    def __init__(self, what: Text, needed: Text, found: Text = "", *, remedies: Sequence[Remedy] = ()) -> None:
        super().__init__(what, found, needed, remedies=remedies)

    @property
    def statement(self) -> Text:
        """What is needed, and what was found."""
        return _requirement(self)


class RequirementTypeError(InputTypeError):
    """An input of another kind than it must be."""

    def __init__(self, what: Text, needed: Text, found: Text = "", *, remedies: Sequence[Remedy] = ()) -> None:
        super().__init__(what, found, needed, remedies=remedies)

    @property
    def statement(self) -> Text:
        """What is needed, and what was found."""
        return _requirement(self)


class OptionsClashError(InputValueError):
    """Options that cannot be given together; `needless` are those to leave out."""

    def __init__(self, what: Text, found: Text, needless: Sequence[str]) -> None:
        self.needless = tuple(needless)
        super().__init__(what, found, remedies=[LeaveOutOptions(self.needless)])


class UnknownNameError(InputValueError):
    """A name that is not among the valid ones; `nearest` are the valid ones that it resembles."""

    def __init__(self, what: Text, value: object, valid: Iterable[str]) -> None:
        self.value, self.valid = value, tuple(valid)
        self.nearest = tuple(difflib.get_close_matches(str(value), self.valid, n=_MOST_NAMES))
        super().__init__(("unknown ", what), repr(value))

    @property
    def statement(self) -> Text:
        """The name, the nearest valid one, and the others."""
        near = f"did you mean {self.nearest[0]!r}?" if self.nearest else ""
        shown: Sequence[str] = self.valid
        if len(self.valid) > _MOST_NAMES:
            shown = [*self.nearest, *(name for name in self.valid if name not in self.nearest)][: _MOST_NAMES - 1]
        more = f" and {len(self.valid) - len(shown)} more" if len(shown) < len(self.valid) else ""
        return (self.what, " ", self.found, f"; {near}" if near else ".", f" Valid: {', '.join(shown)}{more}")


class FileError(InputValueError):
    """A file that cannot be used; `path` says which."""

    def __init__(
        self, path: str | os.PathLike[str], found: Text, needed: Text = "", *, remedies: Sequence[Remedy] = ()
    ) -> None:
        self.path = os.fspath(path)
        super().__init__(File(path), found, needed, remedies=remedies)


class NotFittedError(OrdagError, ValueError, AttributeError):
    """A model was asked for a result before it was fitted."""


class MissingDependencyError(OrdagError, ImportError):
    """An optional package is needed; `extra` installs it."""

    def __init__(self, purpose: str, package: str, extra: str, *, remedies: Sequence[Remedy] = ()) -> None:
        self.package, self.extra = package, extra
        super().__init__(f"{purpose} needs", f"the package {package}", remedies=(Install(extra), *remedies))


class FetchError(OrdagError, OSError):
    """A file could be neither found nor fetched; the remedies say which one to put where."""


class OrdagWarning(Message, UserWarning):
    """Base of every warning of ordag; two of the same class with the same fields are equal."""

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and self.__dict__ == other.__dict__

    def __hash__(self) -> int:
        return hash((type(self), str(self)))


class RepairWarning(OrdagWarning):
    """Something was repaired on the way: a matrix made valid, a level merged, a count smoothed."""


class InferenceWarning(OrdagWarning):
    """Something about the data was inferred rather than declared, such as the order of levels."""


class ConvergenceWarning(OrdagWarning):
    """An iteration stopped before it settled, or was interrupted; the best result so far is returned."""


class DeprecatedOptionWarning(OrdagWarning, FutureWarning):
    """Options were given under former names, which a later release will refuse."""

    def __init__(self, names: Sequence[str], owner: str, instead: str, *, removed_in: str) -> None:
        self.names, self.owner, self.instead, self.removed_in = tuple(names), owner, instead, removed_in
        *others, last = names
        are = "are options" if others else "is an option"
        super().__init__(
            f"{', '.join(others)} and {last}" if others else last,
            f"{are} of {owner} now, and OSEM will refuse such arguments from {removed_in} on",
            remedies=[InPython(f"write {instead}")],
        )


_collected: ContextVar[list[OrdagWarning] | None] = ContextVar("ordag_collected_warnings", default=None)


def warn(warning: OrdagWarning) -> None:
    """Issue a warning at the line outside this package that led to it, or hand it to whoever collects them."""
    collected = _collected.get()
    if collected is None:
        warnings.warn(warning, stacklevel=_levels_to_caller())
    else:
        collected.append(warning)


@contextmanager
def collected_warnings() -> Iterator[list[OrdagWarning]]:
    """The warnings of ordag within a ``with`` block, in place of their being issued.

    Examples
    --------
    >>> with collected_warnings() as collected:
    ...     warn(RepairWarning("a level", "was merged"))
    >>> str(collected[0])
    'a level was merged.'
    """
    collected: list[OrdagWarning] = []
    token = _collected.set(collected)
    try:
        yield collected
    finally:
        _collected.reset(token)


def unknown_option(what: Text, value: object, valid: Iterable[str]) -> UnknownNameError:
    """Error for an option that is not among the valid ones, with the nearest match.

    Examples
    --------
    >>> raise unknown_option("method", "bgee", ["bde", "bge"])
    Traceback (most recent call last):
    ...
    ordag.errors.UnknownNameError: unknown method 'bgee'; did you mean 'bge'? Valid: bde, bge.
    """
    return UnknownNameError(what, value, valid)


def _requirement(message: Message) -> Text:
    """A statement that begins with what is needed."""
    found = ("; ", message.found) if message.found else ()
    return (message.what, " must ", message.needed, *found)


def _levels_to_caller() -> int:
    """How far above `warn` the first frame outside this package is; the outermost one if there is none."""
    frame, level = sys._getframe(1), 1
    while frame.f_code.co_filename.startswith(_PASSED_BY) and frame.f_back is not None:
        frame, level = frame.f_back, level + 1
    return level
