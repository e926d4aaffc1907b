# SPDX-License-Identifier: MIT
"""Exceptions and warnings of ordag.

Every exception derives from `OrdagError` and from the built-in class that callers expect, so that both
``except OrdagError`` and ``except ValueError`` work. A message says which input, what was needed, what was found and
what to do.

Warnings are issued through `warn`. Whoever counts them instead of showing them takes `collected_warnings`, which, other
than Python's ``catch_warnings``, concerns its own thread alone.
"""

import difflib
import warnings
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_MOST_NAMES = 12  # in one message


class OrdagError(Exception):
    """Base of every exception that ordag raises on purpose."""


class InputValueError(OrdagError, ValueError):
    """An input of the right kind with content that cannot be used."""


class InputTypeError(OrdagError, TypeError):
    """An input of the wrong kind."""


class NotFittedError(OrdagError, ValueError, AttributeError):
    """A model was asked for a result before it was fitted."""


class MissingDependencyError(OrdagError, ImportError):
    """An optional package is needed; the message names the extra that installs it."""


class FetchError(OrdagError, OSError):
    """A file could be neither found nor fetched; the message says which one to put where."""


class OrdagWarning(UserWarning):
    """Base of every warning of ordag."""


class RepairWarning(OrdagWarning):
    """Something was repaired on the way: a matrix made valid, a level merged, a count smoothed."""


class InferenceWarning(OrdagWarning):
    """Something about the data was inferred rather than declared, such as the order of levels."""


class ConvergenceWarning(OrdagWarning):
    """An iteration stopped before it settled, or was interrupted; the best result so far is returned."""


class DeprecatedOptionWarning(OrdagWarning, FutureWarning):
    """An option was given under a former name, which a later release will refuse."""


_collected: ContextVar[list[OrdagWarning] | None] = ContextVar("ordag_collected_warnings", default=None)


def warn(message: str, category: type[OrdagWarning], *, stacklevel: int = 1) -> None:
    """Issue a warning, or hand it to whoever collects them in this thread."""
    collected = _collected.get()
    if collected is None:
        warnings.warn(message, category, stacklevel=stacklevel + 1)
    else:
        collected.append(category(message))


@contextmanager
def collected_warnings() -> Iterator[list[OrdagWarning]]:
    """The warnings of ordag within a ``with`` block, in place of their being issued.

    Examples
    --------
    >>> with collected_warnings() as collected:
    ...     warn("a level was merged", RepairWarning)
    >>> collected
    [RepairWarning('a level was merged')]
    """
    collected: list[OrdagWarning] = []
    token = _collected.set(collected)
    try:
        yield collected
    finally:
        _collected.reset(token)


def unknown_option(what: str, value: object, valid: Iterable[str]) -> InputValueError:
    """Error for an option that is not among the valid ones, with the nearest match.

    Examples
    --------
    >>> raise unknown_option("method", "bgee", ["bde", "bge"])
    Traceback (most recent call last):
    ...
    ordag.errors.InputValueError: unknown method 'bgee'; did you mean 'bge'? Valid: bde, bge.
    """
    names = list(valid)
    near = difflib.get_close_matches(str(value), names, n=_MOST_NAMES)
    hint = f"; did you mean {near[0]!r}?" if near else "."
    if len(names) <= _MOST_NAMES:
        return InputValueError(f"unknown {what} {value!r}{hint} Valid: {', '.join(names)}.")
    shown = [*near, *(name for name in names if name not in near)][: _MOST_NAMES - 1]
    return InputValueError(
        f"unknown {what} {value!r}{hint} Valid: {', '.join(shown)} and {len(names) - len(shown)} more."
    )
