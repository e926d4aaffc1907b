# SPDX-License-Identifier: MIT
"""The words of messages for those who use the command line: options to paste, and no Python."""

import json
import shlex
from collections.abc import Iterable
from typing import assert_never

from ordag.messages.remedies import (
    Act,
    DeclareKind,
    DeclareLevels,
    DeclareValues,
    InPython,
    Install,
    LeaveOutColumns,
    LeaveOutOptions,
    MarkMissing,
    Overwrite,
    RaiseLimits,
    SetOption,
    StateTiers,
    UseFunction,
    UseMethod,
)
from ordag.messages.voice import Voice

# Options of the commands by their names in Python; the others are options of a method, as after --option.
OPTIONS = {
    "boot": "--boot",
    "by": "--by",
    "clusters": "--clusters",
    "columns": "--columns",
    "criterion": "--criterion",
    "drop_flagged": "--drop-flagged",
    "duration": "--duration",
    "encoding": "--encoding",
    "forbidden": "--forbidden",
    "header": "--header",
    "ignore": "--ignore",
    "kinds": "--types",
    "levels": "--levels",
    "max_parents": "--max-parents",
    "hidden": "--hidden",
    "max_rows": "--max-rows",
    "method": "--method",
    "missing": "--missing",
    "model": "--model",
    "n_jobs": "--jobs",
    "penalty": "--penalty",
    "prior": "--bayes",
    "random_state": "--seed",
    "required": "--required",
    "screen": "--screen",
    "sheet": "--sheet",
    "skip": "--skip",
    "strict": "--strict",
    "tiers": "--tiers",
    "weights": "--weights",
    "weights_are": "--weights-are",
}
# Settings that the commands know under a name of their own.
SETTINGS = {
    ("force", True): "--force",
    ("header", False): "--no-header",
    ("header", True): "--header",
    ("prior", "wishart"): "--bayes",
}
# Commands that do what a function does.
COMMANDS = {
    "ordag.bootstrap": "ordag bootstrap",
    "ordag.compare_models": "ordag fit --model auto",
    "ordag.learn": "ordag learn",
    "ordag.methods": "ordag methods",
    "ordag.screen_rows": "ordag fit --screen",
}


class TerminalVoice(Voice):
    """Options are flags, values are written as in a command."""

    def option(self, name: str) -> str:
        """The flag; an option of a method keeps its name."""
        return OPTIONS.get(name, name)

    def setting(self, name: str, value: object) -> str:
        """The flag with its value."""
        known = SETTINGS.get((name, value)) if isinstance(value, str | bool) else None
        if known is not None:
            return known
        text = shell_word(value if isinstance(value, str) else self.value(value))
        return f"{OPTIONS[name]} {text}" if name in OPTIONS else f"--option {name}={text}"

    def value(self, value: object) -> str:
        """The value as JSON has it, which is how --option reads it; text in quotes."""
        return repr(value) if isinstance(value, str) else json.dumps(value, default=str)

    def function(self, name: str) -> str:
        """The command in place of the function, if there is one."""
        return f"`{COMMANDS[name]}`" if name in COMMANDS else name

    def act(self, remedy: Act) -> str:  # noqa: C901  # one case for each remedy
        """The option to use."""
        match remedy:
            case DeclareLevels(column):
                return f"use --levels FILE, a text file with {_levels_line(column)}"
            case DeclareKind(column, kind):
                return f"use --types FILE, a text file with the line  {toml_key(column)} = {_kinds(kind)}"
            case DeclareValues(_, values):
                return f'set values = "{values}" in columns.toml'
            case MarkMissing(codes):
                return f"use {taken_as_missing(codes)}"
            case LeaveOutColumns(columns):
                return f"use {left_out(columns)} to leave {'it' if len(columns) == 1 else 'them'} out"
            case StateTiers(tiers):
                return f"put this line into order.toml and use --tiers order.toml:  tiers = {_nested(tiers)}"
            case SetOption(name, value):
                return f"use {self.setting(name, value)}"
            case LeaveOutOptions(names):
                return f"leave out {' and '.join(map(self.option, names))}"
            case Overwrite():
                return "use --force to replace it"
            case UseMethod(name):
                return f"use `ordag learn --method {name}`" if name else "see `ordag methods` for what each takes"
            case UseFunction(name, purpose):
                return f"use {self.function(name)}{purpose and ' ' + purpose}" if name in COMMANDS else ""
            case RaiseLimits(factor):
                return f"use --limits {factor}"
            case Install(extra):
                return f"run  pip install 'ordag[{extra}]'"
            case InPython():
                return ""
            case _:
                assert_never(remedy)


def left_out(columns: Iterable[str]) -> str:
    """Options that leave columns out.

    Examples
    --------
    >>> left_out(["id", "open answer"])
    '--ignore id --ignore "open answer"'
    """
    return " ".join(f"--ignore {shell_word(name)}" for name in columns)


def taken_as_missing(codes: Iterable[str]) -> str:
    """Options that make codes or labels missing entries.

    Examples
    --------
    >>> taken_as_missing(["99", "sleep=refused"])
    '--missing 99 --missing sleep=refused'
    """
    return " ".join(f"--missing {shell_word(code)}" for code in codes)


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


def toml_key(name: str) -> str:
    """The name of a column as a key of a TOML file.

    Examples
    --------
    >>> toml_key("sleep"), toml_key("open answer")
    ('sleep', '"open answer"')
    """
    bare = name.replace("_", "").replace("-", "")
    return name if bare.isascii() and bare.isalnum() else json.dumps(name, ensure_ascii=False)


def _levels_line(column: str) -> str:
    if not column:
        return 'lines such as  sleep = ["bad", "fair", "good"],  or  "q*" = [...]  for all columns that begin with q'
    return f"the line  {toml_key(column)} = [...]  that lists its labels from lowest to highest"


def _nested(tiers: Iterable[Iterable[str]]) -> str:
    return json.dumps([list(tier) for tier in tiers], ensure_ascii=False)


def _kinds(kind: str) -> str:
    return json.dumps(kind) if kind else '"ordinal", "binary" or "continuous"'


TERMINAL = TerminalVoice()
