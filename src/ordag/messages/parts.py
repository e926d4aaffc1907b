# SPDX-License-Identifier: MIT
"""Parts of a message that are not the same words for every audience, or that a reader of the message may ask for."""

from dataclasses import dataclass
from os import PathLike, fspath
from typing import TypeAlias


@dataclass(frozen=True)
class OptionName:
    """The name of an option: ``max_parents`` in Python, ``--max-parents`` at the command line."""

    name: str


@dataclass(frozen=True)
class Setting:
    """An option with its value: ``criterion='cv'``, or ``--criterion cv``."""

    name: str
    value: object


@dataclass(frozen=True)
class Value:
    """A value of an option: ``None``, ``True`` or ``'cv'``, or ``null``, ``true`` or ``'cv'``."""

    value: object


@dataclass(frozen=True)
class Function:
    """A public function: ``ordag.bootstrap``, or the command that does the same."""

    name: str


@dataclass(frozen=True)
class Column:
    """A column of the data."""

    name: str


@dataclass(frozen=True)
class DataRow:
    """A row of the data, by its position from 0; readers of a file count from 1."""

    position: int


@dataclass(frozen=True)
class File:
    """A file or folder."""

    path: str | PathLike[str]

    @property
    def text(self) -> str:
        """The path as text."""
        return str(fspath(self.path))


@dataclass(frozen=True)
class Cause:
    """Another error, which explains this one."""

    error: BaseException


Part: TypeAlias = OptionName | Setting | Value | Function | Column | DataRow | File | Cause
Text: TypeAlias = str | Part | tuple["Text", ...]
