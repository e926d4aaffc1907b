# SPDX-License-Identifier: MIT
"""What to do about a message: a closed set of remedies, which each audience words in its own terms."""

from dataclasses import dataclass
from typing import TypeAlias, Union

from ordag.messages.parts import Text


@dataclass(frozen=True)
class DeclareLevels:
    """Declare the levels of a column, or of several if it has no name, from lowest to highest."""

    column: str = ""


@dataclass(frozen=True)
class DeclareKind:
    """Declare a column to be of another kind, which is left open if it is empty."""

    column: str
    kind: str = ""


@dataclass(frozen=True)
class DeclareValues:
    """Declare what the values of continuous columns count as."""

    columns: tuple[str, ...]
    values: str


@dataclass(frozen=True)
class MarkMissing:
    """Take codes or labels as missing, in every column or, written ``column=code``, in one."""

    codes: tuple[str, ...]


@dataclass(frozen=True)
class LeaveOutColumns:
    """Leave out columns of the data."""

    columns: tuple[str, ...]


@dataclass(frozen=True)
class StateTiers:
    """Say which columns come first: groups of names, causes first, which the terminal reads from a file."""

    tiers: tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class SetOption:
    """Set an option to a value."""

    name: str
    value: object


@dataclass(frozen=True)
class LeaveOutOptions:
    """Leave options at their defaults."""

    names: tuple[str, ...]


@dataclass(frozen=True)
class Overwrite:
    """Let a file be replaced; in Python, delete it first where the function has no option for it."""

    by_hand: bool = False


@dataclass(frozen=True)
class UseMethod:
    """Learn by another method; without a name, one of the list."""

    name: str = ""


@dataclass(frozen=True)
class UseFunction:
    """Call another function of the package, or the command that stands for it."""

    name: str
    purpose: str = ""


@dataclass(frozen=True)
class RaiseLimits:
    """Allow more of what is counted before a file is read, by a factor."""

    factor: int


@dataclass(frozen=True)
class Install:
    """Install an extra of the package."""

    extra: str


@dataclass(frozen=True)
class Advise:
    """A piece of advice that is the same for everyone, but for the options that it names."""

    text: Text


@dataclass(frozen=True)
class InPython:
    """A piece of advice with a meaning only for those who write Python."""

    text: str


@dataclass(frozen=True)
class If:
    """A remedy under a condition."""

    condition: Text
    remedy: "Remedy"


# What each audience does in its own way, what is the same for all, and what depends.
Act: TypeAlias = (
    DeclareLevels
    | DeclareKind
    | DeclareValues
    | MarkMissing
    | LeaveOutColumns
    | StateTiers
    | SetOption
    | LeaveOutOptions
    | Overwrite
    | UseMethod
    | UseFunction
    | RaiseLimits
    | Install
    | InPython
)
Remedy: TypeAlias = Union[Act, Advise, "If"]
