# SPDX-License-Identifier: MIT
"""An option: its name, what it may be, its default, its meaning, and how the command line spells it."""

import textwrap
from collections.abc import Iterable
from dataclasses import dataclass

from ordag.messages import Text
from ordag.osem_options.constraints import Constraint, Seed, WholeNumber

_WIDTH = 112  # of a paragraph of a docstring


@dataclass(frozen=True)
class CommandOption:
    """The same option at the command line.

    Attributes
    ----------
    flag : str
    help : str
    default : object
        What the commands take where the option is not given; None leaves the choice to the estimator.
    metavar : str, optional
    """

    flag: str
    help: str
    default: object = None
    metavar: str | None = None


@dataclass(frozen=True)
class Option:
    """One option.

    Attributes
    ----------
    name : str
    default : object
    allowed : tuple of Constraint
        The value must be admitted by one of them.
    meaning : str
    command : CommandOption or None
        None if the command line has no such option.
    """

    name: str
    default: object
    allowed: tuple[Constraint, ...]
    meaning: str
    command: CommandOption | None = None

    @property
    def at_command_line(self) -> CommandOption:
        """The option at the command line, which must have it."""
        if self.command is None:
            raise LookupError(f"the command line has no option for {self.name!r}.")
        return self.command

    @property
    def least(self) -> int | None:
        """The smallest whole number that is admitted, if whole numbers are."""
        return next((one.least for one in self.allowed if isinstance(one, WholeNumber | Seed)), None)

    @property
    def wording(self) -> Text:
        """What the value must be."""
        first, *others = (one.wording for one in self.allowed)
        parts: list[Text] = [first]
        for k, other in enumerate(others, 1):
            parts += [" or " if k == len(others) else ", ", other]
        return tuple(parts)

    def documented(self) -> str:
        """The entry of the option in a numpydoc section.

        Examples
        --------
        >>> print(Option("n_draws", 5, (WholeNumber(1),), "Draws a row.").documented())
        n_draws : int, default 5
            Draws a row.
        """
        kinds = _joined([one.shown for one in self.allowed])
        default = f'"{self.default}"' if isinstance(self.default, str) else str(self.default)
        meaning = textwrap.fill(self.meaning, _WIDTH, break_on_hyphens=False)
        return f"{self.name} : {kinds}, default {default}\n{textwrap.indent(meaning, '    ')}"


def by_name(options: Iterable[Option]) -> dict[str, Option]:
    """The options under their names."""
    return {option.name: option for option in options}


def _joined(kinds: list[str]) -> str:
    """A list in words.

    Examples
    --------
    >>> _joined(["'auto'", "None", "a number"])
    "'auto', None or a number"
    """
    return " or ".join(filter(None, [", ".join(kinds[:-1]), kinds[-1]]))
