# SPDX-License-Identifier: MIT
"""Docstrings whose parameters come from a table of options."""

import inspect
from collections.abc import Callable, Mapping
from typing import TypeVar

from ordag.osem_options.option import Option

_PLACE = "{options}"

Documented = TypeVar("Documented", bound=type)


def documents(options: Mapping[str, Option]) -> Callable[[Documented], Documented]:
    """A decorator that puts the entries of the options in place of ``{options}`` in the docstring of a class."""

    def written(described: Documented) -> Documented:
        if described.__doc__ is not None:  # Python leaves docstrings out under -OO
            entries = "\n".join(option.documented() for option in options.values())
            described.__doc__ = inspect.cleandoc(described.__doc__).replace(_PLACE, entries)
        return described

    return written
